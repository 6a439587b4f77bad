"""Puzzles that the tests of this folder share."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest
from some_puzzles import GAME, QUICK, SEARCHED, SOME, Find, Puzzles, Scripted, asked

from ai.levels import ROSTERS
from boxtui.core import Refused
from boxtui.learn.finding import find_puzzle
from boxtui.learn.puzzles import Puzzle


@pytest.fixture(scope="session")
def some() -> Puzzles:
    """Return the first puzzles, found once for all tests."""

    async def found() -> Puzzles:
        return [await find_puzzle(GAME, number, asked) for number in SOME]

    return asyncio.run(found())


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Find:
    """Find the first puzzle among a few numbers, searching two games for each."""
    monkeypatch.setattr("boxtui.learn.finding.MOST_GAMES", 2)
    monkeypatch.setitem(ROSTERS, GAME.key, replace(ROSTERS[GAME.key], puzzles=SEARCHED))

    async def first_found(asked: Scripted) -> Puzzle:
        for number in range(1, 6):
            with suppress(Refused):
                return await find_puzzle(GAME, number, asked)
        raise Refused("None of them is a puzzle.")

    return first_found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have puzzles of a searched game found within milliseconds: of any theme, after one search."""
    roster = ROSTERS[QUICK]
    spec = replace(roster.puzzles, themes=(), searches=("mcts:4",), skipped=range(10), first=())
    monkeypatch.setitem(ROSTERS, QUICK, replace(roster, puzzles=spec))
