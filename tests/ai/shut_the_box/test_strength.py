"""The figures of policies, against cases computed by hand, the exact solution and games."""

from random import Random
from statistics import fmean

import pytest
from random_games import at_random

from ai.agent import Budget, never
from ai.search.random import RandomAgent
from ai.shut_the_box.exact import solution
from ai.shut_the_box.heuristic import ALL_SQUARES, evaluate
from ai.shut_the_box.strength import (
    TurnPlay,
    expected_score,
    first_wins,
    perfect_play,
    score_distribution,
    win_chance,
)
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import mask_of


def test_stb_11_ties_are_replayed_and_count_for_no_player() -> None:
    even, lower = TurnPlay([0.5, 0.5], []), TurnPlay([0.75, 0.25], [])
    assert first_wins(even, even) == pytest.approx(0.5)
    assert first_wins(lower, even) == pytest.approx(0.75)
    assert first_wins(even, lower) == pytest.approx(0.25)
    assert win_chance(lower, even) == pytest.approx(0.75)


def test_the_second_player_knows_the_score_to_beat() -> None:
    first = TurnPlay([0.5, 0.5], [])
    second = TurnPlay([0.5, 0.5], [[0.9, 0.1], [0.2, 0.8]])
    assert first_wins(first, second) == pytest.approx(0.05 / (1 - 0.45 - 0.4))


@pytest.mark.parametrize(
    ("up", "stuck"), [([5], 5 / 6), ([3, 4], 25 / 36), ([1, 2, 3], 0.0), ([9], 32 / 36)]
)
def test_tiles_are_rated_lower_if_a_roll_is_less_likely_to_fit(up: list[int], stuck: float) -> None:
    state = ShutTheBox(1, "sum", 0, 0)
    state.up = mask_of(up)
    share = sum(tile * tile for tile in up) / ALL_SQUARES
    assert evaluate(state) == pytest.approx([1 - (1 + stuck) / 2 * share])


def test_two_perfect_players_win_as_the_solution_says() -> None:
    perfect = perfect_play("sum")
    first, second = solution(2, "sum", False, never).again
    assert first_wins(perfect, perfect) == pytest.approx(first, abs=1e-13)
    assert first + second == pytest.approx(1, abs=1e-13)


def test_a_fixed_policys_computed_distribution_matches_its_games() -> None:
    """A rough check of the exact distribution against games that are really played."""
    rng, scores = Random(5), list[int]()
    for _ in range(2000):
        state = ShutTheBox(1, "sum", 0, 0)
        for _ in at_random(state, rng):
            pass
        scores += state.scores
    exact = expected_score(score_distribution(RandomAgent(), Budget(), "sum").first, "sum")
    assert fmean(scores) == pytest.approx(exact, rel=0.05)
