"""How far a review is, and about how long it still takes."""

from collections import deque
from collections.abc import Callable
from itertools import accumulate
from math import inf
from time import monotonic
from typing import Final

from boxtui.play.match import Match
from boxtui.wording import coarse_minutes, minutes_words

_LEAST_DECISIONS: Final = 5
_LEAST_SECONDS: Final = 3.0
"""The fewest decisions judged, and seconds passed, before an estimate."""

_PACE_OF: Final = 40
"""The number of last decisions whose pace counts: towards the end of a game many are quicker."""

_RISE: Final = 1.5
"""An estimate is only raised if it is that many times the one shown; it may go down at any time."""


class ReviewProgress:
    """Counts the moves judged, and estimates the time left from how long the last decisions took.

    Attributes:
        done: the number of moves judged.
        total: the number of all moves.
    """

    def __init__(self, match: Match, clock: Callable[[], float] = monotonic) -> None:
        self.done, self.total = 0, len(match.moves)
        self._decisions = [0, *accumulate(not played.by_chance for played in match.log)]
        """How many moves before each ply were no chance moves, which take no time."""
        self._clock = clock
        self._times = deque[tuple[int, float]](maxlen=_PACE_OF + 1)
        """How many decisions were judged at what time, the last ones.

        The first has no pace, because it may have waited for others who share the processes.
        """
        self._decided = 0
        """The most decisions that have been judged."""
        self._start = inf
        self._shown = 0
        """The estimate given last, in minutes; 0 before the first."""

    def go_on(self) -> None:
        """Measure anew after a break; moves that were judged before it will be counted again."""
        self._times.clear()
        self._start = inf

    def count(self, done: int) -> None:
        """Note that `done` moves are judged, as `review` reports it."""
        self.done = max(done, self.done)
        if self._decisions[done] > self._decided:
            self._decided = self._decisions[done]
            self._times.append((self._decided, self._clock()))
            self._start = min(self._start, self._times[-1][1])

    def words(self) -> str:
        """Return how far it is: `42 of 310, about 3 minutes left`, at first without the time."""
        so_far = f"{self.done} of {self.total}"
        return f"{so_far}, {left}" if (left := self._left_words()) else so_far

    def _left_words(self) -> str:
        """Return about how long it still takes; "" if that isn't known yet."""
        if len(self._times) < 2:
            return ""
        (before, then), (decided, now) = self._times[0], self._times[-1]
        if decided < _LEAST_DECISIONS or now - self._start < _LEAST_SECONDS:
            return ""
        left = (now - then) / (decided - before) * (self._decisions[-1] - decided) / 60
        rounded = coarse_minutes(left)
        if not self._shown or rounded < self._shown or left > self._shown * _RISE:
            self._shown = rounded
        return f"{minutes_words(self._shown)} left"
