"""The loop that all players share: when it counts as busy, and that nobody holds it up."""

import selectors
import signal
from itertools import repeat
from pathlib import Path
from typing import Final

import pytest
from served import Served, begin, lay_down

from boxtui.serve.load import Load, TimedSelector

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve load")]


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
        clock.now += 100.0  # which counts neither as work nor as waiting

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


TIMED: Final = Path(__file__).parents[1] / "bench" / "timed_host.py"

MOST: Final = 0.1
"""The most seconds of processor time of a call on the loop.

The promise is 20 ms on a compiled build, which `make bench-serve` measures. This is for the sources
on any machine, however busy.
"""

VISITED: Final = (
    *(b"o", "The computer moves"),
    *(b"q", "Quit"),
    *(b"p", "Practice: not begun"),
    *(b"q", "Quit"),
    *(b"?", "Rules of"),
    *(b"q", "Quit"),
    *(b"l", "Learn"),
    *(b"\x1b[B\x1b[B\r", "step 1 of"),
    *(b"\r\r\r", "step"),
    *(b"q", "Lesson"),
    *(b"q", "Quit"),
)
"""Keys in the app, from the menu on, and what is shown after each."""


async def test_no_call_on_the_loop_takes_long(tmp_path: Path) -> None:
    file = tmp_path / "longest"
    with Served(tmp_path / "home", "--anyone", program=(str(TIMED), str(file))) as served:
        served.signal(signal.SIGHUP)  # from now on, calls count
        await served.logged("keys not read")
        async with served.visit() as screen:
            await screen.go(*VISITED)
        async with served.visit() as screen:
            await begin(screen)
            await lay_down(screen)
            await screen.go(b"h", "Hint:", b"uq", "Quit")
        async with served.visit(kind="dumb") as screen:
            await screen.go("What now?", b"practice shut-the-box 4\r", "Your move:")
        served.signal(signal.SIGTERM)
        served.process.wait()
    *_, computing = map(float, file.read_text().split())
    assert 0 < computing < MOST
