"""How long Box's rules and agents take; see `make bench`."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.agent import never
from ai.levels import player
from boxtui.core import OVER, OptionValue
from boxtui.games import GAMES
from boxtui.games.box.board import Grid, grid_of
from boxtui.games.box.state import Box

GAME = GAMES["box"]


def random_moves(count: int, size: int) -> int:
    """Play that many random moves, game after game; return the number of games begun."""
    rng, games = Random(1), 1
    options: dict[str, OptionValue] = {"size": size, "balance": "none"}
    state = GAME.start(options, 2)
    for _ in range(count):
        if state.current_player() == OVER:
            state = GAME.start(options, 2)
            games += 1
        state.apply(state.random_move(rng))
    return games


def middle(size: int) -> Box:
    """Return a game half played at random."""
    state, rng = GAME.start({"size": size, "balance": "none"}, 2), Random(1)
    for _ in range(size**2 // 2):
        state.apply(state.random_move(rng))
    assert isinstance(state, Box)
    return state


@pytest.mark.parametrize("size", [6, 10, 16])
def test_a_thousand_random_moves_of_box(benchmark: BenchmarkFixture, size: int) -> None:
    assert benchmark(random_moves, 1000, size) > 2


@pytest.mark.parametrize("size", [10, 16])
@pytest.mark.parametrize("level", ["level2", "level3", "level4"])
def test_a_choice_in_the_middle_of_a_game(
    benchmark: BenchmarkFixture, level: str, size: int
) -> None:
    """Level 2 is the greedy choice."""
    state = middle(size)
    agent, budget = player("box", level)
    choice = benchmark(agent.choose, state, budget, Random(1), never)
    assert choice.move in state.legal_moves()


def test_the_tables_of_the_largest_grid(benchmark: BenchmarkFixture) -> None:
    assert benchmark(Grid, 16).points == grid_of(16).points
