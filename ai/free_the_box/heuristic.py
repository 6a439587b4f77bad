"""A rule of thumb for Free the Box."""

from boxtui.core import State
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import ENTER, MOVING
from boxtui.games.free_the_box.state import FreeTheBox


def front_token(state: State, move: int) -> float:
    """Return a rating that moves the front token, enters one if none can move, and uses cards."""
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING:
        return float(-move)
    return -1.0 if move == ENTER else float(state.table.gone(state.table.seat * TOKENS + move))
