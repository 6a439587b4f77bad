"""The greedy mark of Box: squares won now, less what the other side may win next."""

from collections.abc import Sequence
from operator import itemgetter
from typing import final

from ai.box.board import SearchBoard, Side
from ai.box.evaluation import evaluate
from ai.box.rectangles import Rectangle, Spot


def greediest(board: SearchBoard, color: int, seen: Sequence[Spot]) -> Spot:
    """Return the `seen` empty spot where most is won, less the most that the reply wins.

    Both counts are exact and include all claims. Ties go to the highest mark score (see
    `evaluate`), then to the first in `seen`.
    """
    evaluate(board, color)
    marks = board.ground.marks
    own, threats = Threats(board.sides[color], marks), Threats(board.sides[1 - color], marks)
    best, highest = seen[0], -len(board.ground.owners)
    elsewhere: int | None = None
    for spot in seen:
        number = spot.number
        # Marks that complete no rectangle and block none are all worth the same.
        is_elsewhere = number not in own.by_target and not threats.touched[number]
        if is_elsewhere and elsewhere is not None:
            worth = elsewhere
        else:
            boxes = own.completed(spot)
            worth = won_by(boxes, own.side) - threats.still_winnable(spot, boxes)
            if is_elsewhere:
                elsewhere = worth
        if worth > highest or (worth == highest and spot.mark_score > best.mark_score):
            best, highest = spot, worth
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
        by_target: by the number of a spot, the rectangles that a mark there completes.
        threats: for each of these spots, the most squares that a mark there can win if nothing
            changes until then, and the rectangles; the best first.
        touched: by spot, 1 if a mark there blocks one of these rectangles or a complete one.
    """

    def __init__(self, side: Side, marks: bytes) -> None:
        self.side = side
        self.by_target: dict[int, list[Rectangle]] = {}
        self.touched = bytearray(len(marks))
        for each in side.threes:
            target = each.empty_corner(marks).number
            self.by_target.setdefault(target, []).append(each)
            self.touched[target] = 1
        for each in side.threes + side.complete:
            for spot in each.inside:
                self.touched[spot.number] = 1
        self.threats = [
            (won_by(threatened + side.complete, side), threatened)
            for threatened in self.by_target.values()
        ]
        self.threats.sort(key=itemgetter(0), reverse=True)

    def completed(self, spot: Spot) -> list[Rectangle]:
        """Return the boxes that the side has once it marks `spot`, as `Side.boxes` does."""
        return self.by_target.get(spot.number, []) + self.side.complete

    def still_winnable(self, spot: Spot, boxes: Sequence[Rectangle]) -> int:
        """Return the most squares that the side can still win.

        `spot` is the mark that the other side makes, and `boxes` are those that it claims.
        """
        is_blocked = len(boxes) > 0 or self.touched[spot.number] > 0
        complete = self.side.complete
        if is_blocked:
            complete = _unblocked(complete, spot, boxes)
        most = won_by(complete, self.side)
        for squares, threatened in self.threats:
            if squares <= most:
                break
            if not is_blocked:
                return squares
            most = max(most, won_by(_unblocked(threatened, spot, boxes) + complete, self.side))
        return most


def _unblocked(
    threatened: list[Rectangle], spot: Spot, boxes: Sequence[Rectangle]
) -> list[Rectangle]:
    """Return the rectangles that neither the mark nor a box of the other side blocks (BOX-4)."""
    left = [each for each in threatened if not each.touch[spot.number]]
    for box in boxes:
        left = [each for each in left if not each.overlaps(box)]
    return left
