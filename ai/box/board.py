"""A position of Box as the search sees it: each side's open rectangles that have a mark.

Boards never change. A turn makes a new board from the open rectangles, which are a few hundred,
instead of from all 3,025 on the standard grid. A `vec` may have room for more, which `append` and
`extend` fill in place: so only one that was just made is extended, never that of a board.
"""

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i32, i64, u8

from ai.box.rectangles import APART, CORNER, EMPTY, WORTH_BITS, WORTH_MASK, Field, Rectangle
from boxtui.games.box.board import members
from boxtui.games.box.moves import BLACK, WHITE


@final
class Side:
    """One color's squares, and its open rectangles that would win at least one square.

    Attributes:
        owned: the squares, as bits as in `Grid`.
        ones: the rectangles with one corner marked.
        twos: those with two corners marked.
        threes: those with three corners marked.
        complete: boxes that were not claimed (BOX-10); empty if claiming is automatic.
    """

    def __init__(self, owned: int) -> None:
        self.owned: Final = owned
        self.ones = vec[i32]()
        self.twos = vec[i32]()
        self.threes = vec[i32]()
        self.complete = vec[i32]()

    def add(self, opened: i32, corners: i64) -> None:
        """Add an open rectangle that has 1 to 4 `corners` marked, while the side is being made."""
        if corners == 1:
            self.ones = append(self.ones, opened)
        elif corners == 2:
            self.twos = append(self.twos, opened)
        elif corners == 3:
            self.threes = append(self.threes, opened)
        else:
            self.complete = append(self.complete, opened)

    def boxes(self, touch: bytes) -> vec[i32]:
        """Return the boxes that this side has once it marks an intersection.

        `touch`: how each rectangle touches that intersection, as in `Field`.
        """
        return extend(_with_corner(self.threes, touch), self.complete)

    def grown(self, touch: bytes, fresh: vec[i32]) -> "Side":
        """Return this side after a mark, before it claims all its boxes, so without these.

        `fresh`: the open rectangles whose only mark it is.
        """
        side = Side(self.owned)
        side.ones = _without_corner(self.ones, touch, fresh)
        side.twos = _without_corner(self.twos, touch, _with_corner(self.ones, touch))
        side.threes = _without_corner(self.threes, touch, _with_corner(self.twos, touch))
        return side

    def blocked(self, touch: bytes) -> "Side":
        """Return this side after a mark of the other side."""
        side = Side(self.owned)
        side.ones = _apart(self.ones, touch)
        side.twos = _apart(self.twos, touch)
        side.threes = _apart(self.threes, touch)
        side.complete = _apart(self.complete, touch)
        return side

    def claiming(self, box: Rectangle) -> "Side":
        """Return this side after it has claimed a box (BOX-7)."""
        side = Side(self.owned | box.squares)
        side.ones = _still_winning(self.ones, box, side.owned)
        side.twos = _still_winning(self.twos, box, side.owned)
        side.threes = _still_winning(self.threes, box, side.owned)
        return side

    def cut_off(self, box: Rectangle) -> "Side":
        """Return this side after the other side has claimed a box."""
        side = Side(self.owned)
        side.ones = _clear_of(self.ones, box)
        side.twos = _clear_of(self.twos, box)
        side.threes = _clear_of(self.threes, box)
        side.complete = _clear_of(self.complete, box)
        return side


def _with_corner(opened: vec[i32], touch: bytes) -> vec[i32]:
    """Return the rectangles that have a corner on the mark."""
    return vec[i32]([each for each in opened if touch[each >> WORTH_BITS] == CORNER])


def _without_corner(opened: vec[i32], touch: bytes, others: vec[i32]) -> vec[i32]:
    """Return the rectangles that have no corner on the mark, followed by the others."""
    kept = vec[i32](
        [each for each in opened if touch[each >> WORTH_BITS] != CORNER],
        capacity=len(opened) + len(others),
    )
    return extend(kept, others)


