"""Who may capture whom in Kimbo with the next throw, and what that would cost."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distance_cache import fence_key
from ai.kimbo.square_dice import SquareDice
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD, STUCK
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES

NO_COUNTS: Final = vec[i64]([0] * (HOME + 1))
"""By square and HOME: a piece can't end there."""

UNSEEN: Final = vec[i64]()
"""Stands for counts that haven't been computed yet."""

ARRANGEMENTS: Final = 256
"""The most arrangements of the fences for which counts are kept; they take about 25 KB each."""

UNKNOWN: Final = -1.0
"""Stands for a chance that hasn't been computed yet."""

ONE: Final[i64] = 1
"""1 as a machine number."""

BY_A_JUMP: Final = 1
"""A bit that stands for no count: a capture by a jump, which requires doubles (KIM-26)."""

TAKEN: Final = 0.7
"""How often a capture that the dice allow is made."""

AFTER_ITS_TURN: Final = 0.3
"""The same for pieces of the seat that is to roll, because they may well have moved on."""


@final
class Reach:
    """The counts with which a piece may go from each square to any other.

    They are computed when they are first asked for, and kept: a search comes back again and again
    to the same arrangements of the fences.
    """

    def __init__(self) -> None:
        # By arrangement and by square, the counts from there.
        self._by_fences: dict[int, list[vec[i64]]] = {}
        self._by_square: list[vec[i64]] = []  # under the arrangement that is asked about
        self._chances: Final = vec[float]([UNKNOWN] * (2 << LONGEST))

    def forget(self) -> None:
        """Forget what was computed, for another game."""
        self._by_fences.clear()

    def see_fences(self, table: KimboTable) -> None:
        """Prepare for questions about the fences of `table`."""
        key = fence_key(table)
        if key not in self._by_fences:
            if len(self._by_fences) == ARRANGEMENTS:
                self.forget()
            self._by_fences[key] = [UNSEEN] * SQUARES
        self._by_square = self._by_fences[key]

    def counts(self, table: KimboTable, attacker: i64, square: i64) -> i64:
        """Return the counts with which the attacker's pieces may end there, as `see_counts` does.

        `see_fences` must have been called for the table.
        """
        found: i64 = 0
        first = attacker * PIECES
        for at in range(first, first + PIECES):
            start = table.pieces[at]
            if start != HOME:
                counts = self._by_square[start]
                if len(counts) == 0:
                    counts = NO_COUNTS[:]
                    _see_piece(table, start, counts)
                    self._by_square[start] = counts
                found |= counts[square]
        return found

    def chance(self, counts: i64) -> float:
        """Return `chance_of` these counts, which is computed once."""
        if self._chances[counts] == UNKNOWN:
            self._chances[counts] = chance_of(counts)
        return self._chances[counts]


def expected_losses(table: KimboTable, dice: list[SquareDice], reach: Reach) -> list[float]:
    """Return for each seat the dice that it may expect to lose by captures in a round of turns.

    `dice` is what `DistanceCache.dice` returns. The turn is about to be played.
    """
    reach.see_fences(table)
    seats: i64 = len(table.sides)
    losses: list[float] = []
    for owner in range(seats):
        weight = AFTER_ITS_TURN if owner == table.seat else TAKEN
        lost = 0.0
        for attacker in range(seats):
            if attacker != owner:
                lost += weight * _losses_of(table, dice[owner], owner, attacker, reach)
        losses.append(lost)
    return losses


def _losses_of(
    table: KimboTable, dice: SquareDice, owner: i64, attacker: i64, reach: Reach
) -> float:
    """Return the dice that one seat may expect to lose by another's captures, if all are made."""
    losses = 0.0
    first = owner * PIECES
    for at in range(first, first + PIECES):
        square = table.pieces[at]
        if square != HOME and not table.board.areas[square]:
            counts = reach.counts(table, attacker, square)
            if counts != 0:
                losses += reach.chance(counts) * worst_loss(table, dice, owner, square)
    return losses


def chance_of_capture(table: KimboTable, square: int) -> float:
    """Return the chance that the next throw of any opponent can capture the piece on a square.

    The fences are as they stand. Each opponent throws once, and its pieces are where they are now.
    No piece in a home area is captured (KIM-21).
    """
    if table.board.areas[square]:
        return 0.0
    counts = NO_COUNTS[:]
    owner = table.occupant[square] - 1
    missed = 1.0
    for attacker in range(len(table.sides)):
        if attacker != owner:
            see_counts(table, attacker, counts)
            missed *= 1.0 - chance_of(counts[square])
    return 1.0 - missed


def worst_loss(table: KimboTable, dice: SquareDice, owner: i64, square: i64) -> float:
    """Return the dice that a capture costs if the piece is put back in the worst vacant corner.

    KIM-19: any vacant corner may be chosen. `dice` are the owner's, by square.
    """
    worst = 0.0
    for corner in range(1, 5):
        start = table.start_square(owner, corner)
        if not table.occupant[start]:
            worst = max(worst, dice[start] - dice[square])
    return worst


def chance_of(counts: i64) -> float:
    """Return the chance of a throw in which one die, or the sum of both, is one of these counts.

    Bit n stands for the count n. With `BY_A_JUMP`, doubles are such throws, too.
    """
    chance = 0.0
    for at in range(len(TWO_DICE)):
        throw = TWO_DICE[at]
        high, low = throw // 10, throw % 10
        jumps = counts & BY_A_JUMP and high == low
        if jumps or counts >> high & 1 or counts >> low & 1 or counts >> (high + low) & 1:
            chance += TWO_DICE_PROBABILITIES[at]
    return chance


def see_counts(table: KimboTable, attacker: i64, counts: vec[i64]) -> None:
    """Fill in, by square, the counts with which the attacker's pieces may end on it (KIM-13).

    The counts are bits; `BY_A_JUMP` is set if one of the pieces may jump there (KIM-26).
    """
    for square in range(len(counts)):
        counts[square] = 0
    for at in range(attacker * PIECES, (attacker + 1) * PIECES):
        square = table.pieces[at]
        if square != HOME:
            _see_piece(table, square, counts)


def _see_piece(table: KimboTable, square: i64, counts: vec[i64]) -> None:
    """Mark, by square, the counts with which a piece may end there."""
    fences = table.walls[square] & ~table.board.borders[square]
    for heading in range(4):
        if not table.walls[square] >> heading & 1:
            _follow(table.board.ahead, table.walls, square, heading, 1, counts)
        elif fences >> heading & 1:
            counts[table.board.ahead[square << 2 | heading]] |= BY_A_JUMP


def _follow(
    ahead: vec[i64],
    walls: vec[i64],
    start: i64,
    set_out: i64,
    gone: i64,
    counts: vec[i64],
) -> None:
    """Mark the squares on every path from there; `gone` is the number of the next step."""
    onwards = ONWARD
    square, heading, bit = start, set_out, ONE << gone
    for step in range(gone, LONGEST + 1):
        onward = onwards[walls[square] << 2 | heading]
        if onward >= FORK:
            if onward == STUCK:
                return
            _follow(ahead, walls, square, (heading + 3) & 3, step, counts)
            onward = (heading + 1) & 3
        heading = onward
        square = ahead[square << 2 | heading]
        counts[square] |= bit
        bit <<= 1
