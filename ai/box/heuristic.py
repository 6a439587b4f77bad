"""The greedy mark of Box: squares won now, less what the other side may win next."""

from collections.abc import Sequence
from typing import final

from ai.box.board import EMPTY, SearchBoard, Side
from ai.box.evaluation import evaluate
from ai.box.rectangles import Rectangle, Spot


def greediest(board: SearchBoard, color: int, seen: Sequence[Spot]) -> Spot:
    """Return the `seen` empty spot where most is won, less the most that the reply wins.

    Both counts are exact and include all claims. Ties go to the highest mark score (see
    `evaluate`), then to the first in `seen`.
    """
    evaluate(board, color)
    threats = Threats(board.sides[1 - color], board.ground.marks)
    best, highest = seen[0], (-float(len(board.ground.owners)), 0.0)
    for spot in seen:
        boxes = board.sides[color].boxes(spot.number)
        worth = (
            float(won_by(boxes, board.sides[color]) - threats.left(spot, boxes)),
            spot.mark_score,
        )
        if worth > highest:
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
    """What a side can win on its next turn: its rectangles that lack one corner, by that spot."""

    def __init__(self, side: Side, marks: bytes) -> None:
        self.side = side
        self.by_target: dict[int, list[Rectangle]] = {}
        for each in side.threes:
            self.by_target.setdefault(each.corner(marks, EMPTY).number, []).append(each)

    def left(self, spot: Spot, boxes: Sequence[Rectangle]) -> int:
        """Return the most squares it can still win after a mark on `spot` and claims of `boxes`."""
        anyway = _unhindered(self.side.complete, spot, boxes)
        most = won_by(anyway, self.side)
        for threatened in self.by_target.values():
            most = max(most, won_by(_unhindered(threatened, spot, boxes) + anyway, self.side))
        return most


def _unhindered(
    threatened: list[Rectangle], spot: Spot, boxes: Sequence[Rectangle]
) -> list[Rectangle]:
    """Return the rectangles that neither the mark nor a box of the other side hinders (BOX-4)."""
    left = [each for each in threatened if not each.touch[spot.number]]
    for box in boxes:
        left = [each for each in left if not each.overlaps(box)]
    return left
