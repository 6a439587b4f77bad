"""The evaluator of Kimbo that tries moves and takes means over throws."""

from random import Random

import pytest
from kimbo_play import begun, decisions
from kimbo_slow_distances import exact

from ai.kimbo.candidates import FenceScores
from ai.kimbo.evaluation import KimboEvaluator
from ai.kimbo.one_turn import OneTurnEvaluator, Width
from boxtui.games.kimbo.moves import KEEP
from boxtui.games.kimbo.state import FENCING, ROLLING
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES


def evaluator(pieces: int = 2) -> OneTurnEvaluator:
    return OneTurnEvaluator(KimboEvaluator(), Width(6, 1, 2), Width(3, 0, 1), pieces)


@pytest.mark.parametrize("seats", [2, 4])
def test_before_a_throw_the_value_is_the_mean_over_throws(seats: int) -> None:
    state, tries = begun(seats), evaluator()
    tries.begin(state)
    state.play(KEEP)
    assert state.phase == ROLLING
    outcomes = [tries.evaluate(state.after(throw), Random(1)) for throw in TWO_DICE]
    for seat, share in enumerate(tries.evaluate(state, Random(1))):
        mean = sum(odds * each[seat] for odds, each in zip(TWO_DICE_PROBABILITIES, outcomes))
        assert share == pytest.approx(mean)


def test_more_moves_tried_after_a_throw_are_never_worth_less_to_the_mover() -> None:
    for state in decisions(10):
        if state.phase not in (FENCING, ROLLING):
            worth = []
            for pieces in (1, 3, 9):
                tries = evaluator(pieces)
                tries.begin(state)
                worth.append(tries.evaluate(state.clone(), Random(1))[state.table.seat])
            assert worth == sorted(worth)


def test_the_fence_tried_first_is_worth_at_least_that_rated_first() -> None:
    for state in [each for each in decisions(15) if each.phase == FENCING][:3]:
        tries = evaluator()
        tries.begin(state)
        first = tries.candidates(state, Random(1)).moves[0]
        table = state.table
        rated = FenceScores(table, exact(table), None).moves(Random(1))[0][1]
        tried, seen = (tries.evaluate(state.after(each), Random(1)) for each in (first, rated))
        assert tried[table.seat] >= seen[table.seat] - 0.02


def test_the_worth_of_a_turn_raises_the_movers_share_only() -> None:
    state = begun(3)
    shares = []
    for worth in (0.0, 3.0):
        ends = KimboEvaluator(turn_worth=worth)
        ends.begin(state)
        shares.append(ends.evaluate(state.clone(), Random(1)))
    for seat in range(3):
        assert (shares[1][seat] > shares[0][seat]) == (seat == state.table.seat)
