"""How far a review is, and about how long it still takes."""

from collections import deque
from collections.abc import Callable
from itertools import accumulate
from math import inf
from time import monotonic
from typing import Final

from boxtui.learn.judging import can_judge
from boxtui.learn.review import review_spec
from boxtui.play.match import Match
from boxtui.wording import coarse_minutes, minutes_words

_LEAST_DECISIONS: Final = 5
_LEAST_SECONDS: Final = 3.0
"""The fewest decisions judged, and seconds passed, before an estimate."""

_PACE_OF: Final = 30
"""How many of the last decisions set the pace, which changes in the course of a game."""

_RISE: Final = 1.5
"""An estimate is only raised if it is that many times the one shown; it may go down at any time."""


class ReviewProgress:
    """Counts the moves gone through, and estimates the time left by the pace of the last decisions.

    Other moves don't set the pace: forced moves and decisions that can't be judged take no time,
    and rolls come about as often as decisions.

    Attributes:
        done: the number of moves gone through.
        decided: the number of decisions judged among them.
        total: the number of all moves.
    """

    def __init__(self, match: Match, clock: Callable[[], float] = monotonic) -> None:
        self.done, self.decided, self.total = 0, 0, len(match.moves)
        self._match = match
        self._decisions: list[int] = []
        """How many moves before each ply are judged; empty until that is found out."""
        self._clock = clock
        self._times = deque[tuple[int, float]](maxlen=_PACE_OF + 1)
        """For each of the last decisions judged, how many were judged by then, and when.

        The first has no pace, because it may have waited for others who share the processes.
        """
        self._start = inf
        self._shown = 0
        """The estimate given last, in minutes; 0 before the first."""

    def find_decisions(self) -> None:
        """Find out which moves will be judged; without that, no time is estimated.

        It plays the match through, so where others share the loop, it runs in a thread. Raises
        Refused if the match can't be reviewed.
        """
        game, spec = self._match.game, review_spec(self._match)
        state = self._match.position_after(0)
        are_judged = list[bool]()
        for move in self._match.moves:
            are_judged.append(can_judge(game, spec, state, move))
            state.apply(move)
        self._decisions = [0, *accumulate(are_judged)]

    def go_on(self) -> None:
        """Measure the pace anew after a break; what is counted so far stays counted."""
        self._times.clear()
        self._start = inf

    def count(self, done: int) -> None:
        """Note that the review has gone through `done` moves, as it reports."""
        self.done = max(done, self.done)
        if self._decisions and self._decisions[done] > self.decided:
            self.decided = self._decisions[done]
            self._times.append((self.decided, self._clock()))
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
