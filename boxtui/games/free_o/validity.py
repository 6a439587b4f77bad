"""Which positions of FREE-O are possible."""

from functools import partial

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import DEALT, FreeODeck
from boxtui.games.free_o.moves import (
    ANY,
    CAPTURE,
    CAPTURED,
    DEMANDS,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    SEEK,
    WILD,
)
from boxtui.games.free_o.position import NO_CARD, FreeOTable, table_with
from boxtui.games.free_o.position_text import table_in
from boxtui.games.free_o.state import (
    CHOOSING_DEALER,
    DEALING,
    ENDED,
    PHASES,
    PLAYING,
    POINTS_TO_END,
    TURNING_UP,
    FreeO,
)
from boxtui.games.shared.position_text import ROUNDS, Words, index_in, number_in, position_in


def read_position(deck: FreeODeck, text: str) -> FreeO:
    """Return the position that `FreeO.text` writes. Raises `BadPosition` for other text."""
    return position_in("FREE-O", text, partial(_position, deck), _fault_of)


def _position(deck: FreeODeck, words: Words) -> FreeO:
    """Return the position in the words of a text; the errors are those of `table_in`."""
    totals = [number_in(total) for total in words["totals"].split(",")]
    state = FreeO(table_in(deck, words), len(totals))
    state.phase = index_in(PHASES, words["phase"])
    state.hand = number_in(words["hand"])
    state.idle = number_in(words["idle"])
    state.totals = vec[i64](totals)
    return state


def _fault_of(state: FreeO) -> str:
    """Return what doesn't fit together in a position, or ""."""
    return _fault_of_cards(state.table) or _fault_of_totals(state) or _fault_of_phase(state)


def _fault_of_cards(table: FreeOTable) -> str:
    """Check that all cards are the deck's (FRO-2), and that the hands are possible (FRO-22)."""
    for kind, name in enumerate(table.deck.names):
        found = table.pile[kind] + table.below[kind] + (1 if table.top == kind else 0)
        found += sum(table.held[seat * KINDS + kind] for seat in range(len(table.sizes)))
        if found != table.deck.counts[kind]:
            return f"there are {table.deck.counts[kind]} {name} cards, not {found} (FRO-2)"
    for seat in range(len(table.sizes)):
        if not _may_hold(table, seat):
            return f"seat {seat + 1} can't hold these cards: the moves played rule them out"
    return ""


def _may_hold(table: FreeOTable, seat: int) -> bool:
    """Whether a hand fits what play has shown about it."""
    held = [int(table.held[seat * KINDS + kind]) for kind in range(KINDS)]
    without = [int(table.without[seat * KINDS + kind]) for kind in range(KINDS)]
    fitting = [
        sum(held[kind] for kind in range(KINDS) if without[kind] <= place)
        for place in range(sum(held))
    ]
    enough = all(count > place for place, count in enumerate(fitting))
    return enough and max(without) <= sum(held)


def _fault_of_totals(state: FreeO) -> str:
    """FRO-3: a total of 60 ends the game, and nothing else does."""
    if state.hand not in ROUNDS:
        return f"there is no hand {state.hand}"
    lowest = -state.table.deck.size * int(state.hand)  # if all cards in all hands scored -1
    if min(state.totals) < lowest:
        return f"no total can be below {lowest} in hand {state.hand} (FRO-20)"
    reached = max(state.totals) >= POINTS_TO_END
    if reached != (state.phase == ENDED):
        return f"the game must be over exactly when a total is {POINTS_TO_END} or more"
    if state.hand == 1 and not state.is_open() and any(state.totals):
        return "nobody can have points in the first hand"
    return ""


def _fault_of_phase(state: FreeO) -> str:
    table = state.table
    if state.phase == CHOOSING_DEALER:
        first = FreeO(table_with(table.deck, state.seats, table.everyone), state.seats)
        unchanged = first.text() == state.text()
        return "" if unchanged else "nothing can have happened before there is a dealer"
    if table.dealer == NOBODY or table.seat == NOBODY:
        return "the dealer or the player to move is missing"
    if state.phase in (DEALING, TURNING_UP):
        return _fault_of_deal(state)
    if state.is_open():
        return _fault_of_end(state)
    return _fault_of_empty_hands(table) or _fault_of_turn(state)


def _is_idle(state: FreeO) -> bool:
    """Whether nothing is demanded, owed or captured."""
    table = state.table
    is_pending = table.demand != ANY or table.owed or table.next != NOBODY or table.captor != NOBODY
    return not is_pending and not state.idle


