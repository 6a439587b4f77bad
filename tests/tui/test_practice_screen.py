"""All text of practice fits on the screen, for any puzzle and move; puzzles can be left."""

import asyncio
from functools import cache
from math import ceil
from pathlib import Path
from random import Random

import pytest
from game_screens import on_screen, opened, press, text_of, until

from ai.agent import Choice, Considered, never
from ai.levels import ROSTERS, player
from ai.worker import decide
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.learn.finding import find_puzzle
from boxtui.learn.practice import Attempt, PracticeSession
from boxtui.learn.puzzles import AskAgent, Puzzle
from boxtui.learn.supply import Supply
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.system import locations
from boxtui.tui.screens.practice import PracticeScreen, reply_lines

made = cache(player)
NUMBERS = {"shut-the-box": range(1, 9)}
"""Numbers of the puzzles, if finding one is quick; otherwise two."""
MOVES = 150
"""Moves checked per puzzle, spread over all of them: there are 2,000 moves of fences."""
CELLS, ROWS = 32, 19
"""The room beside the board on an 80 × 24 screen."""


def asked(key: str) -> AskAgent:
    """Play as the levels do, but pick the best move at random if finding it takes searches."""

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        spec = ROSTERS[key].puzzles
        if not spec.searches or (move is None and player != spec.adviser):
            return choice_of(key, player, state, seed)
        moves, naive = state.legal_moves(), choice_of(key, spec.naive_player, state, "").move
        is_hasty = len(moves) == 1 or Random(state.text()).random() < 0.5
        best = naive if is_hasty else next(each for each in reversed(moves) if each != naive)
        looked_at = [best, *moves[:9]] if move is None else [move]
        values = [Considered(each, 0.9 if each == best else 0.1, 1) for each in looked_at]
        return Choice(values[0].move, tuple(values), 1, 0.0)

    return answer


def choice_of(key: str, who: str, state: State, seed: str) -> Choice:
    agent, budget = made(key, who)
    return decide(who, agent, state, budget, Random(seed), never)


async def problems(key: str) -> list[Puzzle]:
    return [
        await find_puzzle(GAMES[key], number, asked(key))
        for number in NUMBERS.get(key, range(1, 3))
    ]


@pytest.mark.parametrize("key", GAMES)
async def test_verdicts_and_the_seats_fit_beside_the_board(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest texts: the verdict on a second try, and the best move shown after a wrong one."""
    monkeypatch.setattr(locations, "practice", lambda game: tmp_path / game)
    session = PracticeSession(GAMES[key], "Ann", asked(key))
    for found in await problems(key):
        moves = found.state.legal_moves()
        for move in moves[:: ceil(len(moves) / MOVES)]:
            session.attempt = attempt = Attempt(found, is_counted=True)
            await session.answer(move)
            told = [attempt.reply]
            if not attempt.is_over:
                await session.show()
                told.append(attempt.reply)
            rows = ROWS - len(found.match.seats) - 1
            for said in told:
                assert len(reply_lines(said, CELLS, rows)) <= rows, said


@pytest.mark.tui
async def test_an_illegal_move_that_is_typed_is_refused_with_its_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await find_puzzle(GAMES["shut-the-box"], 5, asked("shut-the-box"))

    async def found(supply: Supply, number: int) -> Puzzle:
        return ready

    monkeypatch.setattr(Supply, "puzzle", found)
    monkeypatch.setattr(locations, "practice", lambda game: tmp_path / game)
    legal = ready.state.legal_moves()
    illegal = next(str(tile) for tile in range(1, 10) if 1 << (tile - 1) not in legal)
    match = Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 3)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        page = PracticeScreen(
            PracticeSession(GAMES["shut-the-box"], "Ann", asked("shut-the-box"), 5)
        )
        await pilot.app.push_screen(page)
        await until(pilot, page.may_decide)
        await press(pilot, "colon", illegal, "enter")
        assert "STB-" in text_of(pilot, "message")


@pytest.mark.tui
async def test_practice_is_left_as_its_position_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PracticeScreen(PracticeSession(GAMES["shut-the-box"], "Ann", asked("shut-the-box"), 5))
    ready = await find_puzzle(GAMES["shut-the-box"], 5, asked("shut-the-box"))

    async def finding(supply: Supply, number: int) -> Puzzle:
        while page.query("#title") or not page.is_mounted:
            await asyncio.sleep(0)
        return ready

    monkeypatch.setattr(Supply, "puzzle", finding)
    match = Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 3)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        await pilot.app.push_screen(page)
        pilot.app.pop_screen()
        await until(pilot, lambda: not page.is_running)
