"""The policy of FREE-O: how a network rates moves, by what their player sees (FRO-22)."""

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_o.totals import weight_of_a_point, win_probabilities
from ai.learned.network import Network
from ai.learned.weights import FeatureSet
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
from boxtui.games.free_o.state import POINTS_TO_END, FreeO

POLICY_FILE: Final = "policy.toml"
"""The file of the network's weights, in this package."""

FEW: Final = 3
"""Hands of up to this many cards have features of their own."""

MOST_WILDS: Final = 3
MOST_OTHERS: Final = 2
"""More Wilds, and more You Are Captured or Draw A Card, count as this many."""

# Where each feature stands; a name that ends in S is the first of several.
TWO: Final = 0  # players
THREE: Final = 1
OTHERS: Final = 2  # seats beyond two, as a part of the most possible
WEIGHT: Final = 3  # of a point
SHARE: Final = 4  # the player's chance to win by the totals
LEFT: Final = 5  # the part of the points that the highest total is short of
LEAD: Final = 6  # the points by which the others' best total is higher
IS_LAST: Final = 7  # the player has the highest total
NEXT_TOTAL: Final = 8
NEXT_SIZES: Final = 9  # by the next player's cards, from 1
NEXT_SIZE: Final = NEXT_SIZES + FEW
LEAST_SIZES: Final = NEXT_SIZE + 1  # the same for the other player who holds the fewest
LEAST_SIZE: Final = LEAST_SIZES + FEW
RIGHT_IS_NEAR: Final = LEAST_SIZE + 1  # the player to the right holds 1 or 2 cards
SIZES: Final = RIGHT_IS_NEAR + 1  # by the cards that the player keeps, from 0
SIZE: Final = SIZES + FEW + 1
WILDS: Final = SIZE + 1  # by their number, from 0, as the next two
CAPTURES: Final = WILDS + MOST_WILDS + 1
DRAWS: Final = CAPTURES + MOST_OTHERS + 1
ONLY_WILDS: Final = DRAWS + MOST_OTHERS + 1
SINGLES: Final = ONLY_WILDS + 1  # places of which one card is kept
PAIRS: Final = SINGLES + 1
DISTINCT: Final = PAIRS + 1
MOST: Final = DISTINCT + 1  # the most cards of a place, and of another one
SECOND: Final = MOST + 1
POINTS_KEPT: Final = SECOND + 1
OPENS: Final = POINTS_KEPT + 1
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
NAMES_RIGHT: Final = NAMES_NEXT + 1
NAMED_SIZES: Final = NAMES_RIGHT + 1  # by the named player's cards, from 1
NAMED_SIZE: Final = NAMED_SIZES + FEW
NAMED_WILD: Final = NAMED_SIZE + 1  # the chance that the named player holds one
NAMED_CAPTURED: Final = NAMED_WILD + 1
NAMED_TOTAL: Final = NAMED_CAPTURED + 1  # how much higher it is than the player's
NAMED_BEHIND: Final = NAMED_TOTAL + 1  # how much higher it is than the others' best
NAMES_LAST: Final = NAMED_BEHIND + 1  # the named player has the highest total
UNSEEN: Final = NAMES_LAST + 1  # cards of the place opened
COUNT: Final = UNSEEN + 1

POLICY_FEATURES: Final = FeatureSet("free-o", 2, COUNT)


def rating(state: State, move: int, policy: Network) -> float:
    """Return what the policy rates a move of a position, in points of a hand."""
    assert isinstance(state, FreeO)
    return policy.score(move_features(state, move))


def ratings(state: FreeO, moves: list[int], policy: Network) -> list[float]:
    """Return the `rating` of each move."""
    decision = _see_decision(state)
    return [policy.score(_see_move(state, decision, move)) for move in moves]


def favorite(state: FreeO, policy: Network, rng: Random) -> i64:
    """Return the move rated highest; ties are broken at random."""
    moves = state.table.moves()
    best: i64 = moves[0]
    if len(moves) == 1:
        return best
    most = 0.0
    tied: i64 = 0
    decision = _see_decision(state)
    for move in moves:
        rating = policy.score(_see_move(state, decision, move))
        if not tied or rating > most:
            best, most, tied = move, rating, 1
        elif rating == most:
            tied += 1
            if uniform(rng) * float(tied) < 1.0:
                best = move
    return best


def move_features(state: FreeO, move: i64) -> vec[float]:
    """Return the features of a player's move."""
    return _see_move(state, _see_decision(state), move)


def _see_decision(state: FreeO) -> vec[float]:
    """Return the features that all moves of a decision share; the others are 0."""
    own = vec[float]([0.0] * COUNT)
    seats: i64 = len(state.table.sizes)
    own[TWO] = 1.0 if seats == 2 else 0.0
    own[THREE] = 1.0 if seats == 3 else 0.0
    own[OTHERS] = float(seats - 2) / float(SEATS.stop - 3)
    _see_totals(state, own)
    _see_sizes(state.table, own)
    return own


