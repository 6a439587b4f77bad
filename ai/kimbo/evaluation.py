"""The evaluation of Kimbo: who is nearer HOME, and which moves are worth trying."""

from math import exp
from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distance_cache import DICE_A_TURN, DistanceCache, is_last, to_go
from ai.kimbo.features import features
from ai.kimbo.fences import FenceScores, rounded
from ai.kimbo.gains import best_move, rated_moves
from ai.kimbo.square_dice import SquareDice
from ai.kimbo.threats import Reach, expected_losses
from ai.learned.network import Network
from ai.search.mcts import Candidates, Evaluator
from boxtui.core import State, uniform
from boxtui.games.kimbo.moves import KEEP, fence_move, slots_of
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.state import ENDED, FENCING, MOVING, MOVING_SECOND, Kimbo

SCALE: Final = 18.0
"""Being this many dice behind divides the odds to win by e.

From a logistic regression of who won on the dice that each seat had to go: 10,905 positions of
1,011 games between two searches of 4 iterations per move. Pieces HOME, and fences away or in a
start area, added hardly anything.
"""

TURN_WORTH: Final = 2.0
"""What it is worth to be the seat that moves a fence next, in dice.

Values after two throws end before the opponent's turn for moves of pieces, and before the mover's
own for fences. With this worth, a fence's value is the mean of the values of the rolls that follow:
it was 0.004 ± 0.005 higher in 134 cases (0.028 ± 0.004 higher with 3 dice).
"""


@final
class KimboEvaluator(Evaluator):
    """Evaluates by a network, or else by distances and threats.

    With `fences` False, no fence is ever moved. Without a network, the seat whose turn it is has
    `turn_worth` dice less to go, because it moves a fence first.
    """

    def __init__(
        self, fences: bool = True, network: Network | None = None, turn_worth: float = 0.0
    ) -> None:
        self.fences = fences
        self.network = network
        self.turn_worth = turn_worth
        self._distance_cache: DistanceCache | None = None
        self._reach = Reach()

    def begin(self, state: State) -> None:
        """Forget the distances and threats of an earlier search."""
        assert isinstance(state, Kimbo)
        self._distance_cache = DistanceCache(state.table)
        self._reach.forget()

    def candidates(self, state: State, rng: Random) -> Candidates:
        """Return a few dozen fence moves before the roll, then every move; best first."""
        assert isinstance(state, Kimbo)
        if state.phase != FENCING:
            rated = rated_moves(state.table, self.dice(state.table))
        elif self.fences:
            rated = self.fence_scores(state.table).moves(rng)
        else:
            rated = [(0.0, KEEP)]
        share = win_probabilities(to_go(state.table, self.dice(state.table)))[state.table.seat]
        slope = share * (1.0 - share) / SCALE  # what a die adds to the mover's share
        usual = DICE_A_TURN if state.phase == MOVING else 0.0
        priors = [min(max(share + slope * (gain - usual), 0.0), 1.0) for gain, _ in rated]
        return Candidates(vec[i64]([move for _, move in rated]), priors, state.phase != FENCING)

    def fence_scores(self, table: KimboTable) -> FenceScores:
        """Return what fences are worth."""
        assert self._distance_cache is not None
        seats = range(len(table.sides))
        is_any_last = any(is_last(table, seat) for seat in seats)
        last = self._distance_cache.last_distances(table) if is_any_last else None
        return FenceScores(table, self._distance_cache.distances(table), last)

    def dice(self, table: KimboTable) -> list[SquareDice]:
        """Return for each seat, by square, the dice that its pieces need to get HOME."""
        assert self._distance_cache is not None
        return self._distance_cache.dice(table)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        """Return a share per seat, after playing the turn to its end."""
        assert isinstance(state, Kimbo)
        self.play_out(state)
        if state.phase == ENDED:
            return state.returns()
        dice = self.dice(state.table)
        if self.network is not None:
            return self.network.shares(features(state.table, dice))
        losses = expected_losses(state.table, dice, self._reach)
        losses[state.table.seat] -= self.turn_worth
        return win_probabilities(
            [left + lost for left, lost in zip(to_go(state.table, dice), losses)]
        )

    def by_evaluation(self, state: Kimbo, moves: list[int], rng: Random) -> list[tuple[float, int]]:
        """Return moves after the mover's share if the next turn began at once; best first.

        Equal ones are in random order.
        """
        seat = state.table.seat
        rated = [(self.evaluate(state.after(move), rng)[seat], move) for move in moves]
        return _in_order(rated, rng)

    def fences_by_evaluation(
        self, state: Kimbo, slots: int, slots_of_every_fence: int, rng: Random
    ) -> list[tuple[float, int]]:
        """Return fences' moves and `KEEP`, as `by_evaluation` does.

        The fence that is used least is put into the best slots, and every fence into the first of
        them.
        """
        scores = self.fence_scores(state.table)
        own = scores.own_fences(rng)
        puts = [int(fence_move(own[0], slot)) for slot in scores.best_slots(slots, rng)]
        rated = self.by_evaluation(state, puts, rng)
        others = [KEEP]
        for _, move in rated[:slots_of_every_fence]:
            _, slot = slots_of(move)
            others += [int(fence_move(one, slot)) for one in own[1:]]
        return _in_order(rated + self.by_evaluation(state, others, rng), rng)

    def play_out(self, state: Kimbo) -> None:
        """Play the dice on the table by the moves that gain most."""
        while state.phase == MOVING or state.phase == MOVING_SECOND:
            state.apply(best_move(state.table, self.dice(state.table)))


def _in_order(rated: list[tuple[float, int]], rng: Random) -> list[tuple[float, int]]:
    """Return moves, each after its value, best first; equal ones in random order."""
    lots = sorted([(-rounded(value), uniform(rng), at) for at, (value, _) in enumerate(rated)])
    return [rated[at] for _, _, at in lots]


def win_probabilities(dice: list[float]) -> list[float]:
    """Return each seat's chance to win, by the dice that it has to go."""
    least = min(dice)
    odds = [exp((least - each) / SCALE) for each in dice]
    total = sum(odds)
    return [each / total for each in odds]
