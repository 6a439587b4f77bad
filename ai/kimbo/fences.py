"""Which fences are worth moving in Kimbo, judged by the next die of every piece.

Two thousand fence moves are reduced to a few dozen. Fences are put on the paths that opponents
would take, or where they turn one of the mover's pieces toward HOME. They are taken from where
they do least.
"""

from random import Random
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.kimbo.distance_cache import is_last
from ai.kimbo.distances import DIE_SIDES, Distances
from ai.kimbo.ends import FAR, LAYER
from ai.kimbo.last_piece import SUM_PROBABILITIES, LastDistances
from boxtui.core import uniform
from boxtui.games.kimbo.board import FENCES, PIECES, KimboLayout
from boxtui.games.kimbo.moves import KEEP, fence_move
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES

NO_SLOT: Final = -1

FOUR: Final[i64] = 4
"""The number of headings, as a machine number."""

PUTS: Final = 16
TAKES: Final = 2
"""How many vacant slots are considered, and how many fences to put into each."""

WORST: Final = 4.0
"""The most dice that a fence is assumed to cost a piece, because other pieces can move instead."""

UNITS: Final = 1e9
"""Ratings are rounded to one part in this many, because smaller differences are rounding errors."""

LATER_WEIGHT: Final = 0.5
"""The weight of a fence's effect on squares where a piece may stand after its next die."""

DIE_PROBABILITIES: Final = vec[float]([1.0 / DIE_SIDES] * DIE_SIDES)
"""The probability of each die, from 1; `SUM_PROBABILITIES` has those of both dice."""


