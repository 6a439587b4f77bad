"""How long FREE-O's searches and levels take; see `make bench`.

Searches per second are the iterations below divided by the time.
"""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.agent import Budget, never
from ai.free_o.evaluation import FreeOEvaluator
from ai.levels import levels_of, player
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.games.free_o.state import PLAYING, FreeO


def in_play(seats: int) -> FreeO:
    """Return a decision with at least three moves, some turns into a random game."""
    rng, state = Random(3), GAMES["free-o"].start({}, seats)
    assert isinstance(state, FreeO)
    played = 0
    while played < 20 or state.phase != PLAYING or len(state.legal_moves()) < 3:
        state.apply(state.random_move(rng))
        played += 1
    return state


def chosen(spec: str, state: FreeO, budget: Budget) -> int:
    agent, _ = player("free-o", spec)
    return agent.choose(state, budget, Random(1), never).iterations


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_two_hundred_searches_under_hidden_hands(benchmark: BenchmarkFixture, seats: int) -> None:
    assert benchmark(chosen, "ismcts", in_play(seats), Budget(iterations=200)) == 200


@pytest.mark.parametrize("level", [f"level{each.number}" for each in levels_of("free-o")])
def test_a_move_of_each_level(benchmark: BenchmarkFixture, level: str) -> None:
    _, budget = player("free-o", level)
    assert benchmark(chosen, level, in_play(4), budget) > 0


def test_one_hand_by_rule_of_thumb(benchmark: BenchmarkFixture) -> None:
    evaluator, state = FreeOEvaluator(), in_play(4)
    found = benchmark(lambda: evaluator.evaluate(state.clone(), Random(1)))
    assert sum(found) == pytest.approx(1.0)


def test_a_game_of_random_moves(benchmark: BenchmarkFixture) -> None:
    def played() -> int:
        state, rng = GAMES["free-o"].start({}, 4), Random(1)
        moves = 0
        while state.current_player() != OVER:
            state.apply(state.random_move(rng))
            moves += 1
        return moves

    assert benchmark(played) > 100
