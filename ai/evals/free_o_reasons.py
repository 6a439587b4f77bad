"""Why one move is worse than another in FREE-O, as far as the seat that decides can see."""

from ai.evals.free_o_thumb import NEAR
from boxtui.core import State
from boxtui.games.free_o_kinds import (
    CAPTURE,
    CAPTURED,
    DRAW,
    KINDS,
    MATCH,
    NAMING,
    POINTS,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o_state import FreeO
from boxtui.games.free_o_table import Table
from boxtui.games.free_o_telling import cards_text


def reasons(state: State, move: int, best: int) -> list[str]:
    """Sentences on what `move` does, next to `best`; on `best` alone if they are the same.

    What the card demands of the next player or gives away, and what the cards that stay in hand
    would count (FRO-20). Both are legal moves of `state`, of whose hands only that of the seat that
    decides is looked at.
    """
    assert isinstance(state, FreeO)
    moves = [best] if move == best else [move, best]
    return [_of_move(state, each) for each in moves]


def _of_move(state: FreeO, move: int) -> str:
    said = state.move_text(move)
    if move == DRAW:
        return "Nothing can be played, so you draw (FRO-9)."
    return f"{said} {_done(state.table, move)}; {_left(state.table, kind_of(move))}."


def _done(table: Table, move: int) -> str:
    """What the card does to the others, or fails to do."""
    if move >= NAMING:
        named = named_in(move)
        return f"makes seat {named + 1}, who holds {cards_text(table.sizes[named])}, draw a card"
    if move == WILD:
        return _done_by_wild(table)
    if move == CAPTURED:
        return _done_by_captured(table)
    if table.demand == MATCH:
        return "matches the set, and the next player may play any card"
    return f"opens a set {_matched(table, move)}"


def _done_by_wild(table: Table) -> str:
    if table.demand == CAPTURE:
        return "cancels the capture, and the next player may play any card"
    if table.demand == MATCH:
        return "matches the set and gives you another turn"
    return "gives you another turn but is wasted: it matches nothing (FRO-13)"


def _done_by_captured(table: Table) -> str:
    following = table.left_of(table.seat)
    hit = f"makes seat {following + 1} play a Wild or draw 2"
    if table.demand == MATCH:
        return f"cancels the open set and {hit}"
    if table.sizes[following] <= NEAR:
        return f"{hit}, who has {cards_text(table.sizes[following])} left"
    return f"{hit}, but can't cancel an open set later"


def _matched(table: Table, place: int) -> str:
    """Whether the next player may hold a card of a place."""
    following = table.left_of(table.seat)
    if table.without[following * KINDS + place] >= table.sizes[following]:
        return f"that seat {following + 1} has shown to hold no card of"
    unseen = table.deck.counts[place] - table.below[place] - (1 if table.top == place else 0)
    unseen -= table.held[table.seat * KINDS + place]
    return f"to be matched; {unseen} of its cards are hidden"


def _left(table: Table, kind: int) -> str:
    """What stays in hand, and what it would count (FRO-20)."""
    held = [table.held[table.seat * KINDS + each] for each in range(KINDS)]
    held[kind] -= 1
    size = sum(held)
    if not size:
        return "you are rid of all cards"
    if held[WILD] == size:
        return "only Wilds are left, and none of them can be the last card (FRO-15)"
    points = sum([points * count for points, count in zip(POINTS, held, strict=True)])
    return f"{cards_text(size)} left would count {points} (FRO-20)"
