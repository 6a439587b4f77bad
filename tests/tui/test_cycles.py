"""Closed screens and ended apps are freed without a full collection."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import cast
from weakref import ref

import pytest
from game_screens import FirstMoves, on_screen, opened, press, until
from textual.pilot import Pilot
from textual.screen import Screen

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui import cycles
from boxtui.tui.app import BoxTui
from boxtui.tui.channel import ChannelTerminal
from boxtui.tui.cycles import dismantle
from boxtui.tui.keystrokes import Keystrokes
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.setup import SetupScreen

pytestmark = pytest.mark.tui


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
    """Return weak references to a screen and to all its widgets, which are no new objects then."""
    gc.collect(0)
    return [ref(each) for each in screen.walk_children(with_self=True)]


def left_of(gone: list[ref[object]]) -> list[object]:
    """Return what isn't freed, even after a look at new objects."""
    gc.collect(0)
    return [left for each in gone if (left := each()) is not None]


async def until_freed(pilot: Pilot[int], gone: list[ref[object]]) -> None:
    """Wait until all of it is freed."""
    await until(pilot, lambda: not left_of(gone))


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_is_left_is_freed(game: str, tmp_path: Path) -> None:
    match = Match(GAMES[game], {}, [Seat("Ann", HUMAN), Seat("Computer", "level1")], 3)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        await press(pilot, "down", "up")
        gone = everything_on(pilot.app.screen)
        assert len(gone) > 5
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await until_freed(pilot, gone)


async def _set_up(app: BoxTui) -> None:
    app.set_up(GAMES["kimbo"])


async def _learn(app: BoxTui) -> None:
    app.open_lessons()


async def _practice(app: BoxTui) -> None:
    app.practice("shut-the-box", 1)


async def _settings(app: BoxTui) -> None:
    await app.run_action("screen.take('settings')", app.screen)


async def _rules(app: BoxTui) -> None:
    await app.run_action("screen.take('rules')", app.screen)


@pytest.mark.parametrize("opening", [_set_up, _learn, _practice, _settings, _rules])
async def test_a_screen_that_is_left_is_freed(
    opening: Callable[[BoxTui], Awaitable[None]],
) -> None:
    async with BoxTui(Look(), Settings(name="Ann")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.is_mounted)
        await opening(cast("BoxTui", pilot.app))
        await until(pilot, lambda: not isinstance(pilot.app.screen, MenuScreen))
        await until(pilot, lambda: pilot.app.screen.is_mounted)
        gone = everything_on(pilot.app.screen)
        await press(pilot, "down", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await until_freed(pilot, gone)


async def test_the_screen_that_asks_for_a_name_is_freed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    async with BoxTui(Look(), Settings(name="Ann"), first=BoxTui.ask_name).run_test() as pilot:
        await until(pilot, lambda: pilot.app.screen.is_mounted)
        gone = everything_on(pilot.app.screen)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await until_freed(pilot, gone)


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


async def test_what_an_app_had_is_freed_once_it_has_ended() -> None:
    shown, gone = list[bytes](), list[ref[object]]()

    async def run() -> None:
        app = BoxTui(Look(), Settings(name="Ann"))
        app.searcher = cast("Searcher", FirstMoves())
        terminal = ChannelTerminal(shown.append, Look(), (80, 24), 4096, lambda: None)
        terminal.drive(app, "256", app.background_told)

        def leave() -> None:
            gone.extend([ref(terminal), *everything_on(app.screen)])
            terminal.typed(b"q")

        app.call_after_refresh(leave)
        await app.run_async()
        dismantle(app)

    await run()
    assert b"Settings" in b"".join(shown)
    assert len(gone) > 2
    assert left_of(gone) == []


async def test_what_an_app_had_is_freed_once_it_has_ended_in_the_middle_of_a_game() -> None:
    async def run() -> list[ref[object]]:
        app = BoxTui(Look(), Settings(name="Ann", pace="at once"))
        app.searcher = cast("Searcher", FirstMoves())
        async with app.run_test(size=(80, 24)) as pilot:
            app.set_up(GAMES["kimbo"])
            await until(pilot, lambda: isinstance(app.screen, SetupScreen))
            await until(pilot, lambda: app.screen.is_mounted)
            app.begin(Match(GAMES["kimbo"], {}, [Seat("Ann", HUMAN), Seat("It", "level1")], 3))
            await until(pilot, lambda: isinstance(app.screen, GameScreen))
            await until(pilot, lambda: on_screen(pilot).may_decide())
            gone = everything_on(app.screen)
        await asyncio.sleep(0)
        dismantle(app)
        return gone

    gone = await run()
    assert len(gone) > 5
    assert left_of(gone) == []
