"""Players of one host share one event loop, so nothing on it may wait for a disk."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from game_screens import FirstMoves, on_screen, press, text_of, until

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.saved import SavesScreen
from saves import files

pytestmark = pytest.mark.tui


async def test_saves_are_synced_listed_and_read_in_threads(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = threading.get_ident()
    seen: set[tuple[str, bool]] = set()

    def watch(owner: Any, name: str) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def watched(*given: Any, **named: Any) -> Any:
            seen.add((name, threading.get_ident() == loop))
            return real(*given, **named)

        monkeypatch.setattr(owner, name, watched)

    watch(os, "fsync")
    watch(files, "read_all")
    watch(files, "read_regular")
    app = BoxTui(Look(), Settings(name="Ann", pace="at once"))
    app.searcher = cast("Searcher", FirstMoves())
    async with app.run_test() as pilot:
        app.set_up(GAMES["shut-the-box"], 7)
        await until(pilot, lambda: "Start the game" in text_of(pilot, "choices"))
        await press(pilot, "s")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        while not on_screen(pilot).match.decisions():
            await until(pilot, lambda: on_screen(pilot).may_decide())
            await press(pilot, "down", "enter")
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await press(pilot, "s")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen))
        await press(pilot, "q", "c")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
    assert {name for name, _ in seen} >= {"fsync", "read_regular"}
    assert not {name for name, on_the_loop in seen if on_the_loop}
