"""How long Free the Box's searches and its levels' moves take; see `make bench`.

Searches per second are the iterations below divided by the time.
"""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.agent import Agent, Budget, never
from ai.free_the_box.evaluation import FreeTheBoxEvaluator
from ai.free_the_box.roster import CONFIG
from ai.levels import player
from ai.search.mcts import Evaluator, MctsAgent, MctsConfig
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.free_the_box.moves import MOVING
from boxtui.games.free_the_box.state import FreeTheBox


class Even(Evaluator):
    """Evaluates every position as even, without playouts: only search and rules are timed."""

    def evaluate(self, state: State, rng: Random) -> list[float]:
        return [1.0 / state.seats] * state.seats


def to_be_moved(seats: int) -> FreeTheBox:
    """Return a position some moves into a random game, with at least two moves."""
    rng, state, moves = Random(4), GAMES["free-the-box"].start({}, seats), 0
    assert isinstance(state, FreeTheBox)
    while moves < 40 * seats or state.phase != MOVING or len(state.legal_moves()) < 2:
        state.apply(state.random_move(rng))
        moves += 1
    return state


def searched(agent: Agent, state: State, budget: Budget) -> int:
    return agent.choose(state, budget, Random(1), never).iterations


@pytest.mark.parametrize("seats", [2, 6])
def test_a_thousand_searches_that_know_nothing(benchmark: BenchmarkFixture, seats: int) -> None:
    agent, budget = MctsAgent(Even(), MctsConfig()), Budget(iterations=1_000)
    assert benchmark(searched, agent, to_be_moved(seats), budget) == 1_000


@pytest.mark.parametrize("seats", [2, 6])
def test_a_hundred_searches_that_know_the_game(benchmark: BenchmarkFixture, seats: int) -> None:
    agent, budget = MctsAgent(FreeTheBoxEvaluator(), CONFIG), Budget(iterations=100)
    assert benchmark(searched, agent, to_be_moved(seats), budget) == 100


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_levels_move(benchmark: BenchmarkFixture, number: int) -> None:
    agent, budget = player("free-the-box", f"level{number}")
    assert benchmark(searched, agent, to_be_moved(2), budget) > 0
