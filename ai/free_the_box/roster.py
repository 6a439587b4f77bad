"""The levels, agents and puzzles of Free the Box."""

from ai.agent import Agent, Budget
from ai.free_the_box.evaluation import FreeTheBoxEvaluator, front_token
from ai.free_the_box.reasons import reasons, representative
from ai.free_the_box.themes import THEMES, theme
from ai.roster import FIVE_BELOW, THREE_BELOW, Level, PuzzleSpec, ReviewSpec, Roster, Share
from ai.search.greedy import GreedyAgent, MixAgent
from ai.search.mcts import MctsAgent, MctsConfig
from ai.search.random import RandomAgent

CONFIG = MctsConfig(exploration=0.15, prior_visits=2.0)


def _search(wary: bool) -> Agent:
    return MctsAgent(FreeTheBoxEvaluator(wary), CONFIG)


def _half_bold() -> Agent:
    return MixAgent(((0.5, RandomAgent()), (0.5, _search(False))))


def _half_wary() -> Agent:
    """Return an agent that overlooks dangers in half of its moves."""
    return MixAgent(((0.5, _search(False)), (0.5, _search(True))))


ROSTER = Roster(
    levels=(
        Level(1, "any token that can move", "random"),
        Level(
            2,
            "what looks best, half the time",
            "half-bold",
            Budget(iterations=1),
            (
                Share(0.547, 0.497, 0.598, 400),
                Share(0.292, 0.246, 0.339, 400, THREE_BELOW),
                Share(0.181, 0.141, 0.222, 480, FIVE_BELOW),
            ),
        ),
        Level(
            3,
            "what looks best, no dangers",
            "mcts-bold",
            Budget(iterations=1),
            (
                Share(0.527, 0.456, 0.598, 400),
                Share(0.298, 0.214, 0.381, 400, THREE_BELOW),
                Share(0.190, 0.147, 0.232, 480, FIVE_BELOW),
            ),
        ),
        Level(
            4,
            "sees dangers half of the time",
            "mcts-half-wary",
            Budget(iterations=1),
            (
                Share(0.600, 0.552, 0.648, 400),
                Share(0.360, 0.313, 0.407, 400, THREE_BELOW),
                Share(0.254, 0.212, 0.296, 480, FIVE_BELOW),
            ),
        ),
        Level(
            5,
            "sees dangers, 60 looks ahead",
            "mcts",
            Budget(iterations=60),
            (
                Share(0.620, 0.575, 0.665, 400),
                Share(0.39, 0.252, 0.54, against=THREE_BELOW),
                Share(0.237, 0.195, 0.280, 480, FIVE_BELOW),
                Share(0.65, 0.54, 0.76, against="front-token"),
                Share(0.73, 0.51, 0.95, against="random"),
            ),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        seats=(2, 3),
        players=("level3", "level4"),
        skipped=range(10, 60),
        naive_player="level3",
        searches=("mcts:100", "mcts:200", "mcts:400", "mcts:400"),
        representative=representative,
        reasons=reasons,
        themes=THEMES,
        theme=theme,
    ),
    review=ReviewSpec(judges=("mcts:200",) * 4),
    agents={
        "mcts": lambda: _search(True),
        "front-token": lambda: GreedyAgent(front_token),
        "half-bold": _half_bold,
        "mcts-bold": lambda: _search(False),
        "mcts-half-wary": _half_wary,
    },
)
