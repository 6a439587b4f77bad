"""The sizes of Kimbo's board, and where each square and line is drawn."""

from dataclasses import dataclass
from typing import Final

from boxtui.games.kimbo.squares import WIDTH

_STEP: Final = 3
"""The fewest cells from a square to the next in its row, with the line beside it."""

LEFT: Final = 3
"""Cells left of the first column: the row numbers, and one where a fence may begin."""

_SIZES: Final = ((6, 3), (4, 2), (_STEP, 2), (_STEP, 1))
"""The cells and rows of a square, the lines beside and below it included, largest first."""


@dataclass(frozen=True)
class SquareSize:
    """The size of a square, the lines beside and below it included.

    If it has several rows, the line below it gets the last of them.
    """

    cells: int = _STEP
    rows: int = 1

    @property
    def board_cells(self) -> int:
        """The width of the board."""
        return LEFT + self.cells * WIDTH + 1

    @property
    def board_rows(self) -> int:
        """The rows of the board and its letters; the lowest squares have no line below."""
        return self.rows * WIDTH + (1 if self.rows == 1 else 0)

    @property
    def before(self) -> int:
        """The cells of a square left of its middle, in which its piece is."""
        return (self.cells - 2) // 2

    @property
    def line_row(self) -> int:
        """How many rows below a square's first row the line below it is."""
        return self.rows - 1

    @property
    def inner_rows(self) -> int:
        """The rows of a square without the line below it, which may have none of its own."""
        return max(self.line_row, 1)

    def place(self, square: int) -> tuple[int, int]:
        """Return the row and the column of a square's middle."""
        row = self.rows * (WIDTH - 1 - square // WIDTH)
        return row, self.cells * (square % WIDTH) + 1 + self.before

    def line_place(self, slot: int) -> tuple[int, int]:
        """Return the row and the column of a slot's line.

        One that is upright begins in that row; one below a square has that square's middle column.
        """
        square, east = divmod(slot, 2)
        if east:
            row, column = self.place(square)
            return row, self.inside(column).stop
        row, column = self.place(square + WIDTH)
        return row + self.line_row, column

    def inside(self, column: int) -> range:
        """Return the columns of the square with that middle, without the lines beside it."""
        return range(column - self.before, column - self.before + self.cells - 1)


def largest_size(cells: int, rows: int) -> SquareSize:
    """Return the largest size that fits into that room; at least the smallest."""
    sizes = [SquareSize(*each) for each in _SIZES]
    fitting = (size for size in sizes if size.board_cells <= cells and size.board_rows <= rows)
    return next(fitting, sizes[-1])
