"""A position of Box as the search sees it: each side's open rectangles that have a mark.

Boards never change. A turn makes a new board from the open rectangles, which are a few hundred,
instead of from all 3,025 on the standard grid.
"""

from typing import final

from mypy_extensions import i64

from ai.box.rectangles import CORNER, EMPTY, Field, Rectangle, Spot
from boxtui.games.box.board import members
from boxtui.games.box.moves import BLACK, WHITE


@final
class Ground:
    """What each intersection (`marks`) and each square (`owners`) holds, one byte each.

    The bytes are `BLACK`, `WHITE` or `EMPTY`. A square has the number of its lower left corner.
    """

    def __init__(self, field: Field, marks: bytes, owners: bytes) -> None:
        self.field = field
        self.marks = marks
        self.owners = owners

    def after(self, point: int, won: int, color: int) -> "Ground":
        """Return the ground after a mark on `point` and claims of the squares `won`, as bits."""
        marks, owners = bytearray(self.marks), self.owners
        marks[point] = color
        if won:
            claimed = bytearray(owners)
            for square in members(won >> len(marks)):
                claimed[square] = color
            owners = bytes(claimed)
        return Ground(self.field, bytes(marks), owners)

    def open_from(self, point: i64, color: i64, by_corners: list[list[Rectangle]]) -> None:
        """Add the rectangles open to `color` whose lowest mark of that color is on `point`.

        Each wins a square. It is added to the list of those with as many corners marked, 1 to 4.
        """
        size = self.field.grid.size
        row, column = point // self.field.width, point % self.field.width
        self._open_toward(point, color, size - row, size - column, by_corners)
        self._open_toward(point, color, size - row, -column, by_corners)
        self._open_toward(point, color, -row, size - column, by_corners)
        self._open_toward(point, color, -row, -column, by_corners)

    def _open_toward(
        self, point: i64, color: i64, rows: i64, columns: i64, by_corners: list[list[Rectangle]]
    ) -> None:
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
            over: i64 = marks[top]
            for width in range(1, limit + 1):
                owner: i64 = owners[square + (width - 1) * run]
                if owner == other:
                    next_limit = min(next_limit, width - 1)
                    break
                if owner == color:
                    own += 1
                owned[width] += own
                opposite: i64 = marks[top + width * run]
                if opposite == other:
                    next_limit = min(next_limit, width)
                    continue
                beside: i64 = marks[point + width * run]
                if over == other or beside == other or owned[width] == height * width:
                    continue
                # Each is found from every marked corner; it is counted at the lowest.
                if run < 0 and beside == color:
                    continue
                if rise < 0 and (over == color or opposite == color):
                    continue
                rectangle = across[point * points + top + width * run]
                assert rectangle is not None
                corners = 1 + i64(over == color) + i64(beside == color) + i64(opposite == color)
                by_corners[corners].append(rectangle.winning(height * width - owned[width]))
            limit = next_limit


@final
class Side:
    """One color's squares, and its open rectangles that would win at least one square.

    Attributes:
        owned: the squares, as bits.
        ones: the rectangles with one corner marked.
        twos: those with two corners marked.
        threes: those with three corners marked.
        complete: boxes that were not claimed (BOX-10); empty if claiming is automatic.
    """

    def __init__(
        self,
        owned: int,
        ones: list[Rectangle],
        twos: list[Rectangle],
        threes: list[Rectangle],
        complete: list[Rectangle],
    ) -> None:
        self.owned = owned
        self.ones = ones
        self.twos = twos
        self.threes = threes
        self.complete = complete

    def boxes(self, point: int) -> list[Rectangle]:
        """Return the boxes that this side has once it marks `point`."""
        return [each for each in self.threes if each.touch[point] == CORNER] + self.complete

    def grown(self, point: int, fresh: list[Rectangle]) -> "Side":
        """Return this side after a mark, before claims; `fresh` had no other mark of this side."""
        ones = [each for each in self.ones if each.touch[point] != CORNER]
        twos = [each for each in self.twos if each.touch[point] != CORNER]
        threes = [each for each in self.threes if each.touch[point] != CORNER]
        threes += [each for each in self.twos if each.touch[point] == CORNER]
        twos += [each for each in self.ones if each.touch[point] == CORNER]
        return Side(self.owned, ones + fresh, twos, threes, [])

    def claiming(self, box: Rectangle) -> "Side":
        """Return this side after it has claimed a box (BOX-7)."""
        owned = self.owned | box.squares
        return Side(
            owned,
            _still_winning(self.ones, box, owned),
            _still_winning(self.twos, box, owned),
            _still_winning(self.threes, box, owned),
            [],
        )

    def blocked(self, point: int) -> "Side":
        """Return this side after the other side has marked `point`."""
        complete = self.complete
        if complete:
            complete = [each for each in complete if not each.touch[point]]
        return Side(
            self.owned,
            [each for each in self.ones if not each.touch[point]],
            [each for each in self.twos if not each.touch[point]],
            [each for each in self.threes if not each.touch[point]],
            complete,
        )

    def cut_off(self, box: Rectangle) -> "Side":
        """Return this side after the other side has claimed a box."""
        return Side(
            self.owned,
            [each for each in self.ones if not each.overlaps(box)],
            [each for each in self.twos if not each.overlaps(box)],
            [each for each in self.threes if not each.overlaps(box)],
            [each for each in self.complete if not each.overlaps(box)],
        )