def _apart(opened: vec[i32], touch: bytes) -> vec[i32]:
    """Return the rectangles that the mark doesn't touch."""
    return vec[i32](
        [each for each in opened if touch[each >> WORTH_BITS] == APART], capacity=len(opened)
    )


def _clear_of(opened: vec[i32], box: Rectangle) -> vec[i32]:
    """Return the rectangles that have no square in common with a box."""
    rectangles = box.field.rectangles
    return vec[i32](
        [each for each in opened if not rectangles[each >> WORTH_BITS].overlaps(box)],
        capacity=len(opened),
    )


def _still_winning(opened: vec[i32], box: Rectangle, owned: int) -> vec[i32]:
    """Return the rectangles that still win a square after a claim, with their new worths."""
    rectangles = box.field.rectangles
    kept = vec[i32](capacity=len(opened))
    for each in opened:
        rectangle = rectangles[each >> WORTH_BITS]
        if not rectangle.overlaps(box):
            kept = append(kept, each)
            continue
        worth = (rectangle.squares & ~owned).bit_count()
        if worth:
            kept = append(kept, each & ~WORTH_MASK | worth)
    return kept


@final
class Ground:
    """What each intersection (`marks`) and each square (`owners`) holds, one byte each.

    The bytes are `BLACK`, `WHITE` or `EMPTY`. A square has the number of its lower left corner.
    Grounds never change; they share their owners as long as nothing is claimed.
    """

    def __init__(self, field: Field, marks: vec[u8], owners: vec[u8]) -> None:
        self.field: Final = field
        self.marks: Final = marks
        self.owners: Final = owners

    def after(self, point: i64, won: int, color: int) -> "Ground":
        """Return the ground after a mark on `point` and claims of the squares `won`, as bits."""
        marks, owners = self.marks[:], self.owners
        marks[point] = color
        if won:
            owners = owners[:]
            for square in members(won >> self.field.grid.points):
                owners[square] = color
        return Ground(self.field, marks, owners)

    def open_from(self, point: i64, color: u8, side: Side) -> None:
        """Add to `side` the open rectangles whose lowest mark of `color` is on `point`.

        Each would win a square.
        """
        size = self.field.grid.size
        row, column = point // self.field.width, point % self.field.width
        self._open_toward(point, color, size - row, size - column, side)
        self._open_toward(point, color, size - row, -column, side)
        self._open_toward(point, color, -row, size - column, side)
        self._open_toward(point, color, -row, -column, side)

    def _open_toward(self, point: i64, color: u8, rows: i64, columns: i64, side: Side) -> None:
        """Add the open rectangles of one quarter, as seen from the point.

        The quarter extends `rows` up (down if negative) and `columns` to the right (left if
        negative). It is searched row by row away from the point, as wide as nothing blocks: a
        square of the other color from its own row on, a mark from the next row on (BOX-5). In a
        quarter up and to the right, the corners of a rectangle are:

            over ----- opposite      `top` is the intersection of `over`, and
             | square      |         `square` the first square of the last row.
             |             | height
            point ----- beside
                  width
        """
        marks, owners, across, other = self.marks, self.owners, self.field.across, 1 - color
        points: i64 = len(marks)
        rise = self.field.width if rows > 0 else -self.field.width
        height_limit = rows if rows > 0 else -rows
        limit = columns if columns > 0 else -columns
        run: i64 = 1 if columns > 0 else -1
        # By width, how many squares of the rectangle of the current height are the color's own.
        owned = self.field.owned
        for width in range(1, limit + 1):
            owned[width] = 0
        top = point
        square = point + min(rise, 0) + min(run, 0) - rise
        for height in range(1, height_limit + 1):
            top += rise
            square += rise
            own: i64 = 0
            next_limit = limit
            over = marks[top]
            for width in range(1, limit + 1):
                owner = owners[square + (width - 1) * run]
                if owner == other:  # BOX-4: a square inside blocks all wider and higher ones
                    next_limit = min(next_limit, width - 1)
                    break
                if owner == color:
                    own += 1
                owned[width] += own
                opposite = marks[top + width * run]
                if opposite == other:  # BOX-4, BOX-5: it is inside all wider and higher ones
                    next_limit = min(next_limit, width)
                    continue
                beside = marks[point + width * run]
                # BOX-4: the color can have all corners. BOX-11: the box wins at least one square.
                if over == other or beside == other or owned[width] == height * width:
                    continue
                # Each is found from every marked corner; it is counted at the lowest.
                if run < 0 and beside == color:
                    continue
                if rise < 0 and (over == color or opposite == color):
                    continue
                number = across[point * points + top + width * run]
                worth: int = height * width - owned[width]
                corners: i64 = 1
                if over == color:
                    corners += 1
                if beside == color:
                    corners += 1
                if opposite == color:
                    corners += 1
                side.add(number << WORTH_BITS | worth, corners)
            limit = next_limit


