"""What a board of Box promises to whoever is on move, and how much each mark there is worth."""

from operator import attrgetter
from typing import Final

from ai.box.board import EMPTY, Board, Side
from ai.box.rectangles import Rectangle, Spot

ON_MOVE: Final = 0.4
"""What being on move adds to the lead that can be expected: this part of the strongest pull.
Learned with `PROMISES`."""


def appraise(board: Board, color: int) -> float:
    """The lead that `color` can expect, whoever is on move; each empty spot's `pull` is set.

    That is by how much a mark of `color` there betters it: squares won, rectangles brought nearer
    to boxes, and those of the other side that it ends.
    """
    for spot in board.empty:
        spot.pull = 0.0
    own, theirs, marks = board.sides[color], board.sides[1 - color], board.ground.marks
    promised = _promised_to_self(own) - _promised_to_other(theirs)
    promised += _threatened(own, marks, True) - _threatened(theirs, marks, False)
    return board.lead(color) + promised


def _promised_to_self(side: Side) -> float:
    promised = 0.0
    for each in side.ones:
        promised += each.one
        _pull_corners(each, each.two - each.one)
    for each in side.twos:
        promised += each.two
        _pull_corners(each, each.three - each.two)
    return promised


def _promised_to_other(side: Side) -> float:
    """No mark is made to end so little as a rectangle with one corner promises."""
    promised = 0.0
    for each in side.ones:
        promised += each.one
    for each in side.twos:
        promised += each.two
        _pull_corners(each, each.two)
        _pull_inside(each, each.two)
    return promised


def _pull_corners(each: Rectangle, pull: float) -> None:
    each.first.pull += pull
    each.second.pull += pull
    each.third.pull += pull
    each.fourth.pull += pull


def _pull_inside(each: Rectangle, pull: float) -> None:
    for spot in each.inside:
        spot.pull += pull


def _threatened(side: Side, marks: bytes, is_own: bool) -> float:
    """What a side's threats promise; boxes that one mark completes count as what they win together.

    A box that was not claimed is as good as won, unless the other side hinders it now.
    """
    targets, promised = _targets(side, marks), 0.0
    for each in side.threes:
        target = each.corner(marks, EMPTY)
        share = each.three * _gain(target, side) / target.promised
        promised += share
        target.pull += -share if is_own else share
        if not is_own:
            _pull_inside(each, share)
    for target in targets:
        if is_own:
            target.pull += _gain(target, side)
        target.squares = target.promised = 0
    for each in side.complete:
        promised += each.worth
        if not is_own:
            _pull_inside(each, each.worth)
    return promised


def _targets(side: Side, marks: bytes) -> list[Spot]:
    """The spots that boxes lack, with the boxes' squares noted on them."""
    targets = []
    for each in side.threes:
        target = each.corner(marks, EMPTY)
        if not target.promised:
            targets.append(target)
        target.squares |= each.squares
        target.promised += each.worth
    return targets


def _gain(target: Spot, side: Side) -> int:
    """How many squares a side wins on a spot that it lacks."""
    return (target.squares & ~side.owned).bit_count()


_pull_of = attrgetter("pull")


def strongest(board: Board, most: int) -> list[Spot]:
    """The empty spots that pull most, the strongest first; the lower of equal ones."""
    return sorted(board.empty, key=_pull_of, reverse=True)[:most]
