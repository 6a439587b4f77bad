"""What practice says fits on the screen, whatever the problem and the move."""

import asyncio
from math import ceil
from random import Random

import pytest

from ai.agent import Choice, never
from ai.levels import player
from ai.worker import decide
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.practice import Asked, Problem, problem
from boxtui.screens.practice import verdict_lines

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
