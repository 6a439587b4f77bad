"""Decisions before the play of Box: the first mark under swap, the choice of colors, and bids."""

from random import Random
from typing import Final

from ai.agent import Considered, Stop
from ai.box.board import SearchBoard, board_of
from ai.box.pattern_weights import PatternWeights
from ai.box.rectangles import field_of
from ai.box.search import FEWEST, Tree
from boxtui.core import uniform
from boxtui.games.box.moves import BID, BLACK, FIRST_BLACK, FIRST_WHITE, PASS, TAKE, WHITE
from boxtui.games.box.position import NO_BID, Position

FIRST_WORTH: Final = {6: 4, 8: 6, 10: 6, 12: 6, 14: 8, 16: 8}
"""By the size of the grid, the half points that playing first is worth: the median lead of the
player who marked first, in hundreds of games of a search with 50 positions per mark against itself,
begun with 2 to 6 random marks."""


def first_marks(
    position: Position, limit: int, weights: PatternWeights, rng: Random, stop: Stop
) -> list[Considered]:
    """Return the values of first marks to the opener, best first (BOX-12).

    The opponent will pick the better color, so a mark is better the closer it is to even. If marks
    are images of each other, only one is searched; which image and which color are random.
    """
    points = _octant(position.terms.size)
    limit_each = max(FEWEST, limit // len(points))
    considered: list[Considered] = []
    for point in points:
        if considered and stop():
            break
        marked, picker = 1 << point, 1 - position.seat
        values, searched = _worth_picking(position, marked, picker, limit_each, weights, stop)
        first = (FIRST_BLACK, FIRST_WHITE)[int(uniform(rng) * 2)]
        move = first + _image(point, position.terms.size, int(uniform(rng) * 8))
        considered.append(Considered(move, 1.0 - max(values), searched))
    return sorted(considered, key=lambda each: -each.value)


def _octant(size: int) -> list[int]:
    """Return one intersection of each set that rotations and reflections turn into each other."""
    half = size // 2
    return [row * (size + 1) + column for row in range(half + 1) for column in range(row, half + 1)]


def _image(point: int, size: int, which: int) -> int:
    """Return one of the eight images of a point; `which` is 0 to 7."""
    row, column = divmod(point, size + 1)
    if which & 1:
        row, column = column, row
    if which & 2:
        row = size - row
    if which & 4:
        column = size - column
    return row * (size + 1) + column


def start_lead(position: Position, seat: int) -> float:
    """Return the points that a seat started with, less those of the other."""
    return (position.head_start(seat) - position.head_start(1 - seat)) / 2


def _worth_picking(
    position: Position, marked: int, picker: int, limit: int, weights: PatternWeights, stop: Stop
) -> tuple[tuple[float, float], int]:
    """Return what the picker can expect with the first mark's color and with the other one.

    `marked` is the first mark, as a bit; the color in which it was made makes no difference. The
    second figure is the number of positions searched: up to `limit`, or twice that with a handicap.
    """
    field, ahead = field_of(position.terms.size), start_lead(position, picker)
    own = _searched(board_of([marked, 0], field, ahead), limit, weights, stop)
    after_own = 1.0 - own.root.value(WHITE)
    # Without a handicap the other color is the other side of the same game.
    if not ahead:
        return (after_own, 1.0 - after_own), own.size
    other = _searched(board_of([marked, 0], field, -ahead), limit, weights, stop)
    return (after_own, other.root.value(WHITE)), own.size + other.size


def _searched(board: SearchBoard, limit: int, weights: PatternWeights, stop: Stop) -> Tree:
    """Search a board on which black has the only mark."""
    tree = Tree(board, WHITE, weights=weights)
    tree.run(limit, stop)
    return tree


def picks(position: Position, limit: int, weights: PatternWeights, stop: Stop) -> list[Considered]:
    """Return what the picker can expect of each color, the better one first (BOX-12).

    Each color has half of the visits, even if one search evaluated both.
    """
    marked = BLACK if position.colors[BLACK] else WHITE
    marks, seat = position.colors[marked], position.seat
    values, searched = _worth_picking(position, marks, seat, max(1, limit // 2), weights, stop)
    halves = (searched + 1) // 2, max(1, searched // 2)
    considered = [
        Considered(TAKE + color, value, visits)
        for color, value, visits in zip((marked, 1 - marked), values, halves)
    ]
    return sorted(considered, key=lambda each: -each.value)


def bid(position: Position) -> int:
    """Return the next bid: first half of what playing first is worth, then half a point more.

    Passes once the last bid is as high as that worth. So any bid that the opponent lets stand is a
    bargain or fair (BOX-17).
    """
    worth = FIRST_WORTH[position.terms.size]
    if position.bid == NO_BID:
        return BID + worth // 2
    return BID + position.bid + 1 if position.bid < worth else PASS
