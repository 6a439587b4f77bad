"""Players of one host share one event loop, so nothing on it may wait for a disk."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest
from canvas_text import text_of, until_shown
from game_screens import Deciding, on_screen, press, running, settled, shown, until
from loop_watch import Computing, HeldDisk, held, watching
from people import ANN
from pty_terminal import DEADLINE
from random_games import of_bad_decisions
from some_puzzles import asked
from textual.pilot import Pilot

from ai.levels import ROSTERS
from boxtui.games import GAMES
from boxtui.learn import practice, practice_file, practice_record, progress
from boxtui.learn.finding import find_puzzle
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.system import locations, settings
from boxtui.system.settings import CHOICES, Settings
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.learn import LearnScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.name import NameScreen
from boxtui.tui.screens.practice import PracticeScreen
from boxtui.tui.screens.progress import ProgressScreen
from boxtui.tui.screens.review import ReviewScreen
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.screens.saved import SavesScreen
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.screens.setup import SetupScreen
from saves.journal import read
from tutorials.runner import Phase

TURNS = 20
"""How often the loop must turn while a write is held."""

EASY, NEXT = 12, 23
"""Positions of Shut-the-Box that are found soon, as are those after them."""

PLAYED = GAMES["shut-the-box"]

REVIEWED = "p home right left n b p end"
"""Keys of a review."""


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> HeldDisk:
    return HeldDisk(monkeypatch)


@asynccontextmanager
async def opened(
    opening: Callable[[BoxTui], object] | None = None, screen: type[object] = MenuScreen
) -> AsyncIterator[Pilot[int]]:
    """Run the app; open something from its menu, which leads to a screen of that kind."""
    quick = Settings(name="Ann", pace="at once")
    async with running(None, Deciding(), settings=quick, size=(100, 40)) as (pilot, app):
        await at(pilot, MenuScreen)
        if opening:
            opening(app)
        await at(pilot, screen)
        yield pilot


async def at(pilot: Pilot[int], kind: type[object]) -> None:
    """Wait until a screen of that kind is shown and takes what players do."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and is_ready(pilot))
    await settled(pilot)


def is_ready(pilot: Pilot[int]) -> object:
    match pilot.app.screen:
        case GameScreen() | PracticeScreen() as screen:
            return screen.may_decide()
        case ReviewScreen() as screen:
            return screen._steps.review.plies >= 0
        case SavesScreen():
            return PLAYED.title in text_of(pilot, "choices")
        case ChooseScreen() as screen:
            return not screen.is_deaf
        case screen:
            return screen.is_mounted


async def submit(pilot: Pilot[int]) -> None:
    """Play the first legal move."""
    page = cast("GameScreen | PracticeScreen", pilot.app.screen)
    page.submit(page.match.state.legal_moves()[0])


async def visit(pilot: Pilot[int], *steps: str | type[object]) -> None:
    """Press keys, or wait for a screen of a kind, in turn."""
    for step in steps:
        if isinstance(step, str):
            await press(pilot, *step.split())
        else:
            await at(pilot, step)


async def _pages(pilot: Pilot[int]) -> None:
    """Visit the pages that the menu leads to."""
    await visit(pilot, "question_mark", RulesScreen, "n p slash 6 enter f q", MenuScreen)
    await visit(pilot, "p", ProgressScreen, "q", MenuScreen, "o", SettingsScreen)
    await visit(pilot, "enter B e n enter down down right", SettingsScreen, "q", MenuScreen)


async def _lesson_and_practice(pilot: Pilot[int]) -> None:
    await visit(pilot, "l", LearnScreen, "enter", LessonScreen)
    page = cast("LessonScreen", pilot.app.screen)
    for step in page.runner.lesson.steps[:3]:
        await visit(pilot, "enter h h colon 9 9 enter escape enter")
        page._go_to(step.name)
        await settled(pilot)
    await visit(pilot, "backspace question_mark", RulesScreen, "q", LessonScreen)
    page.runner.go_to(page.runner.lesson.steps[-1].name)
    await page._after_the_end("steps")
    await visit(pilot, "escape", LessonScreen, "q", LearnScreen)
    await visit(pilot, "question_mark", RulesScreen, "q", LearnScreen)
    await visit(pilot, "down enter", PracticeScreen, "h h s")
    await settled(pilot)
    await visit(pilot, "n", PracticeScreen)
    await submit(pilot)
    await settled(pilot)
    await visit(pilot, f"g {' '.join(str(NEXT))} enter", PracticeScreen)
    await visit(pilot, "q", LearnScreen, "q", MenuScreen)


