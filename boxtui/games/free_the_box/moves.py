"""Free the Box's moves, and the phases of a turn, as numbers.

- The die: 1 to 8. A card drawn: its number, as in `cards`.
- After the roll: 0, 1, 2 move the token A, B, C; `ENTER` brings one out of HOME SPACE.
- Before the roll: `FREE` uses a kept card, `ROLL` keeps it.
- A FREE THE BOX just drawn: `USE` or `KEEP`.
"""

from typing import Final

from boxtui.games.free_the_box.board import TOKENS

LETTERS: Final = "ABC"
"""A player's tokens (FTB-1)."""

ENTER: Final = TOKENS
FREE: Final = 4
ROLL: Final = 5
USE: Final = 6
KEEP: Final = 7
WORDS: Final = {"enter": ENTER, "free": FREE, "roll": ROLL, "use": USE, "keep": KEEP}
"""The moves that are written as one word."""

ROLLING_FOR_FIRST: Final = 0
FREEING: Final = 1
ROLLING: Final = 2
MOVING: Final = 3
DRAWING: Final = 4
USING: Final = 5
ROLLING_AGAIN: Final = 6
ENDED: Final = 7
PHASES: Final = ("first", "free", "roll", "move", "draw", "use", "again", "over")
"""The phases' names in a position's text: rolling for the first turn, using a kept card, rolling,
moving by the roll, drawing a card, using a FREE THE BOX just drawn, rolling for a roll-again card,
and the end of the game.
"""

PHASE_RULES: Final = (
    "FTB-4", "FTB-17", "FTB-7", "FTB-7", "FTB-12", "FTB-16", "FTB-27", "FTB-26",
)  # fmt: skip
"""The rule that matters most in each phase."""
