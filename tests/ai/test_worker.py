"""The search process: it answers, is stopped, killed and started anew, and outlives nobody."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ai import worker
from ai.worker import AgentFailed, Question, Searcher
from boxtui.games import GAMES
from boxtui.record import position


def question(player: str, seed: str = "7") -> Question:
    state = GAMES["shut-the-box"].start({}, 2)
    state.play(53)
    return Question("shut-the-box", player, state.text(), seed)


@pytest.fixture
async def searcher() -> AsyncIterator[Searcher]:
    worker.prepare()
    one = Searcher(position)
    yield one
    one.close()


async def test_it_answers_with_the_agents_choice(searcher: Searcher) -> None:
    choice = await searcher.choose(question("level3"))
    state = GAMES["shut-the-box"].parse(question("level3").position)
    assert choice.move in state.legal_moves()
    assert {seen.move for seen in choice.considered} == set(state.legal_moves())


async def test_the_same_question_has_the_same_answer(searcher: Searcher) -> None:
    first = await searcher.choose(question("level1", "a"))
    again = await searcher.choose(question("level1", "a"))
    assert first.move == again.move


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


async def test_an_agent_that_hangs_has_failed_when_its_time_is_over() -> None:
    worker.prepare()
    one = Searcher(position)
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
    asked = asyncio.create_task(searcher.choose(question("level5")))
    turns = 0
    while not asked.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert asked.result().considered
    assert turns > 20  # a search in this process would leave the loop a turn or two


async def test_thousands_of_choices_by_agents_that_never_ask_do_not_fill_a_pipe(
    searcher: Searcher,
) -> None:
    for _ in range(5000):
        await searcher.choose(question("level1"))


def test_no_search_process_outlives_a_killed_app() -> None:
    program = (
        "import asyncio, sys\n"
        "from ai import worker\n"
        "from boxtui.record import position\n"
        "from boxtui.games import GAMES\n"
        "async def main():\n"
        "    state = GAMES['shut-the-box'].start({}, 2); state.play(53)\n"
        "    one = worker.Searcher(position)\n"
        "    await one.choose(worker.Question('shut-the-box', 'level1', state.text(), '7'))\n"
        "    print(one.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    worker.prepare(); asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as app:
        assert app.stdout is not None
        pid = int(app.stdout.readline())
        app.kill()
        app.wait()
        deadline = time.monotonic() + 10
        while _lives(pid):
            assert time.monotonic() < deadline
            time.sleep(0.01)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
