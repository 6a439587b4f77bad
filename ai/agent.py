"""The interface of agents: what they are given and what they answer."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, runtime_checkable

from boxtui.core import State

HUMAN: Final = "human"
"""The player of a seat that a person plays; any other name is an agent's."""

UNLIMITED: Final = 1 << 60
"""More than any search spends: what a limit of 0 stands for."""


@dataclass(frozen=True)
class Budget:
    """What an agent may spend on one choice.

    Never seconds, so the same budget gives the same strength on every machine. 0 means no limit. An
    agent ignores the limits that it doesn't use.

    Attributes:
        iterations: search iterations or nodes.
        depth: plies looked ahead.
    """

    iterations: int = 0
    depth: int = 0


@dataclass(frozen=True)
class Considered:
    """A move that was considered.

    Attributes:
        value: its value to the mover, in 0..1.
        visits: the number of visits to it.
        shares: each seat's share of a win after it; empty if the agent doesn't say.
    """

    move: int
    value: float
    visits: int
    shares: tuple[float, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An agent's answer.

    Attributes:
        move: the move chosen.
        considered: legal moves that were considered, at most 10,000, best first; empty if the agent
            has no values for them.
        iterations: the number of iterations spent, by which searches are tested and measured.
    """

    move: int
    considered: tuple[Considered, ...]
    iterations: int


Stop = Callable[[], bool]
"""Called every few iterations; returns True once the agent should answer with its best so far."""


class StoppedTooEarly(Exception):
    """Raised by an agent that was stopped before it had any answer.

    The message ends a sentence that begins with the agent's name.
    """


class Agent(Protocol):
    """An opponent: decides for `state.current_player()` and sees only what that seat knows."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return one of `state.legal_moves()`.

        All random numbers come from `rng`; `state` is not changed.
        """
        ...


@runtime_checkable
class Rater(Protocol):
    """An agent that can evaluate any legal move, whether it would choose that move or not."""

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the legal `move` with its value, as the first of those considered.

        At most `budget` is spent on what may follow the move; agents whose values are exact, or
        always cost the same, may ignore it. To compare moves fairly, evaluate each with the same
        budget and with equal `rng`s.
        """
        ...


AgentFactory = Callable[[str], Agent]
"""Makes an agent for the game with that key; plugins provide one in the group `boxtui.agents`."""


def never() -> bool:
    """Return False: the stop flag of a search that is never cut short."""
    return False
