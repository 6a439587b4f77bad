"""Puzzles found ahead of time: the same as any, kept, and never in a person's way."""

import asyncio
import json
from pathlib import Path

import pytest
from loop_watch import held
from pty_terminal import DEADLINE
from some_puzzles import QUICK, Watched, on_any_board, quick_players
from spoiled_files import spoiled, with_checksum
from waits import until

from ai.agent import HUMAN, Choice
from ai.decision import AgentFailed
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.learn import cache as files
from boxtui.learn.finding import find_puzzle
from boxtui.learn.practice_record import PracticeRecord
from boxtui.learn.puzzles import Puzzle, compared_words
from boxtui.learn.supply import PuzzleSupply, SharedSearch
from boxtui.system import locations

GAME = GAMES[QUICK]
pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture(autouse=True)
def kept(home: Path) -> Path:
    """Return the cache folder."""
    return locations.puzzle("").parent


failing = Watched(quick_players, "looks for it again")


def told(puzzle: Puzzle) -> tuple[object, ...]:
    figures = sorted(puzzle.figures.items())
    match = puzzle.match
    position = (match.state.text(), match.seed, match.moves, match.seats)
    return puzzle.number, position, puzzle.best, figures, puzzle.theme, puzzle.difficulty


async def test_a_puzzle_is_found_again_only_if_the_cache_is_damaged(kept: Path) -> None:
    asked = Watched(quick_players)
    first = await find_puzzle(GAME, 3, asked)
    assert told(await PuzzleSupply(GAME, on_any_board(asked)).puzzle(3)) == told(first)
    asked.noted.clear()
    again = await PuzzleSupply(GAME, on_any_board(asked)).puzzle(3)
    assert told(again) == told(first)
    assert not asked.noted
    other = next(move for move in first.state.legal_moves() if move not in first.solutions())
    assert await again.verdict(other) == await first.verdict(other)
    (file,) = kept.iterdir()
    whole = file.read_text()
    other_number = whole.splitlines()[1].replace('"number": 3', '"number": 4')
    assert json.loads(other_number)["number"] == 4
    damaged = map(with_checksum, ("", "x", "{}", '{"seats": []}', "[]", other_number))
    for content in (*damaged, whole.replace('"theme": "', '"theme": "x')):
        file.write_text(content)
        with pytest.raises(AgentFailed, match="looks for it again"):
            await PuzzleSupply(GAME, on_any_board(failing)).puzzle(3)
    assert told(await PuzzleSupply(GAME, on_any_board(asked)).puzzle(3)) == told(first)
    assert file.read_text() == whole


async def test_a_spoiled_cached_puzzle_is_found_again_or_can_be_solved(kept: Path) -> None:
    await PuzzleSupply(GAME, on_any_board(quick_players)).puzzle(3)
    (file,) = kept.iterdir()
    again = 0
    for content in spoiled(file.read_text()):
        file.write_text(content)
        try:
            puzzle = await PuzzleSupply(GAME, on_any_board(failing)).puzzle(3)
        except AgentFailed:
            again += 1
        else:
            assert "".join(compared_words(puzzle, await puzzle.verdict(puzzle.best))).isprintable()
            PracticeRecord().after(3, puzzle.theme, puzzle.difficulty, solved=True)
    assert again > 100


@pytest.mark.parametrize("player", ["level9", "", "human", "nobody:5"])
async def test_a_cached_puzzle_with_unknown_players_is_found_anew(kept: Path, player: str) -> None:
    await PuzzleSupply(GAME, on_any_board(quick_players)).puzzle(3)
    (file,) = kept.iterdir()
    data = json.loads(file.read_text().partition("\n")[2])
    rival, *_ = [seat for seat in data["seats"] if seat["player"] != HUMAN]
    rival["player"] = player
    file.write_text(with_checksum(json.dumps(data)))
    with pytest.raises(AgentFailed, match="looks for it again"):
        await PuzzleSupply(GAME, on_any_board(failing)).puzzle(3)


async def test_the_next_puzzles_are_found_ahead() -> None:
    asked = Watched(quick_players)
    supply = PuzzleSupply(GAME, on_any_board(asked))
    await supply.prepare(5, 2, 6)
    asked.noted.clear()
    for number in (5, 2, 6):
        assert (await supply.puzzle(number)).number == number
    assert not asked.noted


async def test_a_puzzle_that_is_being_found_is_waited_for_not_found_twice() -> None:
    asked = Watched(quick_players)
    await find_puzzle(GAME, 3, asked)
    once = len(asked.noted)
    asked.noted.clear()
    supply = PuzzleSupply(GAME, on_any_board(asked))
    ahead = asyncio.create_task(supply.prepare(3))
    await asyncio.sleep(0)
    assert (await supply.puzzle(3)).number == 3
    assert len(asked.noted) <= once + 1  # the next one may have begun
    ahead.cancel()
    supply.stop()


class Slow:
    """Answers when told to, and notes what was asked, answered and stopped."""

    def __init__(self) -> None:
        self.noted: list[str] = []
        self.may_answer = asyncio.Event()

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        who = "person" if seed == "person" else "ahead"
        self.noted.append(f"{who} asked")
        try:
            if who == "ahead":
                await self.may_answer.wait()
        except asyncio.CancelledError:
            self.noted.append(f"{who} stopped")
            raise
        self.noted.append(f"{who} answered")
        return Choice(1, (), 1)


@pytest.mark.parametrize("follows_a_stopped_one", [False, True])
async def test_a_question_ahead_gives_way_to_a_persons_at_once_and_is_asked_again(
    follows_a_stopped_one: bool,
) -> None:
    slow, state = Slow(), GAME.start({}, 2)
    shared = SharedSearch()
    ask_ahead = shared.when_idle(slow)
    if follows_a_stopped_one:
        stopped = asyncio.create_task(ask_ahead(state, "level1", "ahead"))
        await until(lambda: slow.noted)
        stopped.cancel()
    ahead = asyncio.create_task(ask_ahead(state, "level1", "ahead"))
    await until(lambda: slow.noted.count("ahead asked") == 1 + follows_a_stopped_one)
    slow.noted.clear()
    await shared.at_once(slow)(state, "level1", "person")
    assert slow.noted == ["ahead stopped", "person asked", "person answered"]
    slow.may_answer.set()
    assert (await ahead).move == 1
    assert slow.noted[3:] == ["ahead asked", "ahead answered"]


async def test_leaving_stops_the_search_for_the_next_puzzles() -> None:
    slow = Slow()
    supply = PuzzleSupply(GAME, on_any_board(slow))
    ahead = asyncio.create_task(supply.prepare(3))
    await until(lambda: slow.noted)
    supply.stop()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(ahead, DEADLINE)
    assert slow.noted == ["ahead asked", "ahead stopped"]


async def test_an_error_ahead_is_reported_once_the_puzzle_is_asked_for() -> None:
    supply = PuzzleSupply(GAME, on_any_board(failing))
    await supply.prepare(3)
    with pytest.raises(AgentFailed):
        await supply.puzzle(3)


async def test_preparing_another_puzzle_does_not_stop_what_a_person_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading the cache takes a while, in which a person may ask for another puzzle."""
    supply = PuzzleSupply(GAME, on_any_board(Watched(quick_players)))
    begun, goes_on = held(monkeypatch, files, "kept", when=lambda *_: not begun.is_set())
    preparing = asyncio.create_task(supply.prepare(11))
    await until(begun.is_set)
    waiting = asyncio.create_task(supply.puzzle(3))
    await until(lambda: supply._finding)
    goes_on.set()
    assert (await waiting).number == 3
    await preparing
