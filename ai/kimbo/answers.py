"""What positions of Kimbo are worth after the next player's answer.

A fence is worth what it still does once the next player has moved one, too. So a throw is played by
the moves that gain most, the next player moves the fence that looks best, and what that player's
throws lead to is evaluated.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, final

from ai.kimbo.distance_cache import to_go
from ai.kimbo.evaluation import KimboEvaluator, win_probabilities
from ai.kimbo.fences import FenceScores, rounded
from boxtui.core import drawn_seed, uniform
from boxtui.games.kimbo.moves import KEEP, fence_move, slots_of
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.state import ENDED, ROLLING, Kimbo
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES

SIXTHS: Final = ((32, 54, 61), (21, 33, 44, 65))
THIRDS: Final = (
    (21, 32, 33, 44, 54, 61, 65),
    (11, 31, 42, 52, 53, 64, 66),
    (22, 41, 43, 51, 55, 62, 63),
)
"""All throws of two dice in three parts with the same probability, and the two halves of the first.

In each part the dice show every number equally often, and no two throws have the same sum.
"""

ANSWER_SLOTS: Final = 12
"""The number of slots in which an answer is tried."""

PROBABILITIES: Final = dict(zip(TWO_DICE, TWO_DICE_PROBABILITIES))


@final
class Answers:
    """Values after answers, for one decision.

    `evaluator` has begun there. All answers break ties alike, so the values don't depend on their
    order; `rng` says how.

    Attributes:
        found: the number of answers found so far.
    """

    def __init__(self, evaluator: KimboEvaluator, rng: Random) -> None:
        self.found = 0
        self._evaluator = evaluator
        self._rng = rng
        self._tie_seed = drawn_seed(rng)

    def after_throws(self, state: Kimbo, throws: Sequence[int]) -> list[float]:
        """Return the mean of the shares after these throws, each of which is answered.

        The mean after an answer is over one of `THIRDS`, which take turns.
        """
        if state.phase == ENDED:
            return state.returns()
        rolled = [state.after(throw) for throw in throws]
        # The scores use distances that the cache keeps only until there is an answer.
        scores = [self._play_out(each) for each in rolled]
        shares = [
            self._after_answer(each, scores[at], THIRDS[at % len(THIRDS)])
            for at, each in enumerate(rolled)
        ]
        return _mean(shares, throws)

    def _after_answer(
        self, state: Kimbo, scores: FenceScores | None, throws: Sequence[int]
    ) -> list[float]:
        """Return the mean of the shares after the answer and these throws."""
        if scores is None:
            return state.returns()
        answer = self._answered(state, scores)
        shares = [self._evaluator.evaluate(answer.after(throw), self._rng) for throw in throws]
        return _mean(shares, throws)

    def answer(self, state: Kimbo) -> Kimbo:
        """Return the position before the next throw, or the end of the game if it comes first.

        The dice on the table are played, and the end of the turn is answered; `state` is played on.
        """
        if state.phase == ROLLING:
            return state
        scores = self._play_out(state)
        return state if scores is None else self._answered(state, scores)

    def _play_out(self, state: Kimbo) -> FenceScores | None:
        """Play the turn to its end; return what fences are then worth, None if the game is over."""
        self._evaluator.play_out(state)
        return None if state.phase == ENDED else self._evaluator.fence_scores(state.table)

    def _answered(self, state: Kimbo, scores: FenceScores) -> Kimbo:
        self.found += 1
        return state.after(self._best_fence(state.table, scores, Random(self._tie_seed)))

    def _best_fence(self, table: KimboTable, scores: FenceScores, rng: Random) -> int:
        """Return the fence's move that looks best, or `KEEP`."""
        least_used = scores.own_fences(rng)[0]
        best, most = KEEP, self._share(table)
        for slot in scores.useful_slots(ANSWER_SLOTS, rng):
            move = int(fence_move(least_used, slot))
            share = self._share(_fenced(table, move))
            if share > most:
                best, most = move, share
        return best

    def _share(self, table: KimboTable) -> float:
        """Return the mover's share by the dice that are left alone, without rounding errors."""
        shares = win_probabilities(to_go(table, self._evaluator.dice(table)))
        return rounded(shares[table.seat])


def _fenced(table: KimboTable, move: int) -> KimboTable:
    after = table.clone()
    taken, put = slots_of(move)
    after.move_fence(taken, put)
    return after


def a_third(rng: Random) -> list[int]:
    """Return the first of `THIRDS` with the numbers of the dice exchanged at random."""
    numbers = list(range(1, 7))
    for at in range(len(numbers)):
        other = at + int(uniform(rng) * (len(numbers) - at))
        numbers[at], numbers[other] = numbers[other], numbers[at]
    exchanged = [(numbers[throw // 10 - 1], numbers[throw % 10 - 1]) for throw in THIRDS[0]]
    return [10 * max(pair) + min(pair) for pair in exchanged]


def probability(throws: Sequence[int]) -> float:
    """Return the probability that one of these throws comes up."""
    return sum([PROBABILITIES[throw] for throw in throws])


def _mean(shares: list[list[float]], throws: Sequence[int]) -> list[float]:
    """Return the mean of the shares after each of these throws, weighted by probabilities."""
    total = probability(throws)
    weights = [PROBABILITIES[throw] / total for throw in throws]
    return [
        sum([weight * each[seat] for weight, each in zip(weights, shares)])
        for seat in range(len(shares[0]))
    ]
