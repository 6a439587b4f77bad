"""The grid of Box and its arithmetic: marks, squares and boxes as sets of bits.

An intersection is numbered ``row * width + column``, counted from the lower left. A square has
the number of its lower left corner. Everything of one color is one int: bit i is the mark on
intersection i, and bit ``points + i`` is square i. A box is ``low * points + high``, its lower left
and upper right corners. Nothing here changes its arguments.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, final

STANDARD_SIZE: Final = 10
"""The number of squares per side of the standard grid (BOX-1)."""

SIZES: Final = (6, 8, 10, 12, 14, 16)
"""The possible numbers of squares per side: even, at least 6 (BOX-1), at most 16 (BOX-24)."""

NO_BOX: Final = -1
"""The value in `Grid.box_of` for two intersections that aren't opposite corners of a box."""


def members(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@final
class Grid:
    """The intersections, squares and boxes of one size; `grid_of` keeps one grid for each size.

    Three tables are indexed by two opposite corners in either order, as ``one * points + other``.

    Attributes:
        size: the number of squares per side.
        width: the number of intersections per side.
        points: the number of all intersections.
        row: the lowest row of intersections, as bits.
        row_starts: the leftmost column of intersections, as bits.
        all_marks: all intersections, as bits.
        all_squares: all squares, as bits.
        elsewhere: by intersection, those on neither of its two lines, as bits.
        beyond: by intersection, those both to the right of it and above it, as bits.
        box_of: the box, or `NO_BOX` if both corners are on one line.
        squares_of: the squares of the box, as bits.
        blocking: the marks and squares that block the box if the opponent has any, as bits.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1
        self.points = self.width**2
        self.row = (1 << self.width) - 1
        self.row_starts = self._rectangle(0, 0, 1, self.width)
        self.all_marks = (1 << self.points) - 1
        self.all_squares = self._rectangle(0, 0, size, size) << self.points
        self.elsewhere = [self._off_the_lines_of(point) for point in range(self.points)]
        self.beyond = [self._up_and_right_of(point) for point in range(self.points)]
        self.box_of = [NO_BOX] * self.points**2
        self.squares_of = [0] * self.points**2
        self.blocking = [0] * self.points**2
        for low in range(self.points):
            for high in members(self.beyond[low]):
                self._add_box(low, high)

    def _rectangle(self, column: int, row: int, columns: int, rows: int) -> int:
        """Return the bits of a rectangle of intersections or squares; 0 if a side is 0."""
        band = 0
        for at in range(row, row + rows):
            band |= 1 << at * self.width
        return band * ((1 << columns) - 1) << column

    def _off_the_lines_of(self, point: int) -> int:
        row, column = divmod(point, self.width)
        across = self._rectangle(0, row, self.width, 1)
        along = self._rectangle(column, 0, 1, self.width)
        return self.all_marks & ~across & ~along

    def _up_and_right_of(self, point: int) -> int:
        row, column = divmod(point, self.width)
        return self._rectangle(column + 1, row + 1, self.size - column, self.size - row)

    def _add_box(self, low: int, high: int) -> None:
        """Enter a box into the tables; BOX-6: any rectangle along the lines, even a single square.

        BOX-4: squares and marks strictly inside block it; BOX-5: marks on its edge don't.
        """
        row, column = divmod(low, self.width)
        rows, columns = high // self.width - row, high % self.width - column
        squares = self._rectangle(column, row, columns, rows) << self.points
        blocking = squares | self._rectangle(column + 1, row + 1, columns - 1, rows - 1)
        left, right = low + rows * self.width, high - rows * self.width
        for one, other in ((low, high), (high, low), (left, right), (right, left)):
            self.box_of[one * self.points + other] = low * self.points + high
            self.squares_of[one * self.points + other] = squares
            self.blocking[one * self.points + other] = blocking

    def empty(self, one: int, other: int) -> list[int]:
        """Return the intersections that neither color has marked, ascending."""
        return members(self.all_marks & ~(one | other))

    def corners(self, box: int) -> int:
        """Return the four corners of a box, as bits."""
        low, high = divmod(box, self.points)
        rows = high // self.width - low // self.width
        return 1 << low | 1 << high | 1 << low + rows * self.width | 1 << high - rows * self.width

    def opposite_corners(self, point: int, own: int) -> int:
        """Return the marks, as bits, that are opposite `point` in a rectangle (BOX-4).

        With a mark on `point`, all four corners of that rectangle are marked by `own`.
        """
        column = point % self.width
        # Copy the marks of the point's row to every row, and fill each row marked in its column.
        across = (own >> point - column & self.row) * self.row_starts
        along = (own >> column & self.row_starts) * self.row
        return own & across & along & self.elsewhere[point]

    def won(self, point: int, own: int, theirs: int) -> int:
        """Return the squares, as bits, of all boxes that a mark on `point` completes (BOX-4).

        `own` and `theirs` are all bits of the mover's color and of the other color. Squares that
        are already owned are included if a box holds any (BOX-8).
        """
        corners = self.opposite_corners(point, own)
        squares = 0
        while corners:
            corner = corners.bit_length() - 1
            corners ^= 1 << corner
            box = point * self.points + corner
            if not theirs & self.blocking[box]:
                squares |= self.squares_of[box]
        return squares

    def completed(self, point: int, own: int, theirs: int) -> list[int]:
        """Return the boxes that a mark on `point` completes and that win a square, ascending.

        `own` may include the mark already. `won` returns the squares of these boxes.
        """
        found = []
        for corner in members(self.opposite_corners(point, own)):
            box = self.box_of[point * self.points + corner]
            if self.may_claim(box, own, theirs):
                found.append(box)
        return sorted(found)

    def may_claim(self, box: int, own: int, theirs: int) -> bool:
        """Whether a complete box is not blocked (BOX-4) and wins a square (BOX-11)."""
        return not theirs & self.blocking[box] and self.wins(box, own)

    def wins(self, box: int, own: int) -> bool:
        """Whether a box holds a square that `own` doesn't own yet (BOX-8, BOX-11)."""
        return self.squares_of[box] & ~own != 0

    def complete(self, own: int) -> Iterator[int]:
        """Yield the boxes whose corners are all marked by `own` (BOX-4), ascending."""
        for low in members(own & self.all_marks):
            for high in members(self.opposite_corners(low, own) & self.beyond[low]):
                yield low * self.points + high

    def claimable(self, own: int, theirs: int) -> list[int]:
        """Return the complete, unblocked boxes that win at least one square, ascending.

        They may be just completed or missed earlier (BOX-10).
        """
        return [box for box in self.complete(own) if self.may_claim(box, own, theirs)]

    def may_anyone_win(self, one: int, other: int) -> bool:
        """Whether further marks of either color could complete a box that wins a square."""
        return self.may_win(one, other) or self.may_win(other, one)

    def may_win(self, own: int, theirs: int) -> bool:
        """Whether further marks of `own` could complete a box that wins a square."""
        boxes = self.complete(own | self.all_marks & ~theirs)
        return any(self.may_claim(box, own, theirs) for box in boxes)

    def threatened(self, own: int, theirs: int) -> list[tuple[int, int]]:
        """Return each (mark, box) in which one more mark completes a box and wins squares."""
        found = []
        for point in self.empty(own, theirs):
            found += [(point, box) for box in self.completed(point, own, theirs)]
        return found

    def gains(self, own: int, theirs: int) -> list[int]:
        """Return how many squares a mark of `own` wins on each intersection; 0 on marked ones."""
        gained = [0] * self.points
        for point in self.empty(own, theirs):
            gained[point] = (self.won(point, own, theirs) & ~own).bit_count()
        return gained

    def squares_in(self, color: int) -> int:
        """Return the number of squares of a color, each worth a point (BOX-19)."""
        return (color >> self.points).bit_count()


@cache
def grid_of(size: int) -> Grid:
    """Return the grid with that many squares per side."""
    return Grid(size)
