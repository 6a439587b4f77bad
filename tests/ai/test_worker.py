"""The search process answers, stops, is killed and restarted, and never outlives the app."""

import asyncio
import errno
import fcntl
import gc
import os
import select
import signal
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from contextvars import ContextVar, copy_context
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from failed_calls import failing
from pty_terminal import DEADLINE, fields_of
from textual.app import App
from waits import until

from ai import worker
from ai.agent import Choice
from ai.decision import AgentFailed
from ai.worker import Question, SearchProcess
from boxtui.games import GAMES
from boxtui.games.shut_the_box.tiles import total_of

pytestmark = pytest.mark.waits


def question(player: str, seed: str = "7", throw: int = 53) -> Question:
    state = GAMES["shut-the-box"].start({}, 2)
    state.play(throw)
    return Question("shut-the-box", player, state.text(), seed)


@pytest.fixture
async def searcher() -> AsyncIterator[SearchProcess]:
    one = SearchProcess()
    yield one
    one.close()


@pytest.fixture
async def running(searcher: SearchProcess) -> SearchProcess:
    """Return a searcher whose process has answered a question."""
    await searcher.choose(question("level1"))
    return searcher


async def test_each_of_several_askers_gets_its_own_answer_by_its_seed(
    running: SearchProcess,
) -> None:
    asked = [question("random", f"{seed}") for seed in range(20)]
    at_once = [each.move for each in await asyncio.gather(*map(running.choose, asked))]
    assert at_once == [(await running.choose(each)).move for each in asked]
    assert len(set(at_once)) > 2


async def stopped(searcher: SearchProcess, player: str = "level1") -> "asyncio.Task[Choice]":
    """Stop the process as a hanging agent would, and ask it a question."""
    os.kill(searcher.pid, signal.SIGSTOP)
    asked = asyncio.create_task(searcher.choose(question(player)))
    await until(lambda: searcher._answer)
    return asked


async def taken(searcher: SearchProcess) -> None:
    """Wait until the process has read the question that is under way."""
    await until(lambda: searcher._answer)
    assert searcher._pipe is not None
    sent = searcher._pipe.fileno()
    await until(lambda: not any(fcntl.ioctl(sent, termios.TIOCOUTQ, bytes(4))))


async def test_the_process_answers_with_an_agents_choice(searcher: SearchProcess) -> None:
    choice = await searcher.choose(question("expectimax"))
    legal = GAMES["shut-the-box"].parse(question("expectimax").position).legal_moves()
    assert choice.move in legal
    assert {seen.move for seen in choice.considered} == set(legal)
    with pytest.raises(AgentFailed, match="nobody"):
        await searcher.choose(question("nobody"))


async def test_a_process_keeps_nothing_of_its_starters_context(searcher: SearchProcess) -> None:
    """That of a screen, which its task's context holds, would be kept as long as the process."""
    screen, shown = SearchProcess(), ContextVar[object]("shown")
    context, gone = copy_context(), ref(screen)
    context.run(shown.set, screen)
    context.run(searcher.start)
    assert searcher.pid
    del context, screen
    gc.collect()
    assert gone() is None


