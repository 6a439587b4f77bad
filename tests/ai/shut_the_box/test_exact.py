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
from ai.shut_the_box.tile_graph import TOP, graph_of


@pytest.mark.parametrize("scoring", ["digits", "sum"])
def test_the_least_score_and_the_highest_chance_to_shut_agree_with_exact_recursions(
    scoring: str,
) -> None:
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


@cache
def float_rolls() -> list[tuple[Tiles, list[tuple[float, list[int]]]]]:
    """Return every set before its supersets; rolls refer to the remaining sets by list index."""
    place = {up: n for n, up in enumerate(EVERY_SET)}
    return [
        (up, [(float(p), sorted(map(place.__getitem__, left))) for p, left in rolls(up).values()])
        for up in EVERY_SET
    ]


def a_turn(mover: int, ends: dict[int, list[float]], scoring: str) -> list[float]:
    """Return each seat's expected result of a turn scored by `ends`, with the best play for
    `mover`.
    """
    gets: list[list[float]] = []
    for up, its_rolls in float_rolls():
        end = ends[SCORE[scoring](up)]
        if not up:
            gets.append(end)
            continue
        got = [0.0] * len(end)
        for chance, left in its_rolls:
            best = gets[max(left, key=lambda n: gets[n][mover])] if left else end
            for seat, value in enumerate(best):
                got[seat] += chance * value
        gets.append(got)
    return gets[-1]


def a_round(
    seats: int, scoring: str, stakes: bool, again: list[float], played: Tiles = ()
) -> list[float]:
    """Return each seat's expected result of a round, after the scores `played` (STB-10 to STB-16).

    `again` is what a new round is worth to each seat.
    """

    @cache
    def from_seat(seat: int, lowest: int, holders: Tiles) -> list[float]:
        if stakes and lowest == 0 and holders:
            return [2.0 * (seats - 1) if holders == (n,) else -2.0 for n in range(seats)]
        if seat == seats and len(holders) > 1:
            return again
        if seat == seats:
            won, lost = (seats - 1.0, -1.0) if stakes else (1.0, 0.0)
            return [won if holders == (n,) else lost for n in range(seats)]
        ends: dict[int, list[float]] = {}
        for score in {SCORE[scoring](up) for up in EVERY_SET}:
            if not holders or score < lowest:
                ends[score] = from_seat(seat + 1, score, (seat,))
            elif score == lowest:
                ends[score] = from_seat(seat + 1, lowest, (*holders, seat))
            else:
                ends[score] = from_seat(seat + 1, lowest, holders)
        return a_turn(seat, ends, scoring)

    lowest = min(played, default=0)
    return from_seat(len(played), lowest, tuple(n for n, s in enumerate(played) if s == lowest))


@pytest.mark.parametrize(
    ("seats", "scoring", "stakes"), [(2, "sum", True), (3, "sum", False), (3, "sum", True)]
)
def test_the_value_of_a_round_is_a_fixed_point(seats: int, scoring: str, stakes: bool) -> None:
    """The fixed point, distinguishing who holds the lowest score (STB-11, STB-16)."""
    again = solution(seats, scoring, stakes, never).again
    worth = [2 * seats * value - 2 for value in again] if stakes else again
    assert a_round(seats, scoring, stakes, worth) == pytest.approx(worth, abs=1e-12)


@pytest.mark.parametrize("played", [(45,), (45, 45)])
def test_the_score_to_beat_may_be_one_that_no_turn_ends_with(played: Tiles) -> None:
    """`boxtui odds` takes every score that the scoring knows."""
    rounds = solution(3, "sum", False, never)
    assert graph_of("sum").stuck[TOP] == 0
    turn = rounds.turn(len(played), *rounds.standing(played))
    known = a_round(3, "sum", False, rounds.again, played)
    assert turn.values[TOP] == pytest.approx(known[len(played)], abs=1e-12)
    assert rounds.worth(turn.outcome(TOP), 2) == pytest.approx(known[2], abs=1e-12)


def test_a_stopped_solution_goes_on_when_asked_again() -> None:
    rounds, answers = Rounds(2, "sum", False), iter([False] * 99 + [True])
    with pytest.raises(InterruptedSolvingError):
        rounds.solve(lambda: next(answers))
    assert not rounds.solved
    rounds.solve(never)
    assert rounds.again == pytest.approx(solution(2, "sum", False, never).again, abs=1e-14)