def _see_move(state: FreeO, decision: vec[float], move: i64) -> vec[float]:
    """Return the features of a move, which begin as those of its decision."""
    own = decision[:]
    if move == DRAW:
        return own
    table = state.table
    kind = kind_of(move)
    _see_kept(table, own, kind)
    if kind < PLACES:
        _see_place(table, own, kind)
    elif kind == CAPTURED:
        _see_capture(table, own)
    elif kind == DRAW_A_CARD:
        own[NAMES] = 1.0
        if table.sizes[table.seat] > 1:
            _see_named(state, own, named_in(move))
    elif table.demand == MATCH:
        own[WILD_MATCHES] = 1.0
    elif table.demand == ANY:
        own[WILD_WASTED] = 1.0
    return own


def _see_totals(state: FreeO, own: vec[float]) -> None:
    """Add what the totals are worth."""
    totals, seat = list(state.totals), state.table.seat
    highest = max(totals)
    own[WEIGHT] = weight_of_a_point(totals)
    own[SHARE] = win_probabilities(totals)[seat]
    own[LEFT] = float(POINTS_TO_END - highest) / float(POINTS_TO_END)
    own[LEAD] = 0.05 * float(_best_of_others(totals, seat) - totals[seat])
    own[IS_LAST] = 1.0 if totals[seat] == highest else 0.0
    own[NEXT_TOTAL] = float(totals[state.table.left_of(seat)]) / float(POINTS_TO_END)


def _best_of_others(totals: list[int], seat: i64) -> i64:
    """Return the lowest total of the other seats."""
    return min(totals[other] for other in range(len(totals)) if other != seat)


def _see_kept(table: FreeOTable, own: vec[float], kind: i64) -> None:
    """Add what the player keeps once a card of that kind is played."""
    at = table.seat * KINDS
    size = table.sizes[table.seat] - 1
    if size <= FEW:
        own[SIZES + size] = 1.0
    own[SIZE] = 0.1 * float(size)
    wilds = table.held[at + WILD] - (1 if kind == WILD else 0)
    captures = table.held[at + CAPTURED] - (1 if kind == CAPTURED else 0)
    draws = table.held[at + DRAW_A_CARD] - (1 if kind == DRAW_A_CARD else 0)
    own[WILDS + min(wilds, MOST_WILDS)] = 1.0
    own[CAPTURES + min(captures, MOST_OTHERS)] = 1.0
    own[DRAWS + min(draws, MOST_OTHERS)] = 1.0
    own[ONLY_WILDS] = 1.0 if size and wilds == size else 0.0
    most: i64 = 0
    second: i64 = 0
    for place in range(PLACES):
        count = table.held[at + place] - (1 if kind == place else 0)
        own[SINGLES] += 0.3 if count == 1 else 0.0
        own[PAIRS] += 0.5 * float(count // 2)
        own[DISTINCT] += 0.2 if count else 0.0
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    own[MOST] = 0.3 * float(most)
    own[SECOND] = 0.3 * float(second)
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
    right = table.sizes[_right_of(table, table.seat)]
    own[RIGHT_IS_NEAR] = 1.0 if right <= 2 else 0.0


def _right_of(table: FreeOTable, seat: i64) -> i64:
    return seat - 1 if seat else len(table.sizes) - 1


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


def _see_named(state: FreeO, own: vec[float], named: i64) -> None:
    """Add whom a Draw A Card names; if it is the last card of the hand, all are alike."""
    table, totals = state.table, list(state.totals)
    seat = table.seat
    own[NAMES_NEXT] = 1.0 if named == table.left_of(seat) else 0.0
    own[NAMES_RIGHT] = 1.0 if named == _right_of(table, seat) else 0.0
    _see_size(own, NAMED_SIZES, table.sizes[named])
    own[NAMED_SIZE] = 0.1 * float(table.sizes[named])
    own[NAMED_WILD] = chance_to_hold(table, named, WILD)
    own[NAMED_CAPTURED] = chance_to_hold(table, named, CAPTURED)
    own[NAMED_TOTAL] = float(totals[named] - totals[seat]) / float(POINTS_TO_END)
    own[NAMED_BEHIND] = 0.05 * float(totals[named] - _best_of_others(totals, seat))
    own[NAMES_LAST] = 1.0 if totals[named] == max(totals) else 0.0


def chance_to_hold(table: FreeOTable, seat: i64, kind: i64) -> float:
    """Return about how likely another seat holds a card of that kind, as the player sees it.

    Every card that play hasn't shown to be of another kind may be any unseen card.
    """
    unseen = table.pile_size
    for other in range(len(table.sizes)):
        if other != table.seat:
            unseen += table.sizes[other]
    if unseen == 0:
        return 0.0
    lacks = 1.0 - float(unseen_of(table, kind)) / float(unseen)
    chance = 1.0
    for _ in range(table.sizes[seat] - table.without[seat * KINDS + kind]):
        chance *= lacks
    return 1.0 - chance


def unseen_of(table: FreeOTable, kind: i64) -> i64:
    """Return how many cards of a kind the player doesn't see (FRO-22)."""
    gone = table.below[kind] + table.held[table.seat * KINDS + kind]
    return table.deck.counts[kind] - gone - (1 if table.top == kind else 0)
