"""Keys typed before what they would decide could be seen."""

from math import inf
from time import monotonic
from typing import Final

KEYS_IGNORED: Final = 0.4
"""Seconds in which keys are ignored after what comes unexpectedly.

That is the end of a game, the question of what comes next if a key opened it, the tutor's warning,
and in practice the warning that help counts. Such keys were typed before it could be seen.
"""


class JustShown:
    """Tells a key that was meant for what was shown before from an answer to what is shown now.

    Attributes:
        seconds: how long a key may have been meant for what was shown before.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at = -inf
        self._keys_before: float = inf

    def begin(self, keys_taken: float = inf) -> None:
        """Note that it is shown now; after that many keys, only the next one can be too early."""
        self._at, self._keys_before = monotonic(), keys_taken

    def is_too_early(self, keys_taken: int = 0) -> bool:
        """Whether a key now, the last of that many, was typed before this could be seen."""
        return monotonic() - self._at < self.seconds and keys_taken <= self._keys_before + 1
