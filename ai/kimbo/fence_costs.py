"""What fences in Kimbo cost a piece on its next die, or a last piece on its next throw."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.kimbo.ends import LAYER, Steps
from ai.kimbo.square_dice import FAR
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD
from boxtui.games.kimbo.squares import HOME, SQUARES

NO_SLOT: Final = -1

FOUR: Final[i64] = 4
"""The number of headings, as a machine number."""

WORST: Final = 4.0
"""The most dice that a fence is assumed to cost a piece, because other pieces can move instead."""


@final
class CostsOnSquare:
    """What fences cost a piece on one square. A slot may occur several times; its costs add up.

    Attributes:
        slots: the slots without a fence on the piece's paths.
        costs: for each of them, what a fence there would cost, in dice.
        fenced: the slots with a fence that the piece meets.
        kept_costs: for each of them, what the fence costs, in dice.
    """

    def __init__(self) -> None:
        self.slots = vec[i64](capacity=32)
        self.costs = vec[float](capacity=32)
        self.fenced = vec[i64]()
        self.kept_costs = vec[float]()

    def add(self, slot: i64, cost: float) -> None:
        self.slots, self.costs = append(self.slots, slot), append(self.costs, cost)

    def add_kept(self, slot: i64, cost: float) -> None:
        self.fenced, self.kept_costs = append(self.fenced, slot), append(self.kept_costs, cost)


@final
class FenceCosts:
    """What fences cost pieces that move in the same way. Each square is computed when asked for.

    `dice` are the distances by square, `after` is what `Ends.after` is for them, and `weights` are
    the probabilities of each number of steps, from 1.
    """

    def __init__(
        self, steps: Steps, dice: vec[float], after: vec[float], weights: vec[float]
    ) -> None:
        self.steps: Final = steps
        self._dice: Final = dice
        self._after: Final = after
        self._weights: Final = weights
        self._longest: Final[i64] = len(weights)
        self._on: Final[list[CostsOnSquare | None]] = [None] * SQUARES
        self._next: Final[list[list[tuple[i64, float]] | None]] = [None] * SQUARES
        # For a piece that is being looked at: the distances where it may end, by the steps that it
        # then makes, less 1. In `_ends` each heading has its own, one after the other; `_bests` are
        # those by the best heading, `_others` by the best of the others, and `_beyond` those on the
        # path behind a line.
        self._ends: Final = vec[float]([FAR] * (4 * LONGEST))
        self._bests: Final = vec[float]([FAR] * LONGEST)
        self._others: Final = vec[float]([FAR] * LONGEST)
        self._beyond: Final = vec[float]([FAR] * LONGEST)

    def on(self, square: i64) -> CostsOnSquare:
        """Return what fences cost a piece on a square."""
        costs = self._on[square]
        if costs is None:
            costs = CostsOnSquare()
            self._on[square] = costs
            self._see_ends(square)
            for heading in range(4):
                self._see_others(heading)
                self._follow(costs, square, heading)
        return costs

    def next_squares(self, square: i64) -> list[tuple[i64, float]]:
        """Return the squares where each die would best bring a piece, and their probabilities.

        HOME is left out. Equally good headings share the die's probability.
        """
        ends = self._next[square]
        if ends is None:
            ends = self._next[square] = self._find_next_squares(square)
        return ends

    def _find_next_squares(self, square: i64) -> list[tuple[i64, float]]:
        self._see_ends(square)
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

    def _follow(self, costs: CostsOnSquare, start: i64, set_out: i64) -> None:
        """Add the slots ahead on the path in one heading, up to the first fork."""
        steps, square, heading = self.steps, start, set_out
        for gone in range(self._longest):
            wall = steps.walls[square]
            line = slot_ahead(steps.board, square, heading)
            if wall >> heading & 1:
                if line != NO_SLOT:
                    costs.add_kept(line, self._kept_cost(square, heading, gone))
                if gone == 0 or ONWARD[wall << 2 | heading] >= FORK:
                    return
                heading = ONWARD[wall << 2 | heading]
                line = slot_ahead(steps.board, square, heading)
            if line != NO_SLOT:
                costs.add(line, self._cost(square, heading, gone))
            square = steps.board.ahead[square << 2 | heading]

    def _cost(self, square: i64, heading: i64, gone: i64) -> float:
        """Return what a fence costs a piece that would cross its line after `gone` steps."""
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
        return min(max(lost, -WORST), WORST)

    def _kept_cost(self, square: i64, heading: i64, gone: i64) -> float:
        """Return what a fence costs a piece that it keeps from crossing after `gone` steps."""
        most = self._longest - gone
        self._forget_beyond(most)
        self._see_beyond(square, heading, most)
        lost = 0.0
        for at in range(gone, self._longest):
            end = self._beyond[at - gone]
            if end < self._bests[at]:
                gained = self._bests[at] - end if self._bests[at] < FAR else WORST
                lost += self._weights[at] * gained
        return min(lost, WORST)

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


def slot_ahead(board: KimboLayout, square: i64, heading: i64) -> i64:
    """Return the slot on that side of a square, or `NO_SLOT`."""
    ahead = board.ahead[square << 2 | heading]
    if ahead < 0 or ahead == HOME:
        return NO_SLOT
    line = square << 1 | heading if heading < 2 else ahead << 1 | (heading - 2)
    return line if board.slotted[line] else NO_SLOT