async def _game(pilot: Pilot[int]) -> None:
    """Play a game: its setup, moves and other keys, its end and its review."""
    await visit(pilot, f"up {'down ' * list(GAMES).index(PLAYED.key)} enter", SetupScreen)
    await visit(pilot, "question_mark", RulesScreen, "q", SetupScreen, "down right left " * 9)
    await visit(pilot, "s", GameScreen, "down h enter")
    await until(
        pilot,
        lambda: on_screen(pilot).match.undo_ply() is not None and on_screen(pilot).may_decide(),
    )
    await visit(pilot, "u")
    await until(pilot, lambda: on_screen(pilot).match.takebacks)
    await visit(pilot, "r l", LogScreen, "q", GameScreen)
    await visit(pilot, "comma", SettingsScreen, "down right q", GameScreen)
    await visit(pilot, "question_mark", RulesScreen, "q", GameScreen, "q", MenuScreen)
    await visit(pilot, "c", GameScreen)
    while not isinstance(pilot.app.screen, ChooseScreen):
        if isinstance(pilot.app.screen, GameScreen) and pilot.app.screen.may_decide():
            await submit(pilot)
        await settled(pilot)
    await visit(pilot, ChooseScreen, "down enter", ReviewScreen, REVIEWED)
    await settled(pilot)
    await visit(pilot, "q", ChooseScreen, "q q", MenuScreen)


async def _saves(pilot: Pilot[int]) -> None:
    await visit(pilot, "s", SavesScreen, "v", ReviewScreen, REVIEWED)
    await settled(pilot)
    await visit(pilot, "q", SavesScreen, "n x enter")
    await until_shown(pilot, "message", "Renamed")
    await settled(pilot)
    await visit(pilot, "x", ChooseScreen, "down down enter")
    await shown(pilot, SavesScreen)
    await visit(pilot, "q", MenuScreen)


async def test_nothing_touches_a_file_on_the_loop_from_the_first_screen_to_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(practice, "drawn_number", lambda: EASY)
    puzzles = replace(ROSTERS[PLAYED.key].puzzles, first=())
    monkeypatch.setitem(ROSTERS, PLAYED.key, replace(ROSTERS[PLAYED.key], puzzles=puzzles))
    for number in (EASY, EASY + 1):  # the exact values that they need are known from here on
        await find_puzzle(PLAYED, number, asked)
    with watching(monkeypatch) as watch:
        async with opened() as pilot:
            watch.found.clear()  # the start reads the styles, which all players share
            cast("BoxTui", pilot.app).ask_name()
            await visit(pilot, NameScreen, "enter", MenuScreen)
            for part in (_pages, _lesson_and_practice, _game, _saves):
                await part(pilot)
            assert "\n".join(dict.fromkeys(watch.found)) == ""
            assert watch.syncs > 20


# While the disk is held


def play(app: BoxTui) -> None:
    app.begin(Match(PLAYED, {}, [ANN], 3))


def practice_it(app: BoxTui) -> None:
    app.practice(PLAYED.key, EASY)


def learn(app: BoxTui) -> None:
    app.teach("box")


def review(app: BoxTui) -> None:
    app.review(of_bad_decisions(open_library()).path)


def change_settings(app: BoxTui) -> None:
    app.push_screen(SettingsScreen())


