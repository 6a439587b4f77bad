"""The `Game` record of Box."""

from typing import Final

from boxtui.core import NOBODY, Game, State
from boxtui.games.box.moves import RESIGN
from boxtui.games.box.position import RESIGNED
from boxtui.games.box.setup import OPTIONS, start
from boxtui.games.box.state import Box
from boxtui.games.box.validity import read_position


def last_loser(state: State) -> int:
    """Return the seat that lost, for *loser of the last game* (BOX-14); `NOBODY` after a draw."""
    returns = state.returns()
    return NOBODY if returns[0] == returns[1] else returns.index(0.0)


def scores(state: State) -> list[float]:
    """Return both scores (BOX-19); none after a resignation, because they decided nothing."""
    assert isinstance(state, Box)
    return [] if state.phase == RESIGNED else state.scores()


BOX: Final = Game(
    key="box",
    title="Box",
    blurb="Mark the corners of boxes, win the squares inside.",
    seats=range(2, 3),
    options=OPTIONS,
    rules_version=1,
    dealt="",
    first_position=start,
    parse=read_position,
    loser=last_loser,
    tally=scores,
    tally_words="squares",
    resignation=RESIGN,
)
