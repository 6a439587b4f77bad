"""The levels, agents and puzzles of Free the Box."""

from ai.agent import Agent, Budget
from ai.free_the_box.evaluation import FreeTheBoxEvaluator, front_token
from ai.free_the_box.reasons import reasons, representative
from ai.roster import FIVE_BELOW, THREE_BELOW, Level, PuzzleSpec, Roster, Share
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
                Share(0.61, 0.500, 0.71),
                Share(0.31, 0.26, 0.37, against=THREE_BELOW),
                Share(0.192, 0.167, 0.218, against=FIVE_BELOW),
            ),
        ),
        Level(
            3,
            "what looks best, no dangers",
            "mcts-bold",
            Budget(iterations=1),
            (
                Share(0.60, 0.501, 0.69),
                Share(0.35, 0.251, 0.44, against=THREE_BELOW),
                Share(0.213, 0.168, 0.257, against=FIVE_BELOW),
            ),
        ),
        Level(
            4,
            "sees dangers half of the time",
            "mcts-half-wary",
            Budget(iterations=1),
            (
                Share(0.60, 0.53, 0.67),
                Share(0.31, 0.26, 0.36, against=THREE_BELOW),
                Share(0.250, 0.167, 0.333, against=FIVE_BELOW),
            ),
        ),
        Level(
            5,
            "sees dangers, 60 looks ahead",
            "mcts",
            Budget(iterations=60),
            (
                Share(0.64, 0.505, 0.78),
                Share(0.39, 0.252, 0.54, against=THREE_BELOW),
                Share(0.240, 0.167, 0.314, against=FIVE_BELOW),
                Share(0.65, 0.54, 0.76, against="front-token"),
                Share(0.73, 0.51, 0.95, against="random"),
            ),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        players=("level3", "level4"),
        skipped=range(10, 60),
        naive_player="level3",
        searches=("mcts:100", "mcts:200", "mcts:400", "mcts:400"),
        representative=representative,
        reasons=reasons,
    ),
    agents={
        "mcts": lambda: _search(True),
        "front-token": lambda: GreedyAgent(front_token),
        "half-bold": _half_bold,
        "mcts-bold": lambda: _search(False),
        "mcts-half-wary": _half_wary,
    },
)
