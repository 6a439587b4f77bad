"""The start of a game of Kimbo: pieces on their start squares, fences in the marked slots."""

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import BadOption, OptionValue
from boxtui.games.kimbo.board import SEATS, KimboLayout
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import (
    Kimbo,
)


def table_with(board: KimboLayout, pieces: list[list[int]], fences: list[list[int]]) -> KimboTable:
    """Return the table with these pieces (four per seat) and fences (six per seat, KIM-1).

    KIM-8: the entrances of empty sides are closed.
    """
    seats = len(pieces)
    occupant = [0] * (HOME + 1)
    for seat, squares in enumerate(pieces):
        for square in squares:
            if square != HOME:
                occupant[square] = seat + 1
    table = KimboTable(
        board,
        vec[i64](board.sitting(seats)),
        board.closed(seats),
        board.borders[:],
        vec[i64](occupant),
        vec[i64]([square for squares in pieces for square in sorted(squares)]),
        vec[i64]([slot for slots in fences for slot in slots]),
    )
    for slot, _ in board.closing(seats):
        table.put_up(slot)
    for slot in table.fences:
        table.put_up(slot)
    return table


def set_up(board: KimboLayout, seats: int) -> Kimbo:
    """Return a game with all pieces on their start squares, fences in the marked slots (KIM-7)."""
    sides = [board.sides[side] for side in board.sitting(seats)]
    pieces = [list(side.start) for side in sides]
    return Kimbo(table_with(board, pieces, [list(side.marked) for side in sides]), seats)


def start(board: KimboLayout, options: Mapping[str, OptionValue], seats: int) -> Kimbo:
    """Return the first position, in which all seats roll for the first turn (KIM-9).

    Raises `BadOption` unless 2 to 4 play (KIM-1).
    """
    if seats not in SEATS:
        raise BadOption(f"Kimbo takes 2, 3 or 4 players, not {seats} (KIM-1).")
    state = set_up(board, seats)
    state.roll_for_first()
    return state
