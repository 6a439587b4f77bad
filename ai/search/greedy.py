"""The agent that doesn't look ahead: it plays by a rule of thumb."""

from collections.abc import Callable
from random import Random
from typing import final

from ai.agent import Agent, Budget, Choice, Stop
from boxtui.core import State, uniform


@final
class GreedyAgent(Agent):
    """Plays the move that a rule of thumb rates highest; ties are broken at random.

    `worth` rates a legal move of a position. Its figures only rank moves, so none is shown as a
    value. Ties are random because moves against different players often rate equal, and the first
    of them would always be against the same player.
    """

    def __init__(self, worth: Callable[[State, int], float]) -> None:
        self.worth = worth

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return one of the highest rated moves; the budget is ignored.

        Each legal move counts as an iteration.
        """
        moves = state.legal_moves()
        ratings = [self.worth(state, move) for move in moves]
        highest = max(ratings)
        best = [move for move, rating in zip(moves, ratings) if rating == highest]
        move = best[int(uniform(rng) * len(best))]
        return Choice(move, (), len(moves))
