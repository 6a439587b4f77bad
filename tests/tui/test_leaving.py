"""Leaving screens and apps: nothing breaks or is lost, and they are freed.

That takes no full collection.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import cast
from weakref import ref

import pytest
from game_screens import FirstMoves, on_screen, opened, press, running, shown, until
from loop_watch import held
from people import ANN
from textual.screen import Screen

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui import cycles
from boxtui.tui.app import BoxTui
from boxtui.tui.channel import ChannelTerminal
from boxtui.tui.cycles import dismantle
from boxtui.tui.keystrokes import Keystrokes
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.screens.setup import SetupScreen
from saves.errors import SaveFull
from saves.journal import Journal, read

BO = Seat("Bo", "level1")
KIMBO = GAMES["kimbo"]


@pytest.fixture(autouse=True)
def _without_cycles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Change Textual's classes until the end of the test; collect nothing unasked meanwhile."""
    for kind, name, change in cycles.CHANGES:
        monkeypatch.setattr(kind, name, change, raising=False)
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(0)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def everything_on(screen: Screen[object]) -> list[ref[object]]:
    """Return weak references to a screen and all its widgets, which then no longer count as new."""
    gc.collect(0)
    return [ref(each) for each in screen.walk_children(with_self=True)]


def left_of(gone: list[ref[object]]) -> list[object]:
    """Return what isn't freed, even after new objects have been examined."""
    gc.collect(0)
    return [left for each in gone if (left := each()) is not None]


async def threads_ended() -> None:
    """End the loop's threads: each wakes the loop before it lets go of the call it made for it.

    A call's context refers to the app and to the screen that asked for the call.
    """
    await asyncio.get_running_loop().shutdown_default_executor()


def play(game: str, app: BoxTui) -> None:
    app.begin(Match(GAMES[game], {}, [ANN, BO], 3))


@pytest.mark.parametrize(
    ("opening", "key"),
    [
        *((partial(play, game), "q") for game in GAMES),
        (lambda app: app.set_up(KIMBO), "escape"),
        (BoxTui.open_lessons, "escape"),
        (lambda app: app.practice("shut-the-box", 1), "q"),
        (lambda app: app.push_screen(SettingsScreen()), "escape"),
        (lambda app: app.show_rules("kimbo"), "escape"),
        (BoxTui.ask_name, "enter"),
    ],
)
async def test_a_screen_that_is_left_is_freed(
    opening: Callable[[BoxTui], object], key: str
) -> None:
    async with running(settings=Settings(name="Ann", pace="at once")) as (pilot, app):
        await shown(pilot, MenuScreen)
        opening(app)
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        await until(pilot, lambda: app.screen.is_mounted)
        if isinstance(app.screen, GameScreen):
            await until(pilot, lambda: on_screen(pilot).may_decide())
        gone = everything_on(app.screen)
        assert len(gone) > 3
        await press(pilot, "down", "up", key)
        await shown(pilot, MenuScreen)
        await until(pilot, lambda: not left_of(gone))


@pytest.mark.parametrize("typed", [b"", b"j", b"\x1b[20", b"\x1b]11;", b"\x1b[9999999u"])
def test_what_was_read_at_a_terminal_is_freed(typed: bytes) -> None:
    for _ in range(2):  # the first time, caches are filled
        before = len(gc.get_objects())
        for _ in range(100):
            keys = Keystrokes(lambda message: None)
            keys.feed(typed)
            keys.feed(b"k")
    del keys
    assert len(gc.get_objects()) - before < 100 * 8  # a parser has 20 objects or more


async def ended_on_a_channel() -> list[ref[object]]:
    """Run the app at the other end of a channel, leave it, and return what it had."""
    shown, gone = list[bytes](), list[ref[object]]()
    app = BoxTui(Look(), Settings(name="Ann"))
    app.searcher = cast("Searcher", FirstMoves())
    terminal = ChannelTerminal(shown.append, Look(), (80, 24), 4096, lambda: None)
    terminal.drive(app, "256")

    def leave() -> None:
        gone.extend([ref(terminal), *everything_on(app.screen)])
        terminal.typed(b"q")

    app.call_after_refresh(leave)
    await app.run_async()
    dismantle(app)
    assert b"Settings" in b"".join(shown)
    return gone


async def ended_in_a_game() -> list[ref[object]]:
    """Run the app, end it in the middle of a game, and return what it had."""
    async with running(settings=Settings(name="Ann", pace="at once")) as (pilot, app):
        app.set_up(KIMBO)
        await shown(pilot, SetupScreen)
        play("kimbo", app)
        await until(pilot, (await shown(pilot, GameScreen)).may_decide)
        gone = everything_on(app.screen)
    await asyncio.sleep(0)
    dismantle(app)
    return gone


@pytest.mark.parametrize(("run", "least"), [(ended_on_a_channel, 2), (ended_in_a_game, 5)])
async def test_what_an_app_had_is_freed_once_it_has_ended(
    run: Callable[[], Awaitable[list[ref[object]]]], least: int
) -> None:
    gone = await run()
    await threads_ended()
    assert len(gone) > least
    assert left_of(gone) == []


async def test_garbage_is_collected_from_the_first_frame_on() -> None:
    gc.disable()
    try:
        async with BoxTui(Look(), Settings()).run_test() as pilot:
            await until(pilot, gc.isenabled)
    finally:
        gc.enable()
        gc.unfreeze()


@pytest.mark.parametrize("is_full", [False, True], ids=["room", "a full disk"])
async def test_leaving_while_a_move_is_being_written_breaks_nothing_and_keeps_it(
    monkeypatch: pytest.MonkeyPatch, is_full: bool
) -> None:
    left: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: left.append(context))
    match = Match(GAMES["shut-the-box"], {}, [ANN], 3)
    async with opened(match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        screen = on_screen(pilot)
        full = SaveFull("The disk is full.") if is_full else None
        begun, goes_on = held(monkeypatch, Record, "keep", fails=full)
        screen.submit(match.state.legal_moves()[0])
        await until(pilot, begun.is_set)
        screen.call_later(screen.action_leave)
        for _ in range(20):
            await asyncio.sleep(0.001)
        goes_on.set()
        await shown(pilot, MenuScreen)
        del screen
        gc.collect()
        await asyncio.sleep(0)
    assert left == []
    if is_full:
        assert open_library().entries() == []  # nothing was decided
        return
    [save] = open_library().entries()
    assert read(save.path).moves == 2
    Journal.open(save.path).close()
