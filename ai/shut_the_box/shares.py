"""What each seat may expect in Shut-the-Box, exactly, from any position on."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ai.agent import Stop, never
from ai.shut_the_box.exact import Rounds, Turn, least_scores, solution
from ai.shut_the_box.tile_graph import TOP, first_best, graph_of
from boxtui.core import State
from boxtui.games.shut_the_box.state import ENDED, LAYING, ROLLING_FOR_FIRST, ShutTheBox
from boxtui.games.shut_the_box.tiles import WORST

KEPT_TURNS: Final = 256
"""The most solved turns that are kept in this process; each takes about 50 KB."""


def shares(state: State, stop: Stop = never) -> list[float]:
    """Return what each seat may expect of `returns` if every seat plays best from here on.

    Throws for the first turn (STB-13) count only once all are made: before, each seat is equally
    likely to begin. Raises InterruptedSolvingError if stopped before the game is solved.
    """
    assert isinstance(state, ShutTheBox)
    if state.phase == ENDED:
        return state.returns()
    if state.phase == LAYING:
        return _best(state, stop)
    if state.seats == 1:
        return [value_alone(state.scoring, graph_of(state.scoring).ranks[state.up])]
    rounds = solution(state.seats, state.scoring, state.stake > 0, stop)
    if state.phase == ROLLING_FOR_FIRST:
        outcome = turn_after(rounds, []).outcome(TOP)
        mean = sum([rounds.worth(outcome, turn) for turn in range(state.seats)]) / state.seats
        return [mean] * state.seats
    return _before_a_roll(state, rounds)


def value_alone(scoring: str, rank: int) -> float:
    """Return what a player alone may expect of `returns`, with the tiles of that rank up."""
    return 1 - least_scores(scoring)[rank] / WORST[scoring]


def solo_rating(state: State, share: float) -> float:
    """Return a share as reviews and practice count it: in a game alone, as a rating of the score.

    There, a share is linear in the score. The largest possible score is so much above all usual
    ones that all shares would be close to 1. So a shut box is worth 1, the mean of the best play
    from the start 1/2, and twice that score 1/3.
    """
    assert isinstance(state, ShutTheBox)
    if state.seats > 1:
        return share
    mean = least_scores(state.scoring)[TOP]
    return mean / (mean + (1 - share) * WORST[state.scoring])


def scores_so_far(state: ShutTheBox) -> list[int]:
    """Return the final scores of this round's earlier turns, in the order of turns."""
    turns = (state.seat - state.first) % state.seats
    return [state.scores[seat] for seat in state.turn_order()[:turns]]


def _best(state: ShutTheBox, stop: Stop) -> list[float]:
    """Return the shares after the mover's best set, the lowest of equal ones."""
    found = [shares(state.after(move), stop) for move in state.legal_moves()]
    return found[first_best([each[state.seat] for each in found])]


def _before_a_roll(state: ShutTheBox, rounds: Rounds) -> list[float]:
    """Return the shares of two or more seats before a roll to play with."""
    scores = scores_so_far(state)
    turn = turn_after(rounds, scores)
    worths = rounds.worths(turn.outcome(rounds.tiles.ranks[state.up]), scores)
    found = [0.0] * state.seats
    for at, seat in enumerate(state.turn_order()):
        found[seat] = worths[at]
    return found


def turn_after(rounds: Rounds, scores: Sequence[int]) -> Turn:
    """Return the solved turn that follows these final scores, in the order of turns."""
    place, tied = rounds.standing(scores)
    return _turn_at(rounds, len(scores), place, tied)


@lru_cache(KEPT_TURNS)
def _turn_at(rounds: Rounds, turn: int, place: int, tied: bool) -> Turn:
    return rounds.turn(turn, place, tied)
