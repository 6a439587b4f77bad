"""The table of FREE-O as text: the turn, the cards, and what play has shown about them."""

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.free_o.deck import Deck
from boxtui.games.free_o.moves import DEMANDS, KINDS
from boxtui.games.free_o.position import NO_CARD, FreeOTable


def turn_text(table: FreeOTable) -> str:
    """Return the state of the turn; seats count from 1."""
    return (
        f"everyone={'yes' if table.everyone else 'no'} dealer={seat_text(table.dealer)} "
        f"seat={seat_text(table.seat)} demand={DEMANDS[table.demand]} owed={table.owed} "
        f"next={seat_text(table.next)} captor={seat_text(table.captor)} "
        f"out={seat_text(table.out)}"
    )


def seat_text(seat: int) -> str:
    """Return a seat's number from 1, or `-` for nobody."""
    return str(seat + 1) if seat >= 0 else "-"


def table_text(table: FreeOTable) -> str:
    """Return all cards, as in `house:2,wild:1`, with hands separated by `;`."""
    seats = range(len(table.sizes))
    hands = ";".join(_counts_text(table.deck, _hand(table.held, seat)) for seat in seats)
    return _cards_text(table, _counts_text(table.deck, list(table.pile)), hands)


def hidden_text(table: FreeOTable, seat: int) -> str:
    """Return the same, but `?` and the number of cards for what a seat doesn't see."""
    hands = [
        _counts_text(table.deck, _hand(table.held, each)) if each == seat else f"?{size}"
        for each, size in enumerate(table.sizes)
    ]
    return _cards_text(table, f"?{table.pile_size}", ";".join(hands))


def _cards_text(table: FreeOTable, pile: str, hands: str) -> str:
    top = "-" if table.top == NO_CARD else table.deck.names[table.top]
    below = _counts_text(table.deck, list(table.below))
    without = ";".join(
        _counts_text(table.deck, _hand(table.without, seat)) for seat in range(len(table.sizes))
    )
    return f"top={top} below={below} pile={pile} hands={hands} without={without}"


def _hand(counts: vec[i64], seat: int) -> list[int]:
    return [counts[seat * KINDS + kind] for kind in range(KINDS)]


def _counts_text(deck: Deck, counts: list[int]) -> str:
    written = [f"{deck.names[kind]}:{count}" for kind, count in enumerate(counts) if count]
    return ",".join(written) or "-"
