"""When the loop that all players share counts as busy."""

import selectors
from itertools import repeat

import pytest

from boxtui.serve.load import Load, TimedSelector


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def spend(load: Load, clock: Clock, seconds: int, waiting: float) -> None:
    """Let that much time pass, of which the loop waits for this share."""
    for _ in repeat(None, seconds):
        clock.now += 1.0
        load.waited(waiting)


def test_a_loop_is_busy_once_it_has_worked_for_most_of_some_seconds() -> None:
    clock = Clock()
    load = Load(clock)
    assert not load.is_busy
    spend(load, clock, 5, waiting=0.7)
    assert not load.is_busy
    spend(load, clock, 1, waiting=0.1)
    assert load.is_busy  # the average of the last second and of those before
    spend(load, clock, 5, waiting=0.55)
    assert load.is_busy  # what is left out while it is busy doesn't make it calm at once
    spend(load, clock, 5, waiting=0.9)
    assert not load.is_busy


def test_a_host_that_rests_is_not_busy_after_its_first_work() -> None:
    clock = Clock()
    load = Load(clock)
    clock.now = 3600.0
    load.waited(3600.0)
    clock.now += 0.5
    load.waited(0.0)
    assert not load.is_busy


def test_the_loop_tells_how_long_it_works_and_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("boxtui.serve.load.monotonic", clock)
    waits: list[float] = []
    works: list[float] = []

    class Told(Load):
        def waited(self, seconds: float) -> None:
            waits.append(seconds)

    def between(seconds: float) -> None:
        assert len(waits) == len(works)  # before it waits
        works.append(seconds)
        clock.now += 100.0  # which is no work of the calls, and no wait

    def select(selector: selectors.DefaultSelector, timeout: float) -> list[object]:
        clock.now += timeout
        return []

    monkeypatch.setattr(selectors.DefaultSelector, "select", select)
    with TimedSelector(Told(clock), between) as selector:
        clock.now += 2.0
        assert selector.select(8.0) == []
        clock.now += 4.0
        assert selector.select(16.0) == []
    assert works == [2.0, 4.0]
    assert waits == [8.0, 16.0]
