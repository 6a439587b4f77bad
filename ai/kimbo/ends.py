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

# Written out, because compiled code looks up a number that is computed from another module's.
STATES: Final = 900
"""The number of states of a piece under way: 4 times its square, plus its heading. As a state, this
number means that there is no path onward."""

LAYER: Final = 901
"""The number of states and no state."""

NO_END: Final = 226
"""The index, after the squares and HOME, of an end that isn't allowed."""

NO_SQUARES: Final = vec[i64]([0] * SQUARES)
"""By square, 0: none is marked."""

NO_STATES: Final = vec[i64]([STATES] * STATES)
NO_ENDS: Final = vec[i64]([NO_END] * STATES)
"""By state: no path leads onward, and none ends."""

MANY: Final = 60
"""If more squares than this have changed, computing everything again is faster."""


@final
class Squares:
    """A set of squares, in the order in which they were added."""

    def __init__(self) -> None:
        self.squares: Final = NO_SQUARES[:]
        self.count: i64 = 0
        self._has: Final = NO_SQUARES[:]

    def add(self, square: i64) -> None:
        has = self._has
        if not has[square]:
            has[square] = 1
            self.squares[self.count] = square
            self.count += 1

    def clear(self) -> None:
        for at in range(self.count):
            self._has[self.squares[at]] = 0
        self.count = 0


NO_CHANGES: Final = Squares()
"""Nothing is ever added to this set."""


def mark_all(marks: vec[i64]) -> None:
    """Mark every square."""
    squares: i64 = SQUARES
    for square in range(squares):
        marks[square] = 1


def mark_each(marks: vec[i64], squares: Squares) -> None:
    """Mark these squares."""
    for at in range(squares.count):
        marks[squares.squares[at]] = 1


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
        self.board: Final = board
        self.walls: Final = walls[:]
        self.closed: Final = closed
        self.renewed: Final = Squares()
        self.lefts: Final[vec[i64]] = like.lefts[:] if like else NO_STATES[:]
        self.rights: Final[vec[i64]] = like.rights[:] if like else NO_STATES[:]
        self.left_ends: Final[vec[i64]] = like.left_ends[:] if like else NO_ENDS[:]
        self.right_ends: Final[vec[i64]] = like.right_ends[:] if like else NO_ENDS[:]
        if like is None:
            for square in range(SQUARES):
                self.renewed.add(square)
        else:
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

    def mark_jumpers(self, square: i64, marks: vec[i64]) -> None:
        """Mark the squares from which a jump may end there, and the square itself if there are any.

        What a jump is worth depends on both of its ends.
        """
        fences = self.walls[square] & ~self.board.borders[square]
        if fences:
            marks[square] = 1
            for heading in range(4):
                if fences >> heading & 1:
                    marks[self.board.ahead[square << 2 | heading]] = 1


@final
class Ends:
    """The least distance at the end of each count, kept as distances change.

    Attributes:
        after: at ``LAYER * count + state``, the least `dice` where a piece with `count` + 1 steps
            left may end; its only choices are at forks.
        stale: by square, 1 if something may have changed from there since it was last set to 0.
    """

    def __init__(self, steps: Steps, like: "Ends | None", most: i64) -> None:
        self.steps: Final = steps
        self.most = most
        self.after: Final[vec[float]] = (
            like.after[:] if like else vec[float]([FAR] * (most * LAYER))
        )
        self.stale: Final[vec[i64]] = like.stale[:] if like else NO_SQUARES[:]
        # Nothing in these is kept between updates, so all that are alike share them.
        self._changed: Final[vec[i64]] = like._changed if like else vec[i64]([0] * STATES)
        self._changed_count: i64 = 0
        # A state is due three times at most: for its square's walls, and for either turn.
        self._due: Final[vec[i64]] = like._due if like else vec[i64]([0] * (3 * STATES))
        self._due_count: i64 = 0

    def see_all(self, dice: vec[float]) -> None:
        """Compute everything from these distances."""
        lefts, rights = self.steps.lefts, self.steps.rights
        left_ends, right_ends = self.steps.left_ends, self.steps.right_ends
        after = self.after
        # In compiled code, `range` of an i64 counts in machine numbers, which is much faster.
        states: i64 = STATES
        forks = self._due
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
        mark_all(self.stale)

    def update(self, dice: vec[float], changed: Squares, renewed: Squares) -> None:
        """Compute what depends on distances that changed and on squares with new walls."""
        mark_each(self.stale, renewed)
        if changed.count + renewed.count > MANY:
            self.see_all(dice)
            return
        steps = self.steps
        self._expect_renewed(renewed)
        for at in range(changed.count):
            self._expect_ends_on(changed.squares[at])
        self._compute(0, dice, 0, steps.left_ends, steps.right_ends)
        below: i64 = 0
        for _ in range(1, self.most):
            self._expect_renewed(renewed)
            self._expect_steps()
            self._compute(below + LAYER, self.after, below, steps.lefts, steps.rights)
            below += LAYER

    def _expect_renewed(self, renewed: Squares) -> None:
        """Make due all states on squares with new walls, and nothing else."""
        count: i64 = 0
        for at in range(renewed.count):
            first = renewed.squares[at] << 2
            for state in range(first, first + 4):
                self._due[count] = state
                count += 1
        self._due_count = count

    def _expect_ends_on(self, square: i64) -> None:
        """Make due the states whose last step ends on a square."""
        ahead, due, count = self.steps.board.ahead, self._due, self._due_count
        left_ends, right_ends = self.steps.left_ends, self.steps.right_ends
        for heading in range(4):
            beside = ahead[square << 2 | heading]
            if 0 <= beside < HOME:
                first = beside << 2
                for state in range(first, first + 4):
                    if left_ends[state] == square or right_ends[state] == square:
                        due[count] = state
                        count += 1
        self._due_count = count

    def _expect_steps(self) -> None:
        """Make due the states that step to one that changed in the layer below."""
        ahead, due, count = self.steps.board.ahead, self._due, self._due_count
        lefts, rights, states = self.steps.lefts, self.steps.rights, self._changed
        for at in range(self._changed_count):
            changed = states[at]
            behind = ahead[changed & ~3 | (changed + 2) & 3]
            if 0 <= behind < HOME:
                first = behind << 2
                for state in range(first, first + 4):
                    if lefts[state] == changed or rights[state] == changed:
                        due[count] = state
                        count += 1
        self._due_count = count

    def _compute(
        self, layer: i64, values: vec[float], below: i64, lefts: vec[i64], rights: vec[i64]
    ) -> None:
        """Compute a layer's states that are due, from the values of what follows them.

        Those that change are noted, and so are their squares.
        """
        after, changed, due, stale = self.after, self._changed, self._due, self.stale
        count: i64 = 0
        for at in range(self._due_count):
            state = due[at]
            nearest, other = values[below + lefts[state]], values[below + rights[state]]
            nearest = other if other < nearest else nearest
            if after[layer + state] != nearest:
                after[layer + state] = nearest
                changed[count] = state
                count += 1
                stale[state >> 2] = 1
        self._changed_count = count

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
