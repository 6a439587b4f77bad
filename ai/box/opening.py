"""What comes before the play of Box: the first mark under swap, the choice of colors, bids."""

from random import Random
from typing import Final

from ai.agent import Considered, Stop
from ai.box.board import board_of
from ai.box.rectangles import Field, field_of
from ai.box.search import Tree
from boxtui.core import uniform
from boxtui.games.box.notation import BID, BLACK, FIRST_BLACK, FIRST_WHITE, PASS, TAKE, WHITE
from boxtui.games.box.position import NO_BID, Position

FIRST_WORTH: Final = {6: 4, 8: 6, 10: 6, 12: 6, 14: 8, 16: 8}
"""By the size of the grid, the half points that playing first is worth: the median lead of whoever
marked first, in hundreds of games of a search with 50 positions a mark against itself, begun with
2 to 6 marks at random."""


def first_marks(position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
    """What the opener can expect of first marks, the best first (BOX-12).

    The other will pick what is better for them, so a mark is the better the closer it is to even.
    Of those that are each other's image one is looked at; which one is luck, and so is the color.
    """
    field = field_of(position.terms.size)
    points = _octant(position.terms.size)
    considered: list[Considered] = []
    for point in points:
        if considered and stop():
            break
        each = max(2, limit // len(points))
        picked = max(_worth_picking(position, 1 << point, 1 - position.seat, each, field, stop))
        first = (FIRST_BLACK, FIRST_WHITE)[int(uniform(rng) * 2)]
        move = first + _image(point, position.terms.size, int(uniform(rng) * 8))
        considered.append(Considered(move, 1.0 - picked, each))
    return sorted(considered, key=lambda each: -each.value)


def _octant(size: int) -> list[int]:
    """One of the intersections that turning and mirroring the grid makes of each other."""
    half = size // 2
    return [row * (size + 1) + column for row in range(half + 1) for column in range(row, half + 1)]


def _image(point: int, size: int, which: int) -> int:
    """One of the eight images of a point."""
    row, column = divmod(point, size + 1)
    if which & 1:
        row, column = column, row
    if which & 2:
        row = size - row
    if which & 4:
        column = size - column
    return row * (size + 1) + column


def _worth_picking(
    position: Position, marked: int, picker: int, limit: int, field: Field, stop: Stop
) -> tuple[float, float]:
    """What the picker can expect who takes the color of the first mark, or the other one."""
    ahead = (position.given(picker) - position.given(1 - picker)) / 2
    values = []
    for given in (ahead, -ahead):
        tree = Tree(board_of([marked, 0], field, given), WHITE)
        tree.grow(limit, stop)
        values.append(tree.root.value(WHITE))
    return 1.0 - values[0], values[1]


def picks(position: Position, limit: int, stop: Stop) -> list[Considered]:
    """What the picker can expect of either color, the better first (BOX-12)."""
    marked = BLACK if position.colors[BLACK] else WHITE
    limit, field = max(1, limit // 2), field_of(position.terms.size)
    values = _worth_picking(position, position.colors[marked], position.seat, limit, field, stop)
    considered = [
        Considered(TAKE + color, value, limit) for color, value in zip((marked, 1 - marked), values)
    ]
    return sorted(considered, key=lambda each: -each.value)


def bid(position: Position) -> int:
    """Half of what playing first is worth to open with, then half a point more up to all of it.

    A bid that the other lets stand is so a bargain or fair (BOX-17).
    """
    worth = FIRST_WORTH[position.terms.size]
    if position.bid == NO_BID:
        return BID + worth // 2
    return BID + position.bid + 1 if position.bid < worth else PASS
