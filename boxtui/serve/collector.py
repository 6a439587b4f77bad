"""Garbage collection on a host: in small steps, because each one stops all players."""

import asyncio
import gc
import importlib
import pkgutil
from collections.abc import Callable
from typing import Final

from boxtui.tui import screens
from boxtui.tui.cycles import break_cycles

WORK_BETWEEN: Final = 0.02
"""Seconds of the loop's work after which new objects are examined; this takes a millisecond or two.

The number of new objects, as `gc` counts them, doesn't tell: freeing an old object lowers it too.
"""

UNTIL_GONE: Final = 1.0
"""Seconds after which a session that has ended is gone, with its connection."""


class Collector:
    """Collects garbage: while players are logged in, only among objects made since the last time.

    It runs between two calls of the event loop, once their temporary objects are unreachable.
    Older objects are freed without a collector, because `break_cycles` keeps sessions and games
    from leaving cycles. A full collection, which takes half a second with 50 players, waits until
    `is_empty` says that no player is logged in.
    """

    def __init__(self, is_empty: Callable[[], bool]) -> None:
        self._is_empty = is_empty
        self._worked = 0.0

    def start(self) -> None:
        """Take over from Python. What is loaded by now, every screen included, stays."""
        for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
            importlib.import_module(module.name)
        break_cycles()
        gc.collect()
        gc.freeze()
        gc.set_threshold(0)

    def collect_new(self, worked: float) -> None:
        """Collect garbage among new objects if the loop has worked long enough since the last time.

        Call it between two calls of the loop, with the seconds that the calls since then took.
        """
        self._worked += worked
        if self._worked >= WORK_BETWEEN:
            self._worked = 0.0
            gc.collect(0)

    def session_ended(self) -> None:
        """Note that a session has ended."""
        if self._is_empty():
            asyncio.get_running_loop().call_later(UNTIL_GONE, self._collect_all)

    def _collect_all(self) -> None:
        if self._is_empty():
            gc.collect()
