"""Descriptions of FREE-O's moves: clauses that follow a player's name."""

from boxtui.core import NOBODY
from boxtui.games.free_o.moves import (
    CAPTURE,
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    MATCH,
    NAMING,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.position import FreeOTable
from boxtui.wording import counted


def cards_words(count: int) -> str:
    """Return a number of cards as text: `1 card`, `5 cards`."""
    return counted(count, "card")


def answer_words(table: FreeOTable) -> str:
    """Return which cards answer an open set (FRO-11), without a Wild as the last one (FRO-15)."""
    another, captured = f"another {table.deck.titles[table.top]}", "a You Are Captured"
    if table.demanded(table.seat) >> WILD & 1:
        return f"{another}, a Wild or {captured}"
    return f"{another} or {captured}"


def played_name(table: FreeOTable, move: int) -> str:
    """Return what a turn's move is called: the title of the card, or that one is drawn.

    A Draw A Card comes with the player it names, if that could be another.
    """
    if move == DRAW:
        return "drawing" if table.demand != CAPTURE else "drawing two cards"
    title = table.deck.titles[kind_of(move)]
    is_named = move >= NAMING and len(table.sizes) > 2
    return f"{title} for seat {named_in(move) + 1}" if is_named else title


def describe_turned_up(table: FreeOTable, kind: int) -> str:
    """Return what the card turned up at the deal requires (FRO-6, FRO-7)."""
    turned = f"turns up {table.deck.titles[kind]}"
    if kind in (DRAW_A_CARD, WILD):
        return f"{turned}, and another card on it (FRO-6)"
    if kind == CAPTURED:
        return turned + _describe_capture(table)
    return f"{turned}, which must be answered (FRO-7)"


def describe_played(table: FreeOTable, move: int) -> str:
    """Return what playing a card does, or drawing because none can be played."""
    if move == DRAW:
        return _describe_draw(table)
    kind = kind_of(move)
    words = f"plays {table.deck.titles[kind]}"
    out = " and goes out (FRO-18)" if table.sizes[table.seat] == 1 else ""
    if kind == CAPTURED:
        top = table.deck.titles[table.top]
        cancelled = f", which cancels the {top}" if table.demand == MATCH else ""
        comma = "," if cancelled and out else ""
        return words + cancelled + comma + out + _describe_capture(table)
    if kind == DRAW_A_CARD:
        return f"{words}{out}: seat {named_in(move) + 1} has to draw a card (FRO-17)"
    if kind == WILD:
        return words + _describe_wild(table)
    if out:
        return words + out
    if table.demand == MATCH:
        return f"{words}, a match: any card may follow (FRO-12)"
    return f"{words}, which must be answered (FRO-11)"


def _describe_capture(table: FreeOTable) -> str:
    if table.everyone:
        return ": everyone else is captured in turn (FRO-21)"
    return f": seat {table.left_of(table.seat) + 1} is captured (FRO-16)"


def _capture_rule(table: FreeOTable) -> str:
    return "FRO-21" if table.everyone else "FRO-16"


def _describe_wild(table: FreeOTable) -> str:
    if table.demand == CAPTURE and table.out != NOBODY:
        return " against the capture (FRO-19)"
    if table.demand == CAPTURE:
        return f" against the capture: any card may follow ({_capture_rule(table)})"
    if table.demand == MATCH:
        return f" as a match for the {table.deck.titles[table.top]}: another turn (FRO-14)"
    return ": another turn (FRO-13)"


def _describe_draw(table: FreeOTable) -> str:
    if table.demand == CAPTURE:
        return f"is captured and has no Wild to play ({_capture_rule(table)})"
    if table.demand == EXTRA:
        return "can play nothing in the extra turn (FRO-14)"
    return "can play nothing (FRO-9)"


def describe_pile(before: FreeOTable, after: FreeOTable, is_short: bool) -> str:
    """Return what happens if the draw pile is empty; "" if it isn't (FRO-8).

    `is_short` means that fewer cards could be drawn than were owed. A new pile can have as many
    cards as the old one had, or hold just the card that was on top.
    """
    if is_short:
        return "; there is no card left to draw (FRO-8)"
    if after.pile_size > before.pile_size or sum(after.below) < sum(before.below):
        return "; the discards are shuffled into a new draw pile (FRO-8)"
    return ""


def describe_scores(table: FreeOTable, totals: list[int], is_drawn: bool) -> str:
    """Return what each seat scores after a hand (FRO-20), and why it ended if nobody can go on.

    If a card `is_drawn` after another player went out, it also says that the hand is over.
    """
    over = "; the hand is over" if is_drawn else ""
    stuck = "; nobody can go on (FRO-23)" if table.out == NOBODY else over
    scores = "; ".join(
        f"seat {seat} scores {table.points(seat - 1)}, total {total}"
        for seat, total in enumerate(totals, 1)
    )
    return f"{stuck}; {scores} (FRO-20)"
