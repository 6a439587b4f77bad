"""The evaluation of FREE-O: what totals are worth, and how a hand may go on."""

from math import exp, sqrt
from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_o.heuristic import best_move, worth
from ai.search.ismcts import HiddenHandEvaluator
from ai.search.mcts import Candidates
from boxtui.core import State
from boxtui.games.free_o.deck import SEATS
from boxtui.games.free_o.state import ENDED, PLAYING, POINTS_TO_END, FreeO

WEIGHTS: Final = (0.3, 0.6, 0.8, 0.85, 0.9)
BEYOND: Final = 5.0
"""A point weighs `WEIGHTS` (by the number of players, from two) over the root of the points left up
to 60 plus `BEYOND`. With fewer points left there are fewer hands in which to catch up.

From logistic regressions of who won on all totals after each hand: 200 games by rule of thumb each
of two, three, four and six players; 2,465, 2,034, 1,822 and 1,596 hands. The weight for five
players wasn't measured; it is halfway between those for four and six.
"""


@final
class FreeOEvaluator(HiddenHandEvaluator):
    """The rule of thumb gives the priors and plays hands out; totals give the values."""

    def is_settled(self, state: State) -> bool:
        """Whether a hand has ended and the next has not been dealt."""
        assert isinstance(state, FreeO)
        return state.is_open()

    def candidates(self, state: State, rng: Random) -> Candidates:
        """Return every move; its prior is the mover's share, adjusted by the move's worth."""
        assert isinstance(state, FreeO)
        moves = state.table.moves()
        totals = [int(total) for total in state.totals]
        share = win_probabilities(totals)[state.table.seat]
        slope = share * (1.0 - share) * weight_of_a_point(totals)
        priors = [min(max(share + slope * worth(state.table, each), 0.0), 1.0) for each in moves]
        return Candidates(vec[i64](moves), priors, True)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        """Return shares by the totals after the hand, which is played out by the rule of thumb."""
        assert isinstance(state, FreeO)
        while not state.is_open():
            if state.phase == PLAYING:
                state.apply(best_move(state.table, rng))
            else:
                state.apply(state.random_move(rng))
        if state.phase == ENDED:
            return state.returns()
        return win_probabilities([int(total) for total in state.totals])


def weight_of_a_point(totals: list[int]) -> float:
    """Return the logarithm of the factor by which one point less raises the odds to win (FRO-3)."""
    left = max(POINTS_TO_END - max(totals), 0)
    return WEIGHTS[len(totals) - SEATS.start] / sqrt(BEYOND + float(left))


def win_probabilities(totals: list[int]) -> list[float]:
    """Return each seat's chance to win, by the totals between two hands (FRO-3)."""
    least, weight = min(totals), weight_of_a_point(totals)
    odds = [exp(weight * float(least - total)) for total in totals]
    every = sum(odds)
    return [each / every for each in odds]
