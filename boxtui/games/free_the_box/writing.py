"""The table of Free the Box as text: where all tokens and cards are."""

from typing import Final

from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.cards import CARD_NAMES, Deck, card_name
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, NOBODY, FreeTheBoxTable

PLACE_WORDS: Final = {"home": HOME, "captured": CAPTURED, "center": CENTER}
"""Where a token is if it isn't on a space, by the word for it."""

ROUND: Final = "+"
"""Follows the space of a token that has gone all the way around."""

FAR: Final = "place"
"""Means that a landing captures on every space of a place; `space`, only on its own."""

OUT_WORD: Final = "out"
"""Stands for the tokens of a player who is out."""


def table_text(table: FreeTheBoxTable) -> str:
    """Return `capture`, `seat`, `die`, `carrier`, `tokens`, `kept`, `bottom`, `unseen` in order."""
    reach = FAR if table.far else "space"
    carrier = "-" if table.carrier == NOBODY else LETTERS[table.carrier % TOKENS]
    seats = range(len(table.kept))
    words = [
        f"capture={reach} seat={table.seat + 1} die={table.die or '-'} carrier={carrier}",
        f"tokens={';'.join(_tokens_text(table, seat) for seat in seats)}",
        f"kept={','.join(str(table.kept[seat]) for seat in seats)}",
        _deck_text(table.deck),
    ]
    return " ".join(words)


def _tokens_text(table: FreeTheBoxTable, seat: int) -> str:
    if not table.is_in(seat):
        return OUT_WORD
    own = range(seat * TOKENS, (seat + 1) * TOKENS)
    return ",".join(_token_text(table, token) for token in own)


def _token_text(table: FreeTheBoxTable, token: int) -> str:
    at = table.tokens[token]
    if at < 0:
        return next(word for word, where in PLACE_WORDS.items() if where == at)
    return f"{at + 1}{ROUND if table.rounds >> token & 1 else ''}"


def _deck_text(deck: Deck) -> str:
    bottom = ",".join(card_name(card) for card in deck.bottom) or "-"
    kinds = [(name, deck.unseen[card]) for name, card in CARD_NAMES.items() if deck.unseen[card]]
    unseen = ",".join(f"{name}:{count}" for name, count in kinds) or "-"
    return f"bottom={bottom} unseen={unseen}"
