"""The agent that plays any legal move."""

from random import Random
from typing import final

from ai.agent import Agent, Budget, Choice, Stop
from boxtui.core import State


@final
class RandomAgent(Agent):
    """Plays one of the legal moves, drawn as the game draws them."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return a random move; nothing is considered."""
        return Choice(state.random_move(rng), (), 1)
