"""What a position of Box is about, for practice."""

from typing import Final

from ai.box.reasons import Prospect
from boxtui.core import State
from boxtui.games.box.moves import CLAIM, RESIGN
from boxtui.games.box.position import MARKING, Position

CLAIMS: Final = "claims a box"
STOPS: Final = "stops a box"
COUNTERS: Final = "stops a box and threatens"
FORK: Final = "two threats at once"
BUILDS: Final = "builds"
TERMS: Final = "the terms"

THEMES: Final = (CLAIMS, STOPS, COUNTERS, FORK, BUILDS)


def theme(state: State, best: int) -> str:
    """Return the theme of a decision, which is what its best mark does: the first that applies.

    `TERMS` if it makes no mark and claims nothing.
    """
    assert isinstance(state, Position)
    if CLAIM <= best < RESIGN:
        return CLAIMS
    if state.phase != MARKING or best == RESIGN:
        return TERMS
    before, after = Prospect(state, None), Prospect(state, best)
    if after.boxes:
        return CLAIMS
    new = sum([won > had for won, had in zip(after.gains, before.gains, strict=True)])
    if after.stop(before):
        return COUNTERS if new else STOPS
    return FORK if new > 1 else BUILDS
