"""The levels, agents and puzzles of Free the Box."""

from ai.agent import Agent, Budget
from ai.free_the_box.evaluation import FreeTheBoxEvaluator
from ai.free_the_box.features import FEATURES, is_seen, see
from ai.free_the_box.heuristic import front_token, representative
from ai.free_the_box.reasons import drawback, reasons
from ai.free_the_box.themes import MOVES_ON, THEMES, theme
from ai.learned.learning import ValueLearning
from ai.learned.network import Network
from ai.learned.weights import packaged_network
from ai.roster import Level, PuzzleSpec, ReviewSpec, Roster, Share
from ai.search.mcts import MctsAgent, MctsConfig
from ai.search.simple import GreedyAgent, MixAgent, or_random

CONFIG = MctsConfig(exploration=0.15, prior_visits=2.0)


def _search(wary: bool) -> Agent:
    return MctsAgent(FreeTheBoxEvaluator(wary), CONFIG)


def _learned(network: Network | None) -> Agent:
    return MctsAgent(FreeTheBoxEvaluator(network=network), CONFIG)


ROSTER = Roster(
    levels=(
        Level(1, "plays at random", "random"),
        Level(
            2,
            "some moves at random",
            "mostly-bold",
            Budget(iterations=1),
            Share(0.607, 0.576, 0.638, 1000),
            Share(0.290, 0.268, 0.312, 1600),
        ),
        Level(
            3,
            "sees some dangers",
            "mcts-half-wary",
            Budget(iterations=1),
            Share(0.600, 0.570, 0.630, 1000),
            Share(0.341, 0.320, 0.363, 1600),
        ),
        Level(
            4,
            "sees all dangers",
            "mcts-wary",
            Budget(iterations=1),
            Share(0.613, 0.583, 0.643, 1000),
            Share(0.356, 0.332, 0.380, 1600),
        ),
        Level(
            5,
            "taught itself to play",
            "mcts",
            Budget(iterations=1024),
            Share(0.700, 0.665, 0.735, 600),
            Share(0.431, 0.396, 0.466, 800),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        seats=(2, 3),
        players=("mcts-bold:1", "mcts-wary:1"),
        skipped=range(10, 60),
        naive_player="mcts-bold:1",
        adviser="mcts:60",
        searches=("mcts:100", "mcts:200", "mcts:400", "mcts:400"),
        themes=THEMES,
        theme=theme,
        other_theme=MOVES_ON,
        usual=3_000,
        first=(13, 107, 141, 286, 90),
    ),
    review=ReviewSpec(judges=("mcts:200",) * 4, luck="mcts:100"),
    representative=representative,
    reasons=reasons,
    drawback=drawback,
    lesson_adviser="mcts:60",
    values=ValueLearning(
        features=FEATURES,
        agent=_learned,
        budget=Budget(iterations=1),
        seats=(2, 2, 2, 2, 2, 2, 3, 3, 4, 6),
        chunk=100,
        see=see,
        is_seen=is_seen,
    ),
    agents={
        "mcts": lambda: _learned(packaged_network(FEATURES)),
        "mcts-wary": lambda: _search(True),
        "mcts-half-wary": lambda: MixAgent(((0.6, _search(False)), (0.4, _search(True)))),
        "mostly-bold": lambda: or_random(0.7, _search(False)),
        "mcts-bold": lambda: _search(False),
        "front-token": lambda: GreedyAgent(front_token),
    },
)
