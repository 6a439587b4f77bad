"""The evaluation of a Box board: a color's expected lead, and what a mark on each spot is worth."""

from operator import attrgetter
from typing import Final

from ai.box.board import SearchBoard, Side
from ai.box.rectangles import Rectangle, Spot

ON_MOVE: Final = 0.4
"""Being on move adds this fraction of the highest mark score to the expected lead. Learned with
`PROMISES`."""


def evaluate(board: SearchBoard, color: int) -> float:
    """Return the lead that `color` can expect, and set each empty spot's `mark_score`.

    The lead doesn't count whose turn it is. A mark score is how much a mark of `color` on that spot
    improves the lead: squares won, rectangles brought nearer to boxes, and the other side's
    rectangles that it ends.
    """
    for spot in board.empty:
        spot.mark_score = 0.0
    own, theirs, marks = board.sides[color], board.sides[1 - color], board.ground.marks
    promised = _promised_to_self(own) - _promised_to_other(theirs)
    promised += _threatened(own, marks, True) - _threatened(theirs, marks, False)
    return board.lead(color) + promised


def _promised_to_self(side: Side) -> float:
    promised = 0.0
    for each in side.ones:
        promised += each.one
        _score_corners(each, each.two - each.one)
    for each in side.twos:
        promised += each.two
        _score_corners(each, each.three - each.two)
    return promised


def _promised_to_other(side: Side) -> float:
    """Return what the other side's rectangles with one or two corners promise.

    Rectangles with one corner add no mark score: they promise too little to be worth a mark.
    """
    promised = 0.0
    for each in side.ones:
        promised += each.one
    for each in side.twos:
        promised += each.two
        _score_corners(each, each.two)
        _score_inside(each, each.two)
    return promised


def _score_corners(each: Rectangle, mark_score: float) -> None:
    each.first.mark_score += mark_score
    each.second.mark_score += mark_score
    each.third.mark_score += mark_score
    each.fourth.mark_score += mark_score


def _score_inside(each: Rectangle, mark_score: float) -> None:
    for spot in each.inside:
        spot.mark_score += mark_score


def _threatened(side: Side, marks: bytes, is_own: bool) -> float:
    """Return what a side's threats promise.

    Boxes that one mark completes count as what they win together. An unclaimed box counts as won,
    unless the other side blocks it now.
    """
    targets, promised = _targets(side, marks), 0.0
    for each in side.threes:
        target = each.empty_corner(marks)
        share = each.three * _gain(target, side) / target.promised
        promised += share
        target.mark_score += -share if is_own else share
        if not is_own:
            _score_inside(each, share)
    for target in targets:
        if is_own:
            target.mark_score += _gain(target, side)
        target.squares = target.promised = 0
    for each in side.complete:
        promised += each.worth
        if not is_own:
            _score_inside(each, each.worth)
    return promised


def _targets(side: Side, marks: bytes) -> list[Spot]:
    """Return the missing corners of a side's threats, with the boxes' squares noted on them."""
    targets = []
    for each in side.threes:
        target = each.empty_corner(marks)
        if not target.promised:
            targets.append(target)
        target.squares |= each.squares
        target.promised += each.worth
    return targets


def _gain(target: Spot, side: Side) -> int:
    """Return how many squares a side wins with a mark on `target`."""
    return (target.squares & ~side.owned).bit_count()


_score_of = attrgetter("mark_score")


def strongest(board: SearchBoard, most: int) -> list[Spot]:
    """Return the `most` empty spots with the highest mark scores, best first; ties by number."""
    return sorted(board.empty, key=_score_of, reverse=True)[:most]
