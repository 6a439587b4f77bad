"""Decisions before the play of Box: the first mark under swap, the choice of colors, and bids."""

from random import Random
from typing import Final

from ai.agent import Considered, Stop, never
from ai.box.board import board_of
from ai.box.pattern_weights import PatternWeights
from ai.box.rectangles import field_of
from ai.box.search import FEWEST, POLL, Tree
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
    searches = [_trees(position, 1 << point, 1 - position.seat, weights) for point in points]
    _search(searches, max(FEWEST, limit // len(points)), stop)
    considered: list[Considered] = []
    for point, trees in zip(points, searches):
        first = (FIRST_BLACK, FIRST_WHITE)[int(uniform(rng) * 2)]
        move = first + _image(point, position.terms.size, int(uniform(rng) * 8))
        considered.append(Considered(move, 1.0 - max(_worth_picking(trees)), _size(trees)))
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


def _trees(position: Position, marked: int, picker: int, weights: PatternWeights) -> list[Tree]:
    """Return what is to be searched to know what each color is worth to the picker.

    `marked` is the first mark, as a bit; the color in which it was made makes no difference. Each
    tree begins with that mark by black. The picker has made it in the first, the opener in the
    last; without a handicap these are two sides of the same game, and one tree.
    """
    field, ahead = field_of(position.terms.size), start_lead(position, picker)
    leads = (ahead, -ahead) if ahead else (ahead,)
    return [Tree(board_of([marked, 0], field, lead), WHITE, weights=weights) for lead in leads]


def _search(searches: list[list[Tree]], limit: int, stop: Stop) -> None:
    """Search each tree up to `limit` positions, or until `stop` returns True.

    That is asked after each round, in which all trees get the same share of positions. So they can
    be compared whenever it stops, even without a limit.
    """
    share = max(FEWEST, POLL // len(searches))
    for size in range(share, limit + share, share):
        for trees in searches:
            for tree in trees:
                tree.run(min(size, limit), never)
        if stop():
            return


def _worth_picking(trees: list[Tree]) -> tuple[float, float]:
    """Return what the picker can expect with the first mark's color and with the other one."""
    return 1.0 - trees[0].root.value(WHITE), trees[-1].root.value(WHITE)


def _size(trees: list[Tree]) -> int:
    """Return the number of positions searched."""
    return sum([tree.size for tree in trees])


def picks(position: Position, limit: int, weights: PatternWeights, stop: Stop) -> list[Considered]:
    """Return what the picker can expect of each color, the better one first (BOX-12).

    Each color has half of the visits, even if one search evaluated both.
    """
    marked = BLACK if position.colors[BLACK] else WHITE
    marks, seat = position.colors[marked], position.seat
    trees = _trees(position, marks, seat, weights)
    _search([trees], max(1, limit // 2), stop)
    values, searched = _worth_picking(trees), _size(trees)
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
