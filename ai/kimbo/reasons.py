"""Explanations of why one move is worse than another in Kimbo: dice, captures and their chances."""

from math import inf
from typing import Final

from librt.vecs import vec

from ai.kimbo.distance_cache import DistanceCache, is_last
from ai.kimbo.threats import threats
from ai.shared.reasons import Merits, with_conclusion
from boxtui.core import CHANCE, OVER, State
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import PASS, corners_of, end_of
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, square_text
from boxtui.games.kimbo.state import FENCING, Kimbo

TELLING: Final = 0.05
"""The least difference in dice that is worth a sentence."""


def reasons(state: State, move: int, best: int) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    For fences they say how many dice away each side then is. For pieces they say what they gain,
    which pieces they capture, and the chance that an opponent's next throw can capture the piece
    that moved. That chance depends only on paths and counts, so it is too high by a throw if a rule
    forbids a capture. Both must be legal moves of `state`.
    """
    assert isinstance(state, Kimbo)
    moves = [best] if move == best else [move, best]
    distance_cache = DistanceCache(state.table)
    describe = _described_fence if state.phase == FENCING else _described_piece
    return with_conclusion([describe(state, distance_cache, each) for each in moves])


def _described_fence(
    state: Kimbo, distance_cache: DistanceCache, move: int
) -> tuple[str, str, Merits]:
    """Return how far each side is from HOME after a fence move."""
    mover = state.table.seat
    after = state.after(move).table
    dice = distance_cache.dice(after)
    own = _to_go(after, dice, mover)
    rivals = [_to_go(after, dice, seat) for seat in range(state.seats) if seat != mover]
    theirs = "the nearest opponent's" if rivals[1:] else "your opponent's"
    said = state.move_text(move)
    moved = "With the fences left as they are" if said == "-" else f"After {said}"
    need = f"your pieces need about {own:.1f} dice to get HOME, {theirs} {min(rivals):.1f}"
    lead = round(round(min(rivals), 1) - round(own, 1), 1)
    return moved, f", {need}.", (lead,)


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
