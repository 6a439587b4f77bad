"""The search process answers, stops, is killed and restarted, and never outlives the app."""

import asyncio
import errno
import gc
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar, copy_context
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
from pty_terminal import DEADLINE
from textual.app import App

from ai import worker
from ai.worker import AgentFailed, Question, Searcher
from boxtui.games import GAMES
from boxtui.games.shut_the_box.tiles import total_of

pytestmark = pytest.mark.waits


def question(player: str, seed: str = "7", throw: int = 53) -> Question:
    state = GAMES["shut-the-box"].start({}, 2)
    state.play(throw)
    return Question("shut-the-box", player, state.text(), seed)


@pytest.fixture
async def searcher() -> AsyncIterator[Searcher]:
    one = Searcher()
    yield one
    one.close()


async def test_it_answers_with_the_agents_choice(searcher: Searcher) -> None:
    choice = await searcher.choose(question("level3"))
    state = GAMES["shut-the-box"].parse(question("level3").position)
    assert choice.move in state.legal_moves()
    assert {seen.move for seen in choice.considered} == set(state.legal_moves())


async def test_the_same_seed_has_the_same_answer_and_another_seed_another(
    searcher: Searcher,
) -> None:
    moves = [(await searcher.choose(question("random", f"{seed}"))).move for seed in range(20)]
    again = [(await searcher.choose(question("random", f"{seed}"))).move for seed in range(20)]
    assert moves == again
    assert len(set(moves)) > 2


async def test_a_process_keeps_nothing_of_the_context_that_started_it(searcher: Searcher) -> None:
    """That of a screen, which its task's context holds, would be kept as long as the process."""
    screen, shown = Searcher(), ContextVar[object]("shown")
    context, gone = copy_context(), ref(screen)
    context.run(shown.set, screen)
    context.run(searcher.start)
    assert searcher.pid
    del context, screen
    gc.collect()
    assert gone() is None


def memory(pid: int, which: str) -> float:
    """Return the MB that a process has in use (`VmRSS`), or had at most (`VmHWM`)."""
    (line,) = [
        each
        for each in Path(f"/proc/{pid}/status").read_text().splitlines()
        if each.startswith(which)
    ]
    return int(line.split()[1]) / 1024


async def test_the_memory_of_a_search_is_given_back(searcher: Searcher) -> None:
    box = GAMES["box"].start({"balance": "none"}, 2)
    await searcher.choose(Question("box", "search:2000", box.text(), "1"))
    await searcher.choose(question("random"))  # the memory is given back after an answer
    await searcher.choose(question("random"))
    assert memory(searcher.pid, "VmHWM") - memory(searcher.pid, "VmRSS") > 2


async def test_an_answer_to_an_earlier_question_is_not_taken_for_one_to_the_last(
    searcher: Searcher,
) -> None:
    await searcher.choose(question("level1"))
    searcher._running().send((1, question("level1")))  # the answer to this one comes late
    choice = await searcher.choose(question("level1", throw=65))
    assert total_of(choice.move) == 11


async def test_a_wrong_player_fails_with_a_sentence(searcher: Searcher) -> None:
    with pytest.raises(AgentFailed, match="nobody"):
        await searcher.choose(question("nobody"))


async def test_a_killed_process_is_a_failure_and_the_next_question_starts_another(
    searcher: Searcher,
) -> None:
    await searcher.choose(question("level1"))
    first = searcher.pid
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(searcher.choose(question("level1")))
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(AgentFailed, match="ended without an answer"):
        await asked
    await searcher.choose(question("level1"))
    assert searcher.pid != first


async def test_a_process_that_cannot_be_started_is_a_failure_until_it_can(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    with monkeypatch.context() as short:
        short.setattr("multiprocessing.util.spawnv_passfds", refuse)
        with pytest.raises(AgentFailed, match="can't be started: Resource temporarily"):
            await searcher.choose(question("level1"))
        assert searcher.pid == 0
        searcher.close()
    assert (await searcher.choose(question("level1"))).move > 0


async def test_a_process_that_does_not_stop_when_cancelled_is_killed(searcher: Searcher) -> None:
    await searcher.choose(question("level1"))
    first = searcher.pid
    os.kill(first, signal.SIGSTOP)
    asked = asyncio.create_task(searcher.choose(question("level1")))
    await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    choice = await searcher.choose(question("level1"))
    assert choice.move > 0
    assert searcher.pid != first


@pytest.mark.tui
@pytest.mark.filterwarnings("ignore:resource_tracker")
async def test_inside_a_running_app_the_process_starts_with_nothing_prepared_and_starts_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracker: Any = resource_tracker.ResourceTracker()
    monkeypatch.setattr(resource_tracker, "getfd", tracker.getfd)
    searcher = Searcher()
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
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 20.0)  # on a busy machine stopping may take a while
    first = await searcher.choose(question("uct:60"))
    pid = searcher.pid
    for _ in range(3):
        asked = asyncio.create_task(searcher.choose(question("uct:1000000")))
        await asyncio.sleep(0.02)
        asked.cancel()
        again = await searcher.choose(question("uct:60"))
        assert (again.move, again.considered) == (first.move, first.considered)
    assert searcher.pid == pid


