"""When garbage is collected: a little at a time while anybody plays, because it stops everybody."""

import asyncio
import gc
import importlib
import pkgutil
from collections.abc import Callable
from typing import Final

from boxtui.tui import screens
from boxtui.tui.circles import break_circles

NEW: Final = 5_000
"""The number of new objects among which garbage is looked for; this takes a millisecond or two."""

EMPTY: Final = 1.0
"""Seconds after which a session that has ended is gone, with its connection."""


class Collector:
    """Collects garbage: while anybody plays, only among objects made since the last time.

    This is done between two calls of the event loop, when what they left behind is garbage already.
    Older objects are freed without a collector: `break_circles` sees to it that no session or game
    leaves them in circles. A look at all objects, which takes half a second with 50 players, waits
    until `is_empty` says that nobody is there.
    """

    def __init__(self, is_empty: Callable[[], bool]) -> None:
        self._is_empty = is_empty

    def start(self) -> None:
        """Take over from Python. What is loaded until now, and that is every screen, stays."""
        for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
            importlib.import_module(module.name)
        break_circles()
        gc.collect()
        gc.freeze()
        gc.set_threshold(0)

    def look(self) -> None:
        """Collect garbage among new objects if there are many; called between two calls."""
        if gc.get_count()[0] >= NEW:
            gc.collect(0)

    def left(self) -> None:
        """Note that a session has ended."""
        if self._is_empty():
            asyncio.get_running_loop().call_later(EMPTY, self._collect_all)

    def _collect_all(self) -> None:
        if self._is_empty():
            gc.collect()
