"""Which decisions of Box a review judges, and how long it searches."""

from boxtui.core import State
from boxtui.games.box.board import STANDARD_SIZE
from boxtui.games.box.position import CLAIMING, MARKING, Position


def is_judged(state: State) -> bool:
    """Whether a review judges the decision: a mark, or whether all is claimed by hand (BOX-11).

    Claims in any order come to the same, so only a box that is left counts, as if it were lost.
    """
    assert isinstance(state, Position)
    return state.phase == MARKING or (state.phase == CLAIMING and bool(state.claimable(state.seat)))


def review_effort(state: State) -> float:
    """Return the part of its iterations that a review spends on a position.

    A game on a larger grid than the standard one has more marks to judge, and a position takes
    longer. With this part, the review of a game takes half a minute on a compiled build.
    """
    assert isinstance(state, Position)
    return min(1.0, (STANDARD_SIZE / state.terms.size) ** 3)
