"""The start of a game of Free the Box: all tokens at home, the cards shuffled."""

from collections.abc import Mapping
from typing import Final

from boxtui.core import BadOption, Option, OptionValue
from boxtui.games.free_the_box.board import SEATS, TOKENS, FreeTheBoxLayout
from boxtui.games.free_the_box.cards import CARDS, Deck
from boxtui.games.free_the_box.position import HOME, table_with
from boxtui.games.free_the_box.state import FreeTheBox

SAME_PLACE: Final = "same place"
SAME_SPACE: Final = "same space only"

OPTIONS: Final = (
    Option("capture", "Landing captures on", (SAME_PLACE, SAME_SPACE), SAME_PLACE, "FTB-9"),
)


def set_up(board: FreeTheBoxLayout, by_place: bool, seats: int) -> FreeTheBox:
    """Return a game with all tokens on their HOME SPACES (FTB-1) and all cards unseen (FTB-3)."""
    deck = Deck(board.cards[:], CARDS, ())
    table = table_with(board, by_place, [HOME] * (seats * TOKENS), [0] * seats, deck)
    return FreeTheBox(table, seats)


def start(board: FreeTheBoxLayout, options: Mapping[str, OptionValue], seats: int) -> FreeTheBox:
    """Return the first position, in which all seats roll for the first turn (FTB-4).

    Raises `BadOption` unless 2 to 6 play (FTB-1).
    """
    if seats not in SEATS:
        raise BadOption(f"Free the Box takes 2 to 6 players, not {seats} (FTB-1).")
    state = set_up(board, options["capture"] == SAME_PLACE, seats)
    state.roll_for_first()
    return state