def memory(pid: int, which: str) -> float:
    """Return the MB that a process has in use (`VmRSS`), or had at most (`VmHWM`)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{which}:")[2].split()[0]) / 1024


async def test_the_memory_of_a_search_is_given_back(searcher: SearchProcess) -> None:
    box = GAMES["box"].start({"balance": "none"}, 2)
    await searcher.choose(Question("box", "search:8000", box.text(), "1"))
    await searcher.choose(question("random"))  # the memory is given back after an answer
    await searcher.choose(question("random"))
    assert memory(searcher.pid, "VmHWM") - memory(searcher.pid, "VmRSS") > 2


async def test_a_late_answer_is_not_taken_for_the_last_one(running: SearchProcess) -> None:
    running._running().send((1, question("level1")))  # the answer to this one comes late
    choice = await running.choose(question("level1", throw=65))
    assert total_of(choice.move) == 11


@pytest.mark.parametrize("cancelled", [False, True])
async def test_after_a_process_that_was_killed_or_did_not_stop_when_cancelled_another_is_started(
    running: SearchProcess, cancelled: bool
) -> None:
    first, asked = running.pid, await stopped(running)
    if cancelled:
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
    else:
        os.kill(first, signal.SIGKILL)
        with pytest.raises(AgentFailed, match="level1 failed: its process ended without"):
            await asked
    assert (await running.choose(question("level1"))).move > 0
    assert running.pid != first


async def test_what_fails_before_the_agent_is_asked_is_said(running: SearchProcess) -> None:
    first = running.pid
    with pytest.raises(AgentFailed, match="level1 failed: KeyError: 'no-such-game'"):
        await running.choose(replace(question("level1"), game="no-such-game"))
    assert (await running.choose(question("level1"))).move > 0
    assert running.pid == first


@pytest.mark.parametrize(
    ("limit", "told", "since"), [("LIMIT", 0, ""), ("HURRY", 2, " of being told to")]
)
async def test_an_agent_that_hangs_has_failed_after_its_time_or_soon_if_told_to_move(
    running: SearchProcess, monkeypatch: pytest.MonkeyPatch, limit: str, told: int, since: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(worker, limit, 0.05)
        asked = await stopped(running)
        for _ in range(told):
            running.answer_now()
        with pytest.raises(
            AgentFailed, match=rf"level1 gave no move within 0\.05 seconds{since}\."
        ):
            await asyncio.wait_for(asked, DEADLINE)
    assert (await running.choose(question("level1"))).move > 0


async def test_closing_the_process_fails_all_questions_in_line(running: SearchProcess) -> None:
    first = await stopped(running)
    waiting = [asyncio.create_task(running.choose(question("level1"))) for _ in range(2)]
    await asyncio.sleep(0)
    running.close()
    for each in (first, *waiting):
        with pytest.raises(AgentFailed, match="closed"):
            await asyncio.wait_for(each, DEADLINE)
    assert running.pid == 0
    assert (await running.choose(question("level1"))).move > 0


async def test_a_process_that_cannot_be_started_is_a_failure_until_it_can(
    searcher: SearchProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as short:
        short.setattr("multiprocessing.util.spawnv_passfds", failing(errno.EAGAIN))
        for _ in range(2):
            searcher.start()
            with pytest.raises(AgentFailed, match="can't be started: Resource temporarily"):
                await searcher.choose(question("level1"))
            assert searcher.pid == 0
        searcher.start()
    assert (await searcher.choose(question("level1"))).move > 0


@pytest.mark.tui
@pytest.mark.filterwarnings("ignore:resource_tracker")
async def test_inside_a_running_app_the_process_starts_with_nothing_prepared_and_starts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracker: Any = resource_tracker.ResourceTracker()
    monkeypatch.setattr(resource_tracker, "getfd", tracker.getfd)
    searcher = SearchProcess()
    async with App[None]().run_test():
        assert (await searcher.choose(question("level1"))).move > 0
        searcher.close()
        assert tracker._pid
        os.kill(tracker._pid, signal.SIGKILL)
        os.waitid(os.P_PID, tracker._pid, os.WEXITED | os.WNOWAIT)
        assert (await searcher.choose(question("level1"))).move > 0
        searcher.close()
    tracker._stop()


async def test_after_a_cancelled_question_the_same_process_searches_the_next_one_whole(
    searcher: SearchProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 20.0)  # on a busy machine stopping may take a while
    first = await searcher.choose(question("uct:60"))
    pid = searcher.pid
    for _ in range(3):
        asked = asyncio.create_task(searcher.choose(question("uct:1000000")))
        await taken(searcher)
        asked.cancel()
        again = await searcher.choose(question("uct:60"))
        assert (again.move, again.considered) == (first.move, first.considered)
    assert searcher.pid == pid


async def test_a_question_that_waits_for_the_end_of_a_canceled_one_can_be_hurried(
    running: SearchProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", DEADLINE)
    monkeypatch.setattr(worker, "LIMIT", 2 * DEADLINE)
    canceled = await stopped(running, "uct:1000000")
    canceled.cancel()
    asked = asyncio.create_task(running.choose(question("uct:1000000")))
    await until(lambda: running._line)
    running.answer_now()
    os.kill(running.pid, signal.SIGCONT)
    assert (await asyncio.wait_for(asked, DEADLINE)).considered


async def test_a_process_that_is_stopped_while_it_solves_a_game_lives_on(
    running: SearchProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solving this one takes half a minute, unless it is compiled."""
    monkeypatch.setattr(worker, "GRACE", 20.0)
    pid, state = running.pid, GAMES["shut-the-box"].start({}, 12)
    whole = Question("shut-the-box", "level5", state.text(), "1", move=state.legal_moves()[0])
    asked = asyncio.create_task(running.choose(whole))
    await asyncio.sleep(0)
    running.answer_now()
    with pytest.raises(AgentFailed, match=r"level5 was stopped before .* 12 players"):
        await asked
    assert (await running.choose(question("level1"))).move > 0
    assert running.pid == pid


