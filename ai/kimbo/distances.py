"""Distances HOME in Kimbo, in dice, from every square under the fences as they stand."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.paths import ALL_BLOCKED, FORK, ONWARD, STUCK, wall_at
from boxtui.games.kimbo.squares import HOME, SQUARES

FAR: Final = 60.0
"""The distance if no path is known; no distance is larger."""

JUMP_DICE: Final = 6.0
"""The cost of waiting for doubles and a jump; other pieces use most of the waiting."""

STATES: Final = 4 * SQUARES
"""The number of states of a piece under way: 4 times its square, plus its heading. As a state, this
number means that there is no path onward."""

LAYER: Final = STATES + 1
LAST: Final = HOME + 1
"""The index, after the squares, of an end that isn't allowed."""

DICE: Final = 6


@final
class Distances:
    """For one arrangement of the fences, how many dice a piece needs to get HOME from each square.

    `guess` is the distances under a similar arrangement, or None; `sweeps` is how often it is
    improved.

    Attributes:
        dice: by square, the expected number of dice played with the piece. Each die is played in
            the best way, or left to other pieces if that is better; other pieces aren't in its way.
        closed: the squares that nobody may enter (KIM-8).
        lefts: where a piece under way is one step later if it turns left at a fork.
        rights: the same if it turns right; equal to `lefts` if there is no fork.
        left_ends: its square if that step is its last, turning left at a fork.
        right_ends: the same, turning right.
        after: at ``LAYER * count + state``, the least `dice` where a piece with `count` + 1 steps
            left may end; its only choices are at forks.
    """

    def __init__(
        self,
        board: KimboLayout,
        walls: vec[i64],
        closed: list[int],
        guess: "Distances | None",
        sweeps: int,
    ) -> None:
        self.board = board
        self.walls = walls[:]
        self.closed = closed
        self._ends = vec[float]([FAR] * DICE)
        if guess is None:
            self.dice = vec[float]([FAR] * LAST)
            self.dice[HOME] = 0.0
            self.dice = append(self.dice, FAR)
            self.lefts = vec[i64]([STATES] * STATES)
            self.rights = self.lefts[:]
            self.left_ends = vec[i64]([LAST] * STATES)
            self.right_ends = self.left_ends[:]
            self.after = vec[float]([FAR] * (DICE * LAYER))
        else:
            self.dice = guess.dice[:]
            self.lefts, self.rights = guess.lefts[:], guess.rights[:]
            self.left_ends, self.right_ends = guess.left_ends[:], guess.right_ends[:]
            self.after = guess.after[:]
        self._see_steps(guess)
        for _ in range(sweeps):
            self.see_ends(self.dice, self.after, DICE)
            self._improve()
        self.see_ends(self.dice, self.after, DICE)

    def _see_steps(self, guess: "Distances | None") -> None:
        """Fill in where each piece under way goes next, and where it ends on its last step."""
        openings = self.board.openings
        for square in range(SQUARES):
            wall = self.walls[square]
            if guess is None or wall != guess.walls[square]:
                for heading in range(4):
                    self._see_step(square, heading, wall, wall & ~openings[square])

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

    def see_ends(self, dice: vec[float], after: vec[float], most: i64) -> None:
        """Fill in `after` from `dice`, for counts of up to `most`."""
        lefts, rights = self.lefts, self.rights
        left_ends, right_ends = self.left_ends, self.right_ends
        for state in range(STATES):
            nearest = dice[left_ends[state]]
            other = dice[right_ends[state]]
            after[state] = other if other < nearest else nearest
        below: i64 = 0
        for _ in range(1, most):
            layer = below + LAYER
            for state in range(STATES):
                nearest = after[below + lefts[state]]
                other = after[below + rights[state]]
                after[layer + state] = other if other < nearest else nearest
            below = layer

    def _improve(self) -> None:
        """One sweep of value iteration over all squares."""
        for square in range(SQUARES):
            if self.walls[square] != ALL_BLOCKED or self.board.openings[square]:
                self.dice[square] = self._expected(square)
        # All jumps use the same distances, so the order of the squares makes no difference.
        walked = self.dice[:]
        for square in range(SQUARES):
            if self.walls[square] != self.board.borders[square]:
                self._see_jumps(walked, square)

    def _expected(self, square: i64) -> float:
        """Return the expected dice if each die that leads further away is left to other pieces."""
        total, useful, least = 0.0, 0.0, FAR
        ends = self._ends
        for die in range(1, DICE + 1):
            end = self.best_end(square, die)
            ends[die - 1] = end
            if end < least:
                least = end
        expected = least + float(DICE)
        for _ in range(2):
            total, useful = float(DICE), 0.0
            for end in ends:
                if end < expected:
                    total += end
                    useful += 1.0
            if useful > 0.0:
                expected = total / useful
        return expected if expected < FAR else FAR

    def best_end(self, square: i64, die: i64) -> float:
        """Return the least `dice` where one die may bring a piece; `FAR` if it can't be played."""
        return self.least_after(self.after, square, die)

    def least_after(self, after: vec[float], square: i64, count: i64) -> float:
        """Return the least of `after` (see `see_ends`) where a count may bring a piece."""
        wall = wall_at(self.board, self.walls, square, count)
        least = FAR
        at = (count - 1) * LAYER + (square << 2)
        for heading in range(4):
            if not wall >> heading & 1 and after[at + heading] < least:
                least = after[at + heading]
        return least

    def _see_jumps(self, walked: vec[float], square: i64) -> None:
        """Lower a square's `dice` if a jump over a fence beside it is better (KIM-26, on doubles).

        `walked` has the distances without jumps, from where the jump ends.
        """
        beyond = self.least_beyond(walked, square) + JUMP_DICE
        if beyond < self.dice[square]:
            self.dice[square] = beyond

    def least_beyond(self, dice: vec[float], square: i64) -> float:
        """Return the least `dice` where a jump may bring a piece (KIM-26), or `FAR`."""
        fences = self.walls[square] & ~self.board.borders[square]
        least = FAR
        for heading in range(4):
            if fences >> heading & 1:
                end = self.board.ahead[square << 2 | heading]
                if dice[end] < least and end not in self.closed:
                    least = dice[end]
        return least
