"""Heuristic agents and mixtures of agents."""

from collections.abc import Callable
from random import Random

import pytest

from ai.agent import Agent, Budget, never
from ai.search.greedy import GreedyAgent
from ai.search.mix import MixAgent
from ai.search.random import RandomAgent
from ai.shut_the_box.heuristic import fewest_tiles, largest_tile
from boxtui.core import State
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import mask_of, tiles_of


def thrown(up: list[int], throw: int) -> ShutTheBox:
    state = ShutTheBox(2, "digits", 0, 0)
    state.phase, state.up, state.throw = LAYING, mask_of(up), throw
    return state


def laid(agent: Agent, state: State, seed: int = 0) -> list[int]:
    return tiles_of(agent.choose(state, Budget(), Random(seed), never).move)


@pytest.mark.parametrize(
    ("rating", "up", "throw", "tiles"),
    [
        (largest_tile, "123456789", 53, "8"),
        (largest_tile, "123467", 54, "27"),
        (largest_tile, "123456", 55, "46"),
        (fewest_tiles, "123456", 54, "36"),
        (fewest_tiles, "12457", 64, "127"),
        (fewest_tiles, "1234567", 52, "7"),
    ],
)
def test_the_highest_tiles_are_laid_or_few_and_among_equals_the_highest(
    rating: Callable[[State, int], float], up: str, throw: int, tiles: str
) -> None:
    state = thrown([*map(int, up)], throw)
    assert laid(GreedyAgent(rating), state) == [*map(int, tiles)]


def test_the_random_numbers_draw_between_equally_rated_moves_and_no_others() -> None:
    state = thrown([1, 2, 3, 4, 5], 32)
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
    state = thrown([1, 2, 3, 4, 5, 6, 7, 8], 53)
    played = [laid(agent, state, seed) for seed in range(2000)]
    assert abs(played.count([8]) / 2000 - 0.7) < 0.05


def test_the_random_player_lays_down_every_set_that_fits() -> None:
    state = thrown([1, 2, 3, 4, 5, 6, 7, 8, 9], 53)
    laid_down = {tuple(laid(RandomAgent(), state, seed)) for seed in range(60)}
    assert laid_down == {tuple(tiles_of(move)) for move in state.legal_moves()}
