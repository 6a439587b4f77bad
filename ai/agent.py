"""What an agent is, and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, runtime_checkable

from boxtui.core import State

HUMAN: Final = "human"
"""The player of a seat that a person plays; any other is an agent's name."""


@dataclass(frozen=True)
class Budget:
    """What an agent may spend on one choice: search iterations or nodes, and plies looked ahead.

    Never seconds: the same budget is the same strength on every machine. 0 is no limit of that
    kind; an agent uses the kind that it knows.
    """

    iterations: int = 0
    depth: int = 0


@dataclass(frozen=True)
class Considered:
    """A move that was looked at: its value to the mover in 0..1, and how often it was visited."""

    move: int
    value: float
    visits: int


@dataclass(frozen=True)
class Choice:
    """The move chosen, what was considered (best first), iterations and seconds spent."""

    move: int
    considered: tuple[Considered, ...]
    iterations: int
    seconds: float


Stop = Callable[[], bool]
"""Asked every few iterations: True once the agent is to answer with its best so far."""


class Agent(Protocol):
    """An opponent: it decides for `state.current_player()`, and sees only what that seat knows."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """One of `state.legal_moves()`, drawing all its luck from `rng`; `state` stays as it is."""
        ...


@runtime_checkable
class Rater(Protocol):
    """An agent that can say what any move is worth, whether it would choose that move or not."""

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """The legal `move` with its value, all of `budget` spent on what may follow it.

        So moves are compared fairly by asking about each with the same budget and equal `rng`s.
        """
        ...


AgentFactory = Callable[[str], Agent]
"""Makes an agent for the game with that key; plugins give one in the group `boxtui.agents`."""


def never() -> bool:
    """The stop flag of a search that nobody cuts short."""
    return False
