"""Where the spaces of Free the Box's loop stand on the screen, and the letters for their places."""

from collections.abc import Iterable
from typing import Final

ROWS: Final = 15
"""Rows that the loop takes, its top and bottom row included."""

FEWEST_COLUMNS: Final = 17
"""Columns of the loop, if it needs no more: so wide is what stands in the middle."""


_FIRST: Final = 3
"""The row of the first space: from there on no STARTING BOX of the usual loop is in a corner."""


def columns_for(length: int) -> int:
    """How many columns a loop of so many spaces takes."""
    return max(FEWEST_COLUMNS, (length + 4 + 1) // 2 - ROWS)


def ring(length: int) -> list[tuple[int, int]]:
    """The row and column of each space, down the left side and counterclockwise on (FTB-4).

    A loop that is shorter than the way round ends before it comes back to its first space.
    """
    right, bottom = columns_for(length) - 1, ROWS - 1
    way = [(row, 0) for row in range(bottom)]
    way += [(bottom, column) for column in range(right)]
    way += [(row, right) for row in range(bottom, 0, -1)]
    way += [(0, column) for column in range(right, 0, -1)]
    return [*way[_FIRST:], *way[:_FIRST]][:length]


def short_names(places: Iterable[str]) -> dict[str, str]:
    """Two letters for each place, no two the same: its first and one of those behind it."""
    short: dict[str, str] = {}
    for place in dict.fromkeys(places):
        letters = place.replace(" ", "")
        pairs = [letters[0] + letter for letter in [*letters[1:], *"abcdefghijklmnopqrstuvwxyz"]]
        short[place] = next(pair for pair in pairs if pair not in short.values())
    return short
