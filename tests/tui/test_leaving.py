"""Leaving a screen while work goes on in the background: nothing breaks, and nothing is lost."""

import asyncio
import gc
from pathlib import Path
from threading import Event as Signal

import pytest
from game_screens import on_screen, opened, until
from pty_terminal import DEADLINE

from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.tui.screens.menu import MenuScreen
from saves.errors import SaveFull
from saves.events import Event
from saves.journal import Journal, read
from saves.library import Library

pytestmark = pytest.mark.tui

ANN = Seat("Ann", HUMAN)


@pytest.mark.parametrize("is_full", [False, True], ids=["room", "a full disk"])
async def test_leaving_while_a_move_is_being_written_breaks_nothing_and_keeps_it(
    tmp_path: Path, is_full: bool
) -> None:
    left: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: left.append(context))
    begun, goes_on = Signal(), Signal()
    match = Match(GAMES["shut-the-box"], {}, [ANN], 3)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        screen, record = on_screen(pilot), on_screen(pilot).runner.record
        keep = record.keep

        def slowly(event: Event) -> None:
            begun.set()
            goes_on.wait(DEADLINE)
            if is_full:
                raise SaveFull("The disk is full.")
            keep(event)

        record.keep = slowly  # type: ignore[method-assign]
        screen.submit(match.state.legal_moves()[0])
        await until(pilot, begun.is_set)
        screen.call_later(screen.action_leave)
        for _ in range(20):
            await asyncio.sleep(0.001)
        goes_on.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        del screen, record
        gc.collect()
        await asyncio.sleep(0)
    assert left == []
    if is_full:
        assert Library(tmp_path).entries() == []  # nothing was decided
        return
    [save] = Library(tmp_path).entries()
    assert read(save.path).moves == 2
    Journal.open(save.path).close()
