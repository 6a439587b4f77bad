"""The judge of what Kimbo's level 5 loses: its values, but of more moves and after all throws.

Level 5's search ends after about 160 answers, however many iterations it may use. This one finds
about 40 times as many.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, final

from ai.agent import Agent, Budget, Choice, Considered, Stop
from ai.kimbo.answers import Answers
from ai.kimbo.evaluation import TURN_WORTH, KimboEvaluator
from boxtui.core import State
from boxtui.games.kimbo.state import FENCING, Kimbo
from boxtui.games.shared.dice import TWO_DICE

SLOTS: Final = 200
SLOTS_OF_EVERY_FENCE: Final = 20
"""The number of slots in which one fence, and then every fence, is rated by the evaluation."""


@final
class WideAgent(Agent):
    """Values every move of a piece, or about 300 fences; the budget is ignored."""

    def __init__(self) -> None:
        self._evaluator = KimboEvaluator(turn_worth=TURN_WORTH)

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        assert isinstance(state, Kimbo)
        self._evaluator.begin(state)
        moves = state.legal_moves()
        if state.phase == FENCING:
            fences = self._evaluator.fences_by_evaluation(state, SLOTS, SLOTS_OF_EVERY_FENCE, rng)
            moves = [move for _, move in fences]
        return self._valued(state, moves, rng)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return that move with its value."""
        assert isinstance(state, Kimbo)
        self._evaluator.begin(state)
        return self._valued(state, [move], rng)

    def _valued(self, state: Kimbo, moves: Sequence[int], rng: Random) -> Choice:
        """Return these moves after all throws, best first."""
        seat = state.table.seat
        answers, found = Answers(self._evaluator, rng), []
        for move in moves:
            position = answers.answer(state.after(move))
            value = answers.after_throws(position, TWO_DICE)[seat]
            found.append(Considered(move, value, len(TWO_DICE)))
        found.sort(key=lambda each: -each.value)
        return Choice(found[0].move, tuple(found), answers.found)
