"""Which positions of Kimbo are possible."""

from functools import partial

from boxtui.core import NOBODY
from boxtui.games.kimbo.board import PIECES, KimboLayout
from boxtui.games.kimbo.position import NOTHING, WHOLE
from boxtui.games.kimbo.position_text import table_in
from boxtui.games.kimbo.squares import NOWHERE
from boxtui.games.kimbo.state import (
    ENDED,
    FENCING,
    MOVING,
    MOVING_SECOND,
    PHASES,
    ROLLING,
    ROLLING_FOR_FIRST,
    TURNS,
    Kimbo,
    set_up,
)
from boxtui.games.shared.first_turn import ROLLS_ARE_OVER, fault_for_first, totals_in
from boxtui.games.shared.position_text import Words, index_in, number_in, position_in


def read_position(board: KimboLayout, text: str) -> Kimbo:
    """Return the position that `Kimbo.text` writes. Raises `BadPosition` for other text."""
    return position_in("Kimbo", text, partial(_position, board), _fault_of)


def _position(board: KimboLayout, words: Words) -> Kimbo:
    """Return the position in the words of a text; the errors are those of `table_in`."""
    table = table_in(board, words)
    state = Kimbo(table, len(table.sides))
    state.turns = number_in(words["turns"])
    state.phase = index_in(PHASES, words["phase"])
    state.first_totals = totals_in(words)
    if state.phase == ENDED and not table.is_any_left():
        state.winner = table.seat
    return state


def _fault_of(state: Kimbo) -> str:
    """Return what doesn't fit together in a position, or "".

    KIM-9: all seats roll for the first turn before anything else happens.
    """
    table = state.table
    for at, square in enumerate(table.pieces):
        side = table.board.sides[table.sides[at // PIECES]]
        if table.board.areas[square] and square not in side.start:
            return f"in a start area a {side.color} piece can stand only on its start square"
    home = [seat for seat in range(state.seats) if table.home(seat) == PIECES]
    if home != ([] if state.winner == NOBODY else [state.winner]):
        return "the winner must be the only player with all pieces HOME"
    limit = TURNS * state.seats
    drawn = state.phase == ENDED and not home
    if not (0 <= state.turns < limit or (drawn and state.turns == limit)):
        return f"turns={state.turns} is not possible"
    if drawn and state.turns < limit:
        return "the game isn't over: nobody has won, and turns are left"
    if state.phase == ROLLING_FOR_FIRST:
        return fault_for_first(
            state, state.first_totals, table.seat, set_up(table.board, state.seats)
        )
    return ROLLS_ARE_OVER if state.first_totals else _fault_of_dice(state)


def _fault_of_dice(state: Kimbo) -> str:
    """KIM-12, KIM-25: dice on the table must be playable.

    How they can be played isn't in a position's text: it is found out here.
    """
    table = state.table
    if state.phase in (FENCING, ROLLING, ENDED):
        idle = not table.high and not table.low and table.moved == NOWHERE
        return "" if idle else "no dice can be on the table in this phase"
    if not 1 <= table.high <= 6 or not 0 <= table.low <= table.high:
        return "dice show 1 to 6 and are written higher first"
    if state.phase == MOVING:
        if not table.low or table.moved != NOWHERE:
            return "both dice must be on the table before a piece has moved"
        table.set_playable()
        return "" if table.playable != NOTHING else "nothing can be played, so the turn is over"
    assert state.phase == MOVING_SECOND
    table.playable = WHOLE
    return _fault_of_second(state)


def _fault_of_second(state: Kimbo) -> str:
    """Check that one piece has moved by a die, and that a different one can move by the other."""
    table = state.table
    own = table.pieces_of(table.seat)
    if table.low or table.moved not in own or table.board.areas[table.moved]:
        return "for the second piece there must be one die and the square of the first piece"
    return "" if state.legal_moves() else "nothing can be played, so the turn is over"
