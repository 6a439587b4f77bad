"""Which positions of Box are possible."""

from boxtui.core import NOBODY
from boxtui.games.box.moves import BLACK, COLORS, WHITE
from boxtui.games.box.notation import box_text
from boxtui.games.box.position import (
    BIDDING,
    BY_BID,
    CLAIMING,
    DRAWING,
    ENDED,
    MARKING,
    MOST_HALVES,
    MOVES,
    NO_BID,
    OFF,
    OPENING,
    PICKING,
    POINTS,
    RESIGNED,
    SWAP,
)
from boxtui.games.box.position_text import set_up, terms_in
from boxtui.games.box.state import FIRST_CLAIM, Box
from boxtui.games.shared.position_text import Words, position_in


def read_position(text: str) -> Box:
    """Return the position that `Box.text` writes. Raises `BadPosition` for other text."""
    return position_in("Box", text, _position, _fault_of)


def _position(words: Words) -> Box:
    """Return the position in the words of a text; the errors are those of `set_up`."""
    state = Box(terms_in(words))
    set_up(state, words)
    return state


def _fault_of(state: Box) -> str:
    """Return what doesn't fit together in a position, or ""."""
    return (
        _fault_of_terms(state)
        or _fault_of_phase(state)
        or _fault_of_counts(state)
        or _fault_of_end(state)
        or _fault_of_squares(state)
        or _fault_of_claims(state)
    )


def _fault_of_terms(state: Box) -> str:
    terms = state.terms
    points = (terms.agreed, *terms.handicap)
    if max(points) > min(MOST_HALVES, 2 * terms.size**2):
        return "it gives more points than there are squares, or than may be agreed"
    if terms.balance == POINTS and not terms.agreed:
        return "the balance needs points, as in balance=points:2.5"
    if min(terms.handicap) or (terms.balance == MOVES and max(terms.handicap)):
        return "only one seat can have a handicap, in points or in moves"
    if terms.missed != OFF and not terms.by_hand:
        return "boxes can be missed only if they are claimed by hand"
    return ""


def _fault_of_phase(state: Box) -> str:
    """Check that the first player, the colors, the bid and the first marks fit the phase."""
    phases = [state.phase]
    if state.phase == RESIGNED:
        phases = [BIDDING, OPENING, PICKING, MARKING]
    fits = any(_fits_before_play(state, phase) or _fits_play(state, phase) for phase in phases)
    return "" if fits else "turn, first, black, bid and marks don't fit the phase"


def _fits_before_play(state: Box, phase: str) -> bool:
    """Whether the position fits a phase before colors are given, from the draw to picking a color.

    BOX-17: the first player bids first, and only that bid can be 0.
    """
    balance, marked = state.terms.balance, state.colors[BLACK] | state.colors[WHITE]
    if state.black != NOBODY or (state.bid != NO_BID and phase != BIDDING):
        return False
    if phase == DRAWING:
        is_start = (state.seat, state.first) == (0, NOBODY)
        return is_start and not marked and balance != MOVES
    if NOBODY in (state.seat, state.first):
        return False
    begins = state.seat == state.first
    if phase == BIDDING:
        is_bid = state.bid > 0 or begins == (state.bid == NO_BID)
        return balance == BY_BID and not marked and is_bid and state.bid <= state.highest_bid()
    if phase == OPENING:
        return balance == SWAP and not marked and begins
    is_one_mark = marked.bit_count() == 1 and not marked & state.grid.all_squares
    return phase == PICKING and balance == SWAP and is_one_mark and not begins


def _fits_play(state: Box, phase: str) -> bool:
    """Whether the position fits a phase with colors; BOX-24: without swap the first has black."""
    balance = state.terms.balance
    if phase not in (MARKING, ENDED) and not (phase == CLAIMING and state.terms.by_hand):
        return False
    return (
        NOBODY not in (state.seat, state.first, state.black)
        and (state.colors != [0, 0] if balance == SWAP else state.first == state.black)
        and (state.bid == NO_BID) == (balance != BY_BID)
        and state.bid <= state.highest_bid()
    )


def _fault_of_counts(state: Box) -> str:
    """Check that the numbers of marks fit whose turn it is, before or after its mark."""
    if state.black == NOBODY:
        return ""
    marks = [(color & state.grid.all_marks).bit_count() for color in state.colors]
    made, in_a_row = sum(marks), state.terms.marks_in_a_row
    by_first = sum(_is_firsts(number, in_a_row) for number in range(made))
    own = marks[state.color_of(state.seat)]
    marks_next = _is_firsts(made, in_a_row) == (state.seat == state.first)
    marked_last = _marked_last(state)
    claims = state.terms.by_hand and marked_last and own >= FIRST_CLAIM
    fits = {
        MARKING: marks_next,
        CLAIMING: claims,
        ENDED: marked_last,
        RESIGNED: marks_next or claims,
    }
    if marks[state.color_of(state.first)] == by_first and fits[state.phase]:
        return ""
    return f"{marks[BLACK]} black and {marks[WHITE]} white marks don't fit whose turn it is"


def _marked_last(state: Box) -> bool:
    """Whether the seat that decides made the last mark."""
    black, white = state.colors
    last = ((black | white) & state.grid.all_marks).bit_count() - 1
    by_first = _is_firsts(last, state.terms.marks_in_a_row)
    return last >= 0 and by_first == (state.seat == state.first)


def _is_firsts(number: int, in_a_row: int) -> bool:
    """Whether the first player makes mark `number`, from 0.

    That player begins with marks `in_a_row` (BOX-16); then turns alternate (BOX-3).
    """
    return number < in_a_row or (number - in_a_row) % 2 == 1


def _fault_of_end(state: Box) -> str:
    full = state.is_full()
    if state.phase == ENDED and not full:
        return "the game isn't over: intersections and squares are left"
    # Asked for claims after the last mark, a player can still resign.
    going_on = state.phase == MARKING or (state.phase == RESIGNED and not _marked_last(state))
    return "the game is over: nothing is left to mark or win" if full and going_on else ""


def _fault_of_squares(state: Box) -> str:
    """BOX-7: squares are owned as whole boxes, whose corners are marked (BOX-4)."""
    grid = state.grid
    for color, own in enumerate(state.colors):
        claimed = 0
        for box in grid.complete(own):
            if not grid.wins(box, own):
                claimed |= grid.squares_of[box]
        if own & grid.all_squares != claimed:
            return f"{COLORS[color]} owns squares that are in no box of its own"
    return ""


def _fault_of_claims(state: Box) -> str:
    """BOX-11: with automatic claiming, no box is left to claim."""
    if state.terms.by_hand:
        return ""
    grid, (black, white) = state.grid, state.colors
    boxes = grid.claimable(black, white) + grid.claimable(white, black)
    return f"{box_text(boxes[0], grid)} would have been claimed automatically" if boxes else ""
