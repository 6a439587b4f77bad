"""What FREE-O's moves do, in words: the sentences behind a player's name."""

from boxtui.games.free_o_kinds import (
    CAPTURE,
    CAPTURED,
    DRAW_A_CARD,
    EXTRA,
    MATCH,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o_table import Table


def tell_dealt(table: Table, kind: int) -> str:
    """What a card that is dealt is."""
    return f"is dealt {table.deck.names[kind]}"


def tell_drawn(table: Table, kind: int) -> str:
    """What a card that is drawn is."""
    return f"draws {table.deck.names[kind]}" + _reshuffle(table, 1 if table.owed > 1 else 0)


def tell_turned_up(table: Table, kind: int) -> str:
    """What the card turned up at the deal asks for (FRO-6, FRO-7)."""
    turned = f"turns up {table.deck.names[kind]}"
    if kind in (DRAW_A_CARD, WILD):
        return f"{turned}, and another card on it (FRO-6)"
    return turned + (_capture(table) if kind == CAPTURED else ", which must be matched (FRO-7)")


def tell_card(table: Table, move: int) -> str:
    """What a card that is played does."""
    kind = kind_of(move)
    told = f"plays {table.deck.names[kind]}"
    if kind == CAPTURED:
        told += _cancelled(table) + _capture(table)
    elif kind == DRAW_A_CARD:
        told += f": seat {named_in(move) + 1} has to draw a card (FRO-17)"
    elif kind == WILD:
        told += _wild(table)
    elif table.demand == MATCH:
        told += ", a match: any card may follow (FRO-12)"
    else:
        told += ", which must be matched (FRO-11)"
    return told + _gone_out(table)


def _cancelled(table: Table) -> str:
    return f", which cancels the {table.deck.names[table.top]}" if table.demand == MATCH else ""


def _capture(table: Table) -> str:
    if table.everyone:
        return ": everyone else is captured in turn (FRO-21)"
    return f": seat {table.left_of(table.seat) + 1} is captured (FRO-16)"


def _wild(table: Table) -> str:
    if table.demand == CAPTURE:
        return " against the capture: any card may follow (FRO-16)"
    if table.demand == MATCH:
        return f" as a match for the {table.deck.names[table.top]} and has another turn (FRO-14)"
    return " and has another turn (FRO-13)"


def _gone_out(table: Table) -> str:
    return " and goes out (FRO-18)" if table.sizes[table.seat] == 1 else ""


def tell_draw(table: Table) -> str:
    """What a draw for want of a playable card does."""
    if table.demand == CAPTURE:
        told = "is captured without a Wild to play and draws 2 cards (FRO-16)"
    elif table.demand == EXTRA:
        told = "can play nothing in the extra turn and draws a card (FRO-14)"
    else:
        told = "can play nothing and draws a card (FRO-9)"
    return told + _reshuffle(table, 1)


def _reshuffle(table: Table, cards: int) -> str:
    """FRO-8: what happens where the draw pile is empty when a card must be drawn."""
    return ""


def tell_scores(table: Table, totals: list[int], stuck: bool, is_over: bool) -> str:
    """How a hand ended: what everybody scores (FRO-20), and the game's end (FRO-3)."""
    ended = "; nobody can go on, so the hand ends without a winner (FRO-23)" if stuck else ""
    scores = ", ".join(f"seat {seat + 1} {table.points(seat)}" for seat in range(len(table.sizes)))
    ended += f"; the hand scores: {scores} (FRO-20)"
    if is_over:
        ended += f"; with {max(totals)} points the game is over, the lowest total wins (FRO-3)"
    return ended
