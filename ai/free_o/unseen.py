"""What the player of FREE-O knows of the cards that aren't seen (FRO-22)."""

from mypy_extensions import i64

from boxtui.games.free_o.moves import KINDS
from boxtui.games.free_o.position import FreeOTable


def chance_to_hold(table: FreeOTable, seat: i64, kind: i64) -> float:
    """Return how likely another seat holds a card of that kind, as the player sees it.

    Cards of other players that play has shown to be of other kinds are left out; each other unseen
    card is as likely as any (FRO-22). What play has shown about further kinds isn't counted, so the
    chance is exact only without that.
    """
    places = table.pile_size
    for other in range(len(table.sizes)):
        if other != table.seat:
            places += table.sizes[other] - table.without[other * KINDS + kind]
    others = places - unseen_of(table, kind)
    lacks = 1.0
    for _ in range(table.sizes[seat] - table.without[seat * KINDS + kind]):
        lacks *= float(others) / float(places)
        others -= 1
        places -= 1
    return 1.0 - lacks


def unseen_of(table: FreeOTable, kind: i64) -> i64:
    """Return how many cards of a kind the player doesn't see (FRO-22)."""
    gone = table.below[kind] + table.held[table.seat * KINDS + kind]
    return table.deck.counts[kind] - gone - (1 if table.top == kind else 0)
