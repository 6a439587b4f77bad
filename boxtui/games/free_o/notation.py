"""The notation of FREE-O's moves: `house`, `captured`, `wild`, `draw-a-card 2`, `draw`."""

import re
from typing import Final

from boxtui.core import BadNotation, IllegalMove
from boxtui.games.free_o.deck import FreeODeck
from boxtui.games.free_o.moves import DRAW, DRAW_A_CARD, NAMING, SHUFFLE, named_in
from boxtui.games.free_o.position import FreeOTable
from boxtui.wording import quoted

_BY_NUMBER: Final = "Name the player who is to draw by seat number: draw-a-card 2."


def played_text(table: FreeOTable, move: int) -> str:
    """Return the notation of a turn's move."""
    if move == DRAW:
        return "draw"
    if move >= NAMING:
        return f"{table.deck.names[DRAW_A_CARD]} {named_in(move) + 1}"
    return table.deck.names[move]


def played_in(table: FreeOTable, text: str) -> int:
    """Return the turn's move that `text` names, legal or not.

    Raises `BadNotation`, or `IllegalMove` if the text names a seat that doesn't exist (FRO-17).
    """
    typed = " ".join(text.lower().split())
    if typed == "draw":
        return DRAW
    naming = re.fullmatch(r"draw[- ]a[- ]card(?: (?:seat )?(.+))?", typed)
    if naming is None:
        return card_in(table.deck, text, ", or draw")
    if naming[1]:
        return NAMING + _named_in(naming[1], len(table.sizes))
    if len(table.sizes) > 2 and table.playable() >> DRAW_A_CARD & 1:
        raise BadNotation(_BY_NUMBER)
    return NAMING + table.left_of(table.seat)


def _named_in(number: str, seats: int) -> int:
    """Return the seat that a Draw A Card names (FRO-17)."""
    if not re.fullmatch("[0-9]+", number):
        raise BadNotation(_BY_NUMBER)
    if len(number) > 2 or not 1 <= int(number) <= seats:
        raise IllegalMove("FRO-17", f"The seats are 1 to {seats}.")
    return int(number) - 1


def card_in(deck: FreeODeck, text: str, besides: str = "") -> int:
    """Return the kind of card that `text` names, by its name in moves or in sentences.

    Raises `BadNotation`, whose sentence lists the cards and ends with `besides`.
    """
    typed = " ".join(text.lower().split())
    for kind, name in enumerate(deck.names):
        if typed in (name, deck.titles[kind].lower()):
            return kind
    listed = ", ".join(deck.names)
    raise BadNotation(f"{quoted(text.strip())} is not a card; write one of {listed}{besides}.")


def dealer_in(text: str, seats: int) -> int:
    """Return the seat that deals first. Raises `BadNotation` for other text."""
    typed = text.strip()
    if not re.fullmatch("[0-9]", typed) or not 1 <= int(typed) <= seats:
        raise BadNotation(
            f"{quoted(typed)} is not a seat; write the number of who deals, 1 to {seats}."
        )
    return int(typed) - 1


def shuffle_in(text: str) -> int:
    """Return the shuffle between hands. Raises `BadNotation` for other text."""
    if text.strip().lower() != "shuffle":
        raise BadNotation("The hand is over; write shuffle for the next one.")
    return SHUFFLE
