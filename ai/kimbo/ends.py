"""Where a piece under way in Kimbo may end, for every count, and how near HOME that is.

Value iteration asks for this again and again, while only a few distances change from one sweep to
the next, or from one arrangement of the fences to another. So what depends on them is found by
following the paths backward, and nothing else is computed again.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.paths import FORK, ONWARD, STUCK
from boxtui.games.kimbo.squares import HOME, SQUARES

FAR: Final = 60.0
"""The distance if no path is known; no distance is larger."""

STATES: Final = 4 * SQUARES
"""The number of states of a piece under way: 4 times its square, plus its heading. As a state, this
number means that there is no path onward."""

LAYER: Final = STATES + 1
LAST: Final = HOME + 1
"""The index, after the squares, of an end that isn't allowed."""

MANY: Final = 60
"""If more squares than this have changed, computing everything again is faster."""


@final
class Squares:
    """A set of squares, in the order in which they were added."""

    def __init__(self) -> None:
        self.squares = vec[i64]([0] * SQUARES)
        self.count: i64 = 0
        self._has = vec[i64]([0] * SQUARES)

    def add(self, square: i64) -> None:
        if not self._has[square]:
            self._has[square] = 1
            self.squares[self.count] = square
            self.count += 1

    def add_all(self) -> None:
        squares: i64 = SQUARES
        for square in range(squares):
            self.add(square)

    def add_each(self, others: "Squares") -> None:
        for at in range(others.count):
            self.add(others.squares[at])

    def clear(self) -> None:
        for at in range(self.count):
            self._has[self.squares[at]] = 0
        self.count = 0


@final
class Steps:
    """For one arrangement of the fences, where each piece under way goes next.

    `like` has a similar arrangement, or is None.

    Attributes:
        closed: the squares that nobody may enter (KIM-8).
        lefts: where a piece under way is one step later if it turns left at a fork.
        rights: the same if it turns right; equal to `lefts` if there is no fork.
        left_ends: its square if that step is its last, turning left at a fork.
        right_ends: the same, turning right.
        renewed: the squares whose walls differ from those of `like`; without it, all.
    """

    def __init__(
        self, board: KimboLayout, walls: vec[i64], closed: list[int], like: "Steps | None"
    ) -> None:
        self.board = board
        self.walls = walls[:]
        self.closed = closed
        self.renewed = Squares()
        if like is None:
            self.lefts = vec[i64]([STATES] * STATES)
            self.rights = self.lefts[:]
            self.left_ends = vec[i64]([LAST] * STATES)
            self.right_ends = self.left_ends[:]
            self.renewed.add_all()
        else:
            self.lefts, self.rights = like.lefts[:], like.rights[:]
            self.left_ends, self.right_ends = like.left_ends[:], like.right_ends[:]
            before = like.walls
            squares: i64 = SQUARES
            for square in range(squares):
                if walls[square] != before[square]:
                    self.renewed.add(square)
        for at in range(self.renewed.count):
            square = self.renewed.squares[at]
            wall = walls[square]
            for heading in range(4):
                self._see_step(square, heading, wall, wall & ~board.openings[square])

    def _see_step(self, square: i64, heading: i64, wall: i64, last_wall: i64) -> None:
        state = square << 2 | heading
        onward = ONWARD[wall << 2 | heading]
        self.lefts[state] = self.rights[state] = STATES
        if onward < FORK:
            self.lefts[state] = self.rights[state] = self._beyond(square, onward)
        elif onward != STUCK:
            self.lefts[state] = self._beyond(square, (heading + 3) & 3)
            self.rights[state] = self._beyond(square, (heading + 1) & 3)
        onward = ONWARD[last_wall << 2 | heading]
        self.left_ends[state] = self.right_ends[state] = LAST
        if onward < FORK:
            self.left_ends[state] = self.right_ends[state] = self._end(square, onward)
        elif onward != STUCK:
            self.left_ends[state] = self._end(square, (heading + 3) & 3)
            self.right_ends[state] = self._end(square, (heading + 1) & 3)

    def _beyond(self, square: i64, heading: i64) -> i64:
        return self.board.ahead[square << 2 | heading] << 2 | heading

    def _end(self, square: i64, heading: i64) -> i64:
        """Return where a last step ends: `LAST` in a start area, where no move ends (KIM-21)."""
        end = self.board.ahead[square << 2 | heading]
        return LAST if self.board.areas[end] else end

    def least_beyond(self, dice: vec[float], square: i64) -> float:
        """Return the least `dice` where a jump may bring a piece (KIM-26), or `FAR`."""
        fences = self.walls[square] & ~self.board.borders[square]
        if not fences:
            return FAR
        least = FAR
        for heading in range(4):
            if fences >> heading & 1:
                end = self.board.ahead[square << 2 | heading]
                if dice[end] < least and end not in self.closed:
                    least = dice[end]
        return least

    def add_jumpers(self, square: i64, squares: Squares) -> None:
        """Add the squares from which a jump may end there, and the square itself if there are any.

        What a jump is worth depends on both of its ends.
        """
        fences = self.walls[square] & ~self.board.borders[square]
        if fences:
            squares.add(square)
            for heading in range(4):
                if fences >> heading & 1:
                    squares.add(self.board.ahead[square << 2 | heading])


