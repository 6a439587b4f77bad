"""Glicko-2 ratings: the paper's example, and what holds for every result."""

import pytest
from hypothesis import given
from hypothesis.strategies import builds, floats

from boxtui.learn.rating import MOST_DEVIATION, Rating

RATINGS = builds(Rating, floats(600, 2400), floats(30, MOST_DEVIATION), floats(0.03, 0.1))


def test_the_papers_example_gives_the_papers_result() -> None:
    """Glickman, "Example of the Glicko-2 system": the player and the three opponents there."""
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = Rating(1500, 200, 0.06).after(opponents)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    after = Rating(1600, 100, 0.06).after([])
    assert (after.value, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(100.5, abs=0.1)
    assert Rating(1600, MOST_DEVIATION, 0.06).after([]).deviation == MOST_DEVIATION


@given(RATINGS, RATINGS)
def test_a_rating_rises_after_a_win_and_falls_after_a_loss(one: Rating, other: Rating) -> None:
    won, lost = (one.after([(other, score)]) for score in (1.0, 0.0))
    assert lost.value < one.value < won.value
    assert max(won.deviation, lost.deviation) <= MOST_DEVIATION
    assert abs(won.volatility - one.volatility) < 0.01
