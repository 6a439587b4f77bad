"""What a position of Free the Box is about, for practice."""

from typing import Final

from ai.free_the_box.threats import Dangers
from boxtui.core import State
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import ENTER, MOVING
from boxtui.games.free_the_box.state import FreeTheBox

JUMPS: Final = "jumps"
CAPTURES: Final = "captures"
ENTERS: Final = "enters"
ESCAPES: Final = "escapes"
DRAWS: Final = "draws a card"
MOVES_ON: Final = "moves on"
CARDS: Final = "uses a card"

THEMES: Final = (JUMPS, CAPTURES, ENTERS, ESCAPES, DRAWS, MOVES_ON)

FELT: Final = 0.1
"""The least chance of capture that a move must take from its token to be an escape."""


def theme(state: State, best: int) -> str:
    """Return the theme of a decision, which is what its best move does: the first that applies.

    `CARDS` if a card is used or kept, not a token moved.
    """
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING:
        return CARDS
    if best == ENTER:
        return ENTERS
    token = state.table.seat * TOKENS + best
    ahead = state.table.ahead(token, state.table.die)
    if ahead.is_on_own_jump(token):
        return JUMPS
    if ahead.capturable(state.table.seat, ahead.tokens[token]):
        return CAPTURES
    before = Dangers(state.table).chance_of_capture(token)
    if before - Dangers(ahead).chance_of_capture(token) >= FELT:
        return ESCAPES
    return DRAWS if ahead.has_to_draw(token) else MOVES_ON
