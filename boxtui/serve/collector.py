"""When garbage is collected: while nobody plays, because it stops everybody."""

import asyncio
import gc
import importlib
import pkgutil
from time import monotonic
from typing import Final

from boxtui.tui import screens
from boxtui.tui.drawn import forget_styles

QUIET: Final = 5.0
"""Seconds without a key after which nobody is taken to be waiting."""

FEW: Final = 10
"""The sessions and games that end before their garbage is collected, quiet or not, if there are
fewer players; otherwise as many as there are players, because a look takes longer with each."""

_YOUNG: Final = (5_000, 1_000_000_000, 1_000_000_000)
"""Python's thresholds: it looks at new objects, some 5,000 at a time, and never at older ones."""


class Collector:
    """Collects what sessions and games leave behind, which only a look at all objects finds.

    With 50 players this takes half a second, and Python would do it at any time.
    """

    def __init__(self) -> None:
        self._waiting = 0
        self._typed = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Take over from Python. What is loaded until now, and that is every screen, stays."""
        for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
            importlib.import_module(module.name)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_YOUNG)

    def typed(self) -> None:
        """Note that somebody typed something."""
        self._typed = monotonic()

    def came(self) -> None:
        """Note that a session has begun: to start one leaves garbage, too."""
        self._collect_when_quiet()

    def left(self, players: int) -> None:
        """Note that a session or a game has ended, while so many players are there."""
        self._waiting += 1
        if self._waiting >= max(FEW, players):
            self._collect_soon()
        else:
            self._collect_when_quiet()

    def _collect_when_quiet(self) -> None:
        if self._timer is None:
            self._try_after(QUIET)

    def _try_after(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._try)

    def _try(self) -> None:
        still = self._typed + QUIET - monotonic()
        if still > 0:
            self._try_after(still)
        else:
            self._collect()

    def _collect_soon(self) -> None:
        """Collect once what has just ended is gone."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(0, self._collect)

    def _collect(self) -> None:
        self._timer, self._waiting = None, 0
        forget_styles()
        gc.collect()
