"""Positions of FREE-O as text: writing them and reading them back."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import SEATS, FreeODeck
from boxtui.games.free_o.moves import DEMANDS, KINDS
from boxtui.games.free_o.position import NO_CARD, FreeOTable
from boxtui.games.shared.position_text import Words, index_in, no_position, number_in

_NO_OR_YES: Final = "no", "yes"


def position_text(
    phase: str, hand: int, idle: int, totals: list[int], table: FreeOTable, viewer: int | None
) -> str:
    """Return `key=value` words; seats count from 1, `;` separates them, `-` is nothing.

    Cards are written as in `house:2,wild:1`. With a `viewer`, a seat or a spectator, what that
    viewer doesn't see is written as `?` and the number of cards.
    """
    deck, seats = table.deck, range(len(table.sizes))
    top = "-" if table.top == NO_CARD else deck.names[table.top]
    pile = _counts_text(deck, table.pile) if viewer is None else f"?{table.pile_size}"
    hands = [
        _counts_text(deck, table.held, seat) if viewer in (None, seat) else f"?{table.sizes[seat]}"
        for seat in seats
    ]
    without = [_counts_text(deck, table.without, seat) for seat in seats]
    return (
        f"phase={phase} hand={hand} totals={','.join(map(str, totals))} "
        f"everyone={_NO_OR_YES[int(table.everyone)]} dealer={_seat_text(table.dealer)} "
        f"seat={_seat_text(table.seat)} demand={DEMANDS[table.demand]} owed={table.owed} "
        f"next={_seat_text(table.next)} captor={_seat_text(table.captor)} "
        f"out={_seat_text(table.out)} idle={idle} "
        f"top={top} below={_counts_text(deck, table.below)} pile={pile} "
        f"hands={';'.join(hands)} without={';'.join(without)}"
    )


def _seat_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _counts_text(deck: FreeODeck, counts: vec[i64], seat: int = 0) -> str:
    """Return the nine counts of a seat, or of a pile, as text."""
    kinds = [(name, counts[seat * KINDS + kind]) for kind, name in enumerate(deck.names)]
    return ",".join(f"{name}:{count}" for name, count in kinds if count) or "-"


def table_in(deck: FreeODeck, words: Words) -> FreeOTable:
    """Return the table in the words of a text.

    Raises `BadPosition` if seats or cards don't fit the deck, and `KeyError` or `ValueError` if a
    word is missing or can't be read.
    """
    hands = [_counts(deck, hand) for hand in words["hands"].split(";")]
    without = [_counts(deck, hand) for hand in words["without"].split(";")]
    seats = len(words["totals"].split(","))
    if len(hands) not in SEATS or not len(hands) == len(without) == seats:
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
    table.seat = _seat(words["seat"], seats)
    table.dealer = _seat(words["dealer"], seats)
    table.demand = index_in(DEMANDS, words["demand"])
    table.next = _seat(words["next"], seats)
    table.owed = number_in(words["owed"])
    table.captor = _seat(words["captor"], seats)
    table.out = _seat(words["out"], seats)
    return table


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
