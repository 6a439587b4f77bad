"""A second Kimbo: slow, square by square, written only from the rule text.

Uses nothing of boxtui. A square is (column, row), both from 0; HOME is a word. A fence is the set
of the two squares beside it. Seats sit on sides 0 to 3, clockwise from row 1.
"""

from collections.abc import Iterator
from itertools import product

Square = tuple[int, int]
Fence = frozenset[Square]
HOME: Square = (-1, -1)
MIDDLE = set(product((6, 7, 8), (6, 7, 8)))
ENTRANCES = {(7, 5): (0, 1), (5, 7): (1, 0), (7, 9): (0, -1), (9, 7): (-1, 0)}
"""The entrance squares, with the direction of HOME from each."""
HEADINGS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SIDES = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
ROW_1_STARTS: list[Square] = [(1, 1), (0, 13), (14, 14), (13, 0)]


def turned(square: Square, quarters: int) -> Square:
    """Return a square after that many clockwise quarter turns of the board; HOME stays."""
    for _ in range(quarters % 4):
        square = square if square == HOME else (square[1], 14 - square[0])
    return square


def area(square: Square) -> tuple[bool, bool] | None:
    """Return the corner whose start area contains a square, or None."""
    column, row = square
    if column in (0, 1, 13, 14) and row in (0, 1, 13, 14):
        return column > 7, row > 7
    return None


def starts(side: int) -> list[Square]:
    """Return the start squares of the side's color."""
    return [turned(square, side) for square in ROW_1_STARTS]


def closing(seats: int) -> set[Fence]:
    """Return the fences that close the entrances of sides without a player."""
    fences: set[Fence] = set()
    for side in set(range(4)) - set(SIDES[seats]):
        entrance = turned((7, 5), side)
        for x, y in HEADINGS:
            beside = (entrance[0] + x, entrance[1] + y)
            if beside not in MIDDLE:
                fences.add(frozenset({entrance, beside}))
    return fences


class Reference:
    """The squares of all pieces, four per seat in any order, and all fences."""

    def __init__(self, pieces: list[list[Square]], fences: set[Fence]) -> None:
        self.pieces = pieces
        self.fences = fences | closing(len(pieces))

    def blocked(self, square: Square, heading: Square, left: int) -> bool:
        """Whether a piece with that much of its move left can't go on in that direction."""
        ahead = (square[0] + heading[0], square[1] + heading[1])
        if ENTRANCES.get(square) == heading:
            return left != 1
        if not all(0 <= n < 15 for n in ahead) or ahead in MIDDLE:
            return True
        if area(ahead) is not None and area(ahead) != area(square):
            return True
        return frozenset({square, ahead}) in self.fences

    def paths(self, square: Square, count: int) -> Iterator[list[Square]]:
        """Yield every path of `count` steps: the squares it passes, ending with its last."""
        for heading in HEADINGS:
            if not self.blocked(square, heading, count):
                yield from self._paths(square, heading, count)

    def _paths(self, square: Square, heading: Square, left: int) -> Iterator[list[Square]]:
        if left == 0:
            yield []
            return
        x, y = heading
        goes_on = [heading] if not self.blocked(square, heading, left) else []
        turns = [turn for turn in ((-y, x), (y, -x)) if not self.blocked(square, turn, left)]
        back = [(-x, -y)] if not self.blocked(square, (-x, -y), left) else []
        for path in goes_on or turns or back:
            ahead = (square[0] + path[0], square[1] + path[1])
            ahead = HOME if ahead in MIDDLE else ahead
            for rest in self._paths(ahead, path, left - 1):
                yield [ahead, *rest]

    def ends(self, square: Square, count: int) -> set[Square]:
        """Return every square on which a path of that count ends."""
        return {path[-1] for path in self.paths(square, count)}

    def captured(self, seat: int, square: Square) -> list["Reference"]:
        """Return the positions after the seat captures on a square: one for each free corner."""
        if square == HOME or area(square) is not None:
            return []
        after = []
        for owner, squares in enumerate(self.pieces):
            if owner != seat and square in squares:
                for corner in starts(SIDES[len(self.pieces)][owner]):
                    if corner not in squares:
                        after.append(self.with_piece(owner, squares.index(square), corner))
        return after

    def with_piece(self, seat: int, piece: int, square: Square) -> "Reference":
        """Return the position with one piece on another square."""
        pieces = [list(squares) for squares in self.pieces]
        pieces[seat][piece] = square
        return Reference(pieces, self.fences)

    def landed(self, seat: int, piece: int, end: Square) -> list["Reference"]:
        """Return the positions after a piece ends its move there; none if it may not."""
        others = [at for n, at in enumerate(self.pieces[seat]) if n != piece and at != HOME]
        if end in others or (end != HOME and area(end) is not None):
            return []
        boards = self.captured(seat, end) or [self]
        return [board.with_piece(seat, piece, end) for board in boards]

    def by_one_die(self, seat: int, piece: int, die: int) -> list["Reference"]:
        """Return the positions after one piece moves by one die."""
        square = self.pieces[seat][piece]
        if square == HOME:
            return []
        ends = sorted(self.ends(square, die))
        return [after for end in ends for after in self.landed(seat, piece, end)]

    def by_both_dice(self, seat: int, piece: int, dice: tuple[int, int]) -> list["Reference"]:
        """Return the positions after one piece moves by both dice, capturing on the way or not."""
        square = self.pieces[seat][piece]
        found = []
        for path in [] if square == HOME else self.paths(square, sum(dice)):
            boards = [self]
            for die in dice:
                boards += self.captured(seat, path[die - 1])
            for board in boards:
                found += board.landed(seat, piece, path[-1])
        return found

    def by_jump(self, seat: int) -> list["Reference"]:
        """Return the positions after a jump."""
        found = []
        closed = [turned((7, 5), side) for side in range(4)]
        closed = [at for side, at in enumerate(closed) if side not in SIDES[len(self.pieces)]]
        for piece, (column, row) in enumerate(self.pieces[seat]):
            for x, y in HEADINGS:
                ahead = (column + x, row + y)
                if frozenset({(column, row), ahead}) in self.fences and ahead not in closed:
                    found += self.landed(seat, piece, ahead)
        return found

    def turns(self, seat: int, dice: tuple[int, int]) -> set[tuple[tuple[Square, ...], ...]]:
        """Return where the pieces can stand after the seat's turn with these dice; see `key`."""
        whole = [after for piece in range(4) for after in self.by_both_dice(seat, piece, dice)]
        for first, second in (dice, dice[::-1]):
            for one, other in product(range(4), range(4)):
                if one != other:
                    for board in self.by_one_die(seat, one, first):
                        whole += board.by_one_die(seat, other, second)
        singles = [
            after
            for piece in range(4)
            for die in dice
            for after in self.by_one_die(seat, piece, die)
        ]
        played = whole or singles
        if whole and self.pieces[seat].count(HOME) == 3:
            played = whole + [after for after in singles if after.pieces[seat].count(HOME) == 4]
        jumps = self.by_jump(seat) if dice[0] == dice[1] else []
        return {after.key() for after in (played or [self]) + jumps}

    def key(self) -> tuple[tuple[Square, ...], ...]:
        """Return the sorted squares of each seat's pieces."""
        return tuple(tuple(sorted(squares)) for squares in self.pieces)
