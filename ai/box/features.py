"""What Box's evaluation is learned from: what each seat has, and what its rectangles would win.

The scale of a share changes through a game, so all features are divided by it. They count worths as
the evaluation does, so a linear network of them is an evaluation. Only the highest mark score, for
the seat on move, is always that of the regression's weights.
"""

from ai.box.board import SearchBoard
from ai.box.evaluation import evaluate, targets_of
from ai.box.pattern_weights import COUNT, IN_GAME, ON_MOVE, ONES, REGRESSION, SQUARES, THREES, TWOS
from ai.box.players import board_at
from ai.box.rectangles import WORTH_BITS, WORTH_MASK
from ai.box.search import scale_of
from boxtui.core import State
from boxtui.games.box.moves import BLACK
from boxtui.games.box.position import MARKING, Position


def is_seen(state: State) -> bool:
    """Whether the move is to mark an intersection; a search evaluates no other decision."""
    assert isinstance(state, Position)
    return state.phase == MARKING


def see(state: State) -> list[list[float]]:
    """Return the features of each seat in a position in which a mark is to be made."""
    assert isinstance(state, Position)
    board = board_at(state)
    scale = scale_of(len(board.empty()) / state.grid.points)
    return [
        [feature / scale for feature in _seen(board, state.color_of(seat), state)]
        for seat in range(state.seats)
    ]


def _seen(board: SearchBoard, color: int, position: Position) -> list[float]:
    """Return the features of a color before they are scaled."""
    side, rectangles = board.sides[color], board.ground.field.rectangles
    own = [0.0] * COUNT
    own[IN_GAME] = 1.0
    own[SQUARES] = float(side.owned.bit_count()) + (board.start_lead if color == BLACK else 0.0)
    worth: int
    for each in side.complete:
        worth = each & WORTH_MASK
        own[SQUARES] += worth
    for first, opened in ((ONES, side.ones), (TWOS, side.twos)):
        for each in opened:
            worth = each & WORTH_MASK
            own[first + rectangles[each >> WORTH_BITS].kind] += worth
    targets = targets_of(side, board.ground)
    for each in side.threes:
        rectangle = rectangles[each >> WORTH_BITS]
        target = targets[rectangle.empty_corner(board.ground.marks)]
        worth = each & WORTH_MASK
        own[THREES + rectangle.kind] += target.share_of(worth, side)
    if color == position.color_of(position.seat):
        scores = evaluate(board, color, REGRESSION)[1]
        own[ON_MOVE] = max(scores[point] for point in board.empty())
    return own
