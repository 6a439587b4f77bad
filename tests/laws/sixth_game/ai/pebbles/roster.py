"""The levels and puzzles of Pebbles."""

from ai.agent import Budget
from ai.roster import Level, PuzzleSpec, Roster

ROSTER = Roster(
    levels=(
        Level(1, "at random", "random"),
        *(Level(n, f"tries {10**n} games", "uct", Budget(iterations=10**n)) for n in (2, 3)),
        *(Level(n, f"tries {n}00 games", "uct", Budget(iterations=100 * n)) for n in (4, 5)),
    ),
    puzzles=PuzzleSpec(margin=0.02),
    agents={},
)
