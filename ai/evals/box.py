"""What is known of Box: what a mark wins, gives away and threatens, and what a position is worth.

Squares are what counts. A mark is rated by the squares that it wins now, less the most that the
other player can then win by one mark, and a little for the boxes that it prepares: an unhindered
rectangle with three own corners is a threat, one with two is hope.
"""

from math import exp
from random import Random
from typing import Final, final

from ai.mcts import Candidates, Knowledge
from boxtui.core import OVER, State
from boxtui.games.box_grid import Grid, members
from boxtui.games.box_notation import (
    BID,
    BLACK,
    CLAIM,
    DONE,
    FIRST_BLACK,
    PASS,
    RESIGN,
    TAKE,
    WHITE,
)
from boxtui.games.box_position import BIDDING, CLAIMING, MARKING, OPENING
from boxtui.games.box_state import Box

THREAT: Final = 0.35
"""What a square that a new threat would win is rated, beside a square won now."""
HOPE: Final = 0.02
"""What a square of a rectangle with two own corners is rated."""
MOST_HOPED: Final = 25
"""Squares of a box that is still to come beyond these count no more: it will be blocked."""

FAIR_BID: Final = 5
"""In half points, what going first is worth: see `boxtui arena` with the balance `points`."""


def own_and_theirs(state: Box) -> tuple[int, int]:
    """What bears the color of who decides, and the other color."""
    color = state.color_of(state.seat)
    return state.colors[color], state.colors[1 - color]


def prepared(grid: Grid, point: int, own: int, theirs: int) -> float:
    """The rating of the boxes that an own mark on an empty intersection prepares."""
    width, size = grid.width, grid.points
    row, column = divmod(point, width)
    marks = own & grid.all_marks
    beside = [at for at in members(marks >> row * width & grid.row) if at != column]
    above = [at for at in range(width) if marks >> at * width + column & 1 and at != row]
    worth = 0.0
    for other in beside:
        for level in above:
            fourth = level * width + other
            if (own | theirs) >> fourth & 1:
                continue
            box = point * size + fourth
            if not theirs & grid.hindering[box]:
                new = (grid.squares_of[box] & ~own).bit_count()
                worth += THREAT * min(new, MOST_HOPED)
    for other in beside:
        worth += HOPE * min(abs(other - column), 6) * max(row, width - 1 - row)
    for level in above:
        worth += HOPE * min(abs(level - row), 6) * max(column, width - 1 - column)
    return worth


def rated_marks(state: Box) -> list[tuple[float, int]]:
    """Every mark with its rating in squares, the best first; equal ones by their places."""
    grid = state.grid
    own, theirs = own_and_theirs(state)
    gains, losses = grid.gains(own, theirs), grid.gains(theirs, own)
    worst = max(losses)
    second = max((lost for at, lost in enumerate(losses) if at != losses.index(worst)), default=0)
    rated = []
    for point in members(grid.all_marks & ~(own | theirs)):
        left = second if losses[point] == worst else worst
        rating = gains[point] - left + prepared(grid, point, own, theirs)
        rated.append((rating + THREAT * prepared(grid, point, theirs, own), point))
    return sorted(rated, key=lambda each: (-each[0], each[1]))


def exact_greedy(state: Box, point: int) -> float:
    """Squares that a mark wins now, less the most that the other then wins by one mark.

    Ties are broken by what it prepares for either side.
    """
    grid = state.grid
    own, theirs = own_and_theirs(state)
    prepares = prepared(grid, point, own, theirs) + THREAT * prepared(grid, point, theirs, own)
    won = grid.won(point, own, theirs) & ~own
    after = own | won | 1 << point
    return won.bit_count() - max(grid.gains(theirs, after)) + 0.01 * prepares


def share(state: Box) -> float:
    """The share of the win that whoever decides may hope for, from the squares in reach."""
    grid = state.grid
    own, theirs = own_and_theirs(state)
    scores = state.scores()
    lead = scores[state.seat] - scores[1 - state.seat]
    gains, losses = grid.gains(own, theirs), grid.gains(theirs, own)
    best = max(gains)
    at = gains.index(best)
    lead += best - max((lost for point, lost in enumerate(losses) if point != at), default=0)
    left = grid.size**2 - grid.squares_in(own | theirs)
    return 1 / (1 + exp(-lead / (2 + 0.12 * left)))


def _first_marks(state: Box) -> list[int]:
    """First marks under swap that are close to even: one line away from two edges."""
    width = state.grid.width
    points = [width + 1, 2 * width - 2, (width - 2) * width + 1, (width - 1) * width - 2]
    return [FIRST_BLACK + point for point in points]


def _is_strong(state: Box) -> bool:
    """Whether the first mark is away from the edges, where most rectangles are."""
    grid = state.grid
    point = (state.colors[BLACK] | state.colors[WHITE]).bit_length() - 1
    row, column = divmod(point, grid.width)
    return min(row, column, grid.size - row, grid.size - column) > 1


def opening_moves(state: Box) -> list[int]:
    """What to try where no mark or claim is decided: the best first."""
    if state.phase == OPENING:
        return _first_marks(state)
    if state.phase == BIDDING:
        return [BID + FAIR_BID] if state.bid < FAIR_BID - 1 else [PASS]
    marked = BLACK if state.colors[BLACK] else WHITE
    return [TAKE + (marked if _is_strong(state) else 1 - marked)]


def claims(state: Box) -> list[int]:
    """The claim that wins the most; none left, done."""
    grid = state.grid
    own, _ = own_and_theirs(state)
    boxes = state.claimable(state.seat)
    if not boxes:
        return [DONE]
    return [CLAIM + max(boxes, key=lambda box: (grid.squares_of[box] & ~own).bit_count())]


@final
class BoxKnowledge(Knowledge):
    """Tries the `breadth` best rated marks, and values positions by the squares in reach."""

    def __init__(self, breadth: int) -> None:
        self.breadth = breadth

    def candidates(self, state: State) -> Candidates:
        assert isinstance(state, Box)
        if state.phase == CLAIMING:
            return Candidates(claims(state), [], False)
        if state.phase != MARKING:
            return Candidates(opening_moves(state), [], False)
        rated = rated_marks(state)[: self.breadth]
        top = rated[0][0]
        promises = [1 / (1 + exp((top - rating) / 4)) for rating, _ in rated]
        return Candidates([point for _, point in rated], promises, False)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        assert isinstance(state, Box)
        if state.player() == OVER:
            return state.returns()
        if state.phase not in (MARKING, CLAIMING):
            return [0.5, 0.5]
        mine = share(state)
        return [mine, 1 - mine] if state.seat == 0 else [1 - mine, mine]


def worth(state: State, move: int) -> float:
    """A move's rating, for a greedy player: marks by `exact_greedy`, others as openings have it."""
    assert isinstance(state, Box)
    if move == RESIGN:
        return -1000.0
    if state.phase == MARKING:
        return exact_greedy(state, move)
    best = claims(state) if state.phase == CLAIMING else opening_moves(state)
    return 1.0 if move in best else 0.0


def gain(state: State, move: int) -> float:
    """What a beginner sees of a move: the squares that it wins now, and nothing else."""
    assert isinstance(state, Box)
    if state.phase != MARKING or move == RESIGN:
        return worth(state, move)
    own, theirs = own_and_theirs(state)
    return float((state.grid.won(move, own, theirs) & ~own).bit_count())
