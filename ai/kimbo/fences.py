"""Which fences are worth moving in Kimbo, by the next die, or a last piece's throw.

Two thousand fence moves are reduced to a few dozen. Fences are put on the paths that opponents
would take, or where they turn one of the mover's pieces toward HOME. They are taken from where
they do least.
"""

from random import Random
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.kimbo.distance_cache import is_last
from ai.kimbo.distances import Distances
from ai.kimbo.fence_costs import CostsOnSquare
from ai.kimbo.last_piece import LastDistances
from boxtui.core import uniform
from boxtui.games.kimbo.board import FENCES, PIECES
from boxtui.games.kimbo.moves import KEEP, fence_move
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES

PUTS: Final = 16
TAKES: Final = 2
"""How many vacant slots are considered, and how many fences to put into each."""

UNITS: Final = 1e9
"""Ratings are rounded to multiples of 1 / `UNITS`: smaller differences are rounding errors."""

LATER_WEIGHT: Final = 0.5
"""The weight of a fence's effect on squares where a piece may stand after its next die."""


@final
class FenceScores:
    """For each slot, how many dice a fence there is worth to the mover.

    That is what the fence costs the opponents, less what it costs the mover.

    Attributes:
        put: for vacant slots, the worth of putting a fence there.
        kept: for slots with fences, the worth of leaving them there.
    """

    def __init__(self, table: KimboTable, distances: Distances, last: LastDistances | None) -> None:
        self.table: Final = table
        self.put: Final = vec[float]([0.0] * (2 * SQUARES))
        self.kept: Final = self.put[:]
        opponents: i64 = len(table.sides) - 1
        for seat in range(opponents + 1):
            lone = last is not None and is_last(table, seat)
            costs = last.fence_costs() if last is not None and lone else distances.fence_costs()
            worth = -1.0 if seat == table.seat else 1.0 / float(opponents)
            for at in range(seat * PIECES, (seat + 1) * PIECES):
                square = table.pieces[at]
                if square != HOME:
                    self._weigh(costs.on(square), worth)
                    for end, probability in costs.next_squares(square):
                        self._weigh(costs.on(end), worth * LATER_WEIGHT * probability)

    def _weigh(self, costs: CostsOnSquare, worth: float) -> None:
        """Add what slots are worth because of a piece that is or may be on a square."""
        put, slots, dice = self.put, costs.slots, costs.costs
        for at in range(len(slots)):
            put[slots[at]] += worth * dice[at]
        kept, fenced, dice = self.kept, costs.fenced, costs.kept_costs
        for at in range(len(fenced)):
            kept[fenced[at]] += worth * dice[at]

    def moves(self, rng: Random) -> list[tuple[float, int]]:
        """Return the fence moves worth considering, each with its worth in dice, best first."""
        slots = self._useful(PUTS, rng)
        scored = [(0.0, KEEP)]
        for kept, taken in self._least_used(TAKES, rng):
            scored += [(-worth - kept, int(fence_move(taken, slot))) for worth, slot in slots]
        return sorted(scored, key=lambda one: (-one[0], one[1]))

    def best_slots(self, count: int, rng: Random) -> list[i64]:
        """Return the vacant slots where a fence is worth most, best first."""
        rated = [(-self.put[slot], slot) for slot in self.table.vacant_slots()]
        return [slot for _, slot in _least(rated, count, rng)]

    def useful_slots(self, count: int, rng: Random) -> list[i64]:
        """Return the first of `best_slots`, but only those where a fence is worth something."""
        return [slot for _, slot in self._useful(count, rng)]

    def _useful(self, count: int, rng: Random) -> list[tuple[float, i64]]:
        """Return (negated worth, slot) for each of `useful_slots`."""
        vacant = [slot for slot in self.table.vacant_slots() if self.put[slot] > 0.0]
        return _least([(-self.put[slot], slot) for slot in vacant], count, rng)

    def own_fences(self, rng: Random) -> list[i64]:
        """Return the slots of the mover's fences, those worth least first."""
        return [slot for _, slot in self._least_used(FENCES, rng)]

    def _least_used(self, count: int, rng: Random) -> list[tuple[float, i64]]:
        """Return (worth, slot) for the mover's fences that are worth least, lowest first."""
        first = self.table.seat * FENCES
        own = self.table.fences[first : first + FENCES]
        return _least([(self.kept[slot], slot) for slot in own], count, rng)


def _least(rated: list[tuple[float, i64]], count: int, rng: Random) -> list[tuple[float, i64]]:
    """Return the `count` slots rated lowest, lowest first; ties are broken at random.

    Otherwise slots with low numbers would be preferred, which all lie on the first seat's side.
    """
    # Sorting all would take much longer: there are three times as many as are wanted.
    worths, lots, slots = vec[float](), vec[float](), vec[i64]()
    for exact, slot in rated:
        worth, lot = rounded(exact), uniform(rng)
        at: i64 = len(slots)
        if at < count:
            worths, lots, slots = append(worths, worth), append(lots, lot), append(slots, slot)
        else:
            at -= 1
            if _is_before(worths[at], lots[at], worth, lot):
                continue
        while at > 0 and _is_before(worth, lot, worths[at - 1], lots[at - 1]):
            worths[at], lots[at], slots[at] = worths[at - 1], lots[at - 1], slots[at - 1]
            at -= 1
        worths[at], lots[at], slots[at] = worth, lot, slot
    return [(worth, slot) for worth, slot in zip(worths, slots)]


def _is_before(worth: float, lot: float, other_worth: float, other_lot: float) -> bool:
    return worth < other_worth or (worth == other_worth and lot < other_lot)


def rounded(rating: float) -> float:
    """Return a rating without its rounding error; `round` would take ten times as long."""
    return float(i64(rating * UNITS + (0.5 if rating >= 0.0 else -0.5))) / UNITS
