"""What a position of Kimbo is about, for practice."""

from typing import Final

from ai.kimbo.threats import chance_of_capture
from boxtui.core import State
from boxtui.games.kimbo.moves import BOTH, PASS, corners_of, count_of, end_of, start_of
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import FENCING, Kimbo

FENCES: Final = "fences"
CAPTURES: Final = "captures"
RUNS_HOME: Final = "runs home"
ESCAPES: Final = "escapes"
BOTH_DICE: Final = "both dice with one piece"
ONE_DIE_OR_JUMP: Final = "one die or a jump"

THEMES: Final = (FENCES, CAPTURES, RUNS_HOME, ESCAPES, BOTH_DICE, ONE_DIE_OR_JUMP)

FELT: Final = 0.1
"""The least chance of capture from which moving a piece away is an escape."""


def theme(state: State, best: int) -> str:
    """Return the theme of a decision, which is what its best move does: the first that applies."""
    assert isinstance(state, Kimbo)
    if state.phase == FENCING:
        return FENCES
    if best != PASS and any(corners_of(best)):
        return CAPTURES
    if best != PASS and end_of(best) == HOME:
        return RUNS_HOME
    if best != PASS and chance_of_capture(state.table, start_of(best)) >= FELT:
        return ESCAPES
    return BOTH_DICE if count_of(best) == BOTH else ONE_DIE_OR_JUMP
