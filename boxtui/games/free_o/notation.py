"""The notation of FREE-O's moves: `house`, `captured`, `wild`, `draw-a-card 2`, `draw`."""

import re
from typing import Final

from boxtui.core import BadNotation, is_number
from boxtui.games.free_o.deck import FreeODeck
from boxtui.games.free_o.legality import name_wanted, refusal_of_seat
from boxtui.games.free_o.moves import DRAW, DRAW_A_CARD, NAMING, SHUFFLE, named_in
from boxtui.games.free_o.position import FreeOTable
from boxtui.wording import listed, quoted

_SEAT_DIGITS: Final = 100
"""The most digits of a number that is taken for a seat's, though no seat has it."""

_SHORTEST: Final = 3
"""The fewest letters that are taken for the beginning of a card's name."""


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
    named = re.fullmatch(r"(.*?)(?: (?:seat )?(\d+))?", typed)
    if named is None or _kind_in(table.deck, named[1]) != DRAW_A_CARD:
        if re.match(r"draw[- ]a[- ]card ", typed):
            raise BadNotation(name_wanted(table))
        return card_in(table.deck, text, _playable_words(table))
    if named[2]:
        return NAMING + _named_in(table, named[2])
    if len(table.sizes) > 2 and table.playable() >> DRAW_A_CARD & 1:
        raise BadNotation(name_wanted(table))
    return NAMING + table.left_of(table.seat)


def _playable_words(table: FreeOTable) -> str:
    """Return what may be written for a turn's move: a playable card, or a draw (FRO-10)."""
    kinds = table.playable()
    playable = [name for kind, name in enumerate(table.deck.names) if kinds >> kind & 1]
    return f"write {listed(playable or ['draw'], 'or')}"


def _named_in(table: FreeOTable, number: str) -> int:
    """Return the seat that a Draw A Card names (FRO-17)."""
    if not is_number(number, _SEAT_DIGITS):
        raise BadNotation(name_wanted(table))
    if not 1 <= int(number) <= len(table.sizes):
        raise refusal_of_seat(table)
    return int(number) - 1


def card_in(deck: FreeODeck, text: str, wanted: str = "") -> int:
    """Return the kind of card that `text` names, by its name in moves or in sentences.

    The beginning of such a name is enough if no other card's begins so. Raises `BadNotation`, whose
    sentence ends with what is `wanted`: by default, any card.
    """
    kind = _kind_in(deck, " ".join(text.lower().split()))
    if kind is not None:
        return kind
    wanted = wanted or f"write one of {', '.join(deck.names)}"
    raise BadNotation(f"{quoted(text.strip())} is not a card; {wanted}.")


def _kind_in(deck: FreeODeck, typed: str) -> int | None:
    """Return the kind that `card_in` reads, or None; `draw` and less of it names no card."""
    names = [(name, title.lower()) for name, title in zip(deck.names, deck.titles, strict=True)]
    for kind, both in enumerate(names):
        if typed in both:
            return kind
    begun = [
        kind
        for kind, (name, title) in enumerate(names)
        if name.startswith(typed) or title.startswith(typed)
    ]
    shortest = len("draw-") if begun == [DRAW_A_CARD] else _SHORTEST
    return begun[0] if len(begun) == 1 and len(typed) >= shortest else None


def dealer_in(text: str, seats: int) -> int:
    """Return the seat that deals first, even one that doesn't exist.

    Raises `BadNotation` for other text.
    """
    typed = text.strip()
    if not is_number(typed, _SEAT_DIGITS):
        wanted = f"write the number of the seat that deals, 1 to {seats}"
        raise BadNotation(f"{quoted(typed)} is not a seat; {wanted}.")
    return int(typed) - 1


def shuffle_in(text: str) -> int:
    """Return the shuffle between hands. Raises `BadNotation` for other text."""
    if text.strip().lower() != "shuffle":
        raise BadNotation("The hand is over; write shuffle for the next one.")
    return SHUFFLE
