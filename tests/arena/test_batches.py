"""How sets are divided into batches."""

from concurrent.futures import CancelledError, Executor, Future
from random import Random
from typing import Any

import pytest

from boxtui.arena.batches import Batches, PlayedBatch, play_batch, sets_in_order
from boxtui.arena.sets import Contest, PlayedSet, play_set
from boxtui.arena.workers import Workers, WorkersFailed

CONTEST = Contest("shut-the-box", ("level2", "level1"), {}, 1)
PLAYED = PlayedSet((0.5, 0.5), ((), ()))


def measured(batches: Batches, sets: int, seconds: float) -> None:
    batches.measure(PlayedBatch((PLAYED,) * sets, seconds))


def test_every_set_is_in_one_batch_and_batches_are_in_order() -> None:
    rng = Random(1)
    for planned in (1, 2, 3, 100, 5000):
        batches, given = Batches(planned), list[int]()
        while numbers := batches.next(workers=3):
            given += numbers
            measured(batches, len(numbers), len(numbers) * rng.random() / 50)
        assert given == list(range(planned))
        assert not batches.next(workers=3)


def test_batches_double_until_they_take_about_a_second() -> None:
    batches = Batches(10_000)
    assert [len(batches.next(workers=2)) for _ in range(2)] == [1, 1]
    measured(batches, 2, 0.05)
    assert [len(batches.next(workers=2)) for _ in range(8)] == [2, 4, 8, 16, 32, 40, 40, 40]
    measured(batches, 40, 4.15)
    assert len(batches.next(workers=2)) == 10


def test_the_last_batches_are_small_so_that_all_workers_end_together() -> None:
    batches = Batches(40)
    measured(batches, 1000, 1.0)
    sizes = []
    while numbers := batches.next(workers=2):
        sizes.append(len(numbers))
    assert sizes == [2, 4, 8, 7, 5, 4, 3, 2, 2, 1, 1, 1]


def test_short_sets_wait_at_the_workers_and_long_ones_do_not() -> None:
    batches = Batches(100)
    assert batches.wanted(workers=3) == 3
    measured(batches, 4, 3.9)
    assert batches.wanted(workers=3) == 6
    measured(batches, 1, 1.2)
    assert batches.wanted(workers=3) == 3


def test_a_batch_has_the_results_of_its_sets_until_it_is_stopped() -> None:
    batch = play_batch(CONTEST, range(3, 5))
    assert [one.shares for one in batch.sets] == [play_set(CONTEST, at).shares for at in (3, 4)]
    assert batch.seconds > 0
    with pytest.raises(CancelledError):
        play_batch(CONTEST, range(3, 5), stop=lambda: True)


def test_no_batch_is_sent_after_one_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    long, failed = Future[PlayedBatch](), Future[PlayedBatch]()
    failed.set_exception(WorkersFailed("It ended."))
    sent, counts = list[range](), list[int]()

    class Failing(Executor):
        def submit(self, _: Any, numbers: range) -> Future[PlayedBatch]:  # type: ignore[override]
            sent.append(numbers)
            return failed if len(sent) > 1 else long

    def count() -> int:
        counts.append(2)
        if len(counts) == 9:
            long.set_result(PlayedBatch((PLAYED,), 1.0))
        return counts[-1]

    monkeypatch.setattr("boxtui.arena.workers.LOOK_SECONDS", 0.0)
    sets = sets_in_order(CONTEST, 100, Workers(Failing(), count), minutes=1.0)
    assert next(sets) == PLAYED
    with pytest.raises(WorkersFailed):
        next(sets)
    assert sent == [range(1), range(1, 2)]
