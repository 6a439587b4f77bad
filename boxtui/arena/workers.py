"""The processes that play: a pool on this machine, or a Dask cluster."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pickle import dumps, loads
from queue import SimpleQueue
from signal import SIGHUP, SIGINT, SIGTERM, raise_signal, signal
from time import monotonic
from traceback import format_exc
from types import FrameType
from typing import Any, Final, TypeVar

from ai.worker import die_with_the_app
from boxtui.system.extras import needs_extra
from boxtui.system.failure import Failure
from boxtui.system.signals import blocked

LOOK_SECONDS: Final = 5.0
"""The time between two counts of the workers while no task ends."""

HELD_SECONDS: Final = 0.2
"""How long Ctrl+C may go unnoticed while tasks are waited for."""

_SPAWN = get_context("spawn")
_ENDING = (SIGINT, SIGTERM, SIGHUP)

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class WorkersFailed(Failure):
    """Raised if the processes or the cluster can't play; the message says why in one sentence."""


class WorkerEnded(WorkersFailed):
    """Raised if a process ended while it ran a task."""


@dataclass(frozen=True)
class Workers:
    """Processes that run tasks side by side.

    Attributes:
        executor: takes tasks: functions with a keyword `stop`, which a cluster provides so that a
            task whose result is no longer needed ends soon.
        count: returns how many processes there are now, at least 1. Raises WorkersFailed if there
            have been none for some time.
    """

    executor: Executor
    count: Callable[[], int]

    def send(self, work: Callable[[TaskT], ResultT], task: TaskT) -> Future[ResultT]:
        """Have a process do that work."""
        with ending_held():
            return self.executor.submit(work, task)

    def wait(
        self, sent: Collection[Future[ResultT]]
    ) -> tuple[set[Future[ResultT]], set[Future[ResultT]]]:
        """Return the tasks that have ended, and the others.

        Waits until at least one has ended, but not for longer than `LOOK_SECONDS`.
        """
        until = monotonic() + LOOK_SECONDS
        while True:
            with ending_held():
                ended, others = wait(sent, HELD_SECONDS, FIRST_COMPLETED)
            if ended or monotonic() >= until:
                return ended, others

    def in_order(
        self, work: Callable[[TaskT], ResultT], tasks: Iterable[TaskT]
    ) -> Generator[ResultT, None, None]:
        """Yield the results in the order of the tasks, of which each process has two at a time."""
        waiting = iter(tasks)
        sent: list[Future[ResultT]] = []
        try:
            while True:
                wanted = max(0, 2 * self.count() - len(sent))
                sent.extend(self.send(work, task) for task in islice(waiting, wanted))
                if not sent:
                    return
                while not self.wait(sent[:1])[0]:
                    pass
                yield sent.pop(0).result()
        finally:
            with ending_held():
                for future in sent:
                    future.cancel()


@contextmanager
def ending_held() -> Iterator[None]:
    """Hold back signals that end this process until the block ends.

    Processes started in the block never receive them.

    An exception in the middle of an executor's code may leave a lock held that its own thread then
    waits for without end; a cluster's client that is only half made or half closed can't be closed.
    A new process would print an error on Ctrl+C until it has learned to ignore it. SIGTERM is often
    sent to all processes, as is SIGHUP; if workers ended first, they would seem to have failed.
    """
    held: list[int] = []

    def hold(number: int, frame: FrameType | None) -> None:
        """Note the signal: a thread that doesn't hold it back, such as numpy's, received it."""
        held.append(number)

    def take_effect() -> None:
        for number in held:
            raise_signal(number)

    with ExitStack() as after:  # all of it is done, the last first, even if some of it raises
        after.callback(take_effect)
        after.enter_context(blocked(*_ENDING))
        for number in _ENDING:
            after.callback(signal, number, signal(number, hold))
        yield


def workers(processes: int, scheduler: str | None) -> AbstractContextManager[Workers]:
    """Return that many processes here or, with the address of a Dask scheduler, its cluster.

    At the end, no task is left running. Raises ExtraMissing, and WorkersFailed, then or while tasks
    run.
    """
    if scheduler is None:
        return _processes(processes)
    with needs_extra("cluster"):
        from boxtui.arena.cluster import cluster
    return cluster(scheduler)


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    """Yield that many processes, and kill them at the end.

    They are killed because a task whose result is no longer needed may be long.
    """
    # Started along with the first process, it would let signals through again (see `ending_held`).
    resource_tracker.ensure_running()
    processes = _Processes(count)
    try:
        with ending_held():
            processes.start()
        yield Workers(processes, lambda: count)
    finally:
        with ending_held():
            processes.kill()


class _Processes(Executor):
    """Processes, each with a thread that waits for it, and a pipe to it.

    Those of a `ProcessPoolExecutor` share a pipe for results. If one is killed while it sends a
    long result, the pool waits for the rest without end.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._started: list[SpawnProcess] = []
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        self._threads = ThreadPoolExecutor(count)

    def start(self) -> None:
        """Start the processes. Raises WorkersFailed."""
        try:
            for _ in range(self._count):
                pipe, end = _SPAWN.Pipe()
                self._idle.put(pipe)
                with end:  # only the process keeps it, so that the pipe ends with the process
                    process = _SPAWN.Process(target=_run_tasks, args=(end,), daemon=True)
                    process.start()
                self._started.append(process)
        except OSError as fault:
            raise WorkersFailed(f"A worker process can't be started: {fault.strerror}.") from None

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return self._threads.submit(self._run, partial(task, *arguments, **named))

    def _run(self, task: Callable[[], Any]) -> Any:
        pipe = self._idle.get()
        try:
            _send(pipe, task)
            result, failure = _received(pipe)
        except (EOFError, OSError):
            raise WorkerEnded("A worker process ended unexpectedly.") from None
        finally:
            self._idle.put(pipe)
        if failure is not None:
            raise failure
        return result

    def kill(self) -> None:
        """End the processes, and what they do."""
        for process in self._started:
            process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._started:
            process.join()


def _run_tasks(pipe: Connection) -> None:
    """Run a worker process, which sends the result of each task, or what it raised."""
    die_with_the_app()
    while True:
        task = _received(pipe)
        try:
            _send(pipe, (task(), None))
        except Exception as raised:  # also of a result that can't be sent, before any of it is
            raised.add_note(f"In a worker process:\n{format_exc()}")
            _send(pipe, (None, raised))


def _send(pipe: Connection, value: object) -> None:
    """Send it as bytes.

    A connection's own `send` and `recv` leave a view of a buffer in the traceback if they fail,
    and newer Pythons print an error when such a buffer is freed.
    """
    pipe.send_bytes(dumps(value))


def _received(pipe: Connection) -> Any:
    """Wait for what `_send` sends."""
    return loads(pipe.recv_bytes())
