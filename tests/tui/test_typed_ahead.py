"""Keys and clicks, also in bursts, that come before earlier ones are handled: taken once or never.

Nothing that is typed crashes the app or makes it hang.
"""

import ast
import asyncio
import gc
import importlib
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from signal import SIGINT
from threading import Event as Signal
from typing import cast

import key_bursts
import pytest
from canvas_text import text_of, until_shown
from free_o_play import at
from game_screens import (
    ROUNDS,
    FirstMoves,
    change_row,
    choose_row,
    playing,
    press,
    running,
    settled,
    showing,
    shown,
    until,
)
from loop_watch import held, held_at
from people import ANN, BEN, COMPUTER
from played import library_in
from pty_terminal import DEADLINE
from random_games import save_game
from textual.events import Hide, Key, Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.worker import WorkerFailed

import boxtui as product
from boxtui.core import BadOption
from boxtui.games import GAMES
from boxtui.lines import ASCII
from boxtui.play import latest
from boxtui.play.match import Match, match_at
from boxtui.play.own_saves import open_library
from boxtui.play.presenter import Request
from boxtui.play.record import Record
from boxtui.tui import typed_ahead
from boxtui.tui.app import BoxTui
from boxtui.tui.screens import saved as saved_screen
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.learn import LearnScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.name import NameScreen
from boxtui.tui.screens.page import Page
from boxtui.tui.screens.saved import SavesScreen
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.screens.setup import SetupScreen, setup_inputs
from boxtui.tui.typed_ahead import KEY_WAIT
from boxtui.tui.widgets.choices import Choices, Row
from saves.errors import SaveError
from saves.library import Library

SHUT = GAMES["shut-the-box"]
TUI = Path(product.__file__).parent / "tui"
SCREENS = [*TUI.glob("screens/*.py")]


def test_bursts_of_any_keys_on_every_kind_of_screen_neither_crash_nor_hang_the_app() -> None:
    where = key_bursts.few_places()
    tally = key_bursts.run(where, 400, seed=1, at_once=8)
    assert tally.broken == []
    assert tally.bursts >= 400
    assert tally.sessions >= len(where)


def test_no_screen_or_widget_looks_up_a_widget() -> None:
    lookups = ("query", "get_child", "get_widget")
    calls = [
        f"{path.name}:{node.lineno}"
        for path in TUI.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith(lookups)
    ]
    assert calls == []


def test_no_screen_handles_a_message_that_a_class_above_it_handles() -> None:
    """Textual calls both handlers, so the base class's may undo what the subclass's did."""
    modules = [importlib.import_module(f"boxtui.tui.screens.{path.stem}") for path in SCREENS]
    twice = {
        f"{kind.__name__}.{name}"
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Page)
        for name in vars(kind)
        for above in kind.__mro__[1:]
        if name.startswith("on_") and name in vars(above)
    }
    assert twice == set()


async def test_a_resize_and_ctrl_c_take_effect_at_once_while_leaving_a_game_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = list[Record]()

    def closes(record: Record) -> None:
        closed.append(record)

    monkeypatch.setattr(Record, "close", closes)
    async with playing(Match(SHUT, {}, [ANN], 3)) as (pilot, screen):
        app = cast("BoxTui", pilot.app)
        goes_on = await held_at(monkeypatch, typing(app, "q", "l"), Record, "close")
        try:
            app.post_message(Resize(Size(100, 30), Size(100, 30)))
            await until(pilot, lambda: screen.size.width == 100)
            assert app.screen is screen
            assert app.keys_taken == 1
            app.post_message(Key("ctrl+c", None))
            await until(pilot, lambda: not app.is_running)
            assert app.return_code == 128 + SIGINT
            assert closed == []
        finally:
            goes_on.set()
    assert closed == [screen.runner.record]


async def test_a_key_whose_action_fails_ends_the_app_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(page: MenuScreen, key: str) -> None:
        raise ZeroDivisionError(key)

    monkeypatch.setattr(MenuScreen, "action_take", fails)
    with pytest.raises(ZeroDivisionError):
        async with running() as (pilot, _):
            await press(pilot, "o")


