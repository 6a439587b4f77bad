"""The evaluation of a Box board: a color's expected lead, and the score of a mark anywhere."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.box.board import Ground, SearchBoard, Side
from ai.box.promises import Promises
from ai.box.rectangles import WORTH_BITS, WORTH_MASK, Field


def evaluate(board: SearchBoard, color: int, promises: Promises) -> tuple[float, vec[float]]:
    """Return the lead that `color` can expect, and by intersection, the score of a mark there.

    The lead doesn't count whose turn it is. A mark score is how much a mark of `color` improves the
    lead: squares won, rectangles brought nearer to boxes, and the other side's rectangles that it
    ends. Scores of intersections that have a mark mean nothing.
    """
    field, marks = board.ground.field, board.ground.marks
    scores = vec[float]([0.0] * len(marks))
    own, theirs = board.sides[color], board.sides[1 - color]
    promised = _promised_to_self(own, field, promises, scores)
    promised -= _promised_to_other(theirs, field, promises, scores)
    own_threats = _threatened(own, board.ground, promises, scores, True)
    promised += own_threats - _threatened(theirs, board.ground, promises, scores, False)
    return board.lead(color) + promised, scores


def _promised_to_self(side: Side, field: Field, promises: Promises, scores: vec[float]) -> float:
    rectangles, promised = field.rectangles, 0.0
    ones, twos, threes = promises.ones, promises.twos, promises.threes
    worth: int  # no i32, which can't be multiplied by a float
    for each in side.ones:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        promise = worth * ones[rectangle.kind]
        promised += promise
        _add_to_each(scores, rectangle.corners, worth * twos[rectangle.kind] - promise)
    for each in side.twos:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        promise = worth * twos[rectangle.kind]
        promised += promise
        _add_to_each(scores, rectangle.corners, worth * threes[rectangle.kind] - promise)
    return promised


def _promised_to_other(side: Side, field: Field, promises: Promises, scores: vec[float]) -> float:
    """Return what the other side's rectangles with one or two corners promise.

    Rectangles with one corner add no mark score: they promise too little to be worth a mark.
    """
    rectangles, promised = field.rectangles, 0.0
    ones, twos = promises.ones, promises.twos
    worth: int
    for each in side.ones:
        worth = each & WORTH_MASK
        promised += worth * ones[rectangles[each >> WORTH_BITS].kind]
    for each in side.twos:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        promise = worth * twos[rectangle.kind]
        promised += promise
        _add_to_each(scores, rectangle.corners, promise)
        _add_to_each(scores, rectangle.inside, promise)
    return promised


def _add_to_each(scores: vec[float], points: vec[i64], score: float) -> None:
    """Add a score to those of all the points."""
    for point in points:
        scores[point] += score


def _threatened(
    side: Side, ground: Ground, promises: Promises, scores: vec[float], is_own: bool
) -> float:
    """Return what a side's threats promise.

    Boxes that one mark completes count as what they win together. An unclaimed box counts as won,
    unless the other side blocks it now.
    """
    rectangles, promised = ground.field.rectangles, 0.0
    worth: int
    if len(side.threes) > 0:
        targets = targets_of(side, ground)
        for each in side.threes:
            rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
            point = rectangle.empty_corner(ground.marks)
            target = targets[point]
            share = worth * promises.threes[rectangle.kind] * target.gain(side) / target.worth
            promised += share
            scores[point] += -share if is_own else share
            if not is_own:
                _add_to_each(scores, rectangle.inside, share)
        if is_own:
            for point, target in targets.items():
                scores[point] += target.gain(side)
    for each in side.complete:
        worth = each & WORTH_MASK
        promised += worth
        if not is_own:
            _add_to_each(scores, rectangles[each >> WORTH_BITS].inside, worth)
    return promised


@final
class Target:
    """The only empty corner of some rectangles.

    Attributes:
        squares: the squares of these rectangles, as bits as in `Grid`.
        worth: their worths, added up; more than `gain` if they overlap.
    """

    def __init__(self) -> None:
        self.squares = 0
        self.worth = 0

    def gain(self, side: Side) -> int:
        """Return how many squares a side wins with a mark there."""
        return (self.squares & ~side.owned).bit_count()


def targets_of(side: Side, ground: Ground) -> dict[int, Target]:
    """Return the missing corners of a side's threats."""
    targets: dict[int, Target] = {}
    for each in side.threes:
        rectangle = ground.field.rectangles[each >> WORTH_BITS]
        target = targets.setdefault(rectangle.empty_corner(ground.marks), Target())
        target.squares |= rectangle.squares
        target.worth += each & WORTH_MASK
    return targets


def strongest(scores: vec[float], points: vec[i64], most: i64) -> vec[i64]:
    """Return the `most` points with the highest scores, at least 1, best first.

    Those with equal scores keep their order.
    """
    best = vec[i64](capacity=most)
    for point in points:
        score = scores[point]
        at: i64 = len(best)
        if at < most:
            best = append(best, point)
        elif score > scores[best[at - 1]]:
            at -= 1
        else:
            continue
        while at > 0 and scores[best[at - 1]] < score:
            best[at] = best[at - 1]
            at -= 1
        best[at] = point
    return best
