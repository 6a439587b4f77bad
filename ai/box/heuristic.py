"""The greedy mark of Box: squares won now, less what the other side may win next."""

from collections.abc import Sequence
from operator import itemgetter
from typing import final

from ai.box.board import Ground, SearchBoard, Side
from ai.box.evaluation import evaluate
from ai.box.pattern_weights import REGRESSION
from ai.box.rectangles import APART, Rectangle


def greediest(board: SearchBoard, color: int, seen: Sequence[int]) -> int:
    """Return where most is won, less the most that the reply wins.

    It is one of the empty intersections `seen`. Both counts are exact and include all claims. Ties
    go to the highest mark score (see `evaluate`), then to the first in `seen`.
    """
    scores = evaluate(board, color, REGRESSION)[1]
    own = Threats(board.sides[color], board.ground)
    threats = Threats(board.sides[1 - color], board.ground)
    best, highest = seen[0], -len(board.ground.owners)
    elsewhere: int | None = None
    for point in seen:
        # Marks that complete no rectangle and block none are all worth the same.
        is_elsewhere = point not in own.by_target and not threats.touched[point]
        if is_elsewhere and elsewhere is not None:
            worth = elsewhere
        else:
            boxes = own.completed(point)
            worth = won_by(boxes, own.side) - threats.still_winnable(point, boxes)
            if is_elsewhere:
                elsewhere = worth
        if worth > highest or (worth == highest and scores[point] > scores[best]):
            best, highest = point, worth
    return best


def won_by(boxes: Sequence[Rectangle], side: Side) -> int:
    """Return how many squares a side wins by claiming these boxes."""
    squares = 0
    for box in boxes:
        squares |= box.squares
    return (squares & ~side.owned).bit_count()


@final
class Threats:
    """What a side can win on its next turn, by its rectangles that lack one corner.

    Attributes:
        side: the side.
        complete: its boxes that were not claimed.
        by_target: by intersection, the rectangles that a mark there completes.
        threats: for each of these intersections, the most squares that a mark there can win if
            nothing changes until then, and the rectangles; the best first.
        touched: by intersection, 1 if a mark there blocks one of these rectangles or a complete
            one.
    """

    def __init__(self, side: Side, ground: Ground) -> None:
        self.side = side
        self.complete = ground.field.rectangles_of(side.complete)
        self.by_target: dict[int, list[Rectangle]] = {}
        self.touched = bytearray(len(ground.marks))
        threes = ground.field.rectangles_of(side.threes)
        for each in threes:
            target = each.empty_corner(ground.marks)
            self.by_target.setdefault(target, []).append(each)
            self.touched[target] = 1
        for each in threes + self.complete:
            for point in each.inside:
                self.touched[point] = 1
        self.threats = [
            (won_by(threatened + self.complete, side), threatened)
            for threatened in self.by_target.values()
        ]
        self.threats.sort(key=itemgetter(0), reverse=True)

    def completed(self, point: int) -> list[Rectangle]:
        """Return the boxes that the side has once it marks `point`, as `Side.boxes` does."""
        return self.by_target.get(point, []) + self.complete

    def still_winnable(self, point: int, boxes: Sequence[Rectangle]) -> int:
        """Return the most squares that the side can still win.

        `point` is the mark that the other side makes, and `boxes` are those that it claims.
        """
        is_blocked = len(boxes) > 0 or self.touched[point] > 0
        complete = self.complete
        if is_blocked:
            complete = _unblocked(complete, point, boxes)
        most = won_by(complete, self.side)
        for squares, threatened in self.threats:
            if squares <= most:
                break
            if not is_blocked:
                return squares
            most = max(most, won_by(_unblocked(threatened, point, boxes) + complete, self.side))
        return most


def _unblocked(
    threatened: list[Rectangle], point: int, boxes: Sequence[Rectangle]
) -> list[Rectangle]:
    """Return the rectangles that neither the mark nor a box of the other side blocks (BOX-4)."""
    left = [each for each in threatened if each.field.touch[point][each.number] == APART]
    for box in boxes:
        left = [each for each in left if not each.overlaps(box)]
    return left
