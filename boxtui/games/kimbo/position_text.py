"""Reading positions of Kimbo from text, and checking that they are possible."""

from functools import partial

from boxtui.games.kimbo.board import FENCES, PIECES, SEATS, KimboLayout
from boxtui.games.kimbo.position import NOTHING, WHOLE, KimboTable
from boxtui.games.kimbo.setup import set_up, table_with
from boxtui.games.kimbo.squares import HOME, NOWHERE, SQUARE_NAMES, line_named, square_text
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
)
from boxtui.games.shared.first_turn import is_sound, thrown_in
from boxtui.games.shared.position_text import no_position, position_in


def read_position(board: KimboLayout, text: str) -> Kimbo:
    """Return the position that `Kimbo.text` writes. Raises `BadPosition` for other text."""
    return position_in("Kimbo", text, partial(_position_of, board), _fault_of)


def _position_of(board: KimboLayout, words: dict[str, str]) -> Kimbo:
    pieces = [[_square(name) for name in seat.split(",")] for seat in words["pieces"].split(";")]
    fences = [[_slot(name) for name in seat.split(",")] for seat in words["fences"].split(";")]
    _check_counts(board, pieces, fences)
    state = Kimbo(table_with(board, pieces, fences), len(pieces))
    state.turns = int(words["turns"])
    state.phase = PHASES.index(words["phase"])
    table = state.table
    table.seat = int(words["seat"]) - 1
    if not 0 <= table.seat < state.seats:
        raise no_position("Kimbo", f"there is no seat {words['seat']}")
    dice = [0] if words["dice"] == "-" else [int(die) for die in words["dice"].split("+")]
    table.high, table.low = (dice[0], dice[1]) if len(dice) > 1 else (dice[0], 0)
    table.moved = NOWHERE if words["moved"] == "-" else _square(words["moved"])
    if "for_first" in words:
        state.for_first = thrown_in(words["for_first"])
    if state.phase == ENDED and not table.is_any_left():
        state.winner = table.seat
    return state


def _square(name: str) -> int:
    return HOME if name == "HOME" else SQUARE_NAMES[name]


def _slot(name: str) -> int:
    slot = line_named(name)
    if slot == NOWHERE:
        raise KeyError(name)
    return slot


def _check_counts(board: KimboLayout, pieces: list[list[int]], fences: list[list[int]]) -> None:
    """Raises `BadPosition` unless it all fits on a board (KIM-1, KIM-2, KIM-6, KIM-8)."""
    seats = len(pieces)
    if seats not in SEATS or len(fences) != seats:
        raise no_position("Kimbo", "pieces and fences must be given for 2 to 4 seats")
    if any(len(own) != PIECES for own in pieces) or any(len(own) != FENCES for own in fences):
        raise no_position("Kimbo", f"each seat needs {PIECES} pieces and {FENCES} fences")
    taken = [square for own in pieces for square in own if square != HOME]
    taken += board.closed(seats)
    _check_apart([square_text(square) for square in taken])
    if set(taken) & set(board.home):
        raise no_position("Kimbo", "HOME is one field; write HOME, not its squares")
    slots = [slot for own in fences for slot in own] + [slot for slot, _ in board.closing(seats)]
    if len(set(slots)) < len(slots) or not all(map(board.has_slot, slots)):
        raise no_position("Kimbo", "every fence needs a slot of its own")


def _check_apart(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            said = "is taken twice or is a closed entrance"
            raise no_position("Kimbo", f"{name} {said}")


def _fault_of(state: Kimbo) -> str:
    """Return what doesn't fit together in a position, or ""."""
    table = state.table
    for at, square in enumerate(table.pieces):
        side = table.board.sides[table.sides[at // PIECES]]
        if table.board.areas[square] and square not in side.start:
            return f"in a start area a {side.color} piece can stand only on its start square"
    home = [seat for seat in range(state.seats) if _is_home(table, seat)]
    if home != ([] if state.winner < 0 else [state.winner]):
        return "the winner must be the only player with all pieces HOME"
    limit = TURNS * state.seats
    drawn = state.phase == ENDED and not home
    if not (0 <= state.turns < limit or (drawn and state.turns == limit)):
        return f"turns={state.turns} is not possible"
    if drawn and state.turns < limit:
        return "the game isn't over: nobody has won, and turns are left"
    if state.phase == ROLLING_FOR_FIRST:
        return _fault_for_first(state)
    return "the throws for the first turn are over" if state.for_first else _fault_of_dice(state)


def _is_home(table: KimboTable, seat: int) -> bool:
    return all(table.pieces[at] == HOME for at in range(seat * PIECES, (seat + 1) * PIECES))


def _fault_for_first(state: Kimbo) -> str:
    """KIM-9: throws are made in the order of seats, at the start of a game."""
    seat: int = state.table.seat
    if len(state.for_first) != state.seats or not is_sound(state.for_first, seat):
        return "these throws for the first turn are not possible"
    first = set_up(state.table.board, state.seats)
    first.roll_for_first()
    first.table.seat = seat
    first.for_first = state.for_first
    return "" if first.text() == state.text() else "nothing can have moved before the first turn"


def _fault_of_dice(state: Kimbo) -> str:
    """KIM-12, KIM-25: dice on the table must be playable."""
    table = state.table
    if state.phase in (FENCING, ROLLING, ENDED):
        idle = not table.high and table.moved == NOWHERE
        return "" if idle else "no dice can be on the table in this phase"
    if not 1 <= table.high <= 6 or not 0 <= table.low <= table.high:
        return "dice show 1 to 6 and are written higher first"
    if state.phase == MOVING:
        if not table.low or table.moved != NOWHERE:
            return "both dice must be on the table before a piece has moved"
        table.see_what_is_playable()
        return "" if table.playable != NOTHING else "nothing can be played, so the turn is over"
    assert state.phase == MOVING_SECOND
    table.playable = WHOLE
    return _fault_of_second(state)


def _fault_of_second(state: Kimbo) -> str:
    """Check that one piece has moved by a die, and that a different one can move by the other."""
    table = state.table
    own = [table.pieces[at] for at in range(table.first_piece(), table.first_piece() + PIECES)]
    if table.low or table.moved not in own or table.board.areas[table.moved]:
        return "for the second piece there must be one die and the square of the first piece"
    return "" if state.legal_moves() else "nothing can be played, so the turn is over"
