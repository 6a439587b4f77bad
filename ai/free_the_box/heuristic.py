"""A rule of thumb for Free the Box, and which moves are equivalent."""

from boxtui.core import State
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import ENTER, MOVING
from boxtui.games.free_the_box.position import FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox


def front_token(state: State, move: int) -> float:
    """Return a rating that moves the token furthest on in its lap, else enters one; uses cards."""
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING:
        return float(-move)
    return -1.0 if move == ENTER else float(state.table.gone(state.table.seat * TOKENS + move))


def representative(state: State, move: int) -> int:
    """Return the lowest of the moves that do the same as the legal `move`.

    Two tokens on the same space and lap are equivalent: only their letters differ.
    """
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING or move == ENTER:
        return move
    table, first = state.table, state.table.seat * TOKENS
    return next(each for each in range(TOKENS) if _is_alike(table, first + each, first + move))


def _is_alike(table: FreeTheBoxTable, one: int, other: int) -> bool:
    """Whether two tokens of a seat are on the same space and lap."""
    is_same_lap = (table.lapped >> one & 1) == (table.lapped >> other & 1)
    return is_same_lap and table.tokens[one] == table.tokens[other]