@final
class FenceScores:
    """For each slot, how many dice a fence there is worth to the mover.

    That is what the fence costs the opponents, less what it costs the mover.

    Attributes:
        put: for vacant slots, the worth of putting a fence there.
        kept: for slots with the mover's fences, the worth of leaving them there.
    """

    def __init__(self, table: KimboTable, distances: Distances, last: LastDistances | None) -> None:
        self.table: Final = table
        self.distances: Final = distances
        self.steps: Final = distances.steps
        self.put: Final = vec[float]([0.0] * (2 * SQUARES))
        self.kept: Final = self.put[:]
        # For a piece that is being weighed: the distances where it may end, by the steps that it
        # then makes, less 1. In `_ends` each heading has its own, one after the other; `_bests` are
        # those by the best heading, `_others` by the best of the others, and `_beyond` those on the
        # path behind a line.
        self._ends: Final = vec[float]([FAR] * (4 * LONGEST))
        self._bests: Final = vec[float]([FAR] * LONGEST)
        self._others: Final = vec[float]([FAR] * LONGEST)
        self._beyond: Final = vec[float]([FAR] * LONGEST)
        opponents: i64 = len(table.sides) - 1
        for seat in range(opponents + 1):
            self._see_seat(seat, last)
            worth = -1.0 if seat == table.seat else 1.0 / float(opponents)
            for at in range(seat * PIECES, (seat + 1) * PIECES):
                if table.pieces[at] != HOME:
                    self._weigh_piece(table.pieces[at], worth)

    def _see_seat(self, seat: i64, last: LastDistances | None) -> None:
        """Choose how a seat's pieces move: by one die or, for a last piece, by both."""
        if last is not None and is_last(self.table, seat):
            self._dice, self._after, self._weights = last.dice, last.after(), SUM_PROBABILITIES
        else:
            self._dice, self._after = self.distances.dice, self.distances.after()
            self._weights = DIE_PROBABILITIES
        self._longest: i64 = len(self._weights)

    def _weigh_piece(self, square: i64, worth: float) -> None:
        """Weigh slots for a piece where it stands and where each die would best bring it."""
        self._weigh(square, worth)
        # Weighing overwrites the ends, so all next squares are looked up first.
        for end, probability in self._next_squares(square):
            self._weigh(end, worth * LATER_WEIGHT * probability)

    def _next_squares(self, square: i64) -> list[tuple[i64, float]]:
        """Return the squares where each die would best bring a piece, and their probabilities.

        HOME is left out. `_see_ends` must have been called for the square. Equally good headings
        share the die's probability.
        """
        ends: list[tuple[i64, float]] = []
        for die in range(1, self._longest + 1):
            least = self._bests[die - 1]
            if least < FAR:
                best = [at for at in range(4) if self._ends[at * LONGEST + die - 1] == least]
                for heading in best:
                    end = self._best_end(square << 2 | heading, die)
                    if end < HOME:
                        ends.append((end, self._weights[die - 1] / float(len(best))))
        return ends

    def _best_end(self, set_out: i64, die: i64) -> i64:
        """Return the square nearest HOME on which a piece in the state `set_out` can end by `die`.

        States of a piece under way are as in `Steps`.
        """
        state, left = set_out, die
        while left > 1:
            state = self._nearer(state, left)
            left -= 1
        one, other = self.steps.left_ends[state], self.steps.right_ends[state]
        return one if self._dice[one] <= self._dice[other] else other

    def _nearer(self, state: i64, left: i64) -> i64:
        """Return the state after the first of `left` steps.

        At a fork it is the one from which the piece can end nearer HOME.
        """
        one, other = self.steps.lefts[state], self.steps.rights[state]
        layer = (left - 2) * LAYER
        return one if self._after[layer + one] <= self._after[layer + other] else other

    def _weigh(self, square: i64, worth: float) -> None:
        """Weigh every slot that a piece on that square may meet within a die."""
        self._see_ends(square)
        for heading in range(4):
            self._see_others(heading)
            self._follow(square, heading, worth)

    def _see_ends(self, square: i64) -> None:
        """Fill in `_ends` and `_bests` for a piece on that square."""
        steps, after, ends, bests = self.steps, self._after, self._ends, self._bests
        wall = steps.walls[square]
        last_wall = wall & ~steps.board.openings[square]
        at = square << 2
        for left in range(self._longest):
            blocked = wall if left else last_wall
            least = FAR
            for heading in range(4):
                end = FAR if blocked >> heading & 1 else after[at + heading]
                ends[heading * LONGEST + left] = end
                least = min(least, end)
            bests[left] = least
            at += LAYER

    def _see_others(self, heading: i64) -> None:
        """Fill in `_others`: the best ends by any heading but this one."""
        ends, others, headings = self._ends, self._others, FOUR
        for at in range(self._longest):
            least = FAR
            for other in range(headings):
                if other != heading and ends[other * LONGEST + at] < least:
                    least = ends[other * LONGEST + at]
            others[at] = least

    def _follow(self, start: i64, set_out: i64, worth: float) -> None:
        """Weigh the slots ahead on the path in one heading, up to the first fork."""
        steps, square, heading = self.steps, start, set_out
        for gone in range(self._longest):
            wall = steps.walls[square]
            line = slot_ahead(steps.board, square, heading)
            if wall >> heading & 1:
                if line != NO_SLOT and self.table.owns_fence(line):
                    self._weigh_kept(line, square, heading, gone, worth)
                if gone == 0 or ONWARD[wall << 2 | heading] >= FORK:
                    return
                heading = ONWARD[wall << 2 | heading]
                line = slot_ahead(steps.board, square, heading)
            if line != NO_SLOT:
                self._weigh_put(line, square, heading, gone, worth)
            square = steps.board.ahead[square << 2 | heading]

    def _weigh_put(self, line: i64, square: i64, heading: i64, gone: i64, worth: float) -> None:
        """Add what a fence costs a piece that would cross its line after `gone` steps."""
        most = self._longest - gone
        self._forget_beyond(most)
        if gone > 0:
            onward = ONWARD[(self.steps.walls[square] | 1 << heading) << 2 | heading]
            if onward < FORK:
                self._see_beyond(square, onward, most)
            elif onward == FORK:
                self._see_beyond(square, (heading + 3) & 3, most)
                self._see_beyond(square, (heading + 1) & 3, most)
        lost, weights = 0.0, self._weights
        bests, others, beyond = self._bests, self._others, self._beyond
        for at in range(gone, self._longest):
            end = min(others[at], beyond[at - gone])
            lost += weights[at] * (end - bests[at] if end < FAR else WORST)
        self.put[line] += worth * min(max(lost, -WORST), WORST)

    def _weigh_kept(self, line: i64, square: i64, heading: i64, gone: i64, worth: float) -> None:
        """Add what a fence costs a piece that would otherwise cross its line after `gone` steps."""
        most = self._longest - gone
        self._forget_beyond(most)
        self._see_beyond(square, heading, most)
        lost = 0.0
        for at in range(gone, self._longest):
            end = self._beyond[at - gone]
            if end < self._bests[at]:
                gained = self._bests[at] - end if self._bests[at] < FAR else WORST
                lost += self._weights[at] * gained
        self.kept[line] += worth * min(lost, WORST)

    def _forget_beyond(self, most: i64) -> None:
        beyond = self._beyond
        for at in range(most):
            beyond[at] = FAR

    def _see_beyond(self, square: i64, heading: i64, most: i64) -> None:
        """Lower `_beyond` to the ends on the path that leaves the square with that heading.

        No more than `most` steps of it are seen.
        """
        beyond, after = self._beyond, self._after
        ahead = self.steps.board.ahead[square << 2 | heading]
        if not self.steps.board.areas[ahead]:
            beyond[0] = min(beyond[0], self._dice[ahead])
        at = ahead << 2 | heading
        for left in range(1, most):
            beyond[left] = min(beyond[left], after[at])
            at += LAYER

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
        """Return `useful_slots`, each after its worth, negated."""
        vacant = [slot for slot in self.table.vacant_slots() if self.put[slot] > 0.0]
        return _least([(-self.put[slot], slot) for slot in vacant], count, rng)

    def own_fences(self, rng: Random) -> list[i64]:
        """Return the slots of the mover's fences, those worth least first."""
        return [slot for _, slot in self._least_used(FENCES, rng)]

    def _least_used(self, count: int, rng: Random) -> list[tuple[float, i64]]:
        """Return slots with the mover's fences, after their worth, the least first."""
        first = self.table.seat * FENCES
        own = self.table.fences[first : first + FENCES]
        return _least([(self.kept[slot], slot) for slot in own], count, rng)


def slot_ahead(board: KimboLayout, square: i64, heading: i64) -> i64:
    """Return the slot on that side of a square, or `NO_SLOT`."""
    ahead = board.ahead[square << 2 | heading]
    if ahead < 0 or ahead == HOME:
        return NO_SLOT
    line = square << 1 | heading if heading < 2 else ahead << 1 | (heading - 2)
    return line if board.slotted[line] else NO_SLOT


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
