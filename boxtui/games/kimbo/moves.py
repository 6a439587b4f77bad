"""Kimbo's moves as numbers, which are encoded and decoded here.

- Before the roll: 0 moves no fence; otherwise 512 * the slot that a fence is taken from + the slot
  that it is put into (lines as in `squares`).
- The dice: 53 for a 5 and a 3, as in `dice`.
- After the roll: 0 passes; otherwise a piece's move. Bits 26 to 33 are the square it starts from,
  22 to 25 its count (a die, `BOTH` or `JUMP`), 14 to 21 the square it ends on, 6 to 13 the square
  of a capture on the way (0 for none), 3 to 5 the corner in which that piece is put back, 0 to 2
  the corner for a capture at the end. Corners are 1 to 4 as in `CORNERS`, 0 without a capture.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KEEP: Final = 0
PASS: Final = 0
BOTH: Final = 7
JUMP: Final = 8
FENCE_LIMIT: Final = 1 << 18
PIECE_LIMIT: Final = 1 << 34
"""All moves of fences, and of pieces, are below these."""


def fence_move(taken: i64, put: i64) -> i64:
    """Return a fence's move from one slot to another."""
    return taken << 9 | put


def fence_moves_from(taken: i64, puts: vec[i64]) -> vec[i64]:
    """Return a fence's moves from one slot to each of several.

    They are made in one go: uncompiled, 2,000 calls of `fence_move` take a long time.
    """
    to_slot_0 = fence_move(taken, 0)
    return vec[i64]([to_slot_0 + put for put in puts])


def slots_of(move: i64) -> tuple[i64, i64]:
    """Return the slots of a fence's move: taken from, put into."""
    return move >> 9, move & 511


def piece_move(start: i64, end: i64, count: i64) -> i64:
    """Return a piece's move that captures nothing."""
    return start << 26 | count << 22 | end << 14


def capture_on_the_way(square: i64, corner: i64) -> i64:
    """Return what a capture between the dice adds to a move (KIM-20)."""
    return square << 6 | corner << 3


def capture_at_the_end(corner: i64) -> i64:
    """Return what a capture at the end adds to a move (KIM-19)."""
    return corner


def start_of(move: i64) -> i64:
    """Return the square that a piece starts from."""
    return move >> 26


def count_of(move: i64) -> i64:
    """Return the count of a piece's move: a die, `BOTH` or `JUMP`."""
    return move >> 22 & 15


def end_of(move: i64) -> i64:
    """Return the square that a piece ends on, or `HOME`."""
    return move >> 14 & 255


def stop_of(move: i64) -> i64:
    """Return the square of a capture on the way, or 0 for none."""
    return move >> 6 & 255


def captures_in(move: int) -> list[tuple[int, int]]:
    """Return the square of each capture, first the one on the way, and the corner for its piece."""
    squares = (stop_of(move), end_of(move))
    return [
        (square, corner) for square, corner in zip(squares, corners_of(move), strict=True) if corner
    ]


def corners_of(move: i64) -> tuple[i64, i64]:
    """Return the corners of the captures on the way and at the end, each 0 for none."""
    return move >> 3 & 7, move & 7
