"""Decisions of FREE-O from which the policy learns what moves are worth.

The policy plays against itself. Some of its decisions are examined: every move is played in the
same deals, with the same random numbers, and the policy plays the hand out. What a new policy
learns from that can be examined again: M. G. Lagoudakis and R. Parr, "Reinforcement learning as
classification", ICML (2003).
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from mypy_extensions import i64

from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.policy import move_features
from ai.free_o.win_probabilities import share_and_point
from ai.learned.learning import Example
from ai.learned.network import Network
from boxtui.core import OVER, drawn_seed, uniform
from boxtui.games.free_o.game import FREE_O
from boxtui.games.free_o.state import PLAYING, FreeO

EXAMINED: Final = 0.15
"""The fraction of the decisions between several moves that are examined."""

RANDOM_MOVES: Final = 0.1
"""How often a random move is played, so that positions are seen which good play avoids."""

DEALS: Final = 32
"""The number of deals in which a move is played."""

DECIDED: Final = 0.02
"""Positions in which the mover's share is nearer to 0 or 1 teach too little."""


def examples(policy: Network | None, seats: int, rng: Random) -> Iterator[Example]:
    """Yield examined decisions of one game; without a policy, the rule of thumb plays.

    Worths are in points of a hand, compared with the mean of the decision's moves.
    """
    evaluator = FreeOEvaluator(policy=policy)
    state = FREE_O.start({}, seats)
    assert isinstance(state, FreeO)
    while state.current_player() != OVER:
        moves = state.legal_moves()
        if state.phase == PLAYING and len(moves) > 1 and uniform(rng) < EXAMINED:
            share, point = share_and_point(list(state.totals), state.table.seat)
            if DECIDED < share < 1.0 - DECIDED:
                shares = _shares(state, moves, evaluator, rng)
                mean = sum(shares) / float(len(shares))
                yield (
                    [list(move_features(state.table, move)) for move in moves],
                    [(share - mean) / point for share in shares],
                )
        state.apply(_move(state, evaluator, rng))


def _shares(state: FreeO, moves: list[int], evaluator: FreeOEvaluator, rng: Random) -> list[float]:
    """Return the mover's mean share in all deals, for each move."""
    seat = state.table.seat
    sums = [0.0] * len(moves)
    for _ in range(DEALS):
        deal, seed = state.determinize(seat, rng), drawn_seed(rng)
        for at, move in enumerate(moves):
            sums[at] += evaluator.evaluate(deal.after(move), Random(seed))[seat]
    return [each / float(DEALS) for each in sums]


def _move(state: FreeO, evaluator: FreeOEvaluator, rng: Random) -> i64:
    if state.phase != PLAYING or uniform(rng) < RANDOM_MOVES:
        return state.random_move(rng)
    return evaluator.move(state.table, rng)