async def test_no_long_search_is_killed_for_an_earlier_question(running: SearchProcess) -> None:
    pid = running.pid
    asked = asyncio.create_task(running.choose(question("uct:1000000")))
    await asyncio.sleep(3 * worker.GRACE)
    running.answer_now()
    assert (await asked).iterations > 0
    assert running.pid == pid


async def test_the_search_process_leaves_interrupts_to_the_app(running: SearchProcess) -> None:
    pid = running.pid
    os.kill(pid, signal.SIGINT)
    assert (await running.choose(question("level1"))).move > 0
    assert running.pid == pid


async def test_a_process_that_starts_is_not_interrupted_and_what_it_starts_can_be(
    searcher: SearchProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    (tmp_path / "sitecustomize.py").write_text(interrupt)  # imported as soon as it starts
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    searcher.start()
    pid = searcher.pid
    assert (await searcher.choose(question("level1"))).move > 0
    assert searcher.pid == pid
    status = Path(f"/proc/{pid}/status").read_text()
    assert int(status.partition("SigBlk:")[2].split()[0], 16) == 0


async def test_stops_that_came_late_do_not_fill_their_pipe(searcher: SearchProcess) -> None:
    """The pipe holds about 7,000 numbers; once full, it would block the app."""
    for _ in range(5):
        await searcher.choose(question("level1"))
        assert searcher._stops is not None
        for _ in range(2000):
            assert select.select([], [searcher._stops], [], 0)[1], "the pipe is full"
            searcher._stops.send(0)


async def test_repeated_requests_to_answer_reach_a_search_once(running: SearchProcess) -> None:
    asked = await stopped(running)
    for _ in range(3):
        running.answer_now()
    reader, writer = worker._SPAWN.Pipe(duplex=False)
    with reader, writer:
        running._stops, stops = writer, running._stops
        for _ in range(3):
            running.answer_now()
        assert not reader.poll(0)
        running._stops = stops
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


def test_the_search_process_imports_nothing_that_keeps_saves() -> None:
    # A spawned process loads the command's own module again, then the worker.
    program = "import sys, boxtui.commands.main; from ai import worker; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "ai.worker" in loaded
    assert not {"saves", "msgpack", "platformdirs"} & {*loaded}


PROGRAM = """
import asyncio
from ai import worker
from boxtui.games import GAMES

async def main():
    state = GAMES["shut-the-box"].start({}, 2)
    state.play(53)
    one = worker.SearchProcess()
    await one.choose(worker.Question("shut-the-box", "level1", state.text(), "7"))
    print(one.pid, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_no_search_process_outlives_a_killed_app() -> None:
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        pid = int(app.stdout.readline())
        app.kill()
        app.wait()
        await until(lambda: fields_of(pid)[:1] in ([], ["Z"]))
