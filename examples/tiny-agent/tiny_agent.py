"""Flat Monte Carlo: for every legal move, the mean result of random games that follow it.

B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE Transactions on Pattern
Analysis and Machine Intelligence 12 (1990).
"""

from random import Random
from statistics import fmean

from ai.agent import UNLIMITED, Budget, Choice, Considered, Stop
from boxtui.core import State

MOST_MOVES = 40
"""If there are more legal moves than this, only a random sample of them is tried."""


class FlatMonteCarlo:
    """Plays the move that wins most of its random games."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move; all random numbers come from `rng`, and `state` isn't changed."""
        seat, legal = state.current_player(), state.legal_moves()
        moves = rng.sample(legal, min(len(legal), MOST_MOVES))
        results: dict[int, list[float]] = {}
        limit = budget.iterations or UNLIMITED  # random games, all moves' together
        games = 0
        while games < limit and not (games and stop()):  # asks before each game but the first
            move = moves[games % len(moves)]
            end = state.after(move)
            end.play_out(rng)
            results.setdefault(move, []).append(end.returns()[seat])
            games += 1
        tried = [Considered(move, fmean(played), len(played)) for move, played in results.items()]
        tried.sort(key=lambda each: -each.value)
        return Choice(tried[0].move, tuple(tried), games)


def make(game: str) -> FlatMonteCarlo:
    """Return an agent for the game with that key; this one plays all of them."""
    return FlatMonteCarlo()
