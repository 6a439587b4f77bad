"""Tasks on a Dask cluster; needs the packages of `boxtui[cluster]`."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from distributed import Client, KilledWorker, get_worker
from distributed.comm import resolve_address

import ai
import boxtui
from ai.decision import AgentFailed
from boxtui.arena.workers import WorkerEnded, Workers, WorkersFailed, ending_held
from boxtui.core import BadOption
from boxtui.system.release import version_words

CONNECT_SECONDS: Final = 5.0
"""How long the scheduler has to answer."""

EMPTY_SECONDS: Final = 60.0
"""How long a cluster may be without workers: they may be restarted, or be replaced by others."""

CLOSE_SECONDS: Final = 5.0
"""How long the scheduler may take to close the connection."""

_ONE_AT_A_TIME: Final = Lock()
"""Held by the running task: threads of one process only take the interpreter from each other."""


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Yield the workers of the Dask scheduler at that address; at the end, no task is left running.

    Raises WorkersFailed if there is no scheduler, if it has no workers, or if the scheduler or a
    worker runs other code than this process.
    """
    with _silence(), _connection(address) as client:
        _check_code(client, address)
        tasks = _Tasks(client, address)
        try:
            yield Workers(tasks, tasks.workers)
        except KilledWorker:
            raise WorkerEnded("Several worker processes ended unexpectedly.") from None
        except CancelledError:
            raise _lost(address) from None


@contextmanager
def _silence() -> Iterator[None]:
    """Drop what distributed logs and warns of: what matters ends the command with a sentence."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with catch_warnings():
            simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


@contextmanager
def _connection(address: str) -> Iterator[Client]:
    """Yield a client of the scheduler, which cancels the client's tasks when it is closed."""
    try:
        resolve_address(address)
        with ending_held():
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise WorkersFailed(
            f"No Dask scheduler answers at {address}; give the address that `dask scheduler` "
            "prints, as in tcp://host:8786."
        ) from None
    try:
        yield client
    finally:
        with ending_held(), suppress(TimeoutError):
            client.close(CLOSE_SECONDS)


def _check_code(client: Client, address: str) -> None:
    """Raises WorkersFailed unless the scheduler and all workers run the same code as this process.

    The scheduler is checked, too, because it unpacks what it passes on.
    """
    found: dict[str, object] = {}
    on_workers: dict[str, object] = {}
    try:
        on_workers = client.run(code, on_error="return")
        found[f"scheduler at {address}"] = client.run_on_scheduler(code)
    except OSError:
        raise _lost(address) from None
    except Exception as error:  # whatever another boxtui, or none, raises there
        found[f"scheduler at {address}"] = error
    found |= {f"worker at {worker}": words for worker, words in on_workers.items()}
    for who, words in found.items():
        if words != code():
            runs = words if isinstance(words, str) else "another boxtui, or none"
            raise _differs(who, runs, code())
    if not on_workers:
        raise WorkersFailed(
            f"The scheduler at {address} has no workers; start some with: dask worker {address}"
        )


def _differs(who: str, runs: str, wanted: str) -> WorkersFailed:
    return WorkersFailed(
        f"The {who} runs {runs}, but this is {wanted}: install the same boxtui everywhere."
    )


def _lost(address: str) -> WorkersFailed:
    return WorkersFailed(f"The connection to the scheduler at {address} is lost.")


@cache
def code() -> str:
    """Return the version, the build and a digest of the code: equal code plays equal games."""
    digest, compiled = sha256(), tuple(EXTENSION_SUFFIXES)
    for package in (Path(boxtui.__file__).parent, Path(ai.__file__).parent):
        for file in sorted(package.rglob("*")):
            if (
                file.is_file()
                and "__pycache__" not in file.parts
                and not file.name.endswith(compiled)
            ):
                digest.update(f"{file.relative_to(package.parent)}\0".encode())
                digest.update(sha256(file.read_bytes()).digest())
    return f"{version_words()} with code {digest.hexdigest()[:8]}"


class _Tasks(Executor):
    """Runs tasks on the cluster."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        # Not pure: if two people play the same contest, neither cancels the other's tasks.
        self._executor: Executor = client.get_executor(pure=False)
        self._seen = monotonic()

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return self._executor.submit(run_task, code(), partial(task, *arguments, **named))

    def workers(self) -> int:
        """Return how many workers there are, at least 1.

        Raises WorkersFailed if there have been none for `EMPTY_SECONDS`, or if the scheduler is
        gone.
        """
        try:
            count = len(self._client.nthreads())
        except OSError:
            raise _lost(self._address) from None
        if count:
            self._seen = monotonic()
        elif monotonic() - self._seen > EMPTY_SECONDS:
            raise WorkersFailed(f"The scheduler at {self._address} has no workers left.")
        return max(1, count)


def run_task(wanted: str, task: Callable[..., Any]) -> Any:
    """Run a task on a worker.

    Raises WorkersFailed if the worker, which may have joined after `_check_code`, runs other code
    than was `wanted`, or if it can't play what it is asked to, and AgentFailed.
    """
    worker = get_worker()
    if code() != wanted:
        raise _differs(f"worker at {worker.address}", code(), wanted)
    own = worker.state.tasks[worker.get_current_task()]
    failure: Exception
    with _ONE_AT_A_TIME:
        try:
            return task(stop=lambda: own.state != "executing")
        except CancelledError:
            return None
        except BadOption as refusal:
            failure = WorkersFailed(f"The worker at {worker.address} refuses: {refusal}")
        except AgentFailed as failed:
            failure = AgentFailed(*failed.args)
    # Without a cause or context, which distributed sends along: not every exception can be sent.
    raise failure
