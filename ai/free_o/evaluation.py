"""What is known of FREE-O: what totals are worth, and how a hand may go on."""

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
"""By the number of players, from two: the weight of a point over the root of how many points are
left up to 60 and these beyond them; with fewer left there are fewer hands to make it up in.

Logistic regressions of who won, on everybody's totals after each hand: 200 games each by rule of
thumb of two, three, four and six players, 2,465, 2,034, 1,822 and 1,596 hands. The weight of five
players wasn't measured: it is put halfway between those of four and six.
"""


@final
class FreeOEvaluator(HiddenHandEvaluator):
    """The rule of thumb says what is promising and plays hands out; totals say what comes of it."""

    def is_settled(self, state: State) -> bool:
        """At the end of a hand, before the next is dealt."""
        assert isinstance(state, FreeO)
        return state.is_open()

    def candidates(self, state: State, rng: Random) -> Candidates:
        """Every move, with the mover's share as it would be with so many points less."""
        assert isinstance(state, FreeO)
        moves = state.table.moves()
        totals = [int(total) for total in state.totals]
        share = win_probabilities(totals)[state.table.seat]
        slope = share * (1.0 - share) * weight_of_a_point(totals)
        priors = [min(max(share + slope * worth(state.table, each), 0.0), 1.0) for each in moves]
        return Candidates(vec[i64](moves), priors, True)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        """Shares by the totals after the hand, played out by rule of thumb."""
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
    """By how much a point fewer multiplies the odds to win, as a power of e (FRO-3)."""
    left = max(POINTS_TO_END - max(totals), 0)
    return WEIGHTS[len(totals) - SEATS.start] / sqrt(BEYOND + float(left))


def win_probabilities(totals: list[int]) -> list[float]:
    """What each seat may expect to win, by the totals between two hands (FRO-3)."""
    least, weight = min(totals), weight_of_a_point(totals)
    odds = [exp(weight * float(least - total)) for total in totals]
    every = sum(odds)
    return [each / every for each in odds]
