"""Confidence intervals of a mean: figures worked out by hand, and how often they miss it."""

from math import log, sqrt
from random import Random

import pytest

from boxtui.arena.intervals import ERROR, FIRST_LOOK, Sample, student_t


def sample(*values: float) -> Sample:
    made = Sample()
    for value in values:
        made.add(value)
    return made


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (199, 1.972)],
)
def test_students_quantiles_agree_with_the_tables(freedom: int, point: float) -> None:
    assert student_t(freedom) == pytest.approx(point, rel=0.002)


def test_the_interval_is_computed_from_the_values_and_two_pseudo_observations() -> None:
    """With 0 and 1 added, the values 1, ½, ½, 1 have the mean 4/6 and the variance 1/6."""
    found = sample(1, 0.5, 0.5, 1)
    assert found.mean == 0.75
    assert found.variance == pytest.approx((3.5 - 6 * (4 / 6) ** 2) / 5)
    assert found.variance == pytest.approx(1 / 6)
    low, high = found.fixed()
    assert low == pytest.approx(0.75 - 3.182 * sqrt(1 / 24))
    assert high == 1


def test_equal_values_do_not_prove_that_all_values_are_equal() -> None:
    low, high = sample(*[1.0] * 10).fixed()
    assert 0.5 < low < 0.9
    assert high == 1


def test_few_values_prove_nothing() -> None:
    assert sample(1).fixed() == (0, 1)
    assert sample(*[1.0] * (FIRST_LOOK - 1)).at_any_time(10) == (0, 1)
    assert sample(*[1.0] * FIRST_LOOK).at_any_time(10) != (0, 1)


def test_the_interval_at_any_time_is_robbins_mixture() -> None:
    """At the target of 100 values, the mixture's parameter times their number is 5.991 + ln
    6.991."""
    found = sample(*[0.0, 1.0] * 50)
    mixed = -2 * log(0.05) + log(1 - 2 * log(0.05))
    assert mixed == pytest.approx(7.936, abs=1e-3)
    half = sqrt(found.variance * 2 * (mixed + 1) / (100 * mixed) * log(sqrt(mixed + 1) / 0.05))
    assert found.at_any_time(100) == pytest.approx((0.5 - half, 0.5 + half))
    low, high = found.fixed()
    assert high - low < 2 * half


@pytest.mark.parametrize("chance", [0.5, 0.25])
def test_an_interval_misses_no_more_often_than_it_says(chance: float) -> None:
    """Checked on 600 samples of 120 values each; the seed is fixed."""
    rng, tries = Random(1), 600
    missed_once = missed_last = 0
    for _ in range(tries):
        found, missed = Sample(), False
        for _ in range(120):
            found.add((rng.random() < chance) / 2 + (rng.random() < chance) / 2)
            low, high = found.at_any_time(30)
            missed = missed or not low <= chance <= high
        low, high = found.fixed()
        missed_once += missed
        missed_last += not low <= chance <= high
    assert missed_once <= ERROR * tries
    assert missed_last <= (ERROR + 0.02) * tries
