"""What practice says fits on the screen, whatever the problem and the move; it may be left."""

import asyncio
from math import ceil
from pathlib import Path
from random import Random

import pytest
from game_screens import on_screen, opened, until

from ai.agent import Choice, never
from ai.levels import player
from ai.worker import decide
from boxtui.core import Game, State
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat
from boxtui.practice import Asked, Problem, problem
from boxtui.screens import practice
from boxtui.screens.practice import PracticeScreen, verdict_lines

NUMBERS = {"shut-the-box": range(1, 25)}
"""More problems where finding one takes no time; else two."""
MOVES = 150
"""Moves of a problem that are looked at, spread over all of them: of fences there are 2,000."""
CELLS, ROWS = 32, 19
"""What stands beside the board of an 80 × 24 screen."""


def asked(key: str) -> Asked:
    async def choose(state: State, who: str, luck: str) -> Choice:
        agent, budget = player(key, who)
        return decide(who, agent, state, budget, Random(luck), never)

    return choose


def problems(key: str) -> list[Problem]:
    async def found() -> list[Problem]:
        return [
            await problem(GAMES[key], number, asked(key))
            for number in NUMBERS.get(key, range(1, 3))
        ]

    return asyncio.run(found())


@pytest.mark.parametrize("key", GAMES)
def test_verdicts_and_the_seats_fit_beside_the_board(key: str) -> None:
    for found in problems(key):
        moves = found.state.legal_moves()
        for move in moves[:: ceil(len(moves) / MOVES)]:
            lines = verdict_lines(found, found.verdict(move), CELLS)
            assert len(lines) + len(found.match.seats) + 1 <= ROWS


@pytest.mark.tui
async def test_practice_is_left_as_its_position_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = PracticeScreen("shut-the-box", 5)
    ready = await problem(GAMES["shut-the-box"], 5, asked("shut-the-box"))

    async def finding(game: Game, number: int, asked: Asked) -> Problem:
        while page.query("#title") or not page.is_mounted:
            await asyncio.sleep(0)
        return ready

    monkeypatch.setattr(practice, "problem", finding)
    match = Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 3)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: on_screen(pilot).may_decide())
        await pilot.app.push_screen(page)
        pilot.app.pop_screen()
        await until(pilot, lambda: not page.is_running)
