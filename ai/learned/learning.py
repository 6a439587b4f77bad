"""How a game's networks are learned."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from ai.agent import Agent, Budget
from ai.learned.network import Network
from ai.learned.weights import FeatureSet
from boxtui.core import State


def _not_settled(state: State) -> list[float] | None:
    return None


@dataclass(frozen=True)
class Learning:
    """What a network learns, and how it is tested.

    Attributes:
        features: what the network sees.
        agent: returns an agent that plays by that network, or without one if None.
        budget: what that agent may spend on a move, in games that are learned from and in tests.
        seats: the numbers of players of the games to learn from; one of them is drawn for each.
        chunk: the number of games that take about a second.
        opens_at_random: whether these games begin with the roster's `opening`, as those of the
            arena do: without dice or a deal, the agents would repeat themselves.
        test_pairs: the most pairs of games that test a network against the previous best one.
    """

    features: FeatureSet
    agent: Callable[[Network | None], Agent]
    budget: Budget
    seats: tuple[int, ...]
    chunk: int
    opens_at_random: bool = field(default=False, kw_only=True)
    test_pairs: int = field(default=1000, kw_only=True)


@dataclass(frozen=True)
class ValueLearning(Learning):
    """How an evaluation is learned: from positions and what became of them.

    Attributes:
        see: returns the features of each seat in a position; none for a seat that is out.
        is_seen: whether the evaluation is asked about positions of that kind.
        settled: returns shares where a part of the game, such as a hand, has just ended: positions
            in that part are learned from these; None elsewhere. Without it, and after the last
            part, they are learned from the result of the game.
    """

    see: Callable[[State], list[list[float]]]
    is_seen: Callable[[State], bool]
    settled: Callable[[State], list[float] | None] = _not_settled


Example = tuple[list[list[float]], list[float]]
"""The features of each move of a decision, and what the move is worth to its player."""


@dataclass(frozen=True)
class PolicyLearning(Learning):
    """How a policy is learned: from what the moves of a decision are worth.

    Attributes:
        examples: yields decisions of a game between that many players, all of whom play by that
            policy, or without one if None.
    """

    examples: Callable[[Network | None, int, Random], Iterator[Example]]
