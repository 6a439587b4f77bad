"""The phases of a turn of Free the Box, their names and rules."""

from typing import Final

ROLLING_FOR_FIRST: Final = 0
FREEING: Final = 1
ROLLING: Final = 2
MOVING: Final = 3
DRAWING: Final = 4
USING: Final = 5
ROLLING_AGAIN: Final = 6
ENDED: Final = 7
PHASES: Final = ("first", "free", "roll", "move", "draw", "use", "again", "over")
"""The phases' names in a position's text: a kept card, the roll, the move by it, a card to be
drawn, a FREE THE BOX just drawn, the roll of a roll-again card."""

PHASE_RULES: Final = (
    "FTB-4", "FTB-17", "FTB-7", "FTB-7", "FTB-12", "FTB-16", "FTB-27", "FTB-26",
)  # fmt: skip
"""The rule that matters most in each phase."""
