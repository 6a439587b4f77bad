"""Distances HOME in Kimbo after a fence or two were moved, each computed when it is asked for.

A search asks for the distances of a few squares under hundreds of arrangements of the fences. So
they are found from the square that is asked about, by following the paths from there, and only
where the fences make a difference. They are exactly those that `Distances` and `LastDistances`
compute for all squares by `SWEEPS` sweeps from the distances at the root of the search.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distances import DIE_SIDES, JUMP_DICE, Distances, expected_dice, revised
from ai.kimbo.ends import HEADING_BITS, STATES, Steps, least_beyond
from ai.kimbo.last_piece import LastDistances, expected_of_last
from ai.kimbo.square_dice import FAR, NONE_KNOWN, SquareDice
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD, STUCK
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import SQUARES

SWEEPS: Final = 2
"""The sweeps from the distances at the root to those after a fence move or two."""

KEPT: Final = 1024
"""The most arrangements of the fences for which dice are kept; they take about 10 KB each."""

WORDS: Final = 4
"""The machine numbers that hold a set of squares."""

NO_SQUARES: Final = vec[i64]([0] * WORDS)
"""The set of no squares."""

NO_SETS: Final = vec[i64]([0] * (WORDS * SQUARES))
"""By square, a set of no squares: it hasn't been computed yet."""

