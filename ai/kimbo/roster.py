"""The levels, agents and puzzles of Kimbo."""

from ai.agent import Agent, Budget
from ai.kimbo.evaluation import KimboEvaluator
from ai.kimbo.features import FEATURES, is_seen, see
from ai.kimbo.players import TwoThrowsAgent
from ai.kimbo.reasons import drawback, reasons
from ai.kimbo.themes import ONE_DIE, THEMES, theme
from ai.learned.learning import ValueLearning
from ai.learned.network import Network
from ai.roster import Level, PuzzleSpec, ReviewSpec, Roster, Share
from ai.search.mcts import MctsAgent, MctsConfig
from ai.search.simple import MixAgent
from boxtui.core import State
from boxtui.games.kimbo.state import FENCING, Kimbo

CONFIG = MctsConfig(exploration=0.07, prior_visits=2.0, widening=3.0)
"""How Kimbo's levels search; a die is worth about 0.014 of a share."""

FENCES_LAST = 0.75
MOVES_LAST = 0.45
"""The part of the lead over another fence, or another move of a piece, that is left in the end.

The leads are those that `two-throws` finds. In 118 games of levels 3 and 4, its choices and those
of levels 2 to 4 were both played out 12 times by level 3 with the same dice, where a lead was 0.008
or more. Of a fence's lead 0.77 ± 0.17 was left (1,091 decisions), of a piece's 0.45 ± 0.17 (1,171).
"""

PER_ROLL = 40
"""The answers spent on each roll that was possible, when luck is measured.

In 439 decisions after a roll, the best move was worth 0.003 less than the roll had been, with a
standard deviation of 0.028; where rolls are played by the moves that gain most, 0.029 more, and
0.054. With 100 answers, which take twice as long, the deviation is 0.021.
"""


def _lasting(state: State) -> float:
    assert isinstance(state, Kimbo)
    return FENCES_LAST if state.phase == FENCING else MOVES_LAST


def _search(fences: bool) -> Agent:
    return MctsAgent(KimboEvaluator(fences=fences), CONFIG)


def _learned(network: Network | None) -> Agent:
    return MctsAgent(KimboEvaluator(network=network), CONFIG)


ROSTER = Roster(
    levels=(
        Level(1, "runs HOME, moves no fence", "mcts-no-fences", Budget(iterations=1)),
        Level(
            2,
            "moves some fences",
            "mcts-half-fences",
            Budget(iterations=1),
            Share(0.865, 0.830, 0.900, 400),
            Share(0.53, 0.42, 0.64, 120),
        ),
        Level(
            3,
            "plays what looks best",
            "mcts",
            Budget(iterations=1),
            Share(0.833, 0.793, 0.872, 400),
            Share(0.43, 0.32, 0.55, 120),
        ),
        Level(
            4,
            "looks a little ahead",
            "mcts",
            Budget(iterations=20),
            Share(0.760, 0.717, 0.803, 400),
            Share(0.39, 0.29, 0.49, 120),
        ),
        Level(
            5,
            "looks two rolls ahead",
            "two-throws",
            Budget(iterations=300),
            Share(0.815, 0.757, 0.873, 200),
            Share(0.467, 0.278, 0.655, 60),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        players=("level2", "level3"),
        skipped=range(60),
        naive_player="level3",
        adviser="level4",
        searches=("mcts:50", "mcts:150", "two-throws", "two-throws", "two-throws"),
        themes=THEMES,
        theme=theme,
        other_theme=ONE_DIE,
        usual=4_000,
        first=(61, 189, 34, 125, 50),
    ),
    review=ReviewSpec(judges=("two-throws",) * 4, luck=f"two-throws:{PER_ROLL}"),
    lasting=_lasting,
    reasons=reasons,
    drawback=drawback,
    values=ValueLearning(
        features=FEATURES,
        agent=_learned,
        budget=Budget(iterations=8),
        seats=(2, 2, 2, 3, 4),
        chunk=4,
        see=see,
        is_seen=is_seen,
    ),
    agents={
        "mcts": lambda: _search(True),
        "two-throws": TwoThrowsAgent,
        "mcts-half-fences": lambda: MixAgent(((0.5, _search(False)), (0.5, _search(True)))),
        "mcts-no-fences": lambda: _search(False),
    },
)