def _fault_of_deal(state: FreeO) -> str:
    """FRO-5: cards are dealt one by one, from the dealer's left; FRO-6: then one is turned up."""
    table, seats = state.table, state.seats
    if not _is_idle(state) or table.out != NOBODY or any(table.without):
        return "nobody can have played while cards are dealt"
    dealt = sum(table.sizes)
    order = [(table.dealer + 1 + place) % seats for place in range(seats)]
    sizes = [(dealt + seats - 1 - place) // seats for place in range(seats)]
    if [table.sizes[seat] for seat in order] != sizes:
        return "cards are dealt one at a time, from the dealer's left (FRO-5)"
    if (dealt < DEALT * seats) != (state.phase == DEALING) or dealt > DEALT * seats:
        return f"{DEALT} cards are dealt to each player, and then one is turned up (FRO-5)"
    if table.seat != order[dealt % seats if state.phase == DEALING else -1]:
        return "it isn't that seat's turn to be dealt a card or to turn one up"
    if state.phase == DEALING:
        return "" if table.top == NO_CARD else "no card is turned up until all are dealt"
    turned = {kind for kind in range(KINDS) if table.below[kind]}
    if table.top in (DRAW_A_CARD, WILD) and turned <= {DRAW_A_CARD, WILD}:
        return ""
    none_yet = table.top == NO_CARD and not turned
    return "" if none_yet else "another card is turned up only on a Wild or a Draw A Card (FRO-6)"


def _fault_of_end(state: FreeO) -> str:
    """Check a hand that has been scored (FRO-18, FRO-20, FRO-23)."""
    table = state.table
    if not _is_idle(state) or table.seat != table.left_of(table.dealer) or table.top == NO_CARD:
        return "after a hand is scored, the player to the dealer's left shuffles"
    left = table.pile_size + sum(table.below)
    if table.out == NOBODY and left:
        return "without a winner a hand ends only when nobody can draw (FRO-23)"
    return _fault_of_empty_hands(table)


def _fault_of_empty_hands(table: FreeOTable) -> str:
    """FRO-18: a player without cards is out, and nobody else is."""
    empty = [seat for seat, size in enumerate(table.sizes) if not size]
    if empty != ([] if table.out == NOBODY else [int(table.out)]):
        return "the player without cards, and nobody else, must have won the hand (FRO-18)"
    return ""


def _fault_of_turn(state: FreeO) -> str:
    table = state.table
    if table.top == NO_CARD:
        return "the discards need a top card"
    tops = {ANY: SEEK | 1 << CAPTURED | 1 << DRAW_A_CARD | 1 << WILD, MATCH: SEEK}
    tops |= {CAPTURE: 1 << CAPTURED, EXTRA: 1 << WILD}
    if not tops[int(table.demand)] >> table.top & 1:
        return f"a {table.deck.names[table.top]} card can't demand {DEMANDS[table.demand]}"
    goes_round = table.everyone and table.demand == CAPTURE
    if goes_round != (table.captor != NOBODY) or table.captor == table.seat:
        return "a capture of everyone goes around from the captor, back to that seat (FRO-21)"
    return _fault_of_play(state) if state.phase == PLAYING else _fault_of_draw(state)


def _fault_of_play(state: FreeO) -> str:
    table = state.table
    if table.owed or table.next != NOBODY:
        return "no card can be owed during a turn"
    stuck = table.demand in (ANY, MATCH) and not table.pile_size and not sum(table.below)
    if not 0 <= state.idle < (state.seats if stuck else 1):
        return "nobody passes while cards can be drawn (FRO-23)"
    if table.out != NOBODY and (table.demand != CAPTURE or not _faces_last_card(table)):
        return "once a player is out, only a capture continues (FRO-19)"
    return ""


def _faces_last_card(table: FreeOTable) -> bool:
    """Whether the player to move faces the capture that was the last card of the player out."""
    after = table.left_of(table.out)
    return table.out == table.captor or (not table.everyone and after == table.seat)


def _fault_of_draw(state: FreeO) -> str:
    """Check who draws, how many cards, and who plays next (FRO-9, FRO-16, FRO-17)."""
    table = state.table
    if not table.pile_size or state.idle:
        return "the draw pile has no card to draw"
    if table.demand == EXTRA or (table.demand == CAPTURE and not table.everyone):
        return "a player who draws has ended the turn"
    most = 2 if table.top == CAPTURED else 1
    if not 1 <= table.owed <= most:
        return f"the number of cards owed can't be {table.owed}"
    after = table.left_of(table.seat)
    if table.next == NOBODY or (table.next != after and table.top != DRAW_A_CARD):
        return "the next turn must be to the left"
    if table.next == after and table.demand == CAPTURE and table.captor == after:
        return "a capture of everyone ends before the captor (FRO-21)"
    return _fault_of_out(table)


def _fault_of_out(table: FreeOTable) -> str:
    """FRO-19: a player who is out played the capture or Draw A Card that is drawn for."""
    if table.out == NOBODY or table.out == table.captor:
        return ""
    named = table.top == DRAW_A_CARD and table.next == table.left_of(table.out)
    captured = table.top == CAPTURED and (table.everyone or table.left_of(table.out) == table.seat)
    if table.out != table.seat and (named or captured) and table.demand == ANY:
        return ""
    return "the player who is out must have played the card that makes others draw (FRO-19)"
