"""Stand-in until the agents land: every level plays at random."""

from ai.agent import Agent, Budget
from ai.random import RandomAgent


def agent_names(game: str) -> list[str]:
    """The levels."""
    return [f"level{n}" for n in range(1, 6)]


def player(game: str, spec: str) -> tuple[Agent, Budget, str]:
    """A random agent."""
    return RandomAgent(), Budget(), f"{spec}: stand-in"
