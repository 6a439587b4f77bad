"""Flat Monte Carlo: for every legal move, the mean result of random games that follow it.

B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE Transactions on Pattern
Analysis and Machine Intelligence 12 (1990).
"""

from random import Random

from ai.agent import Budget, Choice, Considered, Stop
from boxtui.core import OVER, State

GAMES_PER_MOVE = 10
"""Random games per move if the budget sets no number of iterations."""

MOST_MOVES = 40
"""If there are more legal moves than this, a random sample is tried."""


class FlatMonteCarlo:
    """Plays the move that wins most of its random games."""

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move; all random numbers come from `rng`, and `state` isn't changed."""
        seat, moves = state.current_player(), state.legal_moves()
        if len(moves) > MOST_MOVES:
            moves = rng.sample(moves, MOST_MOVES)
        totals = dict.fromkeys(moves, 0.0)
        rounds = 0
        limit = -(-budget.iterations // len(moves)) or GAMES_PER_MOVE
        while rounds < limit and not (rounds and stop()):
            for move in moves:
                totals[move] += played_out(state.after(move), rng).returns()[seat]
            rounds += 1
        ranked = sorted(moves, key=lambda move: -totals[move])
        considered = tuple(Considered(move, totals[move] / rounds, rounds) for move in ranked)
        return Choice(ranked[0], considered, rounds * len(moves))


def played_out(state: State, rng: Random) -> State:
    """Play random moves in `state` to the end of the game, and return it."""
    while state.current_player() != OVER:
        state.apply(state.random_move(rng))
    return state


def make(game: str) -> FlatMonteCarlo:
    """Return an agent for the game with that key; this one plays all of them."""
    return FlatMonteCarlo()
