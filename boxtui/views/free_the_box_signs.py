"""Signs, marks and names on Free the Box's board, and what is highlighted there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from boxtui.games.free_the_box.board import (
    DRAW_A_CARD,
    JUMP_TO_CENTER,
    PARK,
    STARTING_BOX,
    TOKENS,
)
from boxtui.games.free_the_box.narration import letter_of
from boxtui.games.free_the_box.position import CENTER, OUT, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.views.free_the_box_recent import FreeTheBoxTrail
from boxtui.views.palette import color_styles

NOWHERE: Final = OUT - 1
"""A value that stands for no space; no token's place has it either."""

SIGNS: Final = {STARTING_BOX: ">", DRAW_A_CARD: "?", PARK: "#", JUMP_TO_CENTER: "*"}
"""The signs of the safe spaces; their color's letter precedes `>` and `*`."""

MEANINGS: Final = {
    STARTING_BOX: "start",
    DRAW_A_CARD: "card",
    PARK: "PARK",
    JUMP_TO_CENTER: "to center",
}
"""What the signs mean, in the legend and on large spaces."""

OTHER: Final = "~"
"""The mark of the spaces of a move that was played instead of the one picked."""

MARKS: Final = {
    "@": "lands",
    "<": "moves",
    "^": "looked at",
    "=": "other side",
    "!": "came",
    "-": "left",
    OTHER: "played",
}
"""The marks after a space, and what they mean: what is picked, and what happened recently.

`x` has a meaning for each of the two (see the legend).
"""


@dataclass(frozen=True)
class FreeTheBoxSelection:
    """What is highlighted on the board; by default nothing.

    Attributes:
        source: the space of the token that would move.
        landing: the space where it would land.
        capturable: the spaces of the tokens that this would capture.
        others: the spaces of a move that was played instead: where it started and where it ended.
        cursor: the space that is looked at.
        sides: the other spaces of the same place.
        pointed_at: the names that a lesson points at.
        trail: what recent moves left on the board.
        notes: what is known about the move or the space, the most important last.
        goal: the goal of the person who looks.
    """

    source: int = NOWHERE
    landing: int = NOWHERE
    capturable: Collection[int] = ()
    others: Collection[int] = ()
    cursor: int = NOWHERE
    sides: Collection[int] = ()
    pointed_at: Collection[str] = ()
    trail: FreeTheBoxTrail = field(default_factory=FreeTheBoxTrail)
    notes: Sequence[str] = ()
    goal: str = ""


def style_of(state: FreeTheBox, seat: int) -> str:
    """Return the style of a seat's color."""
    return color_styles(state.table.board.colors)[state.table.colors[seat]]


def token_name(table: FreeTheBoxTable, token: int) -> str:
    """Return a token's two letters, as in `Ra`, or `RA` on a later lap."""
    letter = letter_of(token)
    is_lapped = table.lapped >> token & 1
    color = table.color_name(token // TOKENS)
    return color[0].upper() + (letter if is_lapped else letter.lower())


def spaces_to_go(table: FreeTheBoxTable, token: int) -> int:
    """Return how far a token is from the center; one that must enter has the whole loop to go."""
    at, length = int(table.tokens[token]), table.board.length
    if at < 0:
        return 0 if at == CENTER else length
    return length - 1 - int(table.gone(token))
