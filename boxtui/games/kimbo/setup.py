"""The start of a game of Kimbo: pieces on their start squares, fences in the marked slots."""

from collections.abc import Mapping

from boxtui.core import BadOption, OptionValue
from boxtui.games.kimbo.board import SEATS, KimboLayout
from boxtui.games.kimbo.position import table_with
from boxtui.games.kimbo.state import Kimbo


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
