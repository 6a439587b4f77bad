"""What a position of Kimbo is about, for practice."""

from typing import Final

from ai.kimbo.threats import chance_of_capture
from boxtui.core import State
from boxtui.games.kimbo.moves import BOTH, JUMP, PASS, corners_of, count_of, end_of, start_of
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import FENCING, Kimbo

FENCES: Final = "fences"
CAPTURES: Final = "captures"
RUNS_HOME: Final = "runs home"
ESCAPES: Final = "escapes"
BOTH_DICE: Final = "both dice with one piece"
ONE_DIE: Final = "one die with one piece"
JUMPS: Final = "jumps a fence"
PASSES: Final = "passes"

THEMES: Final = (FENCES, CAPTURES, RUNS_HOME, ESCAPES, BOTH_DICE, ONE_DIE)
"""Other jumps than captures and escapes are too rare to look for, and so are passes."""

FELT: Final = 0.1
"""The chance of capture that an escape brings a piece below."""


def theme(state: State, best: int) -> str:
    """Return the theme of a decision, which is what its best move does: the first that applies."""
    assert isinstance(state, Kimbo)
    if state.phase == FENCING:
        return FENCES
    if best == PASS:
        return PASSES
    if any(corners_of(best)):
        return CAPTURES
    if end_of(best) == HOME:
        return RUNS_HOME
    if _escapes(state, best):
        return ESCAPES
    return {BOTH: BOTH_DICE, JUMP: JUMPS}.get(count_of(best), ONE_DIE)


def _escapes(state: Kimbo, move: int) -> bool:
    """Whether a piece is in danger where it is, and in hardly any where the move ends."""
    if chance_of_capture(state.table, start_of(move)) < FELT:
        return False
    return chance_of_capture(state.after(move).table, end_of(move)) < FELT
