"""The rule of thumb that Free the Box's other agents are measured by: always the front token."""

from boxtui.core import State
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import ENTER, MOVING
from boxtui.games.free_the_box.state import FreeTheBox


def front_token(state: State, move: int) -> float:
    """The token that has gone furthest goes on; none there is, one enters; a card is used."""
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING:
        return float(-move)
    return -1.0 if move == ENTER else float(state.table.gone(state.table.seat * TOKENS + move))
