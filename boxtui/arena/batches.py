"""Sets sent to workers in batches that take about a second, so that sending costs little."""

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from math import ceil
from time import monotonic, perf_counter
from typing import Final

from ai.agent import Stop, never
from boxtui.arena.sets import Contest, PlayedSet, play_set
from boxtui.arena.workers import Workers

BATCH_SECONDS: Final = 1.0
"""How long a batch should take."""


@dataclass(frozen=True)
class PlayedBatch:
    """The results of a batch's sets, and the seconds that the batch took."""

    sets: tuple[PlayedSet, ...]
    seconds: float


def play_batch(contest: Contest, numbers: range, stop: Stop = never) -> PlayedBatch:
    """Play the sets with these numbers; raises what `play_set` raises."""
    start = perf_counter()
    sets = tuple(play_set(contest, number, stop) for number in numbers)
    return PlayedBatch(sets, perf_counter() - start)


class Batches:
    """Divides the numbers of the planned sets into batches; results don't depend on how."""

    def __init__(self, planned: int) -> None:
        self._planned = planned
        self._next = 0
        self._size = 1
        self._sets = 0
        self._seconds = 0.0

    def measure(self, played: PlayedBatch) -> None:
        """Take into account how long a batch took."""
        self._sets += len(played.sets)
        self._seconds += played.seconds

    def wanted(self, workers: int) -> int:
        """Return how many batches should be waiting at workers or being played.

        While sets are short, each worker has a second batch waiting, so that it never waits itself.
        Long sets don't wait, because they would begin long after they were sent.
        """
        short = self._sets and self._seconds <= BATCH_SECONDS * self._sets
        return 2 * workers if short else workers

    def next(self, workers: int) -> range:
        """Return the numbers of the next batch; empty if there are none left.

        A batch is at most twice as large as the one before, because the first measured times may
        be unusual. The last ones are small, so that all workers end at about the same time.
        """
        left = self._planned - self._next
        timely = int(BATCH_SECONDS * self._sets / self._seconds) if self._sets else 1
        self._size = min(2 * self._size, max(1, timely))
        first, self._next = self._next, self._next + min(self._size, ceil(left / (2 * workers)))
        return range(first, self._next)


def sets_in_order(
    contest: Contest, planned: int, workers: Workers, minutes: float
) -> Generator[PlayedSet, None, None]:
    """Yield the sets in the order of their numbers, whichever ends first.

    No batch is sent after that many minutes, or after one has failed. A batch that was sent is
    played to its end however late it is; otherwise long games would be missing.
    """
    until = monotonic() + 60 * minutes
    batches = Batches(planned)
    play = partial(play_batch, contest)
    sent: deque[Future[PlayedBatch]] = deque()
    playing: set[Future[PlayedBatch]] = set()
    while True:
        count = workers.count()
        while len(playing) < batches.wanted(count) and monotonic() < until:
            if not (numbers := batches.next(count)):
                break
            sent.append(workers.send(play, numbers))
            playing.add(sent[-1])
        if not sent:
            return
        ended, playing = workers.wait(playing)
        for batch in ended:
            if batch.exception() is None:
                batches.measure(batch.result())
            else:
                until = monotonic()
        while sent and sent[0] not in playing:
            yield from sent.popleft().result().sets
