"""Distances HOME in Kimbo, kept for all positions of one search."""

from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distances import Distances
from ai.kimbo.last_piece import LastDistances
from ai.kimbo.nearby import SWEEPS, NearbyDice, NearbyLastDice
from ai.kimbo.square_dice import SquareDice
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES

EXACT: Final = 12
EXACT_LAST: Final = 8
"""Sweeps after which the distances at the root of a search are as good as exact."""

THE_LAST: Final = 10.0
"""The extra dice that a seat with several pieces will need once one of them is the last."""

DICE_A_TURN: Final = 2.0
"""The dice that a turn plays."""

KEYS: Final = vec[i64]([Random(f"slot {slot}").getrandbits(60) for slot in range(2 * SQUARES)])
"""A random number for each slot. The exclusive or of the numbers of all slots with fences
identifies an arrangement of the fences: A. L. Zobrist, "A new hashing method with application for
game playing", University of Wisconsin (1970)."""


@final
class DistanceCache:
    """Distances under every arrangement of the fences that a search from `table` visits.

    They are computed from those at the root, so they depend on the search, but not on the order of
    calls.
    """

    def __init__(self, table: KimboTable) -> None:
        self._table: Final = table.clone()
        self._key: Final = fence_key(table)
        self._first: Final = Distances(table.board, table.walls, table.closed, None, EXACT)
        self._newest = self._first
        self._newest_key = self._key
        self._first_last: LastDistances | None = None
        self._newest_last: LastDistances | None = None
        self._newest_last_key = self._key
        self._nearby: Final = NearbyDice(table, self._key, self._first)
        self._nearby_last: NearbyLastDice | None = None

    def distances(self, table: KimboTable) -> Distances:
        """Return the distances under the fences of `table`."""
        key = fence_key(table)
        if key == self._key:
            return self._first
        if key != self._newest_key:
            walls, closed = table.walls, table.closed
            self._newest = Distances(table.board, walls, closed, self._first, SWEEPS)
            self._newest_key = key
        return self._newest

    def last_distances(self, table: KimboTable) -> LastDistances:
        """Return the distances of a last piece under the fences of `table`."""
        first = self._first_of_last()
        key = fence_key(table)
        if key == self._key:
            return first
        if self._newest_last is None or key != self._newest_last_key:
            self._newest_last = LastDistances(self.distances(table), first, SWEEPS)
            self._newest_last_key = key
        return self._newest_last

    def dice(self, table: KimboTable) -> list[SquareDice]:
        """Return for each seat, by square, the dice that its pieces need to get HOME."""
        key = fence_key(table)
        dice = [self._nearby.under(table, key)] * len(table.sides)
        for seat in range(len(table.sides)):
            if is_last(table, seat):
                if self._nearby_last is None:
                    first = self._first_of_last()
                    self._nearby_last = NearbyLastDice(self._table, self._key, first)
                dice[seat] = self._nearby_last.under(table, key)
        return dice

    def _first_of_last(self) -> LastDistances:
        """Return the distances of a last piece at the root."""
        if self._first_last is None:
            self._first_last = LastDistances(self._first, None, EXACT_LAST)
        return self._first_last


def is_last(table: KimboTable, seat: i64) -> bool:
    """Whether a seat has at most one piece left to bring HOME."""
    return table.pieces[seat * PIECES + 1] == HOME


def to_go(table: KimboTable, dice: list[SquareDice]) -> list[float]:
    """Return for each seat the dice that it needs to bring all its pieces HOME.

    A seat that rolls later needs longer: by half a turn with two seats.
    """
    seats: i64 = len(table.sides)
    found: list[float] = []
    for seat in range(seats):
        total = 0.0 if is_last(table, seat) else THE_LAST
        total += DICE_A_TURN * float(table.turns_until(seat)) / float(seats)
        own = dice[seat]
        for at in range(seat * PIECES, (seat + 1) * PIECES):
            total += own[table.pieces[at]]
        found.append(total)
    return found


def fence_key(table: KimboTable) -> int:
    """Return a number that identifies the arrangement of the fences."""
    key: i64 = 0
    for slot in table.fences:
        key ^= KEYS[slot]
    return int(key)
