"""The levels, agents and puzzles of Box."""

from typing import Final

from ai.agent import Agent, Budget
from ai.box.features import is_seen, see
from ai.box.pattern_weights import FEATURES, weights_of
from ai.box.players import BeginnerAgent, BoxSearchAgent, GreedyBoxAgent
from ai.box.reasons import drawback, reasons
from ai.box.themes import THEMES, theme
from ai.learned.learning import ValueLearning
from ai.learned.network import Network
from ai.learned.weights import packaged_network
from ai.roster import Level, PuzzleSpec, ReviewSpec, Roster, Share
from boxtui.core import State
from boxtui.games.box.board import STANDARD_SIZE
from boxtui.games.box.position import CLAIMING, MARKING, Position

SELDOM: Final = 16
"""A mark's value isn't shown if the chosen one has more than this many times its visits.

In 183 values of the second to fourth move in decisions on 6 × 6, those of moves with fewer visits
were off by 0.08 (median; mean 0.12) as a search from there sees it, those of others by 0.02 (0.03).
"""


def _learned(network: Network | None) -> Agent:
    return BoxSearchAgent(weights_of(network))


def _is_judged(state: State) -> bool:
    """Whether a review judges the decision: a mark, or whether all is claimed by hand (BOX-11).

    Claims in any order come to the same, so only a box that is left counts, as if it were lost.
    """
    assert isinstance(state, Position)
    return state.phase == MARKING or (state.phase == CLAIMING and bool(state.claimable(state.seat)))


def _review_effort(state: State) -> float:
    """Return the part of its iterations that a review spends on a position.

    A game on a larger grid than the standard one has more marks to judge, and a position takes
    longer. With this part, the review of a game takes half a minute on a compiled build.
    """
    assert isinstance(state, Position)
    return min(1.0, (STANDARD_SIZE / state.terms.size) ** 3)


ROSTER = Roster(
    levels=(
        Level(1, "overlooks a lot", "beginner", Budget(iterations=1)),
        Level(
            2,
            "grabs the most now",
            "greedy",
            Budget(iterations=1),
            Share(0.948, 0.923, 0.972, 400),
        ),
        Level(
            3,
            "looks a little ahead",
            "search",
            Budget(iterations=50),
            Share(0.964, 0.943, 0.985, 400),
        ),
        Level(
            4,
            "looks well ahead",
            "search",
            Budget(iterations=500),
            Share(0.948, 0.925, 0.970, 400),
        ),
        Level(
            5,
            "looks far ahead",
            "search",
            Budget(iterations=16_000),
            Share(0.983, 0.914, 1.000, 60),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.03,
        players=("level2", "level3"),
        skipped=range(8, 40),
        adviser="search:200",
        searches=("search:100", "search:400", "search:800", "search:800", "search:800"),
        themes=THEMES,
        theme=theme,
        usual=4_000,
        first=(90, 150, 147, 142, 149),
    ),
    review=ReviewSpec(
        adviser="search:16000",
        judges=("search:1000",) * 3,
        is_judged=_is_judged,
        not_judged="Bids, and the first mark and the color under swap aren't judged.",
        effort=_review_effort,
    ),
    seldom=SELDOM,
    reasons=reasons,
    drawback=drawback,
    values=ValueLearning(
        features=FEATURES,
        agent=_learned,
        budget=Budget(iterations=50),
        seats=(2,),
        chunk=10,
        opens_at_random=True,
        see=see,
        is_seen=is_seen,
    ),
    agents={
        "beginner": BeginnerAgent,
        "greedy": GreedyBoxAgent,
        "search": lambda: _learned(packaged_network(FEATURES)),
    },
)
