"""What a position of Shut-the-Box is about, for practice."""

from typing import Final

from boxtui.core import State
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import UNPLAYED, one_die

ONE_DIE: Final = "one die left"
TO_BEAT: Final = "a score to beat"
MANY: Final = "most tiles up"

MOST: Final = 7
"""With at least this many tiles up, most of the tiles are up."""

FEWER: Final = f"at most {MOST - 1} tiles up"

THEMES: Final = (ONE_DIE, TO_BEAT, MANY, FEWER)


def theme(state: State, best: int) -> str:
    """Return the theme of a position in which tiles are laid down: the first that applies.

    One die is rolled after the `best` set (STB-6), `MOST` tiles are up, another player has a score.
    In what remains, five or six tiles are nearly always up.
    """
    assert isinstance(state, ShutTheBox)
    if one_die(state.up & ~best):
        return ONE_DIE
    if state.up.bit_count() >= MOST:
        return MANY
    return TO_BEAT if any(score != UNPLAYED for score in state.scores) else FEWER
