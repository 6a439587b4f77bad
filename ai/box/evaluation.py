"""The evaluation of a Box board: a color's expected lead, and the score of a mark anywhere."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.box.board import Ground, SearchBoard, Side
from ai.box.pattern_weights import PatternWeights
from ai.box.rectangles import WORTH_BITS, WORTH_MASK, Field


def evaluate(board: SearchBoard, color: int, weights: PatternWeights) -> tuple[float, vec[float]]:
    """Return the lead that `color` can expect, and by intersection, the score of a mark there.

    The lead doesn't count whose turn it is. A mark score is how much a mark of `color` improves the
    lead: squares won, rectangles brought nearer to boxes, and the other side's rectangles that it
    ends. Scores of intersections that have a mark mean nothing.
    """
    field, marks = board.ground.field, board.ground.marks
    scores = vec[float]([0.0] * len(marks))
    own, theirs = board.sides[color], board.sides[1 - color]
    expected = _expected_of_own(own, field, weights, scores)
    expected -= _expected_of_other(theirs, field, weights, scores)
    own_threats = _own_threats(own, board.ground, weights, scores)
    expected += own_threats - _other_threats(theirs, board.ground, weights, scores)
    return board.lead(color) + expected, scores


def _expected_of_own(
    side: Side, field: Field, weights: PatternWeights, scores: vec[float]
) -> float:
    rectangles, expected = field.rectangles, 0.0
    ones, twos, threes = weights.ones, weights.twos, weights.threes
    worth: int  # no i32, which can't be multiplied by a float
    for each in side.ones:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        won = worth * ones[rectangle.kind]
        expected += won
        _add_to_each(scores, rectangle.corners, worth * twos[rectangle.kind] - won)
    for each in side.twos:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        won = worth * twos[rectangle.kind]
        expected += won
        _add_to_each(scores, rectangle.corners, worth * threes[rectangle.kind] - won)
    return expected


def _expected_of_other(
    side: Side, field: Field, weights: PatternWeights, scores: vec[float]
) -> float:
    """Return what the other side's rectangles with one or two corners are expected to win.

    Rectangles with one corner add no mark score: too little is expected of them.
    """
    rectangles, expected = field.rectangles, 0.0
    ones, twos = weights.ones, weights.twos
    worth: int
    for each in side.ones:
        worth = each & WORTH_MASK
        expected += worth * ones[rectangles[each >> WORTH_BITS].kind]
    for each in side.twos:
        rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
        won = worth * twos[rectangle.kind]
        expected += won
        _add_to_each(scores, rectangle.corners, won)
        _add_to_each(scores, rectangle.inside, won)
    return expected


def _add_to_each(scores: vec[float], points: vec[i64], score: float) -> None:
    """Add a score to those of all the points."""
    for point in points:
        scores[point] += score


def _own_threats(side: Side, ground: Ground, weights: PatternWeights, scores: vec[float]) -> float:
    """Return what the threats of the side that marks are expected to win.

    Boxes that one mark completes count as what they win together. An unclaimed box counts as won,
    unless the other side blocks it now.
    """
    rectangles, expected = ground.field.rectangles, 0.0
    worth: int
    if len(side.threes) > 0:
        targets = targets_of(side, ground)
        for each in side.threes:
            rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
            point = rectangle.empty_corner(ground.marks)
            share = targets[point].share_of(worth * weights.threes[rectangle.kind], side)
            expected += share
            scores[point] -= share
        for point, target in targets.items():
            scores[point] += target.gain(side)
    for each in side.complete:
        worth = each & WORTH_MASK
        expected += worth
    return expected


def _other_threats(
    side: Side, ground: Ground, weights: PatternWeights, scores: vec[float]
) -> float:
    """Return what the threats of the other side are expected to win, as `_own_threats` does.

    A mark inside a rectangle ends its threat, so it scores what that is expected to win.
    """
    rectangles, expected = ground.field.rectangles, 0.0
    worth: int
    if len(side.threes) > 0:
        targets = targets_of(side, ground)
        for each in side.threes:
            rectangle, worth = rectangles[each >> WORTH_BITS], each & WORTH_MASK
            point = rectangle.empty_corner(ground.marks)
            share = targets[point].share_of(worth * weights.threes[rectangle.kind], side)
            expected += share
            scores[point] += share
            _add_to_each(scores, rectangle.inside, share)
    for each in side.complete:
        worth = each & WORTH_MASK
        expected += worth
        _add_to_each(scores, rectangles[each >> WORTH_BITS].inside, worth)
    return expected


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

    def share_of(self, worth: float, side: Side) -> float:
        """Return the share of a rectangle's worth in what a side wins with a mark there."""
        return worth * self.gain(side) / self.worth


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