@final
class Ends:
    """The least distance at the end of each count, kept as distances change.

    Attributes:
        after: at ``LAYER * count + state``, the least `dice` where a piece with `count` + 1 steps
            left may end; its only choices are at forks.
        stale: the squares from which something has changed since this was last cleared.
    """

    def __init__(self, steps: Steps, like: "Ends | None", most: i64) -> None:
        self.steps = steps
        self.most = most
        self.stale = Squares()
        if like is None:
            self.after = vec[float]([FAR] * (most * LAYER))
        else:
            self.after = like.after[:]
            self.stale.add_each(like.stale)
        self._states = vec[i64]([0] * STATES)
        self._next_states = vec[i64]([0] * STATES)
        self._next_count: i64 = 0

    def see_all(self, dice: vec[float]) -> None:
        """Compute everything from these distances."""
        lefts, rights = self.steps.lefts, self.steps.rights
        left_ends, right_ends = self.steps.left_ends, self.steps.right_ends
        after = self.after
        # In compiled code, `range` of an i64 counts in machine numbers, which is much faster.
        states: i64 = STATES
        for state in range(states):
            nearest = dice[left_ends[state]]
            nearest = min(nearest, dice[right_ends[state]])
            if after[state] != nearest:
                after[state] = nearest
                self.stale.add(state >> 2)
        below: i64 = 0
        for _ in range(1, self.most):
            layer = below + LAYER
            for state in range(states):
                left = lefts[state]
                nearest = after[below + left]
                if rights[state] != left:
                    nearest = min(nearest, after[below + rights[state]])
                if after[layer + state] != nearest:
                    after[layer + state] = nearest
                    self.stale.add(state >> 2)
            below = layer

    def update(self, dice: vec[float], changed: Squares, renewed: Squares) -> None:
        """Compute what depends on distances that changed and on squares with new walls."""
        self.stale.add_each(renewed)
        if changed.count + renewed.count > MANY:
            self.see_all(dice)
            return
        self._next_count = 0
        for at in range(renewed.count):
            first = renewed.squares[at] << 2
            for state in range(first, first + 4):
                self._see_end(dice, state)
        for at in range(changed.count):
            self._see_ends_on(dice, changed.squares[at])
        layer: i64 = LAYER
        for _ in range(1, self.most):
            self._see_layer(layer, renewed)
            layer += LAYER

    def _see_ends_on(self, dice: vec[float], square: i64) -> None:
        """Compute last steps that end on a square."""
        ahead = self.steps.board.ahead
        left_ends, right_ends = self.steps.left_ends, self.steps.right_ends
        for heading in range(4):
            beside = ahead[square << 2 | heading]
            if 0 <= beside < HOME:
                first = beside << 2
                for state in range(first, first + 4):
                    if left_ends[state] == square or right_ends[state] == square:
                        self._see_end(dice, state)

    def _see_end(self, dice: vec[float], state: i64) -> None:
        nearest = dice[self.steps.left_ends[state]]
        other = dice[self.steps.right_ends[state]]
        self._keep(state, state, other if other < nearest else nearest)

    def _keep(self, at: i64, state: i64, nearest: float) -> None:
        """Keep a value; if it differs, what depends on it is looked at in the next layer."""
        if self.after[at] != nearest:
            self.after[at] = nearest
            self._next_states[self._next_count] = state
            self._next_count += 1
            self.stale.add(state >> 2)

    def _see_layer(self, layer: i64, renewed: Squares) -> None:
        """Compute one more step, of what has changed in the layer below."""
        count = self._next_count
        states = self._next_states
        self._states, self._next_states = states, self._states
        self._next_count = 0
        for at in range(renewed.count):
            first = renewed.squares[at] << 2
            for state in range(first, first + 4):
                self._see_step(layer, state)
        ahead = self.steps.board.ahead
        lefts, rights = self.steps.lefts, self.steps.rights
        for at in range(count):
            changed = states[at]
            behind = ahead[changed & ~3 | (changed + 2) & 3]
            if 0 <= behind < HOME:
                first = behind << 2
                for state in range(first, first + 4):
                    if lefts[state] == changed or rights[state] == changed:
                        self._see_step(layer, state)

    def _see_step(self, layer: i64, state: i64) -> None:
        below = layer - LAYER
        nearest = self.after[below + self.steps.lefts[state]]
        other = self.after[below + self.steps.rights[state]]
        self._keep(layer + state, state, other if other < nearest else nearest)

    def see_best(self, square: i64, best: vec[float]) -> None:
        """Fill in, at each count less 1, the least distance where it may bring a piece, or `FAR`.

        KIM-22: an opening is a border line unless exactly 1 is left.
        """
        after, wall, most = self.after, self.steps.walls[square], self.most
        at = square << 2
        best[0] = least_of_four(after, at, wall & ~self.steps.board.openings[square])
        for count in range(1, most):
            at += LAYER
            best[count] = least_of_four(after, at, wall)


def least_of_four(after: vec[float], at: i64, wall: i64) -> float:
    """Return the least of four numbers, but of those whose bit isn't set in `wall`."""
    least = FAR
    if not wall & 1 and after[at] < least:
        least = after[at]
    if not wall & 2 and after[at + 1] < least:
        least = after[at + 1]
    if not wall & 4 and after[at + 2] < least:
        least = after[at + 2]
    if not wall & 8 and after[at + 3] < least:
        least = after[at + 3]
    return least
