"""The `Game` record of FREE-O, and the deck that it is played with."""

from functools import partial
from typing import Final

from boxtui.core import Game, State
from boxtui.games.free_o.deck import DECK_FILE, SEATS, read_deck
from boxtui.games.free_o.setup import OPTIONS, start
from boxtui.games.free_o.state import FreeO
from boxtui.games.free_o.validity import read_position
from boxtui.games.shared.toml_file import packaged

DECK: Final = packaged("boxtui.games.free_o", "deck.toml")
"""The deck that is used unless the player has their own."""


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
