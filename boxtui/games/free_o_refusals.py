"""Which rule a wrong move of FREE-O breaks, as sentences."""

from boxtui.core import IllegalMove
from boxtui.games.free_o_kinds import (
    CAPTURE,
    DRAW_A_CARD,
    KINDS,
    NAMING,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o_table import Table


def why_not_dealt(table: Table, move: int) -> IllegalMove:
    """Why chance can't bring that: a dealer, a card, or the shuffle."""
    if 0 <= move < KINDS:
        said = f"No {table.deck.names[move]} is in the draw pile."
        return IllegalMove("FRO-2", said)
    return IllegalMove("FRO-2", f"{move} is no card.")


def why_not_draw(table: Table) -> IllegalMove:
    """FRO-10: with a playable card there is no drawing; FRO-16: not under a capture either."""
    if table.demand == CAPTURE:
        return IllegalMove("FRO-16", "You hold a Wild: it must be played against the capture.")
    kinds = [name for kind, name in enumerate(table.deck.names) if table.playable() >> kind & 1]
    return IllegalMove("FRO-10", f"You can play {' or '.join(kinds)}, so you can't draw.")


def why_not_card(table: Table, move: int) -> IllegalMove:
    """Why a card can't be played now; for no card at all too."""
    kind = kind_of(move)
    if not 0 <= kind < KINDS:
        return IllegalMove("FRO-9", f"{move} is no card.")
    if not table.kinds_held(table.seat) >> kind & 1:
        return IllegalMove("FRO-9", f"You hold no {table.deck.names[kind]}.")
    if not table.demanded(table.seat) >> kind & 1:
        return _not_demanded(table, kind)
    return _not_named(table, move)


def _not_demanded(table: Table, kind: int) -> IllegalMove:
    """FRO-11, FRO-15, FRO-16, FRO-17."""
    if kind == WILD:
        if table.sizes[table.seat] == 1:
            return IllegalMove("FRO-15", "A Wild can't be the last card of a hand.")
        return IllegalMove("FRO-15", "Only one Wild may be played in a turn, the extra turn too.")
    if table.demand == CAPTURE:
        return IllegalMove("FRO-16", "You are captured: only a Wild may be played.")
    if kind == DRAW_A_CARD:
        return IllegalMove("FRO-17", "A Draw A Card goes only where no match is required.")
    top = table.deck.names[table.top]
    return IllegalMove(
        "FRO-11", f"The {top} must be matched: by a {top}, or a Wild or a You Are Captured."
    )


def _not_named(table: Table, move: int) -> IllegalMove:
    """FRO-17: a Draw A Card names another player."""
    if move < NAMING:
        return IllegalMove("FRO-17", "A Draw A Card names who is to draw: draw-a-card 2.")
    if named_in(move) == table.seat:
        return IllegalMove("FRO-17", "A Draw A Card names another player, not your own seat.")
    return IllegalMove("FRO-17", f"There is no seat {named_in(move) + 1}.")
