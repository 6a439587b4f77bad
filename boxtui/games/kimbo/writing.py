"""The table of Kimbo as text: where all pieces and fences are."""

from boxtui.games.kimbo.board import FENCES, PIECES
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import NOWHERE, line_text, square_text


def table_text(table: KimboTable) -> str:
    """Return `moved`, `pieces` and `fences`; `;` separates seats, squares and slots are sorted."""
    moved = "-" if table.moved == NOWHERE else square_text(table.moved)
    seats = range(len(table.sides))
    pieces = ";".join(_pieces_text(table, seat) for seat in seats)
    fences = ";".join(_fences_text(table, seat) for seat in seats)
    return f"moved={moved} pieces={pieces} fences={fences}"


def _pieces_text(table: KimboTable, seat: int) -> str:
    places = range(seat * PIECES, (seat + 1) * PIECES)
    return ",".join(map(square_text, sorted([table.pieces[at] for at in places])))


def _fences_text(table: KimboTable, seat: int) -> str:
    places = range(seat * FENCES, (seat + 1) * FENCES)
    return ",".join(map(line_text, sorted([table.fences[at] for at in places])))