def _side_of(ground: Ground, color: int, owned: int) -> Side:
    side, marks = Side(owned), ground.marks
    for point in range(len(marks)):
        if marks[point] == color:
            ground.open_from(point, color, side)
    return side


@final
class SearchBoard:
    """A position as the search sees it.

    Attributes:
        ground: what each intersection and square holds.
        sides: black's and white's squares and open rectangles.
        start_lead: the points that black started with, less those of white.
    """

    def __init__(self, ground: Ground, sides: tuple[Side, Side], start_lead: float) -> None:
        self.ground: Final = ground
        self.sides: Final = sides
        self.start_lead: Final = start_lead

    def after(self, point: i64, color: int) -> "SearchBoard":
        """Return the board after a turn (BOX-3): a mark, and all claims that win a square."""
        field = self.ground.field
        touch, own = field.touch[point], self.sides[color]
        boxes = field.rectangles_of(own.boxes(touch))
        won = 0
        for box in boxes:
            won |= box.squares & ~own.owned
        ground = self.ground.after(point, won, color)
        # Only its `ones` are new. The others have another mark of this color: `grown` finds them.
        opened = Side(own.owned)
        ground.open_from(point, color, opened)
        own, theirs = own.grown(touch, opened.ones), self.sides[1 - color].blocked(touch)
        for box in boxes:
            own, theirs = own.claiming(box), theirs.cut_off(box)
        sides = (own, theirs) if color == BLACK else (theirs, own)
        return SearchBoard(ground, sides, self.start_lead)

    def empty(self) -> vec[i64]:
        """Return the intersections without a mark, ascending."""
        marks, empty = self.ground.marks, vec[i64]()
        for point in range(len(marks)):
            if marks[point] == EMPTY:
                empty = append(empty, point)
        return empty

    def is_over(self) -> bool:
        """Whether every intersection is marked or every square claimed (BOX-18)."""
        black, white = self.sides
        return (
            EMPTY not in self.ground.marks
            or black.owned | white.owned == self.ground.field.grid.all_squares
        )

    def lead(self, color: int) -> float:
        """Return by how much a color's score is higher than the other's (BOX-19)."""
        black, white = self.sides
        ahead = black.owned.bit_count() - white.owned.bit_count() + self.start_lead
        return ahead if color == BLACK else -ahead


def board_of(colors: list[int], field: Field, start_lead: float) -> SearchBoard:
    """Return the board on which black and white hold these bits, as in `Position.colors`.

    `start_lead` is as in `SearchBoard`.
    """
    points = field.grid.points
    marks, owners = vec[u8]([EMPTY] * points), vec[u8]([EMPTY] * points)
    for color in (BLACK, WHITE):
        for bit in members(colors[color]):
            if bit < points:
                marks[bit] = color
            else:
                owners[bit - points] = color
    ground = Ground(field, marks, owners)
    squares = field.grid.all_squares
    black, white = [_side_of(ground, color, colors[color] & squares) for color in (BLACK, WHITE)]
    return SearchBoard(ground, (black, white), start_lead)
