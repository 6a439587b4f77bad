"""Keys typed before what they would decide could be seen."""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

KEYS_IGNORED: Final = 0.4
"""Seconds in which keys are ignored after what comes unexpectedly.

That is the end of a game, the question of what comes next if a key opened it, the tutor's warning,
in practice the warning that help counts, and in a match that the line for a move was closed, or not
opened. Such keys were typed before it could be seen.
"""


class JustShown:
    """Tells a key that was meant for what was shown before from an answer to what is shown now.

    Where `count_keys` counts the keys that were taken, only the first key can be too early: who
    pressed it then sees what is shown, and means the next one.

    Attributes:
        seconds: how long a key may have been meant for what was shown before.
    """

    def __init__(self, seconds: float, count_keys: Callable[[], int] = lambda: 0) -> None:
        self.seconds = seconds
        self._count_keys = count_keys
        self._at = -inf
        self._keys_before = 0

    def begin(self) -> None:
        """Record that something new is shown from now on."""
        self._at, self._keys_before = monotonic(), self._count_keys()

    def end(self) -> None:
        """Take keys from now on."""
        self._at = -inf

    def is_too_early(self) -> bool:
        """Whether a key that is taken now was typed before this could be seen."""
        is_first = self._count_keys() <= self._keys_before + 1
        return is_first and monotonic() - self._at < self.seconds