def pressing(*keys: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return what presses these keys."""
    return lambda pilot: press(pilot, *keys)


async def start(pilot: Pilot[int]) -> None:
    cast("SetupScreen", pilot.app.screen).action_start()


def kept_settings() -> Settings:
    return settings.read(locations.settings())[0]


def kept_step() -> str:
    return progress.read(locations.lesson("box"))[0].step


def practiced() -> practice_record.PracticeRecord:
    return practice_file.read(locations.practice(PLAYED.key))[0]


WRITES: dict[str, tuple[Any, type[object], Any, Callable[[], object]]] = {
    "a setting": (
        change_settings,
        SettingsScreen,
        pressing("down", "right"),
        lambda: kept_settings().theme != "auto",
    ),
    "a name": (
        BoxTui.ask_name,
        NameScreen,
        pressing("B", "e", "n", "enter"),
        lambda: kept_settings().name == "Ben",
    ),
    "a step": (learn, LessonScreen, pressing("enter"), kept_step),
    "an answer": (practice_it, PracticeScreen, submit, lambda: practiced().numbers),
    "a hint": (practice_it, PracticeScreen, pressing("h", "h"), lambda: practiced().numbers),
    "mistakes": (review, ReviewScreen, pressing("p"), lambda: practiced().mistakes),
    "a setup": (
        lambda app: app.set_up(PLAYED, 7),
        SetupScreen,
        start,
        lambda: locations.setup(PLAYED.key).exists(),
    ),
    "a move": (
        play,
        GameScreen,
        submit,
        lambda: [read(each.path).moves for each in open_library().entries()] == [2],
    ),
}
"""For each kind of write: what is opened, its screen, what writes, and whether it is kept."""


@pytest.mark.parametrize("kind", WRITES)
async def test_the_loop_turns_while_the_disk_is_held_and_what_is_written_outlives_leaving(
    kind: str, disk: HeldDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.tui.screens.practice.KEYS_IGNORED", 0.0)
    opening, screen, write, is_kept = WRITES[kind]
    async with opened(opening, screen) as pilot:
        disk.hold()
        await write(pilot)
        await until(pilot, disk.begun.is_set)
        for _ in range(TURNS):
            await asyncio.sleep(0.001)
        assert disk.is_held, "the loop waited until the write was done"
        pilot.app.exit()
        for _ in range(TURNS):
            await asyncio.sleep(0.001)
        disk.goes_on.set()
    assert is_kept()


async def test_a_setting_is_not_overtaken_by_an_earlier_one(disk: HeldDisk) -> None:
    async with opened(change_settings, SettingsScreen) as pilot:
        disk.hold()
        await press(pilot, "down", "right", "right", "right")
        await until(pilot, disk.begun.is_set)
        chosen = cast("BoxTui", pilot.app).settings
        disk.goes_on.set()
    assert kept_settings().theme == chosen.theme == CHOICES["theme"][3]


async def test_what_cannot_be_written_is_said_even_after_the_page_was_left(disk: HeldDisk) -> None:
    async with opened(change_settings, SettingsScreen) as pilot:
        disk.hold()
        await press(pilot, "down", "right")
        await until(pilot, disk.begun.is_set)
        await press(pilot, "q")
        await shown(pilot, MenuScreen)
        disk.fault = OSError(28, "No space left on device")
        disk.goes_on.set()
        await until_shown(pilot, "message", "the disk is full")


# Computing


async def test_a_lesson_finds_out_beside_the_loop_what_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    computing = Computing(monkeypatch)
    computing.watch_lessons()
    async with opened(learn, LessonScreen) as pilot:
        page = cast("LessonScreen", pilot.app.screen)
        steps = page.runner.lesson.steps
        asking = next(step.name for step in steps if step.question)
        for name in (asking, next(step.name for step in steps if step.kind == "game")):
            page._go_to(name)
            await settled(pilot)
            while page.runner.phase is not Phase.ASKING:
                await press(pilot, "enter")
            await press(pilot, "h", "h", "colon", "escape", "enter", "enter", "backspace")
        assert computing.on_loop == set()
        assert computing.beside == {"comment", "advice", "play_others_move", "leads"}


async def test_a_lesson_that_is_left_while_it_finds_something_out_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(learn, LessonScreen) as pilot:
        page = cast("LessonScreen", pilot.app.screen)
        page._go_to(page.runner.lesson.steps[-1].name)
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
        kept, page.runner.phase = kept_step(), Phase.SOLVED
        begun, goes_on = held(monkeypatch, page.runner, "prepare_next")
        page._begin(page.runner.prepare_next)
        await asyncio.to_thread(begun.wait, DEADLINE)  # `until` would wait for the screen
        await page.action_leave()
        page._begin(page.runner.prepare_next)  # a key that wasn't waited for
        goes_on.set()
        await until(pilot, lambda: not page._is_finding)
        await at(pilot, MenuScreen)
        assert kept_step() == kept


@pytest.mark.parametrize(("opening", "screen"), [(play, GameScreen), (practice_it, PracticeScreen)])
async def test_why_a_move_is_best_is_found_beside_the_loop(
    opening: Callable[[BoxTui], None], screen: type[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    computing = Computing(monkeypatch)
    computing.watch_reasons(PLAYED.key)
    monkeypatch.setattr("boxtui.tui.screens.practice.KEYS_IGNORED", 0.0)
    async with opened(opening, screen) as pilot:
        await press(pilot, "h", "h", "h")
        await until(pilot, lambda: computing.beside)
        assert computing.on_loop == set()
