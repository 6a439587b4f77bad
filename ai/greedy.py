"""Agents that don't look ahead: a rule of thumb, and mixtures of agents."""

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import final

from ai.agent import Agent, Budget, Choice, Stop
from boxtui.core import BadOption, State, draw, fraction


@final
class GreedyAgent(Agent):
    """Plays the move that a rule of thumb rates highest, the lowest of equal ones.

    `worth` rates a legal move of a position; its figures only rank moves, so none is shown as
    a value.
    """

    def __init__(self, worth: Callable[[State, int], float]) -> None:
        self.worth = worth

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """The highest rated move; neither budget nor luck matters."""
        begun = perf_counter()
        moves = state.legal_moves()
        best = moves[0]
        highest = self.worth(state, best)
        for move in moves[1:]:
            rating = self.worth(state, move)
            if rating > highest:
                best, highest = move, rating
        return Choice(best, (), len(moves), perf_counter() - begun)


@final
class MixAgent(Agent):
    """Draws for each move anew which of its parts plays it.

    `parts` are (weight, agent); `BadOption` unless the weights are above 0 and add up to 1.
    """

    def __init__(self, parts: tuple[tuple[float, Agent], ...]) -> None:
        weights = [weight for weight, _ in parts]
        if not weights or min(weights) <= 0 or abs(sum(weights) - 1) > 1e-9:
            raise BadOption(f"The weights of a mixture are above 0 and add up to 1, not {weights}.")
        self.parts = parts

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """What the drawn part chooses, within the whole budget."""
        weights = [weight for weight, _ in self.parts]
        drawn = draw(range(len(weights)), weights, fraction(rng))
        return self.parts[drawn][1].choose(state, budget, rng, stop)
