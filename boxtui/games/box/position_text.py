"""Positions of Box as text: writing them and reading them back."""

from typing import Final

from boxtui.core import NOBODY
from boxtui.games.box.board import SIZES
from boxtui.games.box.moves import BLACK, WHITE
from boxtui.games.box.notation import amount_in, amount_text
from boxtui.games.box.position import (
    ALL,
    BY_BID,
    MOVES,
    NO_BID,
    NONE,
    OFF,
    POINTS,
    SWAP,
    THE_OTHERS,
    Position,
    Terms,
)
from boxtui.games.shared.position_text import BadField, Words

_SEATS: Final = {"-": NOBODY, "1": 0, "2": 1}
_SEAT_TEXTS: Final = {seat: text for text, seat in _SEATS.items()}
_MISSED: Final = {each.replace(" ", "-"): each for each in (OFF, THE_OTHERS, ALL)}


def position_text(position: Position) -> str:
    """Return `key=value` words; seats count from 1, `-` is none, grids start at the top row."""
    grid = position.grid
    black, white = position.colors
    seat, first = _SEAT_TEXTS[position.seat], _SEAT_TEXTS[position.first]
    words = [
        _terms_text(position.terms),
        f"phase={position.phase} turn={seat} first={first}",
        f"black={_SEAT_TEXTS[position.black]}",
        f"bid={'-' if position.bid == NO_BID else amount_text(position.bid)}",
        f"marks={_rows_text(black, white, grid.width, grid.width)}",
        f"squares={_rows_text(black >> grid.points, white >> grid.points, grid.width, grid.size)}",
    ]
    return " ".join(words)


def _terms_text(terms: Terms) -> str:
    amount = {POINTS: f":{amount_text(terms.agreed)}", MOVES: f":{terms.marks_in_a_row}"}
    words = [
        f"size={terms.size} claiming={'by-hand' if terms.by_hand else 'automatic'}",
        f"threats={'called' if terms.calls_threats else OFF}",
        f"missed={terms.missed.replace(' ', '-')}",
        f"balance={terms.balance}{amount.get(terms.balance, '')}",
        f"handicap={','.join(amount_text(halves) for halves in terms.handicap)}",
    ]
    return " ".join(words)


def _rows_text(black: int, white: int, width: int, size: int) -> str:
    """Return `size` rows of `B`, `W` and `.`, the top one first, separated by `/`."""
    rows = []
    for row in reversed(range(size)):
        places = range(row * width, row * width + size)
        rows.append("".join(_letter(black >> at & 1, white >> at & 1) for at in places))
    return "/".join(rows)


def _letter(black: int, white: int) -> str:
    return "B" if black else "W" if white else "."


def set_up(position: Position, words: Words) -> None:
    """Set all but the terms of a position to what the words of a text say.

    Raises `KeyError` or `ValueError` if a word is missing or can't be read.
    """
    grid = position.grid
    marks = _rows_in(words["marks"], grid.width, grid.width)
    squares = _rows_in(words["squares"], grid.width, grid.size)
    position.phase = words["phase"]
    position.seat = _SEATS[words["turn"]]
    position.first = _SEATS[words["first"]]
    position.black = _SEATS[words["black"]]
    position.bid = NO_BID if words["bid"] == "-" else amount_in(words["bid"])
    position.colors = [marks[color] | squares[color] << grid.points for color in (BLACK, WHITE)]


def terms_in(words: Words) -> Terms:
    """Return the terms in the words of a text; the errors are those of `set_up`."""
    size = words["size"]
    balance, _, amount = words["balance"].partition(":")
    handicap = words["handicap"].split(",")
    if len(handicap) != 2:
        raise BadField("a handicap can't be read: write one for each player, as in 0,3.5")
    return Terms(
        size={str(each): each for each in SIZES}[size],
        by_hand={"automatic": False, "by-hand": True}[words["claiming"]],
        calls_threats={OFF: False, "called": True}[words["threats"]],
        missed=_MISSED[words["missed"]],
        balance={each: each for each in (SWAP, NONE, POINTS, BY_BID, MOVES)}[balance],
        agreed=amount_in(amount) if balance == POINTS else 0,
        marks_in_a_row={"1": 1, "2": 2}[amount] if balance == MOVES else 1,
        handicap=(amount_in(handicap[0]), amount_in(handicap[1])),
    )


def _rows_in(text: str, width: int, size: int) -> list[int]:
    """Return black's and white's bits in what `_rows_text` wrote.

    Raises BadField for other text.
    """
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size or set(row) - set("BW.") for row in rows):
        raise BadField(f"a grid can't be read: write {size} rows of {size}, each B, W or . (none)")
    colors = [0, 0]
    for row, line in enumerate(reversed(rows)):
        for column, letter in enumerate(line):
            if letter != ".":
                colors["BW".index(letter)] |= 1 << row * width + column
    return colors
