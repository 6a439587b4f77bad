"""Naive strategies: what they are, and the agents that play them."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from ai.agent import Agent, Budget, Choice, Stop
from boxtui.core import State, uniform

Strategy = Callable[[Any, Sequence[int], Random], int]
"""Returns one of the legal moves of a position. It may use what the deciding seat sees and no more;
the random numbers break ties."""

Rating = Callable[[Any, int], tuple[float, ...]]
"""Rates a legal move of a position; ratings are compared number by number."""

Item = TypeVar("Item")


def highest(items: Iterable[Item], worth: Callable[[Item], Any], rng: Random) -> Item:
    """Return the item worth most; ties are broken at random."""
    rated = [(worth(item), item) for item in items]
    most = max(rating for rating, _ in rated)
    best = [item for rating, item in rated if rating == most]
    return best[int(uniform(rng) * len(best))]


def rated_by(rating: Rating) -> Strategy:
    """Return the strategy that plays the move rated highest."""

    def choose(state: State, moves: Sequence[int], rng: Random) -> int:
        return highest(moves, lambda move: rating(state, move), rng)

    choose.__doc__ = rating.__doc__
    return choose


def by_name(make: Callable[..., Strategy], *ideas: Callable[..., Any]) -> dict[str, Strategy]:
    """Return what `make` makes of each function, by the function's name with hyphens."""
    return {idea.__name__.replace("_", "-"): make(idea) for idea in ideas}


class StrategyAgent(Agent):
    """Plays a strategy; the budget is ignored, and nothing is considered."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        moves = state.legal_moves()
        return Choice(self.strategy(state, moves, rng), (), 1)
