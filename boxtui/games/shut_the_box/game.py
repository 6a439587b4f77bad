"""The `Game` record of Shut-the-Box."""

from math import inf
from typing import Final

from boxtui.core import NOBODY, Game, State
from boxtui.games.shut_the_box.setup import OPTIONS, start
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import UNPLAYED
from boxtui.games.shut_the_box.validity import read_position


def last_loser(state: State) -> int:
    """Return the seat that lost, for *loser of the last game* (STB-13).

    It has the highest score and, of several, the earliest turn. `NOBODY` if only the winner has a
    score.
    """
    assert isinstance(state, ShutTheBox)
    lost = [seat for seat in state.turn_order() if seat not in state.leaders()]
    worst = max((state.scores[seat] for seat in lost), default=UNPLAYED)
    if worst == UNPLAYED:
        return NOBODY
    return next(seat for seat in lost if state.scores[seat] == worst)


def scores(state: State) -> list[float]:
    """Return the scores (STB-10); infinite for seats without a turn."""
    assert isinstance(state, ShutTheBox)
    return [inf if score == UNPLAYED else score for score in state.scores]


SHUT_THE_BOX: Final = Game(
    key="shut-the-box",
    title="Shut-the-Box",
    blurb="Two dice, nine tiles: lay down as many as you can.",
    seats=range(1, 13),
    options=OPTIONS,
    rules_version=1,
    dealt="dice",
    first_position=start,
    parse=read_position,
    loser=last_loser,
    tally=scores,
    tally_words="scores",
    lowest_wins=True,
)
