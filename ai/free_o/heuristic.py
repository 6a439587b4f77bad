"""A rule of thumb for FREE-O: what each move is worth at a glance, from one's own cards alone."""

from random import Random
from typing import Final

from mypy_extensions import i64

from boxtui.core import State, uniform
from boxtui.games.free_o.moves import (
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    KINDS,
    MATCH,
    NAMING,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.state import FreeO

NEAR: Final = 2
"""Who holds no more cards than this may soon be out."""

HIT: Final = 1.5
"""A You Are Captured that hits somebody near the end."""
WASTED: Final = -1.1
"""A Wild where no match is required, or a You Are Captured where it could have opened a set."""

EACH_CARD: Final = 0.05
"""How much less a Draw A Card is worth for each card that whom it names holds."""


def worth(table: FreeOTable, move: i64) -> float:
    """What a move of whoever plays is worth, in points of a hand beside the other moves.

    Measured by playing hands out by a rule like this one, from 3,500 decisions of two players and
    3,700 of four, 50 times after every move: a Wild as the last card but one, so that none is the
    last (FRO-15); a You Are Captured against somebody near the end, else on an open set; sets
    opened with a place held twice; other Wilds held back, for each takes a point off (FRO-20).
    """
    if move == DRAW:
        return 0.0
    kind = kind_of(move)
    is_match = table.demand == MATCH
    if kind == WILD:
        if table.sizes[table.seat] == 2:
            return 1.2
        return -0.2 if is_match else WASTED
    if kind == CAPTURED:
        if table.sizes[table.left_of(table.seat)] <= NEAR:
            return HIT
        return 0.0 if is_match else WASTED
    if kind == DRAW_A_CARD:
        return -0.5 - EACH_CARD * float(table.sizes[named_in(move)])
    return 0.4 if table.held[table.seat * KINDS + kind] > 1 else 0.3


def best_move(table: FreeOTable, rng: Random) -> i64:
    """The move that is worth most, the lowest kind of equal ones; lots decide between seats."""
    kinds = table.playable()
    best: i64 = DRAW
    most = 2.0 * WASTED
    for kind in range(KINDS):
        if kinds >> kind & 1:
            move = kind if kind != DRAW_A_CARD else NAMING + fewest(table, rng)
            points = worth(table, move)
            if points > most:
                most, best = points, move
    return best


def fewest(table: FreeOTable, rng: Random) -> i64:
    """The other seat that holds fewest cards; lots are drawn between several."""
    best = table.left_of(table.seat)
    tied: i64 = 1
    seat = table.left_of(best)
    while seat != table.seat:
        if table.sizes[seat] < table.sizes[best]:
            best, tied = seat, 1
        elif table.sizes[seat] == table.sizes[best]:
            tied += 1
            if uniform(rng) * float(tied) < 1.0:
                best = seat
        seat = table.left_of(seat)
    return best


def at_a_glance(state: State, move: int) -> float:
    """`worth` in a position."""
    assert isinstance(state, FreeO)
    return worth(state.table, move)


def pairs_first(state: State, move: int) -> float:
    """A simpler rule: a Wild onto an open set, a set opened with a place held twice, You Are
    Captured kept for open sets, a Wild as the last card but one."""
    assert isinstance(state, FreeO)
    table = state.table
    kind = kind_of(move)
    is_match = table.demand == MATCH
    if kind == WILD:
        return 9.0 if table.sizes[table.seat] == 2 else 5.0 if is_match else 0.0
    if kind == CAPTURED:
        return 3.0 if is_match else 1.0
    if kind in (DRAW_A_CARD, DRAW):
        return 1.5
    return 4.0 if is_match or table.held[table.seat * KINDS + kind] > 1 else 2.0


def special_first(state: State, move: int) -> float:
    """A beginner's taste: Wilds and other special cards as soon as they may be played."""
    return float(kind_of(move))
