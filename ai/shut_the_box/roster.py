"""The levels, agents and puzzles of Shut-the-Box."""

from ai.agent import Agent, Budget
from ai.roster import Level, PuzzleSpec, ReviewSpec, Roster
from ai.search.expectimax import ExpectimaxAgent
from ai.search.simple import GreedyAgent, or_random
from ai.shut_the_box.evaluation import alone, evaluate
from ai.shut_the_box.heuristic import fewest_tiles, largest_tile
from ai.shut_the_box.players import ExactAgent
from ai.shut_the_box.reasons import drawback, reasons
from ai.shut_the_box.shares import solo_rating
from ai.shut_the_box.themes import THEMES, theme


def _ahead() -> Agent:
    return ExpectimaxAgent(evaluate, alone)


ROSTER = Roster(
    levels=(
        Level(1, "plays at random", "random"),
        Level(2, "sometimes largest tile first", "largest-tile-4"),
        Level(3, "mostly largest tile first", "largest-tile-7"),
        Level(4, "looks ahead, with some slips", "expectimax-9", Budget(depth=1)),
        Level(5, "plays perfectly", "exact"),
    ),
    puzzles=PuzzleSpec(
        margin=0.02,
        seats=(2, 3),
        naive_player="largest-tile",
        skipped=range(1, 6),
        themes=THEMES,
        theme=theme,
        decisions_per_theme=3000,
        usual=8_000,
        first=(69, 98, 216, 4, 26),
    ),
    review=ReviewSpec(judges=("level5",), is_exact=True),
    reasons=reasons,
    drawback=drawback,
    lesson_adviser="level5",
    alike=1e-9,
    counted=solo_rating,
    agents={
        "largest-tile-4": lambda: or_random(0.4, GreedyAgent(largest_tile)),
        "largest-tile-7": lambda: or_random(0.7, GreedyAgent(largest_tile)),
        "largest-tile": lambda: GreedyAgent(largest_tile),
        "fewest-tiles": lambda: GreedyAgent(fewest_tiles),
        "expectimax-9": lambda: or_random(0.9, _ahead()),
        "expectimax": _ahead,
        "exact": ExactAgent,
    },
    opening=range(1),
)
"""The levels' results are computed exactly (`boxtui.exact.strength`)."""
