"""Positions of Free the Box as text: writing them and reading them back."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_the_box.board import SEATS, TOKENS, FreeTheBoxLayout
from boxtui.games.free_the_box.cards import CARD_NAMES, KINDS, Deck, card_name
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.position import (
    CAPTURED,
    CENTER,
    HOME,
    OUT,
    FreeTheBoxTable,
    table_with,
    tokens_of,
)
from boxtui.games.shared.first_turn import totals_words
from boxtui.games.shared.position_text import Words, index_in, no_position, number_in

PLACE_WORDS: Final = {"home": HOME, "captured": CAPTURED, "center": CENTER}
"""Where a token is if it isn't on a space, by the word for it."""

LAPPED: Final = "+"
"""Follows the space of a token that has completed a lap."""

CAPTURES: Final = "space", "place"
"""What a landing captures on: its own space only, or every space of a place."""

OUT_WORD: Final = "out"
"""Stands for the tokens of a player who is out."""


def position_text(phase: str, table: FreeTheBoxTable, first_totals: list[int]) -> str:
    """Return `key=value` words; seats and spaces count from 1, `;` separates seats."""
    carrier = "-" if table.carrier == NOBODY else LETTERS[table.carrier % TOKENS]
    seats = range(len(table.kept))
    capture = CAPTURES[int(table.by_place)]
    words = [
        f"phase={phase} capture={capture} seat={table.seat + 1}",
        f"die={table.die or '-'} carrier={carrier}",
        f"tokens={';'.join(_tokens_text(table, seat) for seat in seats)}",
        f"kept={','.join(str(table.kept[seat]) for seat in seats)}",
        _deck_text(table.deck),
        *totals_words(first_totals),
    ]
    return " ".join(words)


def _tokens_text(table: FreeTheBoxTable, seat: int) -> str:
    if not table.is_in(seat):
        return OUT_WORD
    return ",".join(_token_text(table, token) for token in tokens_of(seat))


def _token_text(table: FreeTheBoxTable, token: int) -> str:
    at = table.tokens[token]
    if at < 0:
        return next(word for word, where in PLACE_WORDS.items() if where == at)
    return f"{at + 1}{LAPPED if table.lapped >> token & 1 else ''}"


def _deck_text(deck: Deck) -> str:
    bottom = ",".join(card_name(card) for card in deck.bottom) or "-"
    kinds = [(name, deck.unseen[card]) for name, card in CARD_NAMES.items() if deck.unseen[card]]
    unseen = ",".join(f"{name}:{count}" for name, count in kinds) or "-"
    return f"bottom={bottom} unseen={unseen}"


def table_in(board: FreeTheBoxLayout, words: Words) -> FreeTheBoxTable:
    """Return the table in the words of a text.

    Raises `BadPosition` if the seats or tokens don't fit on the board, and `KeyError` or
    `ValueError` if a word is missing or can't be read.
    """
    seats = words["tokens"].split(";")
    kept = [number_in(count) for count in words["kept"].split(",")]
    if len(seats) not in SEATS or len(kept) != len(seats):
        raise no_position("Free the Box", "tokens and kept cards must be given for 2 to 6 seats")
    tokens = [token for each in seats for token in _tokens(board, each)]
    by_place = index_in(CAPTURES, words["capture"]) == 1
    table = table_with(board, by_place, tokens, kept, _deck(words))
    names = [name for each in seats for name in _token_names(each)]
    table.lapped = sum(1 << token for token, name in enumerate(names) if name.endswith(LAPPED))
    table.seat = number_in(words["seat"]) - 1
    if not 0 <= table.seat < len(seats):
        raise no_position("Free the Box", f"there is no seat {words['seat']}")
    table.die = 0 if words["die"] == "-" else number_in(words["die"])
    carrier = index_in(("-", *LETTERS), words["carrier"])
    if carrier:
        table.carrier = table.seat * TOKENS + carrier - 1
    return table


def _token_names(seat: str) -> list[str]:
    """Return the words for each of a seat's tokens."""
    return [OUT_WORD] * TOKENS if seat == OUT_WORD else seat.split(",")


def _tokens(board: FreeTheBoxLayout, seat: str) -> list[int]:
    """Return where a seat's tokens are. Raises `BadPosition` if they don't fit on the board."""
    if seat == OUT_WORD:
        return [OUT] * TOKENS
    tokens = [_where(name) for name in _token_names(seat)]
    if len(tokens) != TOKENS or max(tokens) >= board.length:
        raise no_position(
            "Free the Box",
            f"each seat needs {TOKENS} tokens, each off the loop or on spaces 1 to {board.length}",
        )
    return tokens


def _where(name: str) -> int:
    if name in PLACE_WORDS:
        return PLACE_WORDS[name]
    number = name.removesuffix(LAPPED)
    if not number.isdecimal() or number_in(number) == 0:
        raise KeyError(name)
    return number_in(number) - 1


def _deck(words: Words) -> Deck:
    unseen = [0] * KINDS
    for kind in [] if words["unseen"] == "-" else words["unseen"].split(","):
        name, _, count = kind.partition(":")
        unseen[CARD_NAMES[name]] = number_in(count)
    bottom = [] if words["bottom"] == "-" else words["bottom"].split(",")
    return Deck(vec[i64](unseen), sum(unseen), tuple(CARD_NAMES[name] for name in bottom))
