"""What the learned evaluation of FREE-O sees of a position with known hands, seat by seat.

It is asked about deals only (FRO-22): a search deals anew the cards that its seat doesn't see.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_o.win_probabilities import weight_of_a_point, win_probabilities
from ai.learned.weights import FeatureSet
from boxtui.core import State
from boxtui.games.free_o.deck import SEATS
from boxtui.games.free_o.moves import (
    CAPTURE,
    CAPTURED,
    DEMANDS,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    PLACES,
    WILD,
)
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.state import PLAYING, POINTS_TO_END, SCORED, FreeO

MANY: Final = 8
"""Hands of this many cards or more count as equally large."""

STAKES: Final = 20.0
"""What happens in a hand counts as much as this many points of the total."""

# Where each feature stands. Of several in a row, it is where the first stands; the next line adds
# their number. All from `IS_TURN` on are multiplied by the weight of a point.
TOTAL: Final = 0  # the logarithm of the odds by the totals alone
PART: Final = 1  # the part of the points that end the game
LEFT: Final = 2  # the part that the highest total is short of
OTHERS: Final = 3  # seats beyond two, as a part of the most possible
ONE_OTHER: Final = 4
IS_TURN: Final = 5
WAITS: Final = 6  # the part of a round until the seat's turn
SIZES: Final = 7  # by the number of cards, from 0
SIZE: Final = SIZES + MANY + 1
POINTS: Final = SIZE + 1
SEEKS: Final = POINTS + 1
DISTINCT: Final = SEEKS + 1
PAIRS: Final = DISTINCT + 1
WILDS: Final = PAIRS + 1  # by their number: 0, 1, 2, more
CAPTURES: Final = WILDS + 4  # by their number: 1, more
DRAWS: Final = CAPTURES + 2
TURNS: Final = DRAWS + 2  # by what is demanded of the seat, if it is its turn
NEXTS: Final = TURNS + len(DEMANDS)  # by what is demanded of the seat to its right
MATCHES: Final = NEXTS + len(DEMANDS)  # holds the place to match: at its turn, next, later
ANSWERS: Final = MATCHES + 3  # holds a You Are Captured for an open set: at its turn, next
SAVES: Final = ANSWERS + 2  # holds a Wild against a capture: at its turn, next
IS_STUCK: Final = SAVES + 2  # can play nothing at its turn
GOES_OUT: Final = IS_STUCK + 1  # can play its last card at its turn
ONLY_WILDS: Final = GOES_OUT + 1
LEFT_SIZES: Final = ONLY_WILDS + 1  # the seat to the left holds 1, 2, 3 cards
HITS: Final = LEFT_SIZES + 3  # it does, and there is a You Are Captured for it
RIGHT_SIZES: Final = HITS + 3
HIT_BY: Final = RIGHT_SIZES + 3  # the seat to the right has a You Are Captured, and
UNSAVED: Final = HIT_BY + 1  # no Wild is held against it
LEFT_HAS: Final = UNSAVED + 1  # places that the seat to the left could match
HAS_OF_RIGHT: Final = LEFT_HAS + 1  # places of the seat to the right that could be matched
LEASTS: Final = HAS_OF_RIGHT + 1  # the fewest cards of another seat: 1, 2, 3, 4, 5
LEAST_IS_TURN: Final = LEASTS + 5
OTHERS_SIZE: Final = LEAST_IS_TURN + 1  # means over the other seats
OTHERS_POINTS: Final = OTHERS_SIZE + 1
OTHERS_WILDS: Final = OTHERS_POINTS + 1
OTHERS_CAPTURES: Final = OTHERS_WILDS + 1
COUNT: Final = OTHERS_CAPTURES + 1

FEATURES: Final = FeatureSet("free-o", 1, COUNT)


def features(state: FreeO) -> list[vec[float]]:
    """Return the features of each seat."""
    totals: list[int] = list(state.totals)
    weight = weight_of_a_point(totals)
    table = state.table
    seats: i64 = len(table.sizes)
    found = list[vec[float]]()
    for seat in range(seats):
        own = vec[float]([0.0] * COUNT)
        own[TOTAL] = -weight * float(totals[seat])
        own[PART] = float(totals[seat]) / float(POINTS_TO_END)
        own[LEFT] = float(POINTS_TO_END - max(totals)) / float(POINTS_TO_END)
        own[OTHERS] = float(seats - 2) / float(SEATS.stop - 3)
        own[ONE_OTHER] = 1.0 if seats == 2 else 0.0
        _see_hand(table, own, seat)
        _see_demand(table, own, seat)
        _see_neighbors(table, own, seat)
        _see_others(table, own, seat)
        for at in range(IS_TURN, COUNT):
            own[at] *= STAKES * weight
        found.append(own)
    return found


def see(state: State) -> list[list[float]]:
    """Return the `features` of a position."""
    assert isinstance(state, FreeO)
    return [list(of_seat) for of_seat in features(state)]


def is_seen(state: State) -> bool:
    """Whether a player is about to decide."""
    assert isinstance(state, FreeO)
    return state.phase == PLAYING


def after_hand(state: State) -> list[float] | None:
    """Return the shares by the totals, once a hand has been scored."""
    assert isinstance(state, FreeO)
    if state.phase != SCORED:
        return None
    return win_probabilities(list(state.totals))


def _see_hand(table: FreeOTable, own: vec[float], seat: i64) -> None:
    """Add what a seat holds."""
    at = seat * KINDS
    size = table.sizes[seat]
    wilds, captures, draws = (
        table.held[at + WILD],
        table.held[at + CAPTURED],
        table.held[at + DRAW_A_CARD],
    )
    own[SIZES + min(size, MANY)] = 1.0
    own[SIZE] = 0.1 * float(size)
    own[POINTS] = 0.1 * float(table.points(seat))
    for place in range(PLACES):
        count = table.held[at + place]
        own[SEEKS] += 0.1 * float(count)
        own[DISTINCT] += 0.2 if count else 0.0
        own[PAIRS] += 0.2 * float(count // 2)
    own[WILDS + min(wilds, 3)] = 1.0
    if captures:
        own[CAPTURES + min(captures, 2) - 1] = 1.0
    if draws:
        own[DRAWS + min(draws, 2) - 1] = 1.0
    if size and size == wilds:
        own[ONLY_WILDS] = 1.0


def _see_demand(table: FreeOTable, own: vec[float], seat: i64) -> None:
    """Add how a seat may react to what is demanded."""
    seats: i64 = len(table.sizes)
    waits = (seat - table.seat + seats) % seats
    at = seat * KINDS
    own[WAITS] = float(waits) / float(seats)
    if table.demand == MATCH and table.held[at + table.top]:
        own[MATCHES + min(waits, 2)] = 1.0
    if waits > 1:
        return
    own[(TURNS if waits == 0 else NEXTS) + table.demand] = 1.0
    if table.demand == MATCH and table.held[at + CAPTURED]:
        own[ANSWERS + waits] = 1.0
    if table.demand == CAPTURE and table.held[at + WILD] and table.sizes[seat] > 1:
        own[SAVES + waits] = 1.0
    if waits == 0:
        kinds = table.playable()
        own[IS_TURN] = 1.0
        own[IS_STUCK] = 0.0 if kinds else 1.0
        own[GOES_OUT] = 1.0 if _goes_out(table, kinds) else 0.0


def _goes_out(table: FreeOTable, kinds: i64) -> bool:
    """Whether the player can play all cards in this turn; `kinds` may be played (FRO-14)."""
    size = table.sizes[table.seat]
    if size == 1:
        return kinds != 0
    if size != 2 or not kinds >> WILD & 1 or table.demand == CAPTURE or table.demand == EXTRA:
        return False
    return table.held[table.seat * KINDS + WILD] == 1


def _see_neighbors(table: FreeOTable, own: vec[float], seat: i64) -> None:
    """Add what a seat may do to the one on its left, and the one on its right to it."""
    left = table.left_of(seat)
    right = table.right_of(seat)
    if 0 < table.sizes[left] <= 3:
        own[LEFT_SIZES + table.sizes[left] - 1] = 1.0
        if table.held[seat * KINDS + CAPTURED]:
            own[HITS + table.sizes[left] - 1] = 1.0
    if 0 < table.sizes[right] <= 3:
        own[RIGHT_SIZES + table.sizes[right] - 1] = 1.0
    if table.held[right * KINDS + CAPTURED]:
        own[HIT_BY] = 1.0
        own[UNSAVED] = 0.0 if table.held[seat * KINDS + WILD] else 1.0
    for place in range(PLACES):
        if table.held[seat * KINDS + place]:
            own[LEFT_HAS] += 0.2 if table.held[left * KINDS + place] else 0.0
            own[HAS_OF_RIGHT] += 0.2 if table.held[right * KINDS + place] else 0.0


def _see_others(table: FreeOTable, own: vec[float], seat: i64) -> None:
    """Add what all others hold."""
    seats: i64 = len(table.sizes)
    part = 1.0 / float(seats - 1)
    least: i64 = MANY
    for other in range(seats):
        if other != seat:
            least = min(least, table.sizes[other])
            own[OTHERS_SIZE] += 0.1 * part * float(table.sizes[other])
            own[OTHERS_POINTS] += 0.1 * part * float(table.points(other))
            own[OTHERS_WILDS] += part * float(table.held[other * KINDS + WILD])
            own[OTHERS_CAPTURES] += part * float(table.held[other * KINDS + CAPTURED])
    if 1 <= least <= 5:
        own[LEASTS + least - 1] = 1.0
        if table.seat != seat and table.sizes[table.seat] == least:
            own[LEAST_IS_TURN] = 1.0
