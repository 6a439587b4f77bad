"""How long Kimbo's searches take; see `make bench`.

Searches per second are the iterations below divided by the time.
"""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.agent import Budget, never
from ai.kimbo.evaluation import KimboEvaluator
from ai.kimbo.roster import CONFIG
from ai.levels import player
from ai.search.mcts import Evaluator, MctsAgent, MctsConfig
from boxtui.core import CHANCE, State
from boxtui.games import GAMES
from boxtui.games.kimbo.state import FENCING, MOVING, Kimbo


class Even(Evaluator):
    """Evaluates every position as even, without playouts: only search and rules are timed."""

    def evaluate(self, state: State, rng: Random) -> list[float]:
        return [0.5, 0.5]


def in_phase(phase: int) -> Kimbo:
    """Return a position in that phase, some turns into a random game."""
    rng, state = Random(3), GAMES["kimbo"].start({}, 2)
    assert isinstance(state, Kimbo)
    while state.turns < 20 or state.phase != phase:
        state.apply(state.random_move(rng))
    assert state.current_player() != CHANCE
    return state


def searched(agent: MctsAgent, state: State, iterations: int) -> int:
    return agent.choose(state, Budget(iterations=iterations), Random(1), never).iterations


@pytest.mark.parametrize("phase", [FENCING, MOVING])
def test_two_hundred_searches_that_know_the_game(benchmark: BenchmarkFixture, phase: int) -> None:
    _, budget = player("kimbo", "level5")
    agent = MctsAgent(KimboEvaluator(), CONFIG)
    assert benchmark(searched, agent, in_phase(phase), min(200, budget.iterations)) == 200


def test_a_thousand_searches_that_know_nothing(benchmark: BenchmarkFixture) -> None:
    """A compiled prototype made 120,000 per second, an interpreted one 5,800."""
    assert benchmark(searched, MctsAgent(Even(), MctsConfig()), in_phase(MOVING), 1_000) == 1_000


def test_one_playout_to_the_end(benchmark: BenchmarkFixture) -> None:
    assert benchmark(searched, MctsAgent(Evaluator(), MctsConfig()), in_phase(MOVING), 1) == 1
