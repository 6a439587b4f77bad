"""Positions of FREE-O as text: writing them and reading them back."""

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import SEATS, FreeODeck
from boxtui.games.free_o.moves import DEMANDS, KINDS
from boxtui.games.free_o.position import NO_CARD, FreeOTable
from boxtui.games.shared.position_text import Words, index_in, no_position, number_in

_NO_OR_YES: Final = "no", "yes"


class FreeOFields(NamedTuple):
    """What the text of a position says; the fields are those of `FreeO`, the phase by its name."""

    phase: str
    hand: int
    idle: int
    totals: list[int]
    table: FreeOTable


def position_text(fields: FreeOFields) -> str:
    """Return `key=value` words; seats count from 1, `;` separates them, `-` is nothing.

    Cards are written as in `house:2,wild:1`.
    """
    table = fields.table
    hands = [_counts_text(table.deck, _of_seat(table.held, seat)) for seat in _seats(table)]
    return _text(fields, _counts_text(table.deck, list(table.pile)), hands)


def hidden_text(fields: FreeOFields, viewer: int) -> str:
    """Return the same, but `?` and the number of cards for what the seat `viewer` doesn't see."""
    table = fields.table
    hands = [
        _counts_text(table.deck, _of_seat(table.held, seat)) if seat == viewer else f"?{size}"
        for seat, size in enumerate(table.sizes)
    ]
    return _text(fields, f"?{table.pile_size}", hands)


def _text(fields: FreeOFields, pile: str, hands: list[str]) -> str:
    table = fields.table
    top = "-" if table.top == NO_CARD else table.deck.names[table.top]
    below = _counts_text(table.deck, list(table.below))
    without = [_counts_text(table.deck, _of_seat(table.without, seat)) for seat in _seats(table)]
    return (
        f"phase={fields.phase} hand={fields.hand} totals={','.join(map(str, fields.totals))} "
        f"{_turn_text(table)} idle={fields.idle} "
        f"top={top} below={below} pile={pile} hands={';'.join(hands)} without={';'.join(without)}"
    )


def _turn_text(table: FreeOTable) -> str:
    return (
        f"everyone={_NO_OR_YES[int(table.everyone)]} dealer={_seat_text(table.dealer)} "
        f"seat={_seat_text(table.seat)} demand={DEMANDS[table.demand]} owed={table.owed} "
        f"next={_seat_text(table.next)} captor={_seat_text(table.captor)} "
        f"out={_seat_text(table.out)}"
    )


def _seat_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _seats(table: FreeOTable) -> range:
    return range(len(table.sizes))


def _of_seat(counts: vec[i64], seat: int) -> list[int]:
    return [counts[seat * KINDS + kind] for kind in range(KINDS)]


def _counts_text(deck: FreeODeck, counts: list[int]) -> str:
    written = [f"{deck.names[kind]}:{count}" for kind, count in enumerate(counts) if count]
    return ",".join(written) or "-"


def read_fields(deck: FreeODeck, words: Words) -> FreeOFields:
    """Return what the words of a text say.

    Raises `BadPosition` if seats or cards don't fit the deck, and `KeyError` or `ValueError` if a
    word is missing or can't be read.
    """
    hands = [_counts(deck, hand) for hand in words["hands"].split(";")]
    without = [_counts(deck, hand) for hand in words["without"].split(";")]
    totals = [number_in(total) for total in words["totals"].split(",")]
    if len(hands) not in SEATS or not len(hands) == len(without) == len(totals):
        raise no_position("FREE-O", "hands and totals must be given for 2 to 6 seats")
    pile = _counts(deck, words["pile"])
    table = FreeOTable(
        deck,
        vec[i64](pile),
        vec[i64](_counts(deck, words["below"])),
        vec[i64]([count for hand in hands for count in hand]),
        vec[i64]([sum(hand) for hand in hands]),
        vec[i64]([count for hand in without for count in hand]),
        index_in(_NO_OR_YES, words["everyone"]) == 1,
    )
    top = index_in(("-", *deck.names), words["top"])
    table.top = top - 1 if top else NO_CARD
    table.pile_size = sum(pile)
    _read_turn(table, words)
    hand, idle = number_in(words["hand"]), number_in(words["idle"])
    return FreeOFields(words["phase"], hand, idle, totals, table)


def _read_turn(table: FreeOTable, words: Words) -> None:
    seats = len(table.sizes)
    table.seat = _seat(words["seat"], seats)
    table.dealer = _seat(words["dealer"], seats)
    table.demand = index_in(DEMANDS, words["demand"])
    table.next = _seat(words["next"], seats)
    table.owed = number_in(words["owed"])
    table.captor = _seat(words["captor"], seats)
    table.out = _seat(words["out"], seats)


def _seat(word: str, seats: int) -> int:
    if word == "-":
        return NOBODY
    if not 1 <= number_in(word) <= seats:
        raise no_position("FREE-O", f"there is no seat {word}")
    return number_in(word) - 1


def _counts(deck: FreeODeck, text: str) -> list[int]:
    """Return the counts by kind in a text such as `house:2,wild:1`."""
    counts = [0] * KINDS
    for word in text.split(",") if text != "-" else []:
        name, _, count = word.partition(":")
        if name not in deck.names:
            raise KeyError(name)
        cards = number_in(count)
        if not 0 < cards <= deck.size:
            raise no_position("FREE-O", f"{word} is not a possible number of cards")
        counts[deck.names.index(name)] = cards
    return counts
