"""The rectangles of a Box grid as the search sees them: what they touch.

A rectangle is open to a color while its corners are that color's or empty and nothing blocks it
(BOX-4). It is expected to win a part of its squares, and more of them the more corners are marked;
see `PatternWeights`.

A search keeps hundreds of open rectangles for each of its positions. So one is a single int,
``number << WORTH_BITS | worth``: its number in `Field.rectangles`, and its worth, which is how many
squares it would win: all of its own, or fewer.
"""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from ai.box.pattern_weights import kind_of
from boxtui.games.box.board import NO_BOX, Grid, grid_of, members

EMPTY: Final = 2
"""The color of an intersection without a mark or a square without an owner."""

APART: Final = 0
CORNER: Final = 1
INSIDE: Final = 2

NO_RECTANGLE: Final = -1
"""The number in `Field.across` for two intersections that aren't opposite corners."""

WORTH_BITS: Final = 9
WORTH_MASK: Final = (1 << WORTH_BITS) - 1
"""The bits of an open rectangle that are its worth. The largest grid has 256 squares (BOX-24)."""


@final
class Rectangle:
    """A rectangle of a grid.

    Attributes:
        number: its number in `Field.rectangles`.
        field: the field that it is on.
        lowest, highest: its first and last row of intersections.
        left, right: its first and last column of intersections.
        squares: its squares, as bits as in `Grid`.
        corners: its four corners, ascending.
        inside: the intersections strictly inside.
        kind: its kind, which its weights depend on.
    """

    def __init__(self, number: i64, box: int, field: "Field") -> None:
        grid = field.grid
        self.number: Final = number
        self.field: Final = field
        low, high = divmod(box, grid.points)
        self.lowest: Final[i64] = low // grid.width
        self.left: Final[i64] = low % grid.width
        self.highest: Final[i64] = high // grid.width
        self.right: Final[i64] = high % grid.width
        self.squares: Final = grid.squares_of[box]
        self.corners: Final = vec[i64](members(grid.corners(box)))
        self.inside: Final = vec[i64](members(grid.blocking[box] & grid.all_marks))
        self.kind: Final = kind_of(len(self.inside))

    def empty_corner(self, marks: vec[u8]) -> i64:
        """Return the lowest corner without a mark; there must be one. `marks`: as in `Ground`."""
        corners, at = self.corners, i64(0)
        while marks[corners[at]] != EMPTY:
            at += 1
        return corners[at]

    def overlaps(self, other: "Rectangle") -> bool:
        """Whether the two have a square in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.lowest < other.highest
            and other.lowest < self.highest
        )


@final
class Field:
    """The rectangles of one grid size; `field_of` keeps one field of each size.

    Attributes:
        rectangles: all rectangles, by number.
        across: by two opposite corners, at ``one * points + other``, the number of the rectangle,
            or `NO_RECTANGLE` if the corners are on one line.
        touch: by intersection, for each rectangle whether it is `APART`, a `CORNER` or `INSIDE`.
        owned: scratch space of `Ground.open_from` for all boards of this size: a process must not
            search in two threads.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.width: Final[i64] = grid.width
        self.owned: Final = vec[i64]([0] * grid.width)
        boxes = sorted(set(grid.box_of) - {NO_BOX})
        self.rectangles: Final = [Rectangle(at, box, self) for at, box in enumerate(boxes)]
        number_of = {box: at for at, box in enumerate(boxes)}
        self.across: Final = vec[i32]([number_of.get(box, NO_RECTANGLE) for box in grid.box_of])
        self.touch: Final = self._touch()

    def _touch(self) -> list[bytes]:
        touch = [bytearray(len(self.rectangles)) for _ in range(self.grid.points)]
        for each in self.rectangles:
            for corner in each.corners:
                touch[corner][each.number] = CORNER
            for point in each.inside:
                touch[point][each.number] = INSIDE
        return [bytes(row) for row in touch]

    def rectangles_of(self, opened: vec[i32]) -> list[Rectangle]:
        """Return the `Rectangle` of each open rectangle."""
        return [self.rectangles[each >> WORTH_BITS] for each in opened]


@cache
def field_of(size: int) -> Field:
    """Return the field of the grid with that many squares per side."""
    return Field(grid_of(size))
