"""Where the spaces of Free the Box's loop stand on the screen, and the letters for their places."""

from collections.abc import Collection, Iterable
from string import ascii_lowercase, digits
from typing import Final

ROWS: Final = 15
"""Rows that the loop takes, its top and bottom row included."""

FEWEST_COLUMNS: Final = 17
"""Columns of the loop, if it needs no more: so wide is what stands in the middle."""

_FIRST: Final = 3
"""The row of the first space: from there on no STARTING BOX of the usual loop is in a corner."""

_BEHIND: Final = ascii_lowercase + digits
_PAIRS: Final = [one + other for one in ascii_lowercase for other in _BEHIND]
"""What may stand behind a first letter, and all pairs; more than any loop has places."""


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


def short_names(places: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Two characters for each place, no two the same and none of those `taken` already.

    Its first letter and one of those behind it, else any letter or digit; where so many places
    begin with one letter that none of those is left, any pair.
    """
    short: dict[str, str] = {}
    for place in dict.fromkeys(places):
        letters = place.replace(" ", "")
        pairs = [letters[0] + behind for behind in letters[1:] + _BEHIND]
        used = {*short.values(), *taken}
        short[place] = next(pair for pair in [*pairs, *_PAIRS] if pair not in used)
    return short
