"""What the learned evaluation of Kimbo sees of a position before a turn, seat by seat."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distance_cache import DistanceCache, is_last, to_go
from ai.kimbo.square_dice import SquareDice
from ai.kimbo.threats import NO_COUNTS, chance_of, see_counts, worst_loss
from ai.learned.weights import FeatureSet
from boxtui.core import State
from boxtui.games.kimbo.board import PIECES, SEATS
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import FENCING, Kimbo

# Where each feature stands. Of several in a row, it is where the first stands; the next line adds
# their number. Distances are in dice.
IS_TURN: Final = 0
WAITS: Final = 1  # the part of a round of turns until the seat's own
AT_HOMES: Final = 2  # by pieces that are HOME
TO_GO: Final = AT_HOMES + PIECES
FARTHESTS: Final = TO_GO + 1  # each piece's distance, the farthest first
NEARS: Final = FARTHESTS + PIECES  # pieces not HOME that are nearer than each of `NEAR`
IN_AREAS: Final = NEARS + 3
IS_LAST: Final = IN_AREAS + 1
AT_RISKS: Final = IS_LAST + 1  # pieces that may be captured: before the seat's turn and after it
LOSSES: Final = AT_RISKS + 2  # the distances that these captures would cost
CAPTURES: Final = LOSSES + 2  # pieces that it may capture: before its opponent's turn and after it
GAINS: Final = CAPTURES + 2  # the distances that these captures would cost
AHEAD: Final = GAINS + 2  # of the opponent who has least to go
AHEAD_OF_ALL: Final = AHEAD + 1  # of the opponents' mean
LEAST_OF_OTHERS: Final = AHEAD_OF_ALL + 1  # what that opponent has to go
MOST_HOME: Final = LEAST_OF_OTHERS + 1  # the most pieces that an opponent has HOME
OTHERS: Final = MOST_HOME + 1  # the part of the most opponents possible
CLOSED: Final = OTHERS + 1  # entrances
COUNT: Final = CLOSED + 1

NEAR: Final = vec[float]([1.5, 3.5, 7.5])

PER_DIE: Final = 0.1
"""What a die of distance adds to a feature."""

FEATURES: Final = FeatureSet("kimbo", 1, COUNT)


def features(table: KimboTable, dice: list[SquareDice]) -> list[vec[float]]:
    """Return the features of each seat.

    `dice` is what `DistanceCache.dice` returns.
    """
    seats: i64 = len(table.sides)
    left = to_go(table, dice)
    found = [_own(table, dice[seat], seat, left[seat]) for seat in range(seats)]
    counts = NO_COUNTS[:]
    for attacker in range(seats):
        see_counts(table, attacker, counts)
        for owner in range(seats):
            if owner != attacker:
                _see_other(found[attacker], found[owner], left[attacker], left[owner], seats)
                _see_captures(table, dice[owner], counts, found, attacker, owner)
    return found


def see(state: State) -> list[list[float]]:
    """Return the `features` of a position."""
    assert isinstance(state, Kimbo)
    table = state.table
    return [list(of_seat) for of_seat in features(table, DistanceCache(table).dice(table))]


def is_seen(state: State) -> bool:
    """Whether a turn is about to begin."""
    assert isinstance(state, Kimbo)
    return state.phase == FENCING


def _own(table: KimboTable, dice: SquareDice, seat: i64, left: float) -> vec[float]:
    """Return the features that don't depend on other seats."""
    own = vec[float]([0.0] * COUNT)
    own[IS_TURN] = 1.0 if table.seat == seat else 0.0
    own[WAITS] = float(table.turns_until(seat)) / float(len(table.sides))
    own[TO_GO] = PER_DIE * left
    own[IS_LAST] = 1.0 if is_last(table, seat) else 0.0
    own[CLOSED] = float(len(table.closed))
    home: i64 = 0
    for at in range(seat * PIECES, (seat + 1) * PIECES):
        square = table.pieces[at]
        if square == HOME:
            home += 1
            continue
        _insert(own, PER_DIE * dice[square])
        for kind in range(len(NEAR)):
            if dice[square] < NEAR[kind]:
                own[NEARS + kind] += 1.0
        if table.board.areas[square]:
            own[IN_AREAS] += 1.0
    own[AT_HOMES + min(home, PIECES - 1)] = 1.0
    return own


def _insert(own: vec[float], distance: float) -> None:
    """Put a distance among those of the seat's other pieces, the farthest first."""
    moved = distance
    for at in range(FARTHESTS, FARTHESTS + PIECES):
        if moved > own[at]:
            own[at], moved = moved, own[at]


def _see_other(own: vec[float], other: vec[float], mine: float, theirs: float, seats: i64) -> None:
    """Add what a seat sees of how far another is."""
    is_first = own[OTHERS] == 0.0
    own[OTHERS] += 1.0 / float(SEATS.stop - 2)
    lead = PER_DIE * (theirs - mine)
    own[AHEAD] = lead if is_first else min(own[AHEAD], lead)
    own[AHEAD_OF_ALL] += lead / float(seats - 1)
    left = PER_DIE * theirs
    own[LEAST_OF_OTHERS] = left if is_first else min(own[LEAST_OF_OTHERS], left)
    for home in range(1, PIECES):
        if other[AT_HOMES + home] > 0.0:
            own[MOST_HOME] = max(own[MOST_HOME], float(home))


def _see_captures(
    table: KimboTable,
    dice: SquareDice,
    counts: vec[i64],
    found: list[vec[float]],
    attacker: i64,
    owner: i64,
) -> None:
    """Add, for both seats, the chances that one captures the other's pieces, and what that costs.

    `counts` are the attacker's, as `see_counts` fills them in; `dice` are the owner's, by square.
    """
    when: i64 = 0 if table.turns_until(attacker) < table.turns_until(owner) else 1
    for at in range(owner * PIECES, (owner + 1) * PIECES):
        square = table.pieces[at]
        if square != HOME and counts[square] != 0 and not table.board.areas[square]:
            chance = chance_of(counts[square])
            cost = PER_DIE * chance * worst_loss(table, dice, owner, square)
            found[owner][AT_RISKS + when] += chance
            found[owner][LOSSES + when] += cost
            found[attacker][CAPTURES + when] += chance
            found[attacker][GAINS + when] += cost
