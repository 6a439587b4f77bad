"""The rule of thumb that Free the Box's other agents are measured by: always the front token."""

from boxtui.core import State
from boxtui.games.free_the_box_board import TOKENS
from boxtui.games.free_the_box_moves import ENTER
from boxtui.games.free_the_box_phases import MOVING
from boxtui.games.free_the_box_state import FreeTheBox


def front_token(state: State, move: int) -> float:
    """The token that has gone furthest goes on; none there is, one enters; a card is used."""
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING:
        return float(-move)
    return -1.0 if move == ENTER else float(state.table.gone(state.table.seat * TOKENS + move))
