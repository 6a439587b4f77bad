"""The arena on a Dask cluster: a scheduler and two workers, as processes on this machine."""

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from distributed import Client
from played import folders
from pty_terminal import DEADLINE, PLAIN

import boxtui
from ai import levels
from ai.agent import Budget, Stop, never
from ai.decision import AgentFailed, decide
from boxtui.arena import cluster as cluster_module
from boxtui.arena.arena import DECIDED, Outcome, Pace, Tally, play
from boxtui.arena.batches import play_batch
from boxtui.arena.sets import Contest
from boxtui.arena.workers import WorkersFailed
from boxtui.commands import main as cli
from boxtui.games import game_named
from boxtui.system.release import built

pytestmark = [pytest.mark.cluster, pytest.mark.waits, pytest.mark.xdist_group("cluster")]

QUICK = Contest("shut-the-box", ("level2", "level1"), {}, 1)
CONTEST = Contest("free-o", ("level2", "level1"), {}, 3)
LONG = ("box", "--seats", "level5,level4", "--option", "size=16")
"""A set of these games takes many minutes."""


class Cluster:
    """A scheduler and its workers; used in a `with` block, it leaves nothing running."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")

    def _start(self, kind: str, *words: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        environ = {**PLAIN, **folders(self._folder)}
        if path:
            environ["PYTHONPATH"] = str(path)
        command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(self._file)]
        with Path(self._folder, "log").open("ab") as log:
            process = subprocess.Popen(
                [*command, "--no-dashboard", *words],
                env=environ,
                cwd=self._folder,
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process

    def worker(self, path: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker; it finds packages on that path first."""
        words = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0")
        return self._start("worker", *words, path=path)

    @property
    def address(self) -> str:
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        return str(json.loads(self._file.read_text())["address"])

    def close(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


def wait_until(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        started.worker()
        started.worker()
        yield started
    finally:
        started.close()


@pytest.fixture(scope="module")
def client(cluster: Cluster) -> Iterator[Client]:
    """Return a client that sees what the cluster does."""
    with Client(cluster.address, timeout=DEADLINE, set_as_default=False) as looking:
        looking.wait_for_workers(2, timeout=DEADLINE)
        yield looking


@pytest.fixture(autouse=True)
def _rested(client: Client) -> Iterator[None]:
    """Begin each test with two workers, and end it with nothing running."""
    wait_until(lambda: len(client.nthreads()) == 2)
    yield
    wait_until(lambda: len(client.nthreads()) == 2 and is_idle(client))


def is_idle(client: Client) -> bool:
    tasks = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
    return not tasks and not any(busy_threads(client))


def busy_threads(client: Client) -> list[int]:
    """Return how many tasks each worker runs."""
    # A lambda is sent by value: the workers don't have this module.
    found: dict[str, int] = client.run(lambda dask_worker: len(dask_worker.active_threads))
    return list(found.values())


def figures(outcome: Outcome) -> Outcome:
    """Return the outcome without the times, which differ in every run."""
    players = [replace(one, median_seconds=None, p95_seconds=None) for one in outcome.players]
    return replace(outcome, players=tuple(players))


def test_a_cluster_gives_the_same_results_as_processes_here(cluster: Cluster) -> None:
    here = play(QUICK, Pace(1000, workers=2))
    there = play(QUICK, Pace(1000, workers=1, scheduler=cluster.address))
    assert figures(there) == figures(here)
    assert here.stopped == DECIDED


def test_a_worker_killed_midway_changes_nothing(cluster: Cluster, client: Client) -> None:
    third = cluster.worker()
    wait_until(lambda: len(client.nthreads()) == 3)

    def kill(tally: Tally) -> None:
        if tally.sets == 3:
            third.kill()

    pace = Pace(40, workers=2, early=False)
    killed = play(CONTEST, replace(pace, scheduler=cluster.address), kill)
    assert third.wait(DEADLINE) == -signal.SIGKILL
    assert killed.sets == 20
    assert figures(killed) == figures(play(CONTEST, pace))


def another_boxtui(folder: Path) -> Path:
    """Return a folder with our packages in another version."""
    for source in (Path(boxtui.__file__).parent, Path(levels.__file__).parent):
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    init = folder / "boxtui" / "__init__.py"
    init.write_text(init.read_text().replace(boxtui.__version__, "9.8.7"))
    return folder


def test_a_worker_with_another_version_is_refused_before_any_game(
    cluster: Cluster, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = cluster.worker(another_boxtui(tmp_path))
    try:
        wait_until(lambda: len(client.nthreads()) == 3)
        assert cli.main(["arena", "free-o", "--scheduler", cluster.address]) == 1
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert f"runs boxtui 9.8.7 ({built()}) with code" in printed.err
        assert f"this is {cluster_module.code()}" in printed.err
    finally:
        other.kill()


@pytest.mark.parametrize("other", ["scheduler", "worker"])
def test_before_any_game_the_scheduler_and_all_workers_are_asked_for_their_code(other: str) -> None:
    class Asked:
        def run(self, code: Callable[[], str], on_error: str) -> dict[str, str]:
            return {"a": code(), "b": "boxtui 9.8.7" if other == "worker" else code()}

        def run_on_scheduler(self, code: Callable[[], str]) -> str:
            return "boxtui 9.8.7" if other == "scheduler" else code()

    with pytest.raises(WorkersFailed, match=rf"{other} at \w+ runs boxtui 9\.8\.7"):
        cluster_module._check_code(cast("Client", Asked()), "a")


@pytest.mark.parametrize("fails", ["run", "run_on_scheduler"])
def test_a_scheduler_on_which_our_code_fails_is_refused_in_a_sentence(fails: str) -> None:
    def fail(code: Callable[[], str], **_: str) -> None:
        raise TypeError

    asked = {"run": lambda code, on_error: {"a": code()}, "run_on_scheduler": fail, fails: fail}
    with pytest.raises(WorkersFailed, match="scheduler at a runs another boxtui, or none"):
        cluster_module._check_code(cast("Client", SimpleNamespace(**asked)), "a")


def test_a_scheduler_without_workers_is_refused() -> None:
    asked = SimpleNamespace(run=lambda *_, **__: {}, run_on_scheduler=lambda code: code())
    with pytest.raises(WorkersFailed, match="scheduler at a has no workers"):
        cluster_module._check_code(cast("Client", asked), "a")


def test_a_worker_with_another_version_that_joins_later_is_refused(client: Client) -> None:
    task = client.submit(cluster_module.run_task, "boxtui 9.8.7", play_batch)
    with pytest.raises(WorkersFailed, match="install the same boxtui everywhere"):
        task.result(DEADLINE)
    task.release()


def test_a_game_that_a_worker_cannot_play_is_refused(cluster: Cluster) -> None:
    contest = replace(CONTEST, players=("plugin", "level1"))
    with cluster_module.cluster(cluster.address) as workers:
        task = workers.executor.submit(play_batch, contest, range(1))
        with pytest.raises(WorkersFailed, match="refuses: There is no player"):
            task.result(DEADLINE)


def test_an_agent_that_fails_on_a_worker_is_named(cluster: Cluster) -> None:
    def fail(stop: Stop = never) -> None:
        agent: Any = None
        decide("mad", agent, game_named("kimbo").start({}, 2), Budget(), Random(1), stop)

    with cluster_module.cluster(cluster.address) as workers:
        task = workers.executor.submit(fail)
        with pytest.raises(AgentFailed, match="mad failed"):
            task.result(DEADLINE)


def test_ctrl_c_leaves_nothing_running_and_gives_the_results_so_far(
    cluster: Cluster, client: Client, tmp_path: Path
) -> None:
    arena = subprocess.Popen(
        [sys.executable, "-m", "boxtui", "arena", *LONG, "--scheduler", cluster.address],
        env={**PLAIN, **folders(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        wait_until(lambda: all(busy_threads(client)))
        arena.send_signal(signal.SIGINT)
        said, complaint = arena.communicate(timeout=DEADLINE)
    finally:
        arena.kill()
    assert (arena.returncode, complaint) == (130, "")
    assert "Stopped after 0 of 200 sets: it was interrupted." in said
    wait_until(lambda: is_idle(client))


def test_if_nothing_listens_at_the_address_the_arena_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = taken.getsockname()[1]
    assert cli.main(["arena", "free-o", "--scheduler", f"tcp://127.0.0.1:{free}"]) == 1
    assert capsys.readouterr().err.startswith(
        f"boxtui: No Dask scheduler answers at tcp://127.0.0.1:{free}; "
    )


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:port"])
def test_text_that_is_not_a_schedulers_address_is_refused(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["arena", "free-o", "--scheduler", address]) == 1
    assert "No Dask scheduler answers" in capsys.readouterr().err