WORD_OF: Final = vec[i64]([square % WORDS for square in range(SQUARES)])
BIT_OF: Final = vec[i64]([1 << square // WORDS for square in range(SQUARES)])
"""By square: which number of a set of squares has its bit, and that bit."""


@final
class PathEnds:
    """Where paths of up to `most` steps end, and how near HOME that is."""

    def __init__(self, board: KimboLayout, most: i64) -> None:
        self._most: Final = most
        self._ahead: Final = board.ahead
        self._openings: Final = board.openings
        self._areas: Final = board.areas
        self._best: Final = vec[float]([FAR] * most)

    def best(self, walls: vec[i64], square: i64, dice: SquareDice) -> vec[float]:
        """Return the least of the distances where each count may bring a piece (KIM-13).

        It stands at the count less 1, and is valid until the next call.
        """
        best = self._best
        for steps in range(self._most):
            best[steps] = FAR
        wall = walls[square]
        last_wall = wall & ~self._openings[square]
        for heading in range(4):
            ahead = self._ahead[square << 2 | heading]
            if not last_wall & HEADING_BITS[heading]:
                self._end(ahead, 0, dice)
            if not wall & HEADING_BITS[heading]:
                self._follow(walls, ahead, heading, 1, dice)
        return best

    def _end(self, end: i64, steps: i64, dice: SquareDice) -> None:
        """Lower `_best` by a path's end, unless it is in a start area (KIM-21)."""
        if not self._areas[end]:
            self._best[steps] = min(self._best[steps], dice[end])

    def _follow(
        self, walls: vec[i64], start: i64, set_out: i64, gone: i64, dice: SquareDice
    ) -> None:
        """Lower `_best` by what the paths lead to from a square, after `gone` steps.

        KIM-22: an opening is a border line unless exactly 1 step is left.
        """
        ahead, openings, areas, onwards = self._ahead, self._openings, self._areas, ONWARD
        best, known = self._best, dice.known
        square, heading = start, set_out
        for steps in range(gone, self._most):
            met = walls[square] << 2 | heading
            onward = onwards[met]
            if onward < FORK and not openings[square]:
                heading = onward
                square = ahead[square << 2 | heading]
                if not areas[square]:
                    far = known[square]
                    if far < 0.0:
                        far = dice[square]
                    if far < best[steps]:
                        best[steps] = far
            else:
                last = onwards[met & ~(openings[square] << 2)]
                left, right = (heading + 3) & 3, (heading + 1) & 3
                if last < FORK:
                    self._end(ahead[square << 2 | last], steps, dice)
                elif last == FORK:
                    self._end(ahead[square << 2 | left], steps, dice)
                    self._end(ahead[square << 2 | right], steps, dice)
                if onward == STUCK:
                    return
                if onward == FORK:
                    self._follow(walls, ahead[square << 2 | left], left, steps + 1, dice)
                    onward = right
                heading = onward
                square = ahead[square << 2 | heading]


@final
class RootPaths:
    """Which squares the paths of up to `most` steps depend on at the root of a search."""

    def __init__(self, steps: Steps, most: i64) -> None:
        self._steps: Final = steps
        self._most: Final = most
        self._squares: Final = NO_SETS[:]

    def changed(self, walls: vec[i64]) -> vec[i64]:
        """Return the set of squares whose walls differ from those at the root."""
        before, changed = self._steps.walls, NO_SQUARES[:]
        squares: i64 = SQUARES
        for square in range(squares):
            if walls[square] != before[square]:
                changed[WORD_OF[square]] |= BIT_OF[square]
        return changed

    def depend_on(self, changed: vec[i64], square: i64) -> bool:
        """Whether the paths from a square depend on the walls of a set of squares."""
        sets, at = self._squares, square * WORDS
        if not sets[at + WORD_OF[square]] & BIT_OF[square]:
            self._see(square)
        common: i64 = 0
        for word in range(WORDS):
            common |= sets[at + word] & changed[word]
        return common != 0

    def _see(self, square: i64) -> None:
        """Note on which squares the paths from a square depend."""
        for heading in range(4):
            self._follow(square, square << 2 | heading, 0)

    def _follow(self, start: i64, first: i64, gone: i64) -> None:
        """Note the squares of the paths onward from a state, after `gone` steps."""
        lefts, rights, sets = self._steps.lefts, self._steps.rights, self._squares
        state, at = first, start * WORDS
        for steps in range(gone, self._most):
            if state == STATES:
                return
            square = state >> 2
            sets[at + WORD_OF[square]] |= BIT_OF[square]
            if rights[state] != lefts[state]:
                self._follow(start, rights[state], steps + 1)
            state = lefts[state]


@final
class FenceArrangement:
    """One arrangement of the fences, next to that at the root of a search."""

    def __init__(self, table: KimboTable, root: RootPaths) -> None:
        self.walls: Final = table.walls[:]
        self._board: Final = table.board
        self._closed: Final = table.closed
        self._root: Final = root
        self._changed: Final = root.changed(table.walls)

    def matter_to(self, square: i64) -> bool:
        """Whether paths from a square may differ from those at the root."""
        return self._root.depend_on(self._changed, square)

    def least_beyond(self, dice: SquareDice, square: i64) -> float:
        """Return the least `dice` where a jump may bring a piece, or `FAR`."""
        return least_beyond(self._board, self.walls, self._closed, dice, square)


class SweptDice(SquareDice):
    """The dice after another sweep; `dice` are those before it.

    `unchanged` is what it leads to where the fences don't matter; without it, that is computed as
    well. A subclass says in `sweep` what it leads to elsewhere.
    """

    def __init__(
        self,
        fences: FenceArrangement,
        paths: PathEnds,
        dice: SquareDice,
        unchanged: SquareDice | None,
    ) -> None:
        super().__init__(NONE_KNOWN[:])
        self.fences: Final = fences
        self.dice: Final = dice
        self._paths: Final = paths
        self._unchanged: Final = unchanged

    def find(self, square: i64) -> float:
        if self._unchanged is not None and not self.fences.matter_to(square):
            return self._unchanged[square]
        return self.sweep(square, self._paths.best(self.fences.walls, square, self.dice))

    def sweep(self, square: i64, best: vec[float]) -> float:
        """Return the dice from a square by the least distances at each count less 1."""
        return FAR


@final
class WalkedDice(SweptDice):
    """The dice if the piece doesn't jump from the square; `walked` are those before the sweep."""

    def __init__(
        self,
        fences: FenceArrangement,
        paths: PathEnds,
        walked: SquareDice,
        dice: SquareDice,
        unchanged: SquareDice | None,
    ) -> None:
        super().__init__(fences, paths, dice, unchanged)
        self._walked: Final = walked

    def sweep(self, square: i64, best: vec[float]) -> float:
        return revised(self._walked[square], expected_dice(best))


@final
class JumpedDice(SquareDice):
    """The dice if the piece may also jump from the square (KIM-26); `walked` are those without."""

    def __init__(self, fences: FenceArrangement, walked: SquareDice) -> None:
        super().__init__(NONE_KNOWN[:])
        self._fences: Final = fences
        self._walked: Final = walked

    def find(self, square: i64) -> float:
        beyond = self._fences.least_beyond(self._walked, square)
        return min(self._walked[square], beyond + JUMP_DICE)


@final
class LastSweptDice(SweptDice):
    """The dice of a last piece."""

    def sweep(self, square: i64, best: vec[float]) -> float:
        before, beyond = self.dice[square], self.fences.least_beyond(self.dice, square)
        return revised(before, expected_of_last(best, beyond, before))


class DiceNearRoot:
    """The dice of pieces of one kind, under any fences near those of `table`.

    `key` identifies these, the ones at the root of the search, under which `dice` are the dice and
    `steps` says where paths of up to `most` steps lead.
    """

    def __init__(
        self, table: KimboTable, key: int, dice: vec[float], steps: Steps, most: i64
    ) -> None:
        self.dice: Final = SquareDice(dice)
        # While a sweep's paths are followed, those of the sweep before may be, too.
        self.paths: Final = [PathEnds(table.board, most) for _ in range(SWEEPS)]
        self._root: Final = RootPaths(steps, most)
        self.fences: Final = FenceArrangement(table, self._root)
        self._key: Final = key
        self._by_fences: Final[dict[int, SquareDice]] = {}

    def under(self, table: KimboTable, key: int) -> SquareDice:
        """Return the dice under the fences of `table`, which `key` identifies."""
        if key == self._key:
            return self.dice
        if key not in self._by_fences:
            if len(self._by_fences) == KEPT:
                self._by_fences.clear()
            self._by_fences[key] = self.swept(FenceArrangement(table, self._root))
        return self._by_fences[key]

    def swept(self, fences: FenceArrangement) -> SquareDice:
        """Return the dice under these fences after all sweeps."""
        return self.dice


@final
class NearbyDice(DiceNearRoot):
    """The dice of pieces that aren't the last; `first` has their distances at the root."""

    def __init__(self, table: KimboTable, key: int, first: Distances) -> None:
        super().__init__(table, key, first.dice, first.steps, DIE_SIDES)
        self._walked: Final = SquareDice(first.walked)
        self._next: Final = WalkedDice(
            self.fences, self.paths[0], self._walked, self.dice, unchanged=None
        )

    def swept(self, fences: FenceArrangement) -> SquareDice:
        walked, dice = self._walked, self.dice
        unchanged: SquareDice | None = self._next
        for paths in self.paths:
            walked = WalkedDice(fences, paths, walked, dice, unchanged)
            dice = JumpedDice(fences, walked)
            unchanged = None
        return dice


@final
class NearbyLastDice(DiceNearRoot):
    """The dice of last pieces; `first` has their distances at the root."""

    def __init__(self, table: KimboTable, key: int, first: LastDistances) -> None:
        super().__init__(table, key, first.dice, first.steps, LONGEST)
        self._next: Final = LastSweptDice(self.fences, self.paths[0], self.dice, unchanged=None)

    def swept(self, fences: FenceArrangement) -> SquareDice:
        dice = self.dice
        unchanged: SquareDice | None = self._next
        for paths in self.paths:
            dice = LastSweptDice(fences, paths, dice, unchanged)
            unchanged = None
        return dice
