"""Which rule an illegal move of FREE-O breaks, as sentences.

Each function is given a move that isn't legal.
"""

from boxtui.core import IllegalMove
from boxtui.games.free_o.moves import (
    CAPTURE,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MOVE_LIMIT,
    NAMING,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.narration import answer_words
from boxtui.games.free_o.position import FreeOTable
from boxtui.wording import listed


def refusal_of_seat(table: FreeOTable) -> IllegalMove:
    """Return why a Draw A Card can't name a seat: it doesn't exist (FRO-17)."""
    return IllegalMove("FRO-17", f"The seats are 1 to {len(table.sizes)}.")


def name_wanted(table: FreeOTable) -> str:
    """Return what to write for a Draw A Card: its example names the next player (FRO-17)."""
    example = f"{table.deck.names[DRAW_A_CARD]} {table.left_of(table.seat) + 1}"
    return f"Say by seat number who is to draw, as in {example}."


def refusal_of_deal(table: FreeOTable, move: int) -> IllegalMove:
    """Return why a card can't be dealt, turned up or drawn: the pile has none (FRO-2, FRO-8)."""
    if not 0 <= move < KINDS:
        return IllegalMove("FRO-2", f"{move} is not a card.")
    name, count = table.deck.titles[move], table.deck.counts[move]
    return IllegalMove("FRO-2", f"No {name} is left in the draw pile; there are {count} in all.")


def refusal_of_play(table: FreeOTable, move: int) -> IllegalMove:
    """Return why a move can't be made in a turn."""
    if move == DRAW:
        return _refusal_of_draw(table)
    if not 0 <= move < MOVE_LIMIT or kind_of(move) >= KINDS:
        return IllegalMove("FRO-9", f"{move} is not a card.")
    kind = kind_of(move)
    if not table.kinds_held(table.seat) >> kind & 1:
        return IllegalMove("FRO-9", f"There is no {table.deck.titles[kind]} in your hand.")
    if not table.demanded(table.seat) >> kind & 1:
        return _refusal_of_kind(table, kind)
    return _refusal_of_name(table, move)


def _refusal_of_draw(table: FreeOTable) -> IllegalMove:
    """FRO-10: a player who can play may not draw; FRO-16: nor may a captured one with a Wild."""
    if table.demand == CAPTURE:
        return IllegalMove("FRO-16", "You hold a Wild and must play it against the capture.")
    kinds = table.playable()
    names = [name for kind, name in enumerate(table.deck.titles) if kinds >> kind & 1]
    return IllegalMove("FRO-10", f"You can't draw: you can play {listed(names, 'or')}.")


def _refusal_of_kind(table: FreeOTable, kind: int) -> IllegalMove:
    """Return which of FRO-11, FRO-15, FRO-16 and FRO-17 forbids a card of that kind."""
    if kind == WILD and table.sizes[table.seat] == 1:
        return IllegalMove("FRO-15", "A Wild can't be the last card of a hand.")
    if table.demand == EXTRA:
        return IllegalMove("FRO-15", "A second Wild can't be played in the same turn.")
    if table.demand == CAPTURE:
        return IllegalMove("FRO-16", "You are captured: only a Wild can be played.")
    top = table.deck.titles[table.top]
    if kind == DRAW_A_CARD:
        message = f"You can't play a Draw A Card when a set must be answered, here the {top}."
        return IllegalMove("FRO-17", message)
    message = f"The {table.deck.titles[kind]} doesn't match: play {answer_words(table)}."
    return IllegalMove("FRO-11", message)


def _refusal_of_name(table: FreeOTable, move: int) -> IllegalMove:
    """FRO-17: a Draw A Card names another player."""
    if move < NAMING:
        return IllegalMove("FRO-17", name_wanted(table))
    if named_in(move) == table.seat:
        return IllegalMove("FRO-17", "A Draw A Card must name another player, not yourself.")
    return refusal_of_seat(table)
