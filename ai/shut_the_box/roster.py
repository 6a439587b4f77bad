"""The levels, agents and puzzles of Shut-the-Box."""

from ai.agent import Agent, Budget
from ai.roster import Level, PuzzleSpec, ReviewSpec, Roster
from ai.search.expectimax import ExpectimaxAgent
from ai.search.greedy import GreedyAgent, MixAgent
from ai.search.random import RandomAgent
from ai.shut_the_box.heuristic import alone, evaluate, fewest_tiles, largest_tile
from ai.shut_the_box.players import ExactAgent
from ai.shut_the_box.reasons import reasons
from ai.shut_the_box.themes import THEMES, theme


def _half_random() -> Agent:
    return MixAgent(((0.5, RandomAgent()), (0.5, GreedyAgent(largest_tile))))


ROSTER = Roster(
    levels=(
        Level(1, "at random or the largest tile", "half-random"),
        Level(2, "always the largest tile", "largest-tile"),
        Level(3, "looks one move ahead", "expectimax", Budget(depth=1)),
        Level(4, "looks two moves ahead", "expectimax", Budget(depth=2)),
        Level(5, "perfect, for the chance to win", "exact"),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        seats=(2, 3),
        players=("level1", "level2", "level3"),
        skipped=range(1, 6),
        reasons=reasons,
        themes=THEMES,
        theme=theme,
        patience=3000,
    ),
    review=ReviewSpec(judges=("level5",), is_exact=True),
    agents={
        "half-random": _half_random,
        "largest-tile": lambda: GreedyAgent(largest_tile),
        "fewest-tiles": lambda: GreedyAgent(fewest_tiles),
        "expectimax": lambda: ExpectimaxAgent(evaluate, alone),
        "exact": ExactAgent,
    },
    opening=range(1),
)
"""The puzzles' values are exact chances to win; the levels' results are computed exactly
(`boxtui.arena.strength`)."""
