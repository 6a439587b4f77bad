"""The rectangles of a Box grid as the search sees them: what they touch and what they promise.

A rectangle is open to a color while its corners are that color's or empty and nothing blocks it
(BOX-4). It promises a fraction of its squares, and more of them the more corners are marked. The
fractions were learned from play; see `PROMISES`.
"""

from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.box.board import NO_BOX, Grid, grid_of, members

EMPTY: Final = 2
"""The color of an intersection without a mark or a square without an owner."""

APART: Final = 0
CORNER: Final = 1
INSIDE: Final = 2

ROOMY: Final = (1, 3, 7)
"""Rectangles are of four kinds, by how many intersections lie strictly inside: none, then from each
of these numbers on. The more there are, the easier the rectangle is to block."""

PROMISES: Final = (
    (0.0047, 0.0061, 0.0051, 0.0003),
    (0.0449, 0.0446, 0.0174, 0.0113),
    (0.1930, 0.1877, 0.1020, 0.1197),
)
"""What each square that a rectangle would win is worth: a row each for one, two and three corners
marked, and a column for each kind. It is the mean share of the square that the rectangle's owner
goes on to win, less what the other side wins.

From a regression on all positions of 1,500 games between searching agents. A rectangle without a
mark promised nothing.
"""


@final
class Spot:
    """An intersection; everything but its number is scratch space for evaluating a board.

    Attributes:
        mark_score: how much a mark there is worth.
        squares: the squares that it would win, as bits as in `Grid`.
        promised: the worths of the rectangles that it would complete, added up.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.mark_score = 0.0
        self.squares = 0
        self.promised = 0


@final
class Rectangle:
    """A rectangle that would win `worth` squares: all of its own, or fewer.

    Attributes:
        squares: its squares, as bits as in `Grid`.
        touch: whether each intersection is `APART`, a `CORNER` or `INSIDE`.
        one: what it promises with one corner marked.
        two: what it promises with two.
        three: what it promises with three.
    """

    def __init__(self, box: int, field: "Field") -> None:
        grid, spots = field.grid, field.spots
        self.box = box
        self.field = field
        low, high = divmod(box, grid.points)
        self.lowest, self.left = divmod(low, grid.width)
        self.highest, self.right = divmod(high, grid.width)
        self.squares = grid.squares_of[box]
        self.inside = [spots[at] for at in members(grid.blocking[box] & grid.all_marks)]
        self.first, self.second, self.third, self.fourth = [
            spots[at] for at in members(grid.corners(box))
        ]
        self.touch = self._touch()
        self.smaller: dict[int, Rectangle] = {}
        self._promise(self.squares.bit_count())

    def _touch(self) -> bytes:
        touch = bytearray(len(self.field.spots))
        for spot in (self.first, self.second, self.third, self.fourth):
            touch[spot.number] = CORNER
        for spot in self.inside:
            touch[spot.number] = INSIDE
        return bytes(touch)

    def _promise(self, worth: int) -> None:
        kind = sum([len(self.inside) >= least for least in ROOMY])
        self.worth = worth
        self.one, self.two, self.three = [worth * promises[kind] for promises in PROMISES]

    def winning(self, worth: int) -> "Rectangle":
        """Return the same rectangle when it would win only `worth` squares (others being owned)."""
        if worth == self.worth:
            return self
        twin = self.smaller.get(worth)
        if twin is None:
            twin = Rectangle(self.box, self.field)
            twin.smaller = self.smaller
            twin._promise(worth)
            self.smaller[worth] = twin
        return twin

    def empty_corner(self, marks: bytes) -> Spot:
        """Return the lowest corner without a mark; there must be one. `marks`: as in `Ground`."""
        if marks[self.first.number] == EMPTY:
            return self.first
        if marks[self.second.number] == EMPTY:
            return self.second
        return self.third if marks[self.third.number] == EMPTY else self.fourth

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
    """The spots and rectangles of one grid size; `field_of` keeps one of each size.

    Attributes:
        across: by two opposite corners, at ``one * points + other``, the rectangle that wins all of
            its squares, or None if the corners are on one line.
        owned: scratch space for finding open rectangles.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width: i64 = grid.width
        self.owned = vec[i64]([0] * grid.width)
        self.spots = [Spot(number) for number in range(grid.points)]
        whole = {box: Rectangle(box, self) for box in set(grid.box_of) - {NO_BOX}}
        self.across = [whole.get(box) for box in grid.box_of]


@cache
def field_of(size: int) -> Field:
    """Return the field of the grid with that many squares per side."""
    return Field(grid_of(size))
