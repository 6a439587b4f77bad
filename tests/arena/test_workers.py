"""Processes that play: signals, which never leave a lock held, results, and processes that die."""

import errno
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from gc import collect
from multiprocessing import active_children, resource_tracker
from threading import Event, Lock, Thread, Timer
from typing import Any

import pytest
from failed_calls import failing
from pty_terminal import DEADLINE

from boxtui.arena.workers import Workers, WorkersFailed, ending_held, workers

ENDING = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda n: n.name)


class EndedError(Exception):
    """Raised by the handlers of both signals."""


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Have both signals raise EndedError."""

    def end(number: int, frame: object) -> None:
        raise EndedError(number)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@ENDING
@pytest.mark.parametrize("thread_takes_it", [False, True], ids=["alone", "beside a thread"])
def test_a_signal_takes_effect_after_what_holds_it_back(
    number: signal.Signals, thread_takes_it: bool
) -> None:
    over = Event()
    Thread(target=over.wait, daemon=True).start() if thread_takes_it else over.set()
    steps = list[int]()

    def take_steps() -> None:
        with ending_held():
            with ending_held():
                os.kill(os.getpid(), number)
                steps.extend(each for each in range(100_000) if each < 2)
            steps.append(2)
        steps.append(3)

    with pytest.raises(EndedError, match=str(int(number))):
        take_steps()
    over.set()
    assert steps == [0, 1, 2]


@ENDING
def test_tasks_are_sent_and_waited_for_as_a_whole(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: list[str] = []

    def interrupted_wait(*terms: Any) -> Any:
        os.kill(os.getpid(), number)
        found = wait(*terms)
        whole.append("waited")
        return found

    class Interrupted(ThreadPoolExecutor):
        def submit(self, *terms: Any, **named: Any) -> Any:
            os.kill(os.getpid(), number)
            sent = super().submit(*terms, **named)
            whole.append("sent")
            return sent

    monkeypatch.setattr("boxtui.arena.workers.wait", interrupted_wait)
    with ThreadPoolExecutor(1) as pool, pytest.raises(EndedError):
        Workers(pool, lambda: 1).wait([pool.submit(abs, -1)])
    with Interrupted(1) as pool, pytest.raises(EndedError):
        Workers(pool, lambda: 1).send(abs, -1)
    assert whole == ["waited", "sent"]


@ENDING
def test_a_second_signal_while_processes_are_ended_leaves_none(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutdown = ThreadPoolExecutor.shutdown
    others, ended = active_children(), []

    def interrupted(pool: ThreadPoolExecutor, **how: Any) -> None:
        os.kill(os.getpid(), number)
        shutdown(pool, **how)
        ended.append(pool)

    def play_on() -> None:
        with workers(1, None) as playing:
            assert playing.send(abs, -1).result() == 1
            raise EndedError

    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", interrupted)
    with pytest.raises(EndedError):
        play_on()
    assert len(ended) == 1
    assert active_children() == others


def lock_for(task: int) -> object:
    """Return what can't be sent."""
    return Lock()


def killed_soon(seconds: float) -> bytes:
    """Return 100 MB from a process that is killed after that time, perhaps while it sends them."""
    Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(100_000_000)


def test_a_process_that_is_killed_while_it_sends_a_result_has_failed() -> None:
    with workers(1, None) as playing:
        killed = playing.send(killed_soon, 0.0)
        with pytest.raises(WorkersFailed, match="ended unexpectedly"):
            killed.result(DEADLINE)
    for seconds in (0.04, 0.08, 0.12, 0.16):
        with workers(1, None) as playing, suppress(WorkersFailed):
            whole = playing.send(killed_soon, seconds).result(DEADLINE)
            assert len(whole) == 100_000_000


def test_tasks_that_cannot_be_sent_have_failed_without_another_word() -> None:
    with workers(1, None) as playing:
        playing.send(killed_soon, 0.0).exception(DEADLINE)
        failure = playing.send(abs, -1).exception(DEADLINE)
    assert isinstance(failure, WorkersFailed)
    failure.args = (failure,)  # only the collector can free it now
    del failure
    collect()  # what Python says of an object that it can't free is an error


def test_processes_that_cannot_be_started_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    resource_tracker.ensure_running()  # it is started in the same way
    monkeypatch.setattr("multiprocessing.util.spawnv_passfds", failing(errno.EAGAIN))
    with (
        pytest.raises(WorkersFailed, match="can't be started: Resource temporarily"),
        workers(2, None),
    ):
        raise AssertionError


def test_a_task_fails_by_what_it_raises_in_the_process_or_by_a_result_that_cannot_be_sent() -> None:
    with workers(1, None) as playing:
        with pytest.raises(ValueError, match="x") as raised:
            playing.send(int, "x").result()
        assert "in _run_tasks" in raised.value.__notes__[0]
        with pytest.raises(TypeError, match="pickle"):
            playing.send(lock_for, 1).result()
        assert playing.send(abs, -1).result() == 1


def test_results_come_in_the_order_of_their_tasks_and_the_tasks_left_are_canceled() -> None:
    held, begun = Event(), []

    def work(task: int) -> int:
        begun.append(task)
        return task if task < 3 or held.wait() else -1

    with ThreadPoolExecutor(1) as pool:
        results = Workers(pool, lambda: 2).in_order(work, range(9))
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        results.close()
        held.set()
    assert begun in ([0, 1, 2], [0, 1, 2, 3])
