"""Where a piece under way in Kimbo may end, for every count, and how near HOME that is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.square_dice import FAR, SquareDice
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.paths import FORK, ONWARD, STUCK
from boxtui.games.kimbo.squares import SQUARES

# Written out, because compiled code looks up a number that is computed from another module's.
STATES: Final = 900
"""The number of states of a piece under way: 4 times its square, plus its heading. As a state, this
number means that there is no path onward."""

LAYER: Final = 901
"""The number of states and no state."""

NO_END: Final = 226
"""The index, after the squares and HOME, of an end that isn't allowed."""

HEADING_BITS: Final = vec[i64]([1, 2, 4, 8])
"""The bit of each heading."""

NO_STATES: Final = vec[i64]([STATES] * STATES)
NO_ENDS: Final = vec[i64]([NO_END] * STATES)
"""By state: no path leads onward, and none ends."""


@final
class Steps:
    """For one arrangement of the fences, where each piece under way goes next.

    Attributes:
        closed: the squares that nobody may enter (KIM-8).
        lefts: where a piece under way is one step later if it turns left at a fork.
        rights: the same if it turns right; equal to `lefts` if there is no fork.
        left_ends: its square if that step is its last, turning left at a fork.
        right_ends: the same, turning right.
    """

    def __init__(self, board: KimboLayout, walls: vec[i64], closed: list[int]) -> None:
        self.board: Final = board
        self.walls: Final = walls[:]
        self.closed: Final = closed
        self.lefts: Final = NO_STATES[:]
        self.rights: Final = NO_STATES[:]
        self.left_ends: Final = NO_ENDS[:]
        self.right_ends: Final = NO_ENDS[:]
        squares: i64 = SQUARES
        for square in range(squares):
            wall = walls[square]
            for heading in range(4):
                self._see_step(square, heading, wall, wall & ~board.openings[square])

    def _see_step(self, square: i64, heading: i64, wall: i64, last_wall: i64) -> None:
        state = square << 2 | heading
        left: i64 = STATES
        right: i64 = STATES
        onward = ONWARD[wall << 2 | heading]
        if onward < FORK:
            left = right = self._beyond(square, onward)
        elif onward != STUCK:
            left = self._beyond(square, (heading + 3) & 3)
            right = self._beyond(square, (heading + 1) & 3)
        self.lefts[state], self.rights[state] = left, right
        left = right = i64(NO_END)
        onward = ONWARD[last_wall << 2 | heading]
        if onward < FORK:
            left = right = self._end(square, onward)
        elif onward != STUCK:
            left = self._end(square, (heading + 3) & 3)
            right = self._end(square, (heading + 1) & 3)
        self.left_ends[state], self.right_ends[state] = left, right

    def _beyond(self, square: i64, heading: i64) -> i64:
        return self.board.ahead[square << 2 | heading] << 2 | heading

    def _end(self, square: i64, heading: i64) -> i64:
        """Return where a last step ends: `NO_END` in a start area, where no move ends (KIM-21)."""
        end = self.board.ahead[square << 2 | heading]
        return NO_END if self.board.areas[end] else end

    def least_beyond(self, dice: SquareDice, square: i64) -> float:
        """Return the least `dice` where a jump may bring a piece, or `FAR`."""
        return least_beyond(self.board, self.walls, self.closed, dice, square)


def least_beyond(
    board: KimboLayout, walls: vec[i64], closed: list[int], dice: SquareDice, square: i64
) -> float:
    """Return the least `dice` where a jump over a fence may bring a piece, or `FAR`.

    KIM-26: any fence beside the piece may be jumped. KIM-8: nobody may enter the `closed` squares.
    """
    fences = walls[square] & ~board.borders[square]
    least = FAR
    if fences:
        for heading in range(4):
            end = board.ahead[square << 2 | heading]
            if fences & HEADING_BITS[heading] and end not in closed:
                least = min(least, dice[end])
    return least


@final
class Ends:
    """The least distance at the end of each count up to `most`.

    Attributes:
        after: at ``LAYER * count + state``, the least `dice` where a piece with `count` + 1 steps
            left may end; its only choices are at forks.
    """

    def __init__(self, steps: Steps, most: i64) -> None:
        self.steps: Final = steps
        self.most = most
        self.after: Final = vec[float]([FAR] * (most * LAYER))
        self._forks: Final = NO_STATES[:]

    def see(self, dice: vec[float]) -> None:
        """Compute `after` from these distances."""
        lefts, rights = self.steps.lefts, self.steps.rights
        left_ends, right_ends = self.steps.left_ends, self.steps.right_ends
        after = self.after
        # In compiled code, `range` of an i64 counts in machine numbers, which is much faster.
        states: i64 = STATES
        forks = self._forks
        count: i64 = 0
        for state in range(states):
            nearest, other = dice[left_ends[state]], dice[right_ends[state]]
            after[state] = other if other < nearest else nearest
            if lefts[state] != rights[state]:
                forks[count] = state
                count += 1
        below: i64 = 0
        for _ in range(1, self.most):
            layer = below + LAYER
            _see_layer(after, layer, below, lefts)
            for at in range(count):
                state = forks[at]
                after[layer + state] = min(after[layer + state], after[below + rights[state]])
            below = layer

    def see_best(self, square: i64, best: vec[float]) -> None:
        """Fill in, at each count less 1, the least distance where it may bring a piece, or `FAR`.

        KIM-22: an opening is a border line unless exactly 1 is left.
        """
        after = self.after
        wall = self.steps.walls[square]
        at = square << 2
        blocked = wall & ~self.steps.board.openings[square]
        for count in range(self.most):
            least = FAR
            if not blocked & 1:
                least = min(least, after[at])
            if not blocked & 2:
                least = min(least, after[at + 1])
            if not blocked & 4:
                least = min(least, after[at + 2])
            if not blocked & 8:
                least = min(least, after[at + 3])
            best[count] = least
            blocked = wall
            at += LAYER


def _see_layer(after: vec[float], layer: i64, below: i64, steps: vec[i64]) -> None:
    """Compute a layer of `Ends.after` from the one below, where each state has a single step.

    It is a function of its own because so short a loop is twice as fast in compiled code.
    """
    at = layer
    for step in steps:
        after[at] = after[below + step]
        at += 1
