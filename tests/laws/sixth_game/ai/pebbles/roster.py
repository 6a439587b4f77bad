"""The levels and puzzles of Pebbles."""

from ai.agent import Budget
from ai.roster import Level, PuzzleSpec, Roster

ROSTER = Roster(
    levels=(
        Level(1, "at random", "random"),
        Level(2, "tries a few games", "uct", Budget(iterations=50)),
        Level(3, "tries some games", "uct", Budget(iterations=100)),
        Level(4, "tries many games", "uct", Budget(iterations=400)),
        Level(5, "tries most games", "uct", Budget(iterations=500)),
    ),
    puzzles=PuzzleSpec(margin=0.02),
    agents={},
)
