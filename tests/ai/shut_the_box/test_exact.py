"""The exact solution of Shut-the-Box, compared with references that use only the tiles."""

from fractions import Fraction
from functools import cache

import pytest
from slow_tiles import EVERY_SET, SCORE, Tiles, highest_chance, mask, rolls

from ai.agent import never
from ai.shut_the_box.exact import (
    InterruptedSolvingError,
    Rounds,
    least_scores,
    shut_chances,
    solution,
)
from ai.shut_the_box.tile_graph import graph_of


@pytest.mark.parametrize("scoring", ["digits", "sum"])
def test_least_scores_and_chances_to_shut_agree_with_exact_recursions(scoring: str) -> None:
    @cache
    def least(up: Tiles) -> Fraction:
        score = Fraction(SCORE[scoring](up))
        ends = [p * min(map(least, left), default=score) for p, left in rolls(up).values()]
        return sum(ends, Fraction(0)) if up else score

    for up in EVERY_SET:
        rank = graph_of(scoring).ranks[mask(up)]
        assert least_scores(scoring)[rank] == pytest.approx(float(least(up)), rel=1e-13)
        shut = highest_chance(up, 0, "sum")
        assert shut_chances(scoring)[rank] == pytest.approx(float(shut), 1e-13)


def test_a_stopped_solution_goes_on_when_asked_again() -> None:
    rounds, answers = Rounds(2, "sum", False), iter([False] * 99 + [True])
    with pytest.raises(InterruptedSolvingError):
        rounds.solve(lambda: next(answers))
    assert not rounds.solved
    rounds.solve(never)
    assert rounds.again == pytest.approx(solution(2, "sum", False, never).again, abs=1e-14)
