"""The policy of FREE-O: how a network rates moves, by what their player sees (FRO-22)."""

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_o.unseen import chance_to_hold, unseen_of
from ai.learned.network import Network
from ai.learned.weights import POLICY, FeatureSet
from boxtui.core import State, uniform
from boxtui.games.free_o.deck import SEATS
from boxtui.games.free_o.moves import (
    ANY,
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    PLACES,
    POINTS,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.state import FreeO

FEW: Final = 3
"""Hands of up to this many cards have features of their own."""

# Where each feature stands. Of several in a row, it is where the first stands; the next line adds
# their number.
TWO: Final = 0  # players
THREE: Final = 1
OTHERS: Final = 2  # seats beyond two, as a part of the most possible
SIZES: Final = 3  # by the cards that the player keeps, from 0
SIZE: Final = SIZES + FEW + 1
WILDS: Final = SIZE + 1
ONLY_WILDS: Final = WILDS + 1
CAPTURES: Final = ONLY_WILDS + 1
DRAWS: Final = CAPTURES + 1
PAIRS: Final = DRAWS + 1
DISTINCT: Final = PAIRS + 1
POINTS_KEPT: Final = DISTINCT + 1
NEXT_SIZES: Final = POINTS_KEPT + 1  # by the next player's cards, from 1
NEXT_SIZE: Final = NEXT_SIZES + FEW
LEAST_SIZES: Final = NEXT_SIZE + 1  # the same for the other player who holds the fewest
LEAST_SIZE: Final = LEAST_SIZES + FEW
RIGHT_IS_NEAR: Final = LEAST_SIZE + 1  # the player to the right holds 1 or 2 cards
OPENS: Final = RIGHT_IS_NEAR + 1
OPENS_IN_EXTRA: Final = OPENS + 1
MATCHES: Final = OPENS_IN_EXTRA + 1
HITS: Final = MATCHES + 1  # You Are Captured: on any card, on an open set, in an extra turn
NAMES: Final = HITS + 3
WILD_MATCHES: Final = NAMES + 1
WILD_WASTED: Final = WILD_MATCHES + 1
KEEPS_ONE: Final = WILD_WASTED + 1  # of the place opened
KEEPS_MORE: Final = KEEPS_ONE + 1
MATCHED: Final = KEEPS_MORE + 1  # the chance that the next player can match
MATCHED_LAST: Final = MATCHED + 1  # the same, if that is the last card
STUCK: Final = MATCHED_LAST + 1  # the chance that the next player can play nothing
SAVED: Final = STUCK + 1  # the chance of a Wild against the capture
HIT_SIZES: Final = SAVED + 1  # by the captured player's cards, from 1
NAMES_NEXT: Final = HIT_SIZES + FEW
NAMED_SIZES: Final = NAMES_NEXT + 1  # by the named player's cards, from 1
NAMED_SIZE: Final = NAMED_SIZES + FEW
UNSEEN: Final = NAMED_SIZE + 1  # cards of the place opened
COUNT: Final = UNSEEN + 1

POLICY_FEATURES: Final = FeatureSet("free-o", 1, COUNT, POLICY, hidden=16)


def rating(state: State, move: int, policy: Network) -> float:
    """Return what the policy rates a move of a position, in points of a hand."""
    assert isinstance(state, FreeO)
    return policy.score(move_features(state.table, move))


def best_move(table: FreeOTable, policy: Network, rng: Random) -> i64:
    """Return the move rated highest; ties are broken at random."""
    moves = table.moves()
    best: i64 = moves[0]
    if len(moves) == 1:
        return best
    most = 0.0
    tied: i64 = 0
    for move in moves:
        score = policy.score(move_features(table, move))
        if not tied or score > most:
            best, most, tied = move, score, 1
        elif score == most:
            tied += 1
            if uniform(rng) * float(tied) < 1.0:
                best = move
    return best


def move_features(table: FreeOTable, move: i64) -> vec[float]:
    """Return the features of a player's move."""
    own = vec[float]([0.0] * COUNT)
    seats: i64 = len(table.sizes)
    own[TWO] = 1.0 if seats == 2 else 0.0
    own[THREE] = 1.0 if seats == 3 else 0.0
    own[OTHERS] = float(seats - 2) / float(SEATS.stop - 3)
    if move == DRAW:
        return own
    kind = kind_of(move)
    _see_kept(table, own, kind)
    _see_sizes(table, own)
    if kind < PLACES:
        _see_place(table, own, kind)
    elif kind == CAPTURED:
        _see_capture(table, own)
    elif kind == DRAW_A_CARD:
        own[NAMES] = 1.0
        if table.sizes[table.seat] > 1:
            _see_named(table, own, named_in(move))
    elif table.demand == MATCH:
        own[WILD_MATCHES] = 1.0
    elif table.demand == ANY:
        own[WILD_WASTED] = 1.0
    return own


def _see_kept(table: FreeOTable, own: vec[float], kind: i64) -> None:
    """Add what the player keeps once a card of that kind is played."""
    at = table.seat * KINDS
    size = table.sizes[table.seat] - 1
    if size <= FEW:
        own[SIZES + size] = 1.0
    own[SIZE] = 0.1 * float(size)
    wilds = table.held[at + WILD] - (1 if kind == WILD else 0)
    own[WILDS] = 0.5 * float(wilds)
    own[ONLY_WILDS] = 1.0 if size and wilds == size else 0.0
    own[CAPTURES] = 0.5 * float(table.held[at + CAPTURED] - (1 if kind == CAPTURED else 0))
    own[DRAWS] = 0.5 * float(table.held[at + DRAW_A_CARD] - (1 if kind == DRAW_A_CARD else 0))
    for place in range(PLACES):
        count = table.held[at + place] - (1 if kind == place else 0)
        own[PAIRS] += 0.5 * float(count // 2)
        own[DISTINCT] += 0.2 if count else 0.0
    own[POINTS_KEPT] = 0.1 * float(table.points(table.seat) - POINTS[kind])


def _see_sizes(table: FreeOTable, own: vec[float]) -> None:
    """Add how many cards the others hold."""
    seats: i64 = len(table.sizes)
    following = table.sizes[table.left_of(table.seat)]
    least = following
    for other in range(seats):
        if other != table.seat:
            least = min(least, table.sizes[other])
    _see_size(own, NEXT_SIZES, following)
    own[NEXT_SIZE] = 0.1 * float(following)
    _see_size(own, LEAST_SIZES, least)
    own[LEAST_SIZE] = 0.1 * float(least)
    right = table.sizes[table.right_of(table.seat)]
    own[RIGHT_IS_NEAR] = 1.0 if right <= 2 else 0.0


def _see_size(own: vec[float], feature: i64, size: i64) -> None:
    """Add that a hand has 1, 2 ... `FEW` cards."""
    if 0 < size <= FEW:
        own[feature + size - 1] = 1.0


def _see_place(table: FreeOTable, own: vec[float], place: i64) -> None:
    """Add what a Seek card does: it matches the open set, or opens one."""
    if table.demand == MATCH:
        own[MATCHES] = 1.0
        return
    own[OPENS] = 1.0
    own[OPENS_IN_EXTRA] = 1.0 if table.demand == EXTRA else 0.0
    kept = table.held[table.seat * KINDS + place] - 1
    own[KEEPS_ONE] = 1.0 if kept == 1 else 0.0
    own[KEEPS_MORE] = 1.0 if kept > 1 else 0.0
    after = table.left_of(table.seat)
    own[MATCHED] = chance_to_hold(table, after, place)
    if table.sizes[after] == 1:
        own[MATCHED_LAST] = own[MATCHED]
    else:
        lacks = (1.0 - own[MATCHED]) * (1.0 - chance_to_hold(table, after, WILD))
        own[STUCK] = lacks * (1.0 - chance_to_hold(table, after, CAPTURED))
    own[UNSEEN] = 0.1 * float(unseen_of(table, place))


def _see_capture(table: FreeOTable, own: vec[float]) -> None:
    """Add whom a You Are Captured hits, and on what it is played."""
    own[HITS + (0 if table.demand == ANY else 1 if table.demand == MATCH else 2)] = 1.0
    after = table.left_of(table.seat)
    own[SAVED] = chance_to_hold(table, after, WILD) if table.sizes[after] > 1 else 0.0
    _see_size(own, HIT_SIZES, table.sizes[after])


def _see_named(table: FreeOTable, own: vec[float], named: i64) -> None:
    """Add whom a Draw A Card names; if it is the last card of the hand, all are alike."""
    own[NAMES_NEXT] = 1.0 if named == table.left_of(table.seat) else 0.0
    _see_size(own, NAMED_SIZES, table.sizes[named])
    own[NAMED_SIZE] = 0.1 * float(table.sizes[named])
