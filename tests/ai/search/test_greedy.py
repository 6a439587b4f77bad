"""Heuristic agents and mixtures of agents."""

from collections.abc import Callable
from random import Random

import pytest
from shut_the_box_play import turn

from ai.agent import Agent, Budget, never
from ai.search.simple import GreedyAgent, MixAgent, RandomAgent
from ai.shut_the_box.heuristic import fewest_tiles, largest_tile
from boxtui.core import State
from boxtui.games.shut_the_box.tiles import tiles_of


def laid(agent: Agent, state: State, seed: int = 0) -> list[int]:
    return tiles_of(agent.choose(state, Budget(), Random(seed), never).move)


@pytest.mark.parametrize(
    ("rating", "up", "dice", "tiles"),
    [
        (largest_tile, "1,2,3,4,5,6,7,8,9", "5+3", [8]),
        (largest_tile, "1,2,3,4,6,7", "5+4", [2, 7]),
        (largest_tile, "1,2,3,4,5,6", "5+5", [4, 6]),
        (fewest_tiles, "1,2,3,4,5,6", "5+4", [3, 6]),
        (fewest_tiles, "1,2,4,5,7", "6+4", [1, 2, 7]),
        (fewest_tiles, "1,2,3,4,5,6,7", "5+2", [7]),
    ],
)
def test_the_highest_tiles_are_laid_or_few_and_among_equals_the_highest(
    rating: Callable[[State, int], float], up: str, dice: str, tiles: list[int]
) -> None:
    assert laid(GreedyAgent(rating), turn(up, dice)) == tiles


def test_the_random_numbers_draw_between_equally_rated_moves_and_no_others() -> None:
    state = turn("1,2,3,4,5", "3+2")
    worst, *equal = state.legal_moves()
    agent = GreedyAgent(lambda state, move: float(move != worst))
    played = [agent.choose(state, Budget(), Random(seed), never).move for seed in range(1000)]
    assert len(equal) == 2
    assert set(played) == set(equal)
    assert played.count(equal[0]) == pytest.approx(500, abs=70)
    assert laid(agent, state, 3) == tiles_of(played[3])


def test_a_mixture_draws_its_parts_by_their_weights() -> None:
    lowest = GreedyAgent(lambda state, move: -move)
    agent = MixAgent(((0.3, lowest), (0.7, GreedyAgent(largest_tile))))
    state = turn("1,2,3,4,5,6,7,8", "5+3")
    played = [laid(agent, state, seed) for seed in range(2000)]
    assert abs(played.count([8]) / 2000 - 0.7) < 0.05


def test_the_random_player_lays_down_every_set_that_fits() -> None:
    state = turn("1,2,3,4,5,6,7,8,9", "5+3")
    laid_down = {tuple(laid(RandomAgent(), state, seed)) for seed in range(60)}
    assert laid_down == {tuple(tiles_of(move)) for move in state.legal_moves()}
