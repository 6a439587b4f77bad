"""The greedy mark of Box: squares won now, less what the other side may win next."""

from collections.abc import Sequence
from typing import final

from ai.box.board import EMPTY, SearchBoard, Side
from ai.box.evaluation import evaluate
from ai.box.rectangles import Rectangle, Spot


def greediest(board: SearchBoard, color: int, seen: Sequence[Spot]) -> Spot:
    """Of the `seen` empty spots the one where most is won, less the most that the reply wins.

    Exact, all claims counted. Of equal ones that with the strongest pull (see `evaluate`): what it
    threatens, and the rectangles open to each side by squares and corners; then the lowest.
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
    """How many squares a side wins by claiming these boxes."""
    squares = 0
    for box in boxes:
        squares |= box.squares
    return (squares & ~side.owned).bit_count()


@final
class Threats:
    """What a side wins if it is on move next: its open rectangles by the spot that they lack."""

    def __init__(self, side: Side, marks: bytes) -> None:
        self.side = side
        self.by_target: dict[int, list[Rectangle]] = {}
        for each in side.threes:
            self.by_target.setdefault(each.corner(marks, EMPTY).number, []).append(each)

    def left(self, spot: Spot, boxes: Sequence[Rectangle]) -> int:
        """The most squares it can win once the other side has marked `spot` and claimed `boxes`."""
        anyway = _unhindered(self.side.complete, spot, boxes)
        most = won_by(anyway, self.side)
        for threatened in self.by_target.values():
            most = max(most, won_by(_unhindered(threatened, spot, boxes) + anyway, self.side))
        return most


def _unhindered(
    threatened: list[Rectangle], spot: Spot, boxes: Sequence[Rectangle]
) -> list[Rectangle]:
    """Those that neither the mark nor a box of the other side is in the way of (BOX-4)."""
    left = [each for each in threatened if not each.touch[spot.number]]
    for box in boxes:
        left = [each for each in left if not each.overlaps(box)]
    return left
