"""Search processes that players share: whose question is next."""

import asyncio

import pytest

from ai.agent import Choice
from ai.worker import Question, SearchProcess
from boxtui.serve.searches import PlayersSearcher, QueuedSearch, SearchPool


def question(number: int, *, yields: bool = False) -> Question:
    return Question("shut-the-box", "level1", str(number), "1", yields=yields)


class Asked:
    """Answers questions in the order in which they are let go on."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.last: Question | None = None
        self.go_on = asyncio.Semaphore(0)

    async def choose(self, searcher: SearchProcess, asked: Question) -> Choice:
        self.begun.append(int(asked.position))
        self.last = asked
        await self.go_on.acquire()
        return Choice(int(asked.position), (), 0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    answers = Asked()
    monkeypatch.setattr(SearchProcess, "choose", lambda own, each: answers.choose(own, each))
    return answers


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def in_line(
    *questions: Question,
) -> "tuple[list[PlayersSearcher], list[asyncio.Task[Choice]]]":
    """Return players who share a process and have asked these questions one after another."""
    pool, tasks = SearchPool(1), []
    players = [PlayersSearcher(pool, f"player {at}") for at in range(len(questions))]
    for player, each in zip(players, questions, strict=True):
        tasks.append(asyncio.create_task(player.choose(each)))
        await settled()
    return players, tasks


async def test_the_oldest_question_is_next_but_advisers_yield_to_moves(asked: Asked) -> None:
    players, tasks = await in_line(question(0), question(1, yields=True), question(2), question(3))
    assert asked.begun == [0]
    assert [player.queue_position for player in players] == [0, 3, 1, 2]
    for _ in tasks:
        asked.go_on.release()
        await settled()
    assert asked.begun == [0, 2, 3, 1]
    assert [task.result().move for task in tasks] == [0, 1, 2, 3]


async def test_a_question_in_line_can_be_hurried_and_is_once_it_is_asked(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried: list[list[int]] = []
    monkeypatch.setattr(SearchProcess, "answer_now", lambda own: hurried.append([*asked.begun]))
    players, tasks = await in_line(*map(question, range(3)))
    players[1].answer_now()
    await settled()
    assert hurried == []
    for _ in tasks:
        asked.go_on.release()
    await asyncio.gather(*tasks)
    assert hurried == [[0, 1]]


@pytest.mark.parametrize("yields", [True, False])
async def test_a_question_reaches_a_process_unchanged(asked: Asked, yields: bool) -> None:
    whole = Question("box", "level3", "1", "seed", b"board", move=7, yields=yields)
    asked.go_on.release()
    await PlayersSearcher(SearchPool(1), "a").choose(whole)
    assert asked.last is whole


@pytest.mark.parametrize("sessions", [1, 2])
async def test_a_player_has_one_question_in_flight(asked: Asked, sessions: int) -> None:
    pool = SearchPool(2)
    own = [PlayersSearcher(pool, "a") for _ in range(sessions)]
    other = PlayersSearcher(pool, "b")
    tasks = [asyncio.create_task(own[at % sessions].choose(question(at))) for at in (0, 1)]
    await settled()
    assert own[-1].queue_position == 1
    tasks.append(asyncio.create_task(other.choose(question(2))))
    await settled()
    assert asked.begun == [0, 2]
    for _ in tasks:
        asked.go_on.release()
    await asyncio.gather(*tasks)
    assert asked.begun == [0, 2, 1]


async def test_a_place_or_a_search_that_a_player_leaves_goes_to_others(asked: Asked) -> None:
    players, tasks = await in_line(*map(question, range(3)))
    tasks[1].cancel()  # in the line
    await settled()
    tasks[0].cancel()  # in its search
    await settled()
    assert asked.begun == [0, 2]
    asked.go_on.release()
    assert (await tasks[2]).move == 2
    assert [player.queue_position for player in players] == [0, 0, 0]


async def test_a_process_that_is_free_just_as_its_player_leaves_goes_to_others() -> None:
    pool = SearchPool(1)
    searches = [QueuedSearch(player, yields=False) for player in "abc"]
    first, leaving, last = [asyncio.create_task(pool.take(each)) for each in searches]
    pool.give_back(await first, searches[0])
    leaving.cancel()
    await settled()
    assert last.done()
