"""Keys typed before what they would decide could be seen."""

from time import monotonic
from typing import Final

KEYS_IGNORED: Final = 0.4
"""Seconds in which keys are ignored after what comes unexpectedly.

That is the end of a game, the question of what comes next if a key opened it, the tutor's warning,
and in practice the warning that help counts. Such keys were typed before it could be seen.
"""


class EarlyEnter:
    """Tells an Enter that was meant for what was shown before from one that is a decision.

    Only the first key of the first `seconds` is early.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = 0.0
        self._keys_before = 0

    def begin(self, keys_taken: int) -> None:
        """Begin to wait for a decision, after that many keys."""
        self._until = monotonic() + self._seconds
        self._keys_before = keys_taken

    def is_early(self, keys_taken: int) -> bool:
        """Whether the last of that many keys came too early to be a decision."""
        return monotonic() < self._until and keys_taken <= self._keys_before + 1