async def test_a_question_that_takes_longer_is_not_killed_for_the_one_before_it(
    searcher: Searcher,
) -> None:
    await searcher.choose(question("level1"))
    pid = searcher.pid
    asked = asyncio.create_task(searcher.choose(question("uct:1000000")))
    await asyncio.sleep(3 * worker.GRACE)
    searcher.answer_now()
    assert (await asked).iterations > 0
    assert searcher.pid == pid


async def test_the_search_process_leaves_interrupts_to_the_app(searcher: Searcher) -> None:
    await searcher.choose(question("level1"))
    pid = searcher.pid
    os.kill(pid, signal.SIGINT)
    assert (await searcher.choose(question("level1"))).move > 0
    assert searcher.pid == pid


async def test_stops_that_came_late_do_not_fill_their_pipe(searcher: Searcher) -> None:
    """The pipe holds about 7,000 numbers; once full, it would block the app."""
    for _ in range(5):
        await searcher.choose(question("level1"))
        assert searcher._stops is not None
        for _ in range(2000):
            assert select.select([], [searcher._stops], [], 0)[1], "the pipe is full"
            searcher._stops.send(0)


async def test_repeated_requests_to_answer_are_sent_to_a_search_once(searcher: Searcher) -> None:
    await searcher.choose(question("level1"))
    os.kill(searcher.pid, signal.SIGSTOP)
    asked = asyncio.create_task(searcher.choose(question("level5")))
    await asyncio.sleep(0.01)
    for _ in range(3):
        searcher.answer_now()
    reader, writer = worker._SPAWN.Pipe(duplex=False)
    with reader, writer:
        searcher._stops, stops = writer, searcher._stops
        for _ in range(3):
            searcher.answer_now()
        assert not reader.poll(0)
        searcher._stops = stops
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_an_agent_that_hangs_fails_once_its_time_is_over() -> None:
    one = Searcher()
    try:
        await one.choose(question("level1"))
        os.kill(one.pid, signal.SIGSTOP)
        one.limit = 0.2
        with pytest.raises(AgentFailed, match="no move within"):
            await one.choose(question("level1"))
        one.limit = 60
        assert (await one.choose(question("level1"))).move > 0
    finally:
        one.close()


async def test_the_loop_is_free_while_it_thinks(searcher: Searcher) -> None:
    await searcher.choose(question("level1"))
    assert searcher.pid  # 0 would mean the whole process group
    os.kill(searcher.pid, signal.SIGSTOP)  # so that thinking time doesn't depend on the machine
    asked = asyncio.create_task(searcher.choose(question("level5")))
    for _ in range(20):
        await asyncio.sleep(0.001)
        assert not asked.done()
    os.kill(searcher.pid, signal.SIGCONT)
    assert (await asked).considered


async def test_thousands_of_choices_by_agents_that_never_ask_do_not_fill_a_pipe(
    searcher: Searcher,
) -> None:
    for _ in range(5000):
        await searcher.choose(question("level1"))


def test_the_search_process_imports_nothing_that_keeps_saves() -> None:
    # A spawned process loads the command's own module again, then the worker.
    program = "import sys, boxtui.commands.main; from ai import worker; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "ai.worker" in loaded
    assert not {"saves", "msgpack", "platformdirs"} & {*loaded}


def test_no_search_process_outlives_a_killed_app() -> None:
    program = (
        "import asyncio, sys\n"
        "from ai import worker\n"
        "from boxtui.games import GAMES\n"
        "async def main():\n"
        "    state = GAMES['shut-the-box'].start({}, 2); state.play(53)\n"
        "    one = worker.Searcher()\n"
        "    await one.choose(worker.Question('shut-the-box', 'level1', state.text(), '7'))\n"
        "    print(one.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as app:
        assert app.stdout is not None
        pid = int(app.stdout.readline())
        app.kill()
        app.wait()
        deadline = time.monotonic() + DEADLINE
        while _lives(pid):
            assert time.monotonic() < deadline
            time.sleep(0.01)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
