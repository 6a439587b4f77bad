"""What each move of a piece in Kimbo gains, in dice."""

from math import inf
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.square_dice import SquareDice
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.move_generation import piece_moves
from boxtui.games.kimbo.moves import BOTH, PASS, corners_of, count_of, end_of, start_of, stop_of
from boxtui.games.kimbo.position import WHOLE, KimboTable

UNPLAYED: Final = -1_000.0
"""Less than any move gains."""

COUNTS: Final = 9
"""More than any count: a die, `BOTH` or `JUMP`."""


def rated_moves(table: KimboTable, dice: list[SquareDice]) -> list[tuple[float, int]]:
    """Return each move of a piece, after what it gains; best first.

    `dice` is what `DistanceCache.dice` returns. A move's gain is how much nearer HOME the mover's
    piece comes, plus the best gain of another piece by the other die, plus how much further away
    captured pieces are put.
    """
    moves = piece_moves(table)
    gains = _gains(table, dice, moves)
    return sorted(
        [(gain, move) for gain, move in zip(gains, moves)], key=lambda rated: (-rated[0], rated[1])
    )


def best_moves(table: KimboTable, dice: list[SquareDice], count: int) -> list[int]:
    """Return the first moves of `rated_moves`, without sorting all: at most `count`."""
    moves = piece_moves(table)
    gains = _gains(table, dice, moves)
    total: i64 = len(moves)
    found: list[int] = []
    for _ in range(min(count, len(moves))):
        best: i64 = 0
        for at in range(total):
            # Moves ascend, so the first of several equal ones is the lowest, as in `rated_moves`.
            if gains[at] > gains[best]:
                best = at
        found.append(moves[best])
        gains[best] = -inf
    return found


def best_move(table: KimboTable, dice: list[SquareDice]) -> int:
    """Return the first of `rated_moves`."""
    return best_moves(table, dice, 1)[0]


def _gains(table: KimboTable, dice: list[SquareDice], moves: vec[i64]) -> vec[float]:
    """Return what each move gains."""
    gains = vec[float]([0.0] * len(moves))
    own = dice[table.seat]
    total: i64 = len(moves)
    for at in range(total):
        gains[at] = _gain(table, dice, own, moves[at])
    if table.low != 0 and table.playable == WHOLE:
        _add_other_die(table, moves, gains)
    return gains


def _gain(table: KimboTable, dice: list[SquareDice], own: SquareDice, move: i64) -> float:
    if move == PASS:
        return 0.0
    gain = own[start_of(move)] - own[end_of(move)]
    one, other = corners_of(move)
    if one:
        gain += _loss(table, dice, stop_of(move), one)
    if other:
        gain += _loss(table, dice, end_of(move), other)
    return gain


def _loss(table: KimboTable, dice: list[SquareDice], square: i64, corner: i64) -> float:
    """Return what the piece on a square loses by being put back in a corner (KIM-19).

    The loss is divided by the number of the mover's opponents.
    """
    seat = table.occupant[square] - 1
    theirs = dice[seat]
    lost = theirs[table.start_square(seat, corner)] - theirs[square]
    return lost / float(len(table.sides) - 1)


def _add_other_die(table: KimboTable, moves: vec[i64], gains: vec[float]) -> None:
    """Add to each move by one die the most that a different piece gains by the other."""
    most = vec[float]([UNPLAYED] * (PIECES * COUNTS))
    total: i64 = len(moves)
    for number in range(total):
        move = moves[number]
        at = _place(table, start_of(move)) * COUNTS + count_of(move)
        if gains[number] > most[at]:
            most[at] = gains[number]
    both = table.high + table.low
    for number in range(total):
        move = moves[number]
        count = count_of(move)
        if count < BOTH:
            gains[number] += _most_of_others(most, _place(table, start_of(move)), both - count)


def _most_of_others(most: vec[float], place: i64, die: i64) -> float:
    """Return what the best other piece gains by a die; 0 if none can play it (KIM-27)."""
    highest = UNPLAYED
    for other in range(PIECES):
        if other != place and most[other * COUNTS + die] > highest:
            highest = most[other * COUNTS + die]
    return 0.0 if highest == UNPLAYED else highest


def _place(table: KimboTable, square: i64) -> i64:
    """Return which of the mover's pieces stands on a square: 0 to 3."""
    place: i64 = 0
    while table.pieces[table.first_piece() + place] != square:
        place += 1
    return place
