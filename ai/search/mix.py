"""Mixtures of agents: each move is played by one of them, drawn by its weight."""

from random import Random
from typing import final

from ai.agent import Agent, Budget, Choice, Stop
from ai.search.random import RandomAgent
from boxtui.core import State, sample_outcome, uniform


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
