"""Players of one host share one event loop, so nothing on it may wait for a disk."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import cast

import pytest
from game_screens import Deciding, on_screen, press, settled, text_of, until
from loop_watch import Computing, HeldDisk, watching
from pty_terminal import DEADLINE
from random_games import play_first_moves
from textual.pilot import Pilot

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.learn import practice_record, progress
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record, open_library
from boxtui.system import locations, settings
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
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

pytestmark = pytest.mark.tui

TURNS = 20
"""How often the loop must turn while a write is held."""


def the_app(first: Callable[[BoxTui], None] | None = None) -> BoxTui:
    app = BoxTui(Look(), Settings(name="Ann", pace="at once"), first=first)
    app.searcher = cast("Searcher", Deciding())
    return app


async def at(pilot: Pilot[int], screen: type[object]) -> None:
    """Wait until a screen of that kind is shown."""
    await until(pilot, lambda: isinstance(pilot.app.screen, screen) and pilot.app.screen.is_mounted)
    await settled(pilot)


async def go(pilot: Pilot[int], screen: type[object], *keys: str) -> None:
    """Press keys that lead to a screen of that kind."""
    await press(pilot, *keys)
    await at(pilot, screen)


async def until_solved(pilot: Pilot[int]) -> PracticeScreen:
    """Wait until practice asks for a move."""
    await at(pilot, PracticeScreen)
    page = cast("PracticeScreen", pilot.app.screen)
    await until(pilot, page.may_decide)
    return page


async def _pages(pilot: Pilot[int]) -> None:
    """Visit the pages that the menu leads to."""
    await go(pilot, RulesScreen, "question_mark")
    await press(pilot, "n", "p", "slash", "6", "enter", "f")
    await go(pilot, MenuScreen, "q")
    await go(pilot, ProgressScreen, "p")
    await go(pilot, MenuScreen, "q")
    await go(pilot, SettingsScreen, "o")
    await go(pilot, SettingsScreen, "enter", "B", "e", "n", "enter", "down", "down", "right")
    await go(pilot, MenuScreen, "q")


async def _lesson_and_practice(pilot: Pilot[int]) -> None:
    await go(pilot, LearnScreen, "l")
    await go(pilot, LessonScreen, "enter")
    page = cast("LessonScreen", pilot.app.screen)
    for step in page.runner.lesson.steps[:3]:
        await press(pilot, "enter", "h", "h", "colon", "9", "9", "enter", "escape", "enter")
        page._go_to(step.name)
        await settled(pilot)
    await press(pilot, "backspace")
    await go(pilot, RulesScreen, "question_mark")
    await go(pilot, LessonScreen, "q")
    page.runner.go_to(page.runner.lesson.steps[-1].name)
    await page._after_the_end("steps")
    await go(pilot, LessonScreen, "escape")
    await go(pilot, LearnScreen, "q")
    await go(pilot, RulesScreen, "question_mark")
    await go(pilot, LearnScreen, "q")
    await go(pilot, PracticeScreen, "down", "enter")
    await until_solved(pilot)
    await press(pilot, "h", "h", "s")
    await settled(pilot)
    await press(pilot, "n")
    page_of_practice = await until_solved(pilot)
    page_of_practice.submit(page_of_practice.match.state.legal_moves()[0])
    await settled(pilot)
    await press(pilot, "g", "7", "enter")
    await until_solved(pilot)
    await go(pilot, LearnScreen, "q")
    await go(pilot, MenuScreen, "q")


async def _game(pilot: Pilot[int]) -> None:
    """Play a game: its setup, moves and other keys, its end and its review."""
    await go(pilot, SetupScreen, "up", *["down"] * list(GAMES).index("shut-the-box"), "enter")
    await go(pilot, RulesScreen, "question_mark")
    await go(pilot, SetupScreen, "q")
    await press(pilot, *["down", "right", "left"] * 9)
    await go(pilot, GameScreen, "s")
    await until(pilot, lambda: on_screen(pilot).may_decide())
    await press(pilot, "down", "h", "enter")
    await until(pilot, lambda: on_screen(pilot).match.decisions() and on_screen(pilot).may_decide())
    await press(pilot, "u")
    await until(pilot, lambda: on_screen(pilot).match.takebacks)
    await press(pilot, "r")
    await go(pilot, LogScreen, "l")
    await go(pilot, GameScreen, "q")
    await go(pilot, SettingsScreen, "comma")
    await go(pilot, GameScreen, "down", "right", "q")
    await go(pilot, RulesScreen, "question_mark")
    await go(pilot, GameScreen, "q")
    await go(pilot, MenuScreen, "q")
    await go(pilot, GameScreen, "c")
    while not isinstance(pilot.app.screen, ChooseScreen):
        if isinstance(pilot.app.screen, GameScreen) and pilot.app.screen.may_decide():
            move = pilot.app.screen.match.state.legal_moves()[0]
            pilot.app.screen.submit(move)
        await settled(pilot)
    await until(pilot, lambda: not cast("ChooseScreen", pilot.app.screen).is_deaf)
    await go(pilot, ReviewScreen, "down", "enter")
    await _review(pilot)
    await go(pilot, MenuScreen, "q")


async def _review(pilot: Pilot[int]) -> None:
    page = cast("ReviewScreen", pilot.app.screen)
    await until(pilot, lambda: page._review)
    await press(pilot, "p", "home", "right", "left", "n", "b", "p", "end")
    await settled(pilot)


async def _saves(pilot: Pilot[int]) -> None:
    await go(pilot, SavesScreen, "s")
    await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
    await go(pilot, ReviewScreen, "v")
    await _review(pilot)
    await go(pilot, SavesScreen, "q")
    await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
    await go(pilot, ChooseScreen, "x")
    await go(pilot, SavesScreen, "down", "down", "enter")
    await go(pilot, MenuScreen, "q")


async def test_nothing_touches_a_file_on_the_loop_from_the_first_screen_to_the_last(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watching(monkeypatch) as watch:
        async with the_app().run_test(size=(100, 40)) as pilot:
            await at(pilot, MenuScreen)
            watch.found.clear()  # the start reads the styles, which all players share
            cast("BoxTui", pilot.app).ask_name()
            await at(pilot, NameScreen)
            await go(pilot, MenuScreen, "enter")
            for part in (_pages, _lesson_and_practice, _game, _saves):
                await part(pilot)
            assert "\n".join(dict.fromkeys(watch.found)) == ""
            assert watch.syncs > 20


# While the disk is held


async def _in_settings(pilot: Pilot[int]) -> None:
    await go(pilot, SettingsScreen, "o")


async def _asked_for_name(pilot: Pilot[int]) -> None:
    cast("BoxTui", pilot.app).ask_name()
    await at(pilot, NameScreen)
    await press(pilot, "B", "e", "n")


async def _in_lesson(pilot: Pilot[int]) -> None:
    cast("BoxTui", pilot.app).teach("box")
    await at(pilot, LessonScreen)


async def _in_practice(pilot: Pilot[int]) -> None:
    cast("BoxTui", pilot.app).practice("shut-the-box", 5)
    await until_solved(pilot)


async def _answer(pilot: Pilot[int]) -> None:
    page = cast("PracticeScreen", pilot.app.screen)
    page.submit(page.match.state.legal_moves()[0])


async def _in_review(pilot: Pilot[int]) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 4), open_library())
    play_first_moves(record)
    record.close()
    cast("BoxTui", pilot.app).review(record.path)
    await at(pilot, ReviewScreen)
    await until(pilot, lambda: cast("ReviewScreen", pilot.app.screen)._review)
    await settled(pilot)


async def _in_setup(pilot: Pilot[int]) -> None:
    cast("BoxTui", pilot.app).set_up(GAMES["shut-the-box"], 7)
    await at(pilot, SetupScreen)


async def _start(pilot: Pilot[int]) -> None:
    cast("SetupScreen", pilot.app.screen).action_start()


async def _in_game(pilot: Pilot[int]) -> None:
    cast("BoxTui", pilot.app).begin(Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 3))
    await at(pilot, GameScreen)
    await until(pilot, lambda: on_screen(pilot).may_decide())


async def _move(pilot: Pilot[int]) -> None:
    on_screen(pilot).submit(on_screen(pilot).match.state.legal_moves()[0])


def pressing(*keys: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return what presses these keys."""
    return lambda pilot: press(pilot, *keys)


