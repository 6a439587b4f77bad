"""The start of a game of FREE-O: all cards in the draw pile, and no dealer yet."""

from collections.abc import Mapping
from typing import Final

from boxtui.core import BadOption, Option, OptionValue
from boxtui.games.free_o.deck import SEATS, FreeODeck
from boxtui.games.free_o.position import table_with
from boxtui.games.free_o.state import FreeO

OPTIONS: Final = (
    Option("everyone_is_captured", "Everyone is captured", (False, True), False, "FRO-21"),
)


def set_up(deck: FreeODeck, everyone: bool, seats: int) -> FreeO:
    """Return a game in which the first dealer is yet to be drawn by lot (FRO-4)."""
    return FreeO(table_with(deck, seats, everyone), seats)


def start(deck: FreeODeck, options: Mapping[str, OptionValue], seats: int) -> FreeO:
    """Return the first position. Raises `BadOption` unless 2 to 6 play (FRO-1)."""
    if seats not in SEATS:
        raise BadOption(f"FREE-O takes 2 to 6 players, not {seats} (FRO-1).")
    return set_up(deck, options["everyone_is_captured"] is True, seats)
