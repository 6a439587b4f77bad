"""A position of Box as text: the terms, the turn, and the grid by rows."""

from boxtui.games.box.notation import amount_text, rows_text
from boxtui.games.box.position import MOVES, NO_BID, NOBODY, OFF, POINTS, Position


def position_text(position: Position) -> str:
    """Return `key=value` words; seats count from 1, `-` is none, grids start at the top row."""
    terms, grid = position.terms, position.grid
    balance = {POINTS: f":{amount_text(terms.agreed)}", MOVES: f":{terms.lead}"}
    handicap = ",".join(amount_text(halves) for halves in terms.handicap)
    seats = {seat: "-" if seat == NOBODY else str(seat + 1) for seat in (NOBODY, 0, 1)}
    words = [
        f"size={terms.size} claiming={'by-hand' if terms.by_hand else 'automatic'}",
        f"threats={'called' if terms.calls_threats else OFF}",
        f"missed={terms.missed.replace(' ', '-')}",
        f"balance={terms.balance}{balance.get(terms.balance, '')} handicap={handicap}",
        f"phase={position.phase} turn={seats[position.seat]} first={seats[position.first]}",
        f"black={seats[position.black]}",
        f"bid={'-' if position.bid == NO_BID else amount_text(position.bid)}",
        f"marks={_rows(position, 0, grid.width)}",
        f"squares={_rows(position, grid.points, grid.size)}",
    ]
    return " ".join(words)


def _rows(position: Position, shift: int, size: int) -> str:
    black, white = (color >> shift for color in position.colors)
    return rows_text(black, white, position.grid.width, size)
