"""Which positions of Free the Box are possible."""

from functools import partial

from boxtui.core import NOBODY
from boxtui.games.free_the_box.board import DRAW_A_CARD, SAFE, TOKENS, FreeTheBoxLayout
from boxtui.games.free_the_box.cards import FREE_THE_BOX, KINDS, ROLL_AGAIN
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENDED,
    FREEING,
    MOVING,
    PHASES,
    ROLLING_AGAIN,
    ROLLING_FOR_FIRST,
    USING,
)
from boxtui.games.free_the_box.position import CENTER, FreeTheBoxTable
from boxtui.games.free_the_box.position_text import table_in
from boxtui.games.free_the_box.state import FreeTheBox, set_up
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.games.shared.first_turn import ROLLS_ARE_OVER, fault_for_first, totals_in
from boxtui.games.shared.position_text import Words, index_in, position_in


def read_position(board: FreeTheBoxLayout, text: str) -> FreeTheBox:
    """Return the position that `FreeTheBox.text` writes. Raises `BadPosition` for other text."""
    return position_in("Free the Box", text, partial(_position, board), _fault_of)


def _position(board: FreeTheBoxLayout, words: Words) -> FreeTheBox:
    """Return the position in the words of a text; the errors are those of `table_in`."""
    table = table_in(board, words)
    state = FreeTheBox(table, len(table.kept))
    state.phase = index_in(PHASES, words["phase"])
    state.first_totals = totals_in(words)
    if state.phase == ENDED:
        state.winner = table.seat
    return state


def _fault_of(state: FreeTheBox) -> str:
    """Return what doesn't fit together in a position, or "".

    FTB-4: all seats roll for the first turn before anything else happens.
    """
    if state.phase == ROLLING_FOR_FIRST:
        table = state.table
        first = set_up(table.board, table.by_place, state.seats)
        throws = range(1, len(EIGHT_SIDED) + 1)
        return fault_for_first(state, state.first_totals, table.seat, first, throws)
    if state.first_totals:
        return ROLLS_ARE_OVER
    return (
        _fault_of_cards(state.table)
        or _fault_of_tokens(state.table)
        or _fault_of_players(state)
        or _fault_of_phase(state)
    )


def _fault_of_cards(table: FreeTheBoxTable) -> str:
    """FTB-3: every card is kept or in the deck; FTB-25: a player who is out has none."""
    kept = [table.kept[seat] for seat in range(len(table.kept))]
    unseen = [table.deck.unseen[card] for card in range(KINDS)]
    if min(kept) < 0 or min(unseen) < 0:
        return "a number of cards can't be negative"
    counts = [unseen[card] + table.deck.bottom.count(card) for card in range(KINDS)]
    counts[FREE_THE_BOX] += sum(kept)
    if counts != [table.board.cards[card] for card in range(KINDS)]:
        return "the kept cards and the deck must be exactly the cards in the board file"
    if any(kept[seat] and not table.is_in(seat) for seat in range(len(kept))):
        return "a player who is out can't keep cards"
    return ""


def _fault_of_tokens(table: FreeTheBoxTable) -> str:
    """FTB-9: opponents never share a place; FTB-19: a token on its own JUMP is in the center."""
    hiders: dict[int, int] = {}
    for token, at in enumerate(table.tokens):
        seat = token // TOKENS
        if at < 0 and table.lapped >> token & 1:
            return "only a token on a space can have completed a lap"
        if at >= 0 and table.is_on_own_jump(token):
            return "a token on its own JUMP TO CENTER would be in the center"
        if at >= 0 and table.hides[at] != SAFE and hiders.setdefault(table.hides[at], seat) != seat:
            return "opponents' tokens share a place where one would have captured the other"
    return ""


def _fault_of_players(state: FreeTheBox) -> str:
    """FTB-22 to FTB-24: a beaten player is out; FTB-26: a player who has won ends the game."""
    table, seats = state.table, range(state.seats)
    left = [seat for seat in seats if table.is_in(seat)]
    if any(table.is_beaten(seat) for seat in seats):
        return "a player who has lost that many tokens is out"
    if table.seat not in left:
        return "the player whose turn it is can't be out"
    won = [seat for seat in left if len(left) == 1 or table.count(seat, CENTER) == TOKENS]
    if won != ([table.seat] if state.phase == ENDED else []):
        return (
            "the winner must be the last player left or the first with three tokens in the center"
        )
    return ""


def _fault_of_phase(state: FreeTheBox) -> str:
    """Return what can't be true in this phase of a turn, or ""."""
    table, phase = state.table, state.phase
    if (table.die != 0) != (phase == MOVING) or not 0 <= table.die <= len(EIGHT_SIDED):
        return "the die must show 1 to 8 when a token is to be moved, and nothing otherwise"
    if phase in (FREEING, USING) and not table.can_free():
        return "there is no card to use, or no token to free"
    if (table.carrier != NOBODY) != (phase in (DRAWING, USING, ROLLING_AGAIN)):
        return "a carrier is given exactly while a card is drawn, used or makes a token roll again"
    if phase == MOVING and not table.movable():
        return "nothing can be moved, so the turn is over"
    if table.carrier != NOBODY:
        return _fault_of_carrier(state)
    if phase != FREEING and phase != ENDED and table.must_free():
        return "a FREE THE BOX must be used first"
    return ""


def _fault_of_carrier(state: FreeTheBox) -> str:
    """FTB-12, FTB-27: the token is where it drew, and the card is where it belongs."""
    table = state.table
    at = table.tokens[table.carrier]
    if at < 0 or table.board.kinds[at] != DRAW_A_CARD:
        return "the token that draws a card must be on DRAW A CARD"
    if state.phase == DRAWING and table.deck.is_empty():
        return "no card is left to draw"
    if state.phase == ROLLING_AGAIN and table.deck.bottom[-1:] != (ROLL_AGAIN,):
        return "the card that makes it roll again must be at the bottom of the deck"
    return ""
