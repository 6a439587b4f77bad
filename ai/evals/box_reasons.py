"""Why one mark of Box is worse than another, in sentences: what each wins, and the reply to it."""

from boxtui.core import State
from boxtui.games.box_grid import Grid, members
from boxtui.games.box_notation import box_text, point_text
from boxtui.games.box_position import MARKING
from boxtui.games.box_state import Box
from boxtui.games.box_words import outermost, squares_words


def reasons(state: State, move: int, best: int) -> list[str]:
    """What each of two marks wins now and lets the other win, `best` last; of one where they are
    the same. Nothing is said of a move that isn't a mark."""
    assert isinstance(state, Box)
    if state.phase != MARKING or max(move, best) >= state.grid.points:
        return []
    return [_told(state, mark) for mark in dict.fromkeys((move, best))]


def _told(state: Box, point: int) -> str:
    """What a mark wins, the most that the other can then win, and what it threatens."""
    grid = state.grid
    color = state.color_of(state.seat)
    own, theirs = state.colors[color], state.colors[1 - color]
    won = grid.won(point, own, theirs) & ~own
    after = own | won | 1 << point
    gains = grid.gains(theirs, after)
    name = point_text(point, grid)
    wins = f"{name} wins {squares_words(won.bit_count())}" if won else f"{name} wins nothing yet"
    if max(gains) > 0:
        reply = gains.index(max(gains))
        lost = (
            f"the other can win {squares_words(gains[reply])} by {_by(grid, reply, theirs, after)}"
        )
        return f"{wins}; then {lost}."
    threats = _threats(grid, after, theirs)
    if threats > 1:
        return f"{wins}, leaves nothing to win, and threatens in {threats} places."
    return f"{wins}, and leaves the other nothing to win."


def _by(grid: Grid, point: int, own: int, theirs: int) -> str:
    """The mark, with the largest box that it completes."""
    boxes = outermost(grid.completed(point, own, theirs), grid)
    return f"{point_text(point, grid)} ({box_text(boxes[0], grid)})" if boxes else ""


def _threats(grid: Grid, own: int, theirs: int) -> int:
    """On how many intersections a mark of one's own would win squares."""
    gains = grid.gains(own, theirs)
    return sum(gains[point] > 0 for point in members(grid.all_marks & ~(own | theirs)))
