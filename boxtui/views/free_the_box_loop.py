"""The loop of Free the Box in cells: its sizes, where each space is, and short names for places."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Final

ROWS: Final = 15
"""Rows that the smallest loop takes, including its top and bottom row."""

STEP: Final = 3
"""The number of cells of a space of the smallest loop."""

_MEDIUM_ROWS: Final = 19
_MEDIUM_STEP: Final = 4
"""Rows, and cells of a space, of a loop with room for a mark after a space's sign."""

HIGH_ROWS: Final = 25
"""The fewest rows in which a loop has whole words, if the window is wide enough."""

_WORDS_STEPS: Final = range(6, 18)
"""The possible cells of a space with words; narrow ones cut them."""

WHOLE_STEP: Final = 9
"""The least width of a space, in cells, at which signs have words, too."""

_WORDS_COLUMNS: Final = 5
"""The fewest columns of a loop with whole words; its sides are as high as there are rows."""

WANTED_CELLS: Final = _WORDS_COLUMNS * _WORDS_STEPS[-1] + 1
"""The width at which every space has its number and its whole words."""

_MIDDLE: Final = 37
"""The fewest columns between the numbers of the left and the right side."""

FEWEST_COLUMNS: Final = 17
"""The fewest columns of the smallest loop: the middle is that wide."""

_FIRST: Final = 3
"""The row of the first space; it keeps STARTING BOXES of the usual loop out of the corners."""

_BEHIND: Final = ascii_lowercase + digits
_PAIRS: Final = [one + other for one in ascii_lowercase for other in _BEHIND]
"""Possible second letters, and all pairs, which are more than any loop has places."""


def _half_around(length: int) -> int:
    """Return the sum of the rows and columns of a loop of `length` spaces."""
    return (length + 4 + 1) // 2


def columns_for(length: int, rows: int = ROWS, fewest: int = FEWEST_COLUMNS) -> int:
    """Return the number of columns that a loop of `length` spaces takes in `rows` rows."""
    return max(fewest, _half_around(length) - rows)


def ring(length: int, rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the row and column of each space, down the left side, then counterclockwise (FTB-4).

    A loop that is too short to go all the way around ends before it is back at its first space.
    """
    right, bottom = columns - 1, rows - 1
    way = [(row, 0) for row in range(bottom)]
    way += [(bottom, column) for column in range(right)]
    way += [(row, right) for row in range(bottom, 0, -1)]
    way += [(0, column) for column in range(right, 0, -1)]
    return [*way[_FIRST:], *way[:_FIRST]][:length]


@dataclass(frozen=True)
class LoopSize:
    """How large a loop is drawn: its rows and columns, and the cells of a space."""

    rows: int
    columns: int
    step: int

    @property
    def has_words(self) -> bool:
        """Whether spaces show whole words instead of two letters."""
        return self.step in _WORDS_STEPS

    @property
    def cells(self) -> int:
        """The cells of a row."""
        return self.columns * self.step

    @property
    def frame(self) -> int:
        """The column of the frame's left side; in smaller loops it is clear of the marks."""
        return self.step - (1 if self.has_words else 0)

    @property
    def inside(self) -> int:
        """The first column inside the loop; smaller loops have their numbers before it."""
        return self.frame + (2 if self.has_words else 4)

    @property
    def middle(self) -> int:
        """The number of columns inside the loop, without those of the numbers."""
        return self.cells - self.inside - self.step - (1 if self.has_words else 3)

    @property
    def text(self) -> int:
        """The columns for text, which doesn't touch the numbers on the right."""
        return self.middle - (0 if self.has_words else 1)


def loop_size(length: int, cells: int, rows: int) -> LoopSize:
    """Return the largest size of a loop of `length` spaces in `cells` columns and `rows` rows."""
    half = _half_around(length)
    for columns in range(_WORDS_COLUMNS, half - ROWS + 1):
        step = min(cells // columns, _WORDS_STEPS[-1])
        words = LoopSize(half - columns, columns, step)
        if words.rows <= rows and words.has_words and words.middle >= _MIDDLE:
            return words
    fewest = -(-FEWEST_COLUMNS * STEP // _MEDIUM_STEP)
    columns = columns_for(length, _MEDIUM_ROWS, fewest)
    medium = LoopSize(_MEDIUM_ROWS, columns, _MEDIUM_STEP)
    if rows >= _MEDIUM_ROWS and medium.cells <= cells:
        return medium
    return LoopSize(ROWS, columns_for(length), STEP)


def short_names(places: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Return two characters for each place, all different, and none of those `taken`.

    They are its first letter and one of the letters after it, or else any letter or digit. If too
    many places begin with the same letter, it is any pair.
    """
    short: dict[str, str] = {}
    for place in dict.fromkeys(places):
        letters = place.replace(" ", "")
        pairs = [letters[0] + behind for behind in letters[1:] + _BEHIND]
        used = {*short.values(), *taken}
        short[place] = next(pair for pair in [*pairs, *_PAIRS] if pair not in used)
    return short
