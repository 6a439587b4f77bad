"""How long exact solutions and a level's choice take; see `make bench`."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.agent import never
from ai.levels import player
from ai.shut_the_box.exact import Rounds
from ai.shut_the_box.tile_graph import TOP, TileGraph
from boxtui.games.shut_the_box.state import ShutTheBox


def solved(seats: int, scoring: str) -> Rounds:
    rounds = Rounds(seats, scoring, False)
    rounds.solve(never)
    return rounds


def alone() -> float:
    tiles = TileGraph("digits")
    return tiles.values_of([-float(score) for score in tiles.scores])[TOP]


def test_solving_one_player(benchmark: BenchmarkFixture) -> None:
    assert benchmark(alone) < 0


@pytest.mark.parametrize(
    ("seats", "scoring"), [(2, "sum"), (4, "sum"), (2, "digits"), (4, "digits")]
)
def test_solving(benchmark: BenchmarkFixture, seats: int, scoring: str) -> None:
    assert benchmark(solved, seats, scoring).solved


def test_a_choice_of_level_4_from_the_full_board(benchmark: BenchmarkFixture) -> None:
    agent, budget = player("shut-the-box", "level4")
    state = ShutTheBox(2, "digits", 0, 0)
    state.play(53)
    assert benchmark(agent.choose, state, budget, Random(0), never).considered