async def test_more_keys_are_taken_after_a_key_that_leaves_nothing_to_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From Python 3.12 on, a Textual task that never waits ends before it has a name."""

    async def at_once(app: BoxTui, is_done: bool) -> None:
        pass

    monkeypatch.setattr(BoxTui, "_settled", at_once)
    async with running() as (pilot, app):
        for key in ("down", "down", "up"):
            await press(pilot, key)
        assert not app.is_taking_keys


async def test_a_log_that_is_not_mounted_yet_takes_a_new_position() -> None:
    async with playing(Match(SHUT, {}, [ANN], 3)) as (pilot, screen):
        screen.action_log()
        assert isinstance(pilot.app.screen, LogScreen)
        assert not pilot.app.screen.is_mounted
        screen.changed()
        await until_shown(pilot, "body", "rolls")


async def test_a_game_takes_any_request_before_it_is_mounted_and_after_it_was_left() -> None:
    record = Record.begin(Match(GAMES["kimbo"], {}, [ANN, ANN], 3), open_library())
    async with running() as (pilot, app):
        screen = GameScreen(record, app.searcher)

        def all_at_once() -> None:
            screen.changed()
            screen.informed("told")
            screen.thinking("Ann")
            screen.thinking("")
            screen.action_go_on()
            screen.action_ask("UNDO")
            screen.action_switch_tutor()
            screen.action_withdraw()
            screen.action_play_unjudged()
            screen.warned(0, "It is bad.")
            screen.tutor_switched()
            screen.draw()
            screen.read_on()

        app.push_screen(screen)
        all_at_once()
        await until(pilot, lambda: screen.is_mounted)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)
        await until(pilot, lambda: not screen.is_attached)
        all_at_once()


async def test_an_answer_given_twice_closes_one_dialog() -> None:
    async with running(lambda app: app.teach("box")) as (pilot, app):
        await shown(pilot, LessonScreen)
        await press(pilot, "l")
        dialog = await shown(pilot, ChooseScreen)
        for _ in range(3):
            dialog.action_answer("")
        await shown(pilot, LessonScreen)
        for _ in range(3):
            await app.screen_stack[-1].run_action("leave")
        await shown(pilot, MenuScreen)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize(
    ("first", "kind"),
    [
        (None, MenuScreen),
        (lambda app: app.set_up(SHUT, 7), SetupScreen),
        (lambda app: app.begin(Match(SHUT, {}, [ANN], 3)), GameScreen),
        (lambda app: app.teach("box"), LessonScreen),
        (lambda app: app.open_lessons(), LearnScreen),
        (lambda app: app.push_screen(SettingsScreen()), SettingsScreen),
        (lambda app: app.push_screen(SavesScreen()), SavesScreen),
    ],
)
async def test_a_key_that_does_nothing_says_so_on_every_page(
    first: Callable[[BoxTui], None] | None, kind: type[Page]
) -> None:
    async with running(first) as (pilot, app):
        page = await shown(pilot, kind)

        def says(sentence: str) -> bool:
            return page.message.text.startswith(sentence)

        for key, name in (("z", "z"), ("f5", "F5"), ("Z", "Z"), ("ctrl+x", "Ctrl+x")):
            await until(pilot, partial(says, f"{name} does nothing here."), key)
        for key in ("ctrl+q", "ctrl+p", "tab", "shift+tab", "super+c"):  # Textual's own
            page.say("")
            await press(pilot, key)
            assert says(f"{key.capitalize()} does nothing here.")
            assert app.is_running
            assert app.screen is page
        for letter, key, name in (
            ("u", "alt+u", "Alt+u"),
            ("\x19", "\x19", "That key"),
            ("\x1d", "ctrl+right_square_bracket", "That key"),
            ("_", "underscore", "_"),
        ):
            app.say_unused(Key(key, letter))
            assert says(f"{name} does nothing here.")
        page.say("Something that matters.")
        await press(pilot, "z")
        await settled(pilot)
        assert page.message.text == "Something that matters."
        both = "Something that matters.\n z does nothing here."
        await until_shown(pilot, "message", both)
        page.say("Something else.")
        await until(pilot, lambda: text_of(pilot, "message") == " Something else.")


async def test_who_types_a_move_without_a_colon_is_told_which_key_comes_first() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, ANN], 1)) as (pilot, screen):
        await press(pilot, "w")
        assert screen.message.text == "w does nothing here. To type a move, press : first."
    async with running(lambda app: app.teach("kimbo")) as (pilot, _):
        page = await shown(pilot, LessonScreen)
        await press(pilot, "w")  # the lesson doesn't ask yet
        assert page.message.text == "w does nothing here. The last lines name the keys."


async def test_that_a_key_does_nothing_is_gone_after_the_next_key_that_does_something() -> None:
    async with running() as (pilot, _):
        page = await shown(pilot, MenuScreen)
        for keys in (["down"], ["enter", "escape"]):  # to a setup and back
            await press(pilot, "z")
            assert page.message.text.startswith("z does nothing here.")
            await press(pilot, *keys)
            await shown(pilot, MenuScreen)
            assert page.message.text == ""


async def test_a_key_that_does_something_clears_only_a_warning_that_another_did_nothing() -> None:
    async with running() as (pilot, _):
        page = await shown(pilot, MenuScreen)
        page.say("Something that matters.")
        await press(pilot, "z")
        await until_shown(pilot, "message", "z does nothing")
        await press(pilot, "down")
        await until(pilot, lambda: text_of(pilot, "message") == " Something that matters.")
        page.message.add("What another key has said.")
        await press(pilot, "down")
        await settled(pilot)
        assert page.message.aside == "What another key has said."


async def test_what_cannot_be_opened_is_said_below_a_question_asked_meanwhile() -> None:
    def refused() -> Match:
        raise BadOption("No such game.")

    async with running(lambda app: app.teach("box")) as (pilot, app):
        page = await shown(pilot, LessonScreen)
        await press(pilot, "l")
        assert isinstance(app.screen, ChooseScreen)
        app.start(refused)
        await until(pilot, lambda: "No such game." in page.message.text)


async def test_neither_a_key_nor_a_click_answers_a_question_before_it_could_be_read() -> None:
    rows = [Row("a", "Yes"), Row("b", "No")]
    async with running(lambda app: app.teach("box")) as (pilot, app):
        await shown(pilot, LessonScreen)
        dialog = ChooseScreen(["Really?"], rows, ASCII, deaf=DEADLINE)
        await app.push_screen(dialog)
        await press(pilot, "enter", "t")
        await pilot.click(Choices)
        await settled(pilot)
        assert app.screen is dialog
        assert text_of(pilot, "text") == "Really?\n"  # nothing is said of the keys, either
        dialog._just_shown.seconds = 0.0
        page = cast("LessonScreen", app.screen_stack[-2])
        page.say("")
        await press(pilot, "z")
        await settled(pilot)
        assert not page.message.text  # the question's own lines name its keys
        await pilot.click(Choices)
        await shown(pilot, LessonScreen)


def typing(app: BoxTui, *keys: str) -> Callable[[], None]:
    """Return what types these keys in one go."""

    def type_all() -> None:
        for key in keys:
            app.post_message(Key(key, None))

    return type_all


@pytest.mark.parametrize(("wait", "chosen"), [(KEY_WAIT, "Shut-the-Box"), (0.0, "Box")])
async def test_the_first_key_waits_until_the_menu_has_found_the_game_to_continue(
    home: Path, monkeypatch: pytest.MonkeyPatch, wait: float, chosen: str
) -> None:
    """If that takes too long, the game is put above the row where the cursor then is."""
    save_game(library_in(home), ANN, ANN, game="box")
    monkeypatch.setattr(typed_ahead, "KEY_WAIT", wait)
    begun, goes_on = held(monkeypatch, latest, "to_continue")

    async def type_before_it_is_found(app: BoxTui) -> None:
        await asyncio.to_thread(begun.wait, DEADLINE)
        typing(app, "down")()
        while not (app.is_taking_keys if wait else app.keys_taken):
            await asyncio.sleep(0)
        goes_on.set()

    tasks = list[asyncio.Task[None]]()
    async with running(
        lambda app: tasks.append(asyncio.create_task(type_before_it_is_found(app)))
    ) as (pilot, app):
        await until(pilot, lambda: "Continue" in text_of(pilot, "choices"))
        await until(pilot, lambda: app.keys_taken and not app.is_taking_keys)
        await press(pilot, "enter")
        await shown(pilot, SetupScreen)
        assert text_of(pilot, "title").strip() == f"{chosen}: a new game"


@pytest.mark.parametrize("keys", ["s s l", "enter enter l", "enter enter enter s l", "s enter l"])
async def test_keys_typed_while_a_game_opens_are_for_that_game_and_begin_no_other(
    home: Path, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    async with running(lambda app: app.set_up(SHUT, 7)) as (pilot, app):
        await until_shown(pilot, "choices", "Start the game")
        (await held_at(monkeypatch, typing(app, *keys.split()), Record, "begin")).set()
        await shown(pilot, LogScreen)
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, GameScreen, LogScreen]
    assert len(library_in(home).entries()) == 1


async def leave(pilot: Pilot[int], goes_on: Signal) -> None:
    """Leave the page over the menu, and then let a game that it began to open go on."""
    app = cast("BoxTui", pilot.app)
    page = app.screen
    app.pop_screen()
    await until(pilot, lambda: page not in app.screen_stack)
    goes_on.set()
    await app.loaded()
    await app.disk.finish()
    assert isinstance(app.screen, MenuScreen)


async def test_a_game_whose_setup_was_left_before_it_was_saved_is_neither_shown_nor_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(lambda app: app.set_up(SHUT, 7)) as (pilot, app):
        await until_shown(pilot, "choices", "Start the game")
        await leave(pilot, await held_at(monkeypatch, typing(app, "s"), Record, "begin"))
        assert library_in(home).entries() == []


async def test_a_save_chosen_from_a_list_that_was_left_is_closed_and_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, _, record):
        choosing = partial(choose_row, pilot, record.name)
        await leave(pilot, await held_at(monkeypatch, choosing, Record, "resume"))
        Record.resume(record.path, open_library()).close()


async def test_while_a_game_is_opened_that_is_said_if_another_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, page, record):
        choosing = partial(choose_row, pilot, record.name)
        goes_on = await held_at(monkeypatch, choosing, Record, "resume")
        choosing()
        await until(pilot, lambda: page.message.text == "A game is being opened.")
        goes_on.set()
        await shown(pilot, GameScreen)
        assert page.message.text == ""


@pytest.mark.parametrize("step", ["pop_screen", "_open_in_place"])
async def test_the_save_of_a_game_that_cannot_be_shown_is_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    record, dropped = save_game(library_in(home), ANN), list[Path]()
    drop = Record.drop

    def noted(record: Record) -> None:
        drop(record)
        dropped.append(record.path)

    def fail(app: BoxTui, screen: object = None) -> None:
        raise LookupError(screen)

    async def open_in_vain() -> None:
        async with running() as (pilot, app):
            resume = partial(app.resume, record.path)
            goes_on = await held_at(monkeypatch, resume, Record, "resume")
            app.ask_name()
            await shown(pilot, NameScreen)
            monkeypatch.setattr(BoxTui, step, fail)
            goes_on.set()
            await until(pilot, lambda: dropped)

    monkeypatch.setattr(Record, "drop", noted)
    with pytest.raises(WorkerFailed):
        await open_in_vain()
    assert dropped == [record.path]
    Record.resume(record.path, library_in(home)).close()


@pytest.mark.parametrize("keys", [["Z", "enter", "enter"], ["escape", "escape"], ["enter", "q"]])
async def test_a_name_is_asked_for_once_however_fast_one_types(keys: list[str]) -> None:
    async with running(BoxTui.ask_name) as (pilot, app):
        await shown(pilot, NameScreen)
        await press(pilot, *keys)
        await until(pilot, lambda: not any(isinstance(one, NameScreen) for one in app.screen_stack))
    assert app.settings.name == ("Z" if "Z" in keys else "Ann")


@pytest.mark.parametrize(
    ("page", "row"),
    [
        (MenuScreen, "play kimbo"),
        (MenuScreen, "learn"),
        (LearnScreen, "lesson kimbo"),
        (LearnScreen, "practice shut-the-box"),
    ],
)
async def test_enter_twice_opens_one_screen(page: type[Page], row: str) -> None:
    async with running(BoxTui.open_lessons if page is LearnScreen else None) as (pilot, app):
        await shown(pilot, page)
        under = list(app.screen_stack)
        for _ in range(2):
            choose_row(pilot, row)
        await until(pilot, lambda: app.screen not in under)
        await app.loaded()
        for _ in range(ROUNDS):  # not until it has settled: practice goes on looking for positions
            await pilot.pause(0.01)
        assert app.screen_stack[:-1] == under


@asynccontextmanager
async def at_the_saves() -> AsyncIterator[tuple[Pilot[int], SavesScreen, Record]]:
    """Run the app at its list of saves, which has the one of that record."""
    record = save_game(open_library(), ANN)
    async with running() as (pilot, _):
        await press(pilot, "s")
        await until_shown(pilot, "choices", SHUT.title)
        yield pilot, await shown(pilot, SavesScreen), record


async def test_a_removed_save_can_no_longer_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    remove, resume = Library.remove_file, SavesScreen.on_screen_resume
    answered, removed, listed = Signal(), Signal(), Signal()

    def slowly(library: Library, path: Path) -> None:
        remove(library, path)
        removed.set()
        listed.wait(DEADLINE)

    async def listing(page: SavesScreen) -> None:
        if answered.is_set():
            await asyncio.to_thread(removed.wait, DEADLINE)
        await resume(page)
        if not page._entries:
            listed.set()

    monkeypatch.setattr(Library, "remove_file", slowly)
    monkeypatch.setattr(SavesScreen, "on_screen_resume", listing)
    async with at_the_saves() as (pilot, page, record):
        await press(pilot, "x")
        answered.set()
        choose_row(pilot, "remove")
        await shown(pilot, SavesScreen)
        await until(pilot, lambda: page.message.text.startswith("Removed "))
        assert "no saved game" in text_of(pilot, "choices")
        choose_row(pilot, record.name)
        await settled(pilot)
        assert pilot.app.screen is page


async def test_no_save_can_be_removed_while_the_saves_are_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, page, _):
        begun, goes_on = held(monkeypatch, Library, "entries")
        reading = asyncio.create_task(page.on_screen_resume())
        await asyncio.to_thread(begun.wait, DEADLINE)
        try:
            await pilot.app.run_action("remove", page)
            assert pilot.app.screen is page
        finally:
            goes_on.set()
            await reading


async def test_a_list_read_before_a_save_was_removed_never_comes_after_the_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, page, record):
        read, goes_on = held(monkeypatch, saved_screen, "stories", when=lambda _, entries: entries)
        before = asyncio.create_task(page.on_screen_resume())
        await asyncio.to_thread(read.wait, DEADLINE)
        open_library().remove_file(record.path)
        await page.on_screen_resume()
        goes_on.set()
        await before
        assert "no saved game" in text_of(pilot, "choices")


async def test_a_list_that_could_not_be_read_never_comes_after_a_later_one_that_could(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, page, _):
        refusal, first = SaveError("The saves can't be read."), [True]
        begun, goes_on = held(
            monkeypatch, Library, "entries", when=lambda _: first and first.pop(), fails=refusal
        )
        before = asyncio.create_task(page.on_screen_resume())
        assert await asyncio.to_thread(begun.wait, DEADLINE)
        await page.on_screen_resume()
        goes_on.set()
        await before
        assert SHUT.title in text_of(pilot, "choices")
        assert page.message.text == ""


async def test_leaving_before_a_save_is_opened_leaves_nothing_behind(home: Path) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        async with running() as (_, app):
            app.resume(home / "gone.box")
            app.workers.cancel_all()
            app.exit(0)
        gc.collect()
    assert [str(warning.message) for warning in warned] == []


async def test_a_save_that_is_being_opened_when_the_app_ends_is_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save_game(library_in(home), ANN)
    async with running() as (_, app):
        goes_on = await held_at(monkeypatch, partial(app.resume, record.path), Record, "resume")
        app.exit(0)
    closed = Signal()
    monkeypatch.setattr(Record, "close", lambda _: closed.set())
    goes_on.set()
    assert await asyncio.to_thread(closed.wait, DEADLINE)


@asynccontextmanager
async def naming(seat: int) -> AsyncIterator[tuple[Pilot[int], SetupScreen]]:
    """Open the setup of a game with seed 5, with that seat's name being typed."""
    async with running() as (pilot, app):
        page = SetupScreen(SHUT, setup_inputs(SHUT), 5)
        await app.push_screen(page)
        choose_row(pilot, f"seat {seat}")
        await until(pilot, lambda: page.line_is_open)
        yield pilot, page


