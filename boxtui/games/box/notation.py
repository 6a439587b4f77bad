"""The notation of Box's moves: ``c4``, ``black c4``, ``c4-f7``, ``take black``, ``bid 2.5``."""

import re
from typing import Final

from boxtui.core import BadNotation, IllegalMove, is_number
from boxtui.games.box.board import NO_BOX, Grid
from boxtui.games.box.moves import (
    BID,
    BLACK,
    CLAIM,
    COLORS,
    DONE,
    FIRST_BLACK,
    FIRST_WHITE,
    LOT,
    NO_MOVE,
    PASS,
    RESIGN,
    TAKE,
    WHITE,
    first_mark,
)
from boxtui.games.shared.position_text import BadField
from boxtui.wording import quoted

COLUMNS: Final = "abcdefghijklmnopqrstuvwxyz"
"""All letters in order, without gaps; the largest grid ends with q."""

_WORDS: Final = {
    "take black": TAKE + BLACK,
    "take white": TAKE + WHITE,
    "seat 1": LOT,
    "seat 2": LOT + 1,
    "pass": PASS,
    "done": DONE,
    "resign": RESIGN,
}
_TEXTS: Final = {move: text for text, move in _WORDS.items()}
_PICKED: Final = {"black": TAKE + BLACK, "white": TAKE + WHITE}
_KEYS: Final = {"b": "black", "w": "white"}
"""Colors by the keys that pick them, which can also be typed."""

_BIDDEN: Final = re.compile(r"(?:bid )?([0-9]{1,3})(?:\.([0-9]))?")
_MARKED: Final = re.compile(r"(?:(black|white) )?([a-z])([0-9]{1,2})")
_CLAIMED: Final = re.compile(r"([a-z])([0-9]{1,2}) ?- ?([a-z])([0-9]{1,2})")
_NAMED: Final = re.compile(r"\b([a-z])([0-9]{1,2})\b")


def point_text(point: int, grid: Grid) -> str:
    """Return an intersection as text: column from a, row from 1 at the bottom, as in ``c4``."""
    return f"{COLUMNS[point % grid.width]}{point // grid.width + 1}"


def box_text(box: int, grid: Grid) -> str:
    """Return a box as text: its lower left and upper right corners, as in ``c4-f7``."""
    return f"{point_text(box // grid.points, grid)}-{point_text(box % grid.points, grid)}"


def amount_in(text: str) -> int:
    """Return the half points in what `amount_text` wrote. Raises BadField for other text."""
    whole, _, half = text.partition(".")
    if not (is_number(whole, 3) and half in ("", "5")):
        raise BadField(f"{quoted(text)} can't be read: write whole or half points, as in 2 or 1.5")
    return 2 * int(whole) + (half == "5")


def amount_text(halves: int) -> str:
    """Return half points as a number of points: 5 is ``2.5``."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def move_text(move: int, grid: Grid) -> str:
    """Return the notation of a move."""
    if move in _TEXTS:
        return _TEXTS[move]
    if move >= CLAIM:
        return box_text(move - CLAIM, grid)
    if move >= BID:
        return f"bid {amount_text(move - BID)}"
    if move >= FIRST_BLACK:
        color, point = first_mark(move)
        return f"{COLORS[color]} {point_text(point, grid)}"
    return point_text(move, grid)


def move_in(text: str, grid: Grid) -> int:
    """Return the move that `text` names, whether or not it is legal in the position.

    For a color, its first letter is enough. Raises `BadNotation` if it can't be read, and
    `IllegalMove` for an intersection (BOX-1), rectangle (BOX-4) or bid (BOX-17) that doesn't exist.
    """
    words = " ".join(_KEYS.get(word, word) for word in text.lower().split())
    if words in _WORDS:
        return _WORDS[words]
    if words in _PICKED:
        return _PICKED[words]
    if bidden := _BIDDEN.fullmatch(words):
        return BID + _halves(bidden)
    if marked := _MARKED.fullmatch(words):
        point = _point(marked[2], marked[3], grid)
        return point + {"black": FIRST_BLACK, "white": FIRST_WHITE}.get(marked[1], 0)
    if claimed := _CLAIMED.fullmatch(words):
        one, other = (_point(claimed[at], claimed[at + 1], grid) for at in (1, 3))
        return claim(one, other, grid)
    raise BadNotation(f"{quoted(text.strip())} can't be read.")


def _halves(bidden: re.Match[str]) -> int:
    """Return the half points of a bid; BOX-17: bids are whole or half points."""
    if bidden[2] not in (None, "0", "5"):
        raise IllegalMove("BOX-17", "Bid whole or half points, as in bid 2.5.")
    return 2 * int(bidden[1]) + (bidden[2] == "5")


def _point(letter: str, number: str, grid: Grid) -> int:
    """Return an intersection. Raises `IllegalMove` if the grid doesn't have it (BOX-1)."""
    column, row = COLUMNS.index(letter), int(number) - 1
    if column < grid.width and 0 <= row < grid.width:
        return row * grid.width + column
    last = COLUMNS[grid.size]
    raise IllegalMove(
        "BOX-1",
        f"There is no intersection {letter}{number}; columns are a to {last}, rows 1 to"
        f" {grid.width}.",
    )


def point_named(text: str, grid: Grid) -> int:
    """Return the first intersection in a text that can't be read, or `NO_MOVE`."""
    named = _NAMED.search(text.lower())
    try:
        return _point(named[1], named[2], grid) if named else NO_MOVE
    except IllegalMove:
        return NO_MOVE


def claim(one: int, other: int, grid: Grid) -> int:
    """Return the claim of the box with these opposite corners.

    Raises `IllegalMove` if both are on one line (BOX-4).
    """
    box = grid.box_of[one * grid.points + other]
    if box == NO_BOX:
        raise IllegalMove("BOX-4", "Name two opposite corners of a box, not two on one line.")
    return CLAIM + box