def _still_winning(rectangles: list[Rectangle], box: Rectangle, owned: int) -> list[Rectangle]:
    """Return the rectangles that still win a square after a claim, with their new worth."""
    left = []
    for each in rectangles:
        if not each.overlaps(box):
            left.append(each)
            continue
        worth = (each.squares & ~owned).bit_count()
        if worth:
            left.append(each.winning(worth))
    return left


def _side_of(ground: Ground, color: int, owned: int) -> Side:
    by_corners: list[list[Rectangle]] = [[], [], [], [], []]
    marks = ground.marks
    for point in range(len(marks)):
        if marks[point] == color:
            ground.open_from(point, color, by_corners)
    return Side(owned, by_corners[1], by_corners[2], by_corners[3], by_corners[4])


@final
class SearchBoard:
    """A position as the search sees it.

    Attributes:
        ground: what each intersection and square holds.
        sides: black's and white's squares and open rectangles.
        empty: the spots without a mark.
        start_lead: the points that black started with, less those of white.
    """

    def __init__(
        self, ground: Ground, sides: tuple[Side, Side], empty: list[Spot], start_lead: float
    ) -> None:
        self.ground = ground
        self.sides = sides
        self.empty = empty
        self.start_lead = start_lead

    def after(self, spot: Spot, color: int) -> "SearchBoard":
        """Return the board after a turn (BOX-3): a mark, and all claims that win a square."""
        point, own, theirs = spot.number, self.sides[color], self.sides[1 - color]
        won = 0
        boxes = own.boxes(point)
        for box in boxes:
            won |= box.squares & ~own.owned
        ground = self.ground.after(point, won, color)
        fresh: list[list[Rectangle]] = [[], [], [], [], []]
        ground.open_from(point, color, fresh)
        own = own.grown(point, fresh[1])
        theirs = theirs.blocked(point)
        for box in boxes:
            own = own.claiming(box)
            theirs = theirs.cut_off(box)
        empty = self.empty.copy()
        empty.remove(spot)
        sides = (own, theirs) if color == BLACK else (theirs, own)
        return SearchBoard(ground, sides, empty, self.start_lead)

    def is_over(self) -> bool:
        """Whether every intersection is marked or every square claimed (BOX-18)."""
        black, white = self.sides
        return not self.empty or black.owned | white.owned == self.ground.field.grid.all_squares

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
    marks, owners = bytearray([EMPTY]) * points, bytearray([EMPTY]) * points
    for color in (BLACK, WHITE):
        for bit in members(colors[color]):
            if bit < points:
                marks[bit] = color
            else:
                owners[bit - points] = color
    ground = Ground(field, bytes(marks), bytes(owners))
    squares = field.grid.all_squares
    black, white = [_side_of(ground, color, colors[color] & squares) for color in (BLACK, WHITE)]
    empty = [spot for spot in field.spots if marks[spot.number] == EMPTY]
    return SearchBoard(ground, (black, white), empty, start_lead)