def kept_settings() -> Settings:
    return settings.read(locations.settings())[0]


def kept_step() -> str:
    return progress.read(locations.lesson("box"))[0].step


def practiced() -> practice_record.PracticeRecord:
    return practice_record.read(locations.practice("shut-the-box"))[0]


Steps = Callable[[Pilot[int]], Awaitable[None]]

WRITES: dict[str, tuple[Steps, Steps, Callable[[], object]]] = {
    "a setting": (_in_settings, pressing("down", "right"), lambda: kept_settings().theme != "auto"),
    "a name": (_asked_for_name, pressing("enter"), lambda: kept_settings().name == "Ben"),
    "a step": (
        _in_lesson,
        pressing("enter"),
        kept_step,
    ),
    "an answer": (_in_practice, _answer, lambda: practiced().numbers),
    "a hint": (_in_practice, pressing("h"), lambda: practiced().numbers),
    "mistakes": (_in_review, pressing("p"), lambda: practiced().mistakes),
    "a setup": (_in_setup, _start, lambda: locations.setup("shut-the-box").exists()),
    "a move": (
        _in_game,
        _move,
        lambda: [read(each.path).moves for each in open_library().entries()] == [2],
    ),
}
"""For each kind of write: what comes before it, what leads to it, and whether it is kept."""


