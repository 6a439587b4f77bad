"""The processes that play: a pool on this machine, or a Dask cluster."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, resource_tracker
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, SIGTERM, pthread_sigmask

from ai.worker import die_with_the_app

_SPAWN = get_context("spawn")


class WorkersFailed(Exception):
    """Raised if the processes or the cluster can't play; the message says why in one sentence."""


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


@contextmanager
def ending_held() -> Iterator[None]:
    """Hold Ctrl+C and SIGTERM back until the end; processes started here never receive them.

    A new process would print an error on Ctrl+C until it has learned to ignore it, and a cluster's
    client that is only half made or half closed can't be closed. SIGTERM is often sent to all
    processes; if workers ended first, they would seem to have failed.
    """
    before = pthread_sigmask(SIG_BLOCK, {SIGINT, SIGTERM})
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def workers(processes: int, scheduler: str | None) -> AbstractContextManager[Workers]:
    """Return that many processes here or, with the address of a Dask scheduler, its cluster.

    At the end, no task is left running. Raises WorkersFailed, then or while tasks run.
    """
    if scheduler is None:
        return _processes(processes)
    try:
        from boxtui.arena.cluster import cluster
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("boxtui"):
            raise
        needed = "pip install 'boxtui[cluster]'"
        raise WorkersFailed(f"A Dask cluster needs a package that is missing: {needed}.") from None
    return cluster(scheduler)


@contextmanager
def _processes(count: int) -> Iterator[Workers]:
    """Yield a pool of that many processes, and kill them at the end.

    They are killed because a task whose result is no longer needed may be long.
    """
    # Started along with the first process, it would let signals through again (see `ending_held`).
    resource_tracker.ensure_running()
    others = active_children()
    pool = ProcessPoolExecutor(count, _SPAWN, initializer=die_with_the_app)
    try:
        yield Workers(pool, lambda: count)
    except BrokenProcessPool:
        raise WorkersFailed("A worker process ended unexpectedly.") from None
    finally:
        for process in active_children():
            if process not in others:
                process.kill()
        pool.shutdown(cancel_futures=True)
