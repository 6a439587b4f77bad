"""The `Game` record of FREE-O, its option, the start of a game, and the deck."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from boxtui.core import BadOption, Game, Option, OptionValue, State
from boxtui.games.free_o.deck import DECK_FILE, SEATS, FreeODeck, read_deck
from boxtui.games.free_o.position import table_with
from boxtui.games.free_o.state import FreeO
from boxtui.games.free_o.validity import read_position
from boxtui.games.shared.toml_file import packaged

DECK: Final = packaged("boxtui.games.free_o", "deck.toml")
"""The deck that is used unless the player has their own."""


OPTIONS: Final = (
    Option("everyone_is_captured", "Everyone is captured", (False, True), False, "FRO-21"),
)


def start(deck: FreeODeck, options: Mapping[str, OptionValue], seats: int) -> FreeO:
    """Return the first position, in which the first dealer is yet to be drawn by lot (FRO-4).

    Raises `BadOption` unless 2 to 6 play (FRO-1).
    """
    if seats not in SEATS:
        raise BadOption(f"FREE-O takes 2 to 6 players, not {seats} (FRO-1).")
    return FreeO(table_with(deck, seats, options["everyone_is_captured"] is True), seats)


def totals(state: State) -> list[float]:
    """Return the points of all hands so far (FRO-20)."""
    assert isinstance(state, FreeO)
    return [int(total) for total in state.totals]


def on_board(content: bytes) -> Game:
    """Return FREE-O with another deck. Raises `BadFile` if the file is wrong."""
    deck = read_deck(content)
    return Game(
        key="free-o",
        title="FREE-O",
        blurb="Seek, match, capture: get rid of all your cards.",
        seats=SEATS,
        options=OPTIONS,
        rules_version=1,
        dealt="cards",
        first_position=partial(start, deck),
        parse=partial(read_position, deck),
        tally=totals,
        tally_words="points",
        lowest_wins=True,
        board_file=DECK_FILE,
        board=content,
        hidden=True,
        on_board=on_board,
    )


FREE_O: Final = on_board(DECK)
