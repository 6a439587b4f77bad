"""Naive strategies for Box: where to mark. Squares are counted exactly, nothing is searched."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from boxtui.games.box.board import members
from boxtui.games.box.moves import CLAIM, DONE, FIRST_WHITE, PASS, RESIGN
from boxtui.games.box.position import BIDDING, CLAIMING, MARKING, OPENING, Position
from strength.strategy import Strategy, by_name, highest

FEW: Final = 10
"""How many marks are compared by what they lead to, for strategies that look at replies."""


class Sheet:
    """The grid as the mover sees it, with what each mark would win either side."""

    def __init__(self, position: Position) -> None:
        self.grid = position.grid
        color = position.color_of(position.seat)
        self.own, self.theirs = position.colors[color], position.colors[1 - color]
        self.wins = self.grid.gains(self.own, self.theirs)
        self.losses = self.grid.gains(self.theirs, self.own)

    def place(self, point: int) -> tuple[int, int]:
        """Return a point's column and row, from the center."""
        row, column = divmod(point, self.grid.width)
        half = self.grid.size // 2
        return column - half, row - half

    def from_center(self, point: int) -> int:
        """Return how many lines a point is from the center, the farther way."""
        return max(map(abs, self.place(point)))

    def marked(self, point: int) -> int:
        """Return the mover's bits after a mark and its claims."""
        return self.own | 1 << point | self.grid.won(point, self.own, self.theirs)

    def threats(self, point: int) -> list[int]:
        """Return what the mover's next marks could win after a mark, the most first."""
        return sorted(self.grid.gains(self.marked(point), self.theirs), reverse=True)

    def reply(self, point: int) -> int:
        """Return the most squares that the reply to a mark can win."""
        return max(self.grid.gains(self.theirs, self.marked(point)))

    def replies(self, point: int) -> int:
        """Return the sum of the squares that replies to a mark could win."""
        return sum(self.grid.gains(self.theirs, self.marked(point)))

    def corners(self, point: int) -> list[int]:
        """Return the sizes of the open rectangles from that corner to another mark."""
        found = []
        for other in members(self.own & self.grid.all_marks & self.grid.elsewhere[point]):
            box = point * self.grid.points + other
            corners = self.grid.corners(self.grid.box_of[box])
            if not self.theirs & (self.grid.blocking[box] | corners):
                found.append(self.grid.squares_of[box].bit_count())
        return found


Mark = Callable[[Sheet, list[int], Random], int]
"""Returns one of the empty points."""


def _by(worth: Callable[[Sheet, int], tuple[float, ...]]) -> Mark:
    """Return the choice of the point worth most."""

    def mark(sheet: Sheet, points: list[int], rng: Random) -> int:
        return highest(points, lambda point: worth(sheet, point), rng)

    mark.__doc__ = worth.__doc__
    return mark


def _best(sheet: Sheet, points: list[int], rng: Random) -> list[int]:
    """Return the few points at which either side wins most, or that make the largest corners."""
    keyed = [
        (sheet.wins[at] + sheet.losses[at], max(sheet.corners(at), default=0)) for at in points
    ]
    ranked = sorted(zip(keyed, points), reverse=True)
    return [point for _, point in ranked[:FEW]]


