"""Agents that don't look ahead: by a rule of thumb, at random, and mixtures of agents."""

from collections.abc import Callable
from random import Random
from typing import final

from ai.agent import Agent, Budget, Choice, Stop
from boxtui.core import State, sample_outcome, uniform


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


@final
class RandomAgent(Agent):
    """Plays one of the legal moves, drawn as the game draws them."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return a random move; nothing is considered."""
        return Choice(state.random_move(rng), (), 1)


@final
class MixAgent(Agent):
    """Draws, for each move, which of its parts plays it.

    `parts` are (weight, agent); the weights are above 0 and add up to 1.
    """

    def __init__(self, parts: tuple[tuple[float, Agent], ...]) -> None:
        self.parts = parts

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return what the drawn part chooses within the whole budget."""
        weights = [weight for weight, _ in self.parts]
        drawn = sample_outcome(range(len(weights)), weights, uniform(rng))
        return self.parts[drawn][1].choose(state, budget, rng, stop)


def or_random(part: float, agent: Agent) -> Agent:
    """Return an agent that plays that part of its moves like another one, and the rest at random.

    `part` is above 0 and below 1.
    """
    return MixAgent(((1.0 - part, RandomAgent()), (part, agent)))