async def test_typed_text_goes_to_the_row_that_asked_even_if_the_wheel_moves_the_cursor() -> None:
    async with naming(0) as (pilot, page):
        page.query_one(Choices).action_move(30)
        page.line.value = "17"
        await press(pilot, "enter")
        await until(pilot, lambda: not page.line_is_open)
        assert (page._seats[0].name, page._seed) == ("17", 5)


async def test_a_row_that_changes_closes_the_line_that_may_ask_for_what_is_gone() -> None:
    async with naming(1) as (pilot, page):
        await change_row(pilot, "players", -1)
        await until(pilot, lambda: not page.line_is_open)
        assert len(page._seats) == 1


@asynccontextmanager
async def in_box(
    searcher: FirstMoves, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], GameScreen]]:
    """Run the app at a person's first mark in a game against a computer."""
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, COMPUTER], 3)
    async with playing(match, searcher=searcher, size=size) as (pilot, screen):
        assert match.state.current_player() == 0
        yield pilot, screen


async def next_turn(pilot: Pilot[int], screen: GameScreen, plies: int) -> None:
    """Wait until a person decides again after that many moves."""
    await until(pilot, lambda: len(screen.match.moves) > plies and screen.may_decide())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 10)])
async def test_what_is_being_typed_stays_when_a_computer_moves_and_is_then_played(
    size: tuple[int, int],
) -> None:
    searcher = FirstMoves(holds=True)
    async with in_box(searcher, size) as (pilot, screen):
        await press(pilot, "colon", "e", "7", "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "b")
        plies = len(screen.match.moves)
        searcher.goes_on.set()
        await next_turn(pilot, screen, plies)
        assert (screen.line_is_open, screen.line.value) == (True, "b")
        assert "for example" in screen.message.prompt
        plies = len(screen.match.moves)
        await press(pilot, "2", "enter")
        await next_turn(pilot, screen, plies + 1)
        assert screen.match.log[plies].text == "b2"
        assert not screen.line_is_open


async def test_a_move_can_be_typed_before_the_one_before_it_is_on_the_disk() -> None:
    async with in_box(FirstMoves()) as (pilot, screen):
        plies = len(screen.match.moves)
        typing(cast("BoxTui", pilot.app), "colon", *"e7", "enter", "colon", *"b2")()
        await until(pilot, lambda: screen.line.value == "b2")
        await next_turn(pilot, screen, plies)
        await press(pilot, "enter")
        await next_turn(pilot, screen, plies + 2)
        assert [screen.match.log[plies + at].text for at in (0, 2)] == ["e7", "b2"]


@pytest.mark.parametrize("pace", ["at once", "by key"])
async def test_a_move_entered_in_anothers_turn_stays_in_the_line(pace: str) -> None:
    searcher = FirstMoves(holds=True)
    async with in_box(searcher) as (pilot, screen):
        screen.boxtui.settings = replace(screen.boxtui.settings, pace=pace)
        await press(pilot, "colon", "e", "7", "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "b", "2", "enter")
        assert screen.message.text == (
            "Not now: it is Computer's turn. Press Enter again after it."
        )
        plies = len(screen.match.moves)
        searcher.goes_on.set()
        if pace == "by key":
            await until(pilot, lambda: screen.message.text == "Press Enter to go on.")
            await press(pilot, "enter")
        await next_turn(pilot, screen, plies)
        await press(pilot, "enter")
        await until(pilot, lambda: len(screen.match.moves) > plies + 1)
        assert screen.match.log[plies + 1].text == "b2"


async def test_a_line_in_a_computers_turn_asks_for_the_dice_too_if_people_enter_them() -> None:
    match = Match(SHUT, {}, [COMPUTER, ANN], 3, by_hand=True)
    match.apply(match.state.read_move("6+1"))
    searcher = FirstMoves(holds=True)
    async with showing(match, searcher=searcher) as (pilot, screen):
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "2")
        assert screen.message.prompt == "A move or the dice, or Esc:"
        searcher.goes_on.set()
        await until(pilot, screen.takes_moves)
        assert "Computer's dice" in screen.message.prompt
        assert (screen.line_is_open, screen.line.value) == (True, "2")


async def test_what_one_person_types_is_gone_in_another_persons_turn() -> None:
    """Ann begins to type in the pause after her last move; Enter must not play that for Ben."""
    match = Match(SHUT, {}, [ANN, BEN], 3)

    def comes_to_a_decision() -> bool:
        screen.runner.ask(Request.GO_ON)
        return screen.may_decide()

    while match.state.turn_seat() == 0:
        match.apply(match.state.legal_moves()[0])
    async with showing(match, "by key", plays_only_moves=False) as (pilot, screen):
        screen._line_refused.seconds = 1e9
        await press(pilot, "colon", "1")
        assert screen.line.value == "1"
        await until(pilot, comes_to_a_decision)
        assert not screen.line_is_open
        plies = len(match.moves)
        await press(pilot, "enter")
        await settled(pilot)
        assert len(match.moves) == plies


async def test_a_mark_made_by_a_click_closes_the_line_for_another() -> None:
    async with in_box(FirstMoves()) as (pilot, screen):
        await press(pilot, "colon", "b")
        screen.board.pick(screen.match.state.legal_moves()[5])
        screen.board.play_picked()
        assert not screen.line_is_open


async def test_keys_typed_on_after_a_line_was_closed_or_refused_are_no_commands() -> None:
    """FRO-16: the hand ends while Ann types a move, and Space would go on to the next hand."""
    hands = at("car,fence", "tree,captured", demand="any", pile="car:9").text()
    match, searcher = match_at(GAMES["free-o"], hands, [ANN, COMPUTER]), FirstMoves(holds=True)
    async with playing(match, searcher=searcher) as (pilot, screen):
        screen._line_refused.seconds = 1e9
        await press(pilot, "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "d")
        searcher.goes_on.set()
        await until(pilot, lambda: match.state.is_open() and not screen.line_is_open)
        await press(pilot, "space", "q")
        await settled(pilot)
        assert match.state.is_open()
        assert isinstance(pilot.app.screen, GameScreen)
        screen._line_refused.seconds = 0.0
        await press(pilot, "colon")
        assert screen.message.text == "Not now: the hand is over. Press Space to go on."
        assert not screen.line_is_open
        screen._line_refused.seconds = 1e9
        await press(pilot, "space")
        await settled(pilot)
        assert match.state.is_open()
        await press(pilot, "escape")  # ends what is typed, and does nothing else
        assert match.state.is_open()
        await until(pilot, lambda: not match.state.is_open(), "space")


async def test_a_line_keeps_the_keys_if_it_is_opened_again_or_said_late_to_be_hidden() -> None:
    async with naming(0) as (pilot, page):
        page.action_close_line()
        page.open_line("Another name:")
        await settled(pilot)
        assert page.focused is page.line
        page.line.post_message(Hide())
        await settled(pilot)
        assert page.focused is page.line