@pytest.mark.parametrize("kind", WRITES)
async def test_the_loop_turns_while_the_disk_is_held_and_what_is_written_outlives_leaving(
    kind: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write, is_kept = WRITES[kind]
    disk = HeldDisk(monkeypatch)
    async with the_app().run_test(size=(100, 40)) as pilot:
        await at(pilot, MenuScreen)
        await before(pilot)
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


async def test_a_setting_is_not_overtaken_by_an_earlier_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = HeldDisk(monkeypatch)
    async with the_app().run_test(size=(100, 40)) as pilot:
        await at(pilot, MenuScreen)
        await go(pilot, SettingsScreen, "o")
        disk.hold()
        await press(pilot, "down", "right", "right", "right")
        await until(pilot, disk.begun.is_set)
        chosen = cast("BoxTui", pilot.app).settings
        disk.goes_on.set()
    assert kept_settings() == chosen


async def test_what_cannot_be_written_is_said_even_after_the_page_was_left(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = HeldDisk(monkeypatch)
    async with the_app().run_test(size=(100, 40)) as pilot:
        await at(pilot, MenuScreen)
        await go(pilot, SettingsScreen, "o")
        disk.hold()
        await press(pilot, "down", "right")
        await until(pilot, disk.begun.is_set)
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        disk.fault = OSError(28, "No space left on device")
        disk.goes_on.set()
        await until(pilot, lambda: "No space left" in text_of(pilot, "message"))


# Computing


def ask_step(page: LessonScreen) -> str:
    """Return the name of a step that asks for a move."""
    return next(step.name for step in page.runner.lesson.steps if step.question)


def game_step(page: LessonScreen) -> str:
    """Return the name of the step that is a game."""
    return next(step.name for step in page.runner.lesson.steps if step.kind == "game")


async def test_a_lesson_finds_out_beside_the_loop_what_takes_long(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with the_app().run_test(size=(100, 40)) as pilot:
        computing = Computing(monkeypatch)
        computing.watch_lessons()
        await _in_lesson(pilot)
        page = cast("LessonScreen", pilot.app.screen)
        for step in (ask_step(page), game_step(page)):
            page._go_to(step)
            await settled(pilot)
            while page.runner.phase is not Phase.ASKING:
                await press(pilot, "enter")
            await press(pilot, "h", "h", "colon", "escape", "enter", "enter", "backspace")
        assert computing.on_loop == set()
        assert computing.beside == {"comment", "advice", "play_next", "_leads"}


async def test_a_lesson_that_is_left_while_it_finds_something_out_stays_as_it_was(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with the_app().run_test(size=(100, 40)) as pilot:
        await at(pilot, MenuScreen)
        await _in_lesson(pilot)
        page = cast("LessonScreen", pilot.app.screen)
        page._go_to(page.runner.lesson.steps[-1].name)
        await settled(pilot)
        await pilot.app.workers.wait_for_complete()
        kept, begun, goes_on = kept_step(), Event(), Event()

        def find() -> Callable[[], None]:
            begun.set()
            goes_on.wait(DEADLINE)
            return page.runner._end

        page._begin(find)
        while not begun.is_set():  # `until` would wait for the screen
            await asyncio.sleep(0.001)
        await page.action_leave()
        page._begin(page.runner.found_next)  # a key that wasn't waited for
        goes_on.set()
        await until(pilot, lambda: not page._is_finding)
        await at(pilot, MenuScreen)
        assert kept_step() == kept


@pytest.mark.parametrize("place", ["game", "practice"])
async def test_why_a_move_is_best_is_found_beside_the_loop(
    place: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with the_app().run_test(size=(100, 40)) as pilot:
        computing = Computing(monkeypatch)
        computing.watch_reasons("shut-the-box")
        await (_in_game if place == "game" else _in_practice)(pilot)
        await press(pilot, "h", "h")
        await until(pilot, lambda: computing.beside)
        assert computing.on_loop == set()
