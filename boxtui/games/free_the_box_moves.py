"""What Free the Box's moves are as numbers.

- The die: 1 to 8. A card drawn: its number, as in `free_the_box_cards`.
- After the roll: 0, 1, 2 move the token A, B, C; `ENTER` brings one out of HOME SPACE.
- Before the roll `FREE` uses a kept card and `ROLL` none; a card just drawn is for `USE` or `KEEP`.
"""

from typing import Final

from boxtui.games.free_the_box_table import ENTERING

LETTERS: Final = "ABC"
"""A player's tokens (FTB-1)."""

ENTER: Final = ENTERING
FREE: Final = 4
ROLL: Final = 5
USE: Final = 6
KEEP: Final = 7
WORDS: Final = {"enter": ENTER, "free": FREE, "roll": ROLL, "use": USE, "keep": KEEP}
"""The moves that are written as one word."""
