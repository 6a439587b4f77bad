"""The evaluation of FREE-O: what totals are worth, and how a hand may go on."""

from random import Random
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_o.features import features
from ai.free_o.heuristic import best_move, worth
from ai.free_o.totals import weight_of_a_point, win_probabilities
from ai.learned.network import Network
from ai.search.ismcts import HiddenHandEvaluator
from ai.search.mcts import UNLIMITED, Candidates
from boxtui.core import State
from boxtui.games.free_o.state import ENDED, PLAYING, FreeO


@final
class FreeOEvaluator(HiddenHandEvaluator):
    """The rule of thumb gives the priors and plays hands out; totals give the values.

    A network, if there is one, values a position after `further` more decisions instead, and the
    totals between hands.
    """

    def __init__(self, network: Network | None = None, further: int = 0) -> None:
        self.network = network
        self.further = further

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
        """Return shares after a few decisions by the rule of thumb, or at the end of the hand."""
        assert isinstance(state, FreeO)
        left = self.further if self.network is not None else UNLIMITED
        while not state.is_open():
            if state.phase != PLAYING:
                state.apply(state.random_move(rng))
            elif left:
                left -= 1
                state.apply(best_move(state.table, rng))
            else:
                break
        if state.phase == ENDED:
            return state.returns()
        if self.network is not None:
            return self.network.shares(features(state))
        return win_probabilities([int(total) for total in state.totals])