def grabber(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Wins as many squares as it can now; else makes the corner of the largest rectangle."""
    return sheet.wins[point], max(sheet.corners(point), default=0)


def denier(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Takes the point where the other player would win most, unless it wins as many itself."""
    return max(sheet.wins[point], sheet.losses[point]), sheet.wins[point], -sheet.from_center(point)


def swinger(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Adds what it wins to what the other player would have won there."""
    return sheet.wins[point] + sheet.losses[point], max(sheet.corners(point), default=0)


def giant(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Wants the largest rectangle, and takes smaller ones only on the way."""
    return max([*sheet.corners(point), 2 * sheet.wins[point]]), len(sheet.corners(point))


def strips(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Builds boxes one square wide, which no mark can block."""
    column, row = sheet.place(point)
    own = members(sheet.own & sheet.grid.all_marks)
    beside = [sheet.place(other) for other in own]
    narrow = sum(1 in (abs(column - x), abs(row - y)) for x, y in beside)
    aligned = sum(column == x or row == y for x, y in beside)
    return sheet.wins[point], sheet.losses[point], narrow + aligned


def miser(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Builds the smallest boxes it can, so that few are blocked."""
    sizes = sheet.corners(point)
    return bool(sheet.wins[point]), sheet.losses[point], -min(sizes, default=999), len(sizes)


def edge(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Marks the edge first, where nothing can be enclosed; wins when it can."""
    return sheet.wins[point] + sheet.losses[point], sheet.from_center(point)


def middle(sheet: Sheet, point: int) -> tuple[float, ...]:
    """Marks the middle first, inside the other player's rectangles; wins when it can."""
    return sheet.wins[point] + sheet.losses[point], -sheet.from_center(point)


def careful(sheet: Sheet, points: list[int], rng: Random) -> int:
    """Wins what it can, less the most that the reply wins."""
    few = _best(sheet, points, rng)
    return highest(few, lambda at: (sheet.wins[at] - sheet.reply(at), sum(sheet.threats(at))), rng)


def forker(sheet: Sheet, points: list[int], rng: Random) -> int:
    """Threatens two boxes at once: the second largest threat counts."""

    def worth(at: int) -> tuple[float, ...]:
        return sheet.wins[at] + sheet.threats(at)[1] - sheet.reply(at), sheet.wins[at]

    return highest(_best(sheet, points, rng), worth, rng)


def smotherer(sheet: Sheet, points: list[int], rng: Random) -> int:
    """Leaves the other player as little to win as it can."""
    few = _best(sheet, points, rng)
    return highest(few, lambda at: (-sheet.replies(at), sheet.wins[at]), rng)


def _mirror(image: Callable[[int, int], tuple[int, int]]) -> Mark:
    """Return the choice that marks the image of a mark that has none; else as the grabber does."""

    def mark(sheet: Sheet, points: list[int], rng: Random) -> int:
        half = sheet.grid.size // 2
        images = [image(*sheet.place(at)) for at in members(sheet.theirs & sheet.grid.all_marks)]
        due = {(row + half) * sheet.grid.width + column + half for column, row in images}
        free = [point for point in points if point in due]
        return highest(free or points, lambda point: grabber(sheet, point), rng)

    return mark


def _strategy(mark: Mark, about: str = "") -> Strategy:
    """Return the strategy that marks like this, opens anywhere, and claims all it can."""

    def choose(position: Position, moves: Sequence[int], rng: Random) -> int:
        if position.phase == MARKING:
            return mark(Sheet(position), [move for move in moves if move != RESIGN], rng)
        if position.phase == CLAIMING:
            claims = [move for move in moves if CLAIM <= move < RESIGN]
            squares = position.grid.squares_of
            return max(claims, key=lambda move: squares[move - CLAIM].bit_count(), default=DONE)
        if position.phase == BIDDING:
            return PASS if PASS in moves else moves[0]
        if position.phase == OPENING:
            return highest([move for move in moves if move < FIRST_WHITE], lambda move: 0, rng)
        return moves[0]

    choose.__doc__ = about or mark.__doc__
    return choose


STRATEGIES: Final = {
    **by_name(
        lambda worth: _strategy(_by(worth)),
        *(grabber, denier, swinger, giant, strips, miser, edge, middle),
    ),
    **by_name(_strategy, careful, forker, smotherer),
    "mirror": _strategy(
        _mirror(lambda column, row: (-column, -row)),
        "Copies every mark of the other player, turned about the center.",
    ),
    "reflection": _strategy(
        _mirror(lambda column, row: (-column, row)),
        "Copies every mark of the other player, reflected in the middle line.",
    ),
}
"""All of them, by name."""
