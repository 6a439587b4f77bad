"""How busy the event loop is that all players share."""

import selectors
from collections.abc import Callable
from time import monotonic
from typing import Final

BUSY: Final = 0.5
"""The share of its time that a busy loop works."""

_CALM: Final = 0.35
"""The share below which it is no longer busy."""

_WINDOW: Final = 1.0
"""The seconds over which a share is measured, at least."""


class Load:
    """The share of the last seconds in which the loop had something to do.

    Attributes:
        is_busy: whether that is so much that what isn't needed should be left out.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._since = now()
        self._waited = 0.0
        self._share = 0.0
        self.is_busy = False

    def waited(self, seconds: float) -> None:
        """Add `seconds` in which the loop was idle."""
        self._waited += seconds
        elapsed = self._now() - self._since
        if elapsed >= _WINDOW:
            share = min(max(1 - self._waited / elapsed, 0.0), 1.0)
            self._share = (self._share + share) / 2
            self.is_busy = self._share > (_CALM if self.is_busy else BUSY)
            self._since, self._waited = self._now(), 0.0


class TimedSelector(selectors.DefaultSelector):
    """A selector for an event loop, which tells `load` how long it waited.

    `between` is called between the calls that are due and the wait for others, with the seconds
    that the calls took.
    """

    def __init__(self, load: Load, between: Callable[[float], None]) -> None:
        super().__init__()
        self._load = load
        self._between = between
        self._selected = monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._between(monotonic() - self._selected)
        begun = monotonic()
        ready = super().select(timeout)
        self._selected = monotonic()
        self._load.waited(self._selected - begun)
        return ready
