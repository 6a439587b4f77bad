"""What a position of FREE-O is about, for practice."""

from typing import Final

from boxtui.core import State
from boxtui.games.free_o.moves import CAPTURED, DRAW, DRAW_A_CARD, MATCH, WILD, kind_of
from boxtui.games.free_o.state import FreeO

OPENS: Final = "opens a set"
MATCHES: Final = "matches a set"
CAPTURES: Final = "captures"
WILDS: Final = "Wilds"
DRAWS: Final = "makes another draw"
NOTHING: Final = "nothing to play"

THEMES: Final = (OPENS, MATCHES, CAPTURES, WILDS, DRAWS)


def theme(state: State, best: int) -> str:
    """Return the theme of a turn, which is what its best card does; `NOTHING` if none is played."""
    assert isinstance(state, FreeO)
    if best == DRAW:
        return NOTHING
    kind = kind_of(best)
    if kind in (CAPTURED, DRAW_A_CARD, WILD):
        return {CAPTURED: CAPTURES, DRAW_A_CARD: DRAWS, WILD: WILDS}[kind]
    return MATCHES if state.table.demand == MATCH else OPENS
