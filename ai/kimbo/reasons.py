"""Explanations of why one move is worse than another in Kimbo: dice, captures and their chances."""

from math import inf
from typing import Final

from librt.vecs import vec

from ai.kimbo.distance_cache import DistanceCache, is_last
from ai.kimbo.threats import threats
from ai.shared.reasons import Merits, with_conclusion
from boxtui.core import CHANCE, OVER, State
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import KEEP, PASS, corners_of, count_of, end_of
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, square_text
from boxtui.games.kimbo.state import FENCING, Kimbo

TELLING: Final = 0.05
"""The least difference in dice that is worth a sentence."""

MUCH: Final = 0.5
"""The dice that another move must gain more, for a hint to compare the best one with it."""


def reasons(state: State, move: int, best: int) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    For fences they say how many dice away each side then is. For pieces they say what they gain,
    which pieces they capture, and the chance that an opponent's next throw can capture the piece
    that moved. That chance depends only on paths and counts, so it is too high by a throw if a rule
    forbids a capture. On a best move alone, they compare a fence with how it is now, and a piece's
    move with one that gains much more. Both must be legal moves of `state`.
    """
    assert isinstance(state, Kimbo)
    distance_cache = DistanceCache(state.table)
    if state.phase == FENCING:
        if move == best:
            return [_changed_by_fence(state, distance_cache, best)]
        fences = [_described_fence(state, distance_cache, each) for each in (move, best)]
        return with_conclusion(fences)
    other = _gaining_more(state, distance_cache, best) if move == best else move
    moves = [best] if other == best else [other, best]
    told = with_conclusion([_described_piece(state, distance_cache, each) for each in moves])
    if move != best or other == best:
        return told
    return [told[1], f"The move that gains most: {told[0]}", *told[2:]]


def _described_fence(
    state: Kimbo, distance_cache: DistanceCache, move: int
) -> tuple[str, str, Merits]:
    """Return how far each side is from HOME after a fence move."""
    own, theirs = _dice_to_go(state.after(move).table, distance_cache, state.table.seat)
    need = f"you need about {own:.1f} dice to get HOME, {_whose(state)} {theirs:.1f}"
    return _after_fence(state, move), f", {need}.", (round(theirs - own, 1),)


def _changed_by_fence(state: Kimbo, distance_cache: DistanceCache, move: int) -> str:
    """Return how far each side is from HOME after a fence move, and what that changes."""
    seat = state.table.seat
    own, theirs = _dice_to_go(state.after(move).table, distance_cache, seat)
    own_before, theirs_before = _dice_to_go(state.table, distance_cache, seat)
    need = f"you need about {_changed(own, own_before)} dice to get HOME"
    return (
        f"{_after_fence(state, move)}, {need}, {_whose(state)} {_changed(theirs, theirs_before)}."
    )


def _changed(now: float, before: float) -> str:
    return f"{now:.1f}" if now == before else f"{now:.1f} instead of {before:.1f}"


def _after_fence(state: Kimbo, move: int) -> str:
    return "With the fences left as they are" if move == KEEP else f"After {state.move_text(move)}"


def _whose(state: Kimbo) -> str:
    return "your opponent" if state.seats == 2 else "the nearest opponent"


def _dice_to_go(
    table: KimboTable, distance_cache: DistanceCache, mover: int
) -> tuple[float, float]:
    """Return the dice that the mover and the nearest opponent need, to one decimal."""
    dice = distance_cache.dice(table)
    rivals = [seat for seat in range(len(dice)) if seat != mover]
    theirs = min([_to_go(table, dice, seat) for seat in rivals])
    return round(_to_go(table, dice, mover), 1), round(theirs, 1)


def _gaining_more(state: Kimbo, distance_cache: DistanceCache, best: int) -> int:
    """Return the move that gains most if that is much more than the best one gains, or `best`.

    It must be by the same die or dice: a move by the other die may follow in the same turn.
    """
    most, gained = best, _gained(state, distance_cache, best) + MUCH
    rivals = [move for move in state.legal_moves() if count_of(move) == count_of(best)]
    for move in rivals:
        if (gain := _gained(state, distance_cache, move)) > gained:
            most, gained = move, gain
    return most


def _gained(state: Kimbo, distance_cache: DistanceCache, move: int) -> float:
    return 0.0 if move == PASS else _nearer(state, distance_cache, state.after(move))[1]


def _to_go(table: KimboTable, dice: list[vec[float]], seat: int) -> float:
    places = range(seat * PIECES, (seat + 1) * PIECES)
    return sum([dice[seat][table.pieces[at]] for at in places])


def _described_piece(
    state: Kimbo, distance_cache: DistanceCache, move: int
) -> tuple[str, str, Merits]:
    """Return what a piece gains, captures and risks."""
    said = state.move_text(move)
    if move == PASS:
        return "Passing", " gains nothing.", (0.0, 0.0, 0.0)
    after = state.after(move)
    nearer, gained = _nearer(state, distance_cache, after)
    captures = sum([corner > 0 for corner in corners_of(move)])
    captured = ("", " and captures a piece", " and captures two pieces")[captures]
    risked, chance = _risked(state, after, move)
    return said, f" {nearer}{captured}{risked}.", (gained, float(captures), -chance)


def _nearer(state: Kimbo, distance_cache: DistanceCache, after: Kimbo) -> tuple[str, float]:
    """Return how much nearer HOME the mover's pieces get.

    There is no figure once only one piece is left, because its distances aren't comparable.
    """
    seat = state.table.seat
    if after.current_player() == OVER:
        return "wins", inf
    if is_last(after.table, seat) and not is_last(state.table, seat):
        return "leaves one piece to bring HOME", inf
    before = _to_go(state.table, distance_cache.dice(state.table), seat)
    gained = before - _to_go(after.table, distance_cache.dice(after.table), seat)
    if abs(gained) < TELLING:
        return "brings you no nearer HOME", 0.0
    dice = f"about {abs(gained):.1f} dice"
    way = f"brings you {dice} nearer to" if gained > 0 else f"takes you {dice} further from"
    return f"{way} HOME", round(gained, 1)


def _risked(state: Kimbo, after: Kimbo, move: int) -> tuple[str, float]:
    """Return how likely the next seat's throw can capture the piece where it now stands, or ""."""
    end = end_of(move)
    if end == HOME or after.current_player() in (CHANCE, OVER, state.current_player()):
        return "", 0.0
    for square, chance in threats(after.table, after.table.seat):
        if square == end:
            on = square_text(end)
            return f", and on {on} about {chance:.0%} of throws can capture it", round(chance, 2)
    return f", and on {square_text(end)} no throw can capture it as the fences stand", 0.0
