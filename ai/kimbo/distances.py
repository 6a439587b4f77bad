"""Distances HOME in Kimbo, in dice, from every square under the fences as they stand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.ends import FAR, NO_CHANGES, NO_SQUARES, Ends, Squares, Steps, mark_each
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.squares import HOME, SQUARES

JUMP_DICE: Final = 6.0
"""The cost of waiting for doubles and a jump; other pieces use most of the waiting."""

DIE_SIDES: Final = 6
"""The number of sides of a die."""

UNCOMPUTED: Final = vec[float]([FAR] * HOME + [0.0, FAR])
"""By square, HOME and `NO_END`: the distances before any has been computed."""

PRECISION: Final = 0.001
"""A distance changes only if its new value differs by more than this."""


@final
class Distances:
    """For one arrangement of the fences, how many dice a piece needs to get HOME from each square.

    `guess` is the distances under a similar arrangement, or None. `sweeps` is the most sweeps of
    value iteration; there are fewer if nothing changes any more.

    Attributes:
        dice: by square, the expected number of dice played with the piece. Each die is played in
            the best way, or left to other pieces if that is better; other pieces aren't in its way.
        walked: the same, if the piece doesn't jump from that square.
        steps: where the paths lead.
        ends: where each die may bring a piece.
    """

    def __init__(
        self,
        board: KimboLayout,
        walls: vec[i64],
        closed: list[int],
        guess: "Distances | None",
        sweeps: int,
    ) -> None:
        self._best: Final = vec[float]([FAR] * DIE_SIDES)
        self._changed: Final = Squares()
        if guess:
            guess.after()
        self.steps: Final[Steps] = Steps(board, walls, closed, guess.steps if guess else None)
        self.ends: Final[Ends] = Ends(self.steps, guess.ends if guess else None, DIE_SIDES)
        self.dice: Final[vec[float]] = guess.dice[:] if guess else UNCOMPUTED[:]
        self.walked: Final[vec[float]] = guess.walked[:] if guess else UNCOMPUTED[:]
        self._iterate(sweeps)

    def after(self) -> vec[float]:
        """Return `Ends.after` for `dice`; the last of it is computed when it is first asked for."""
        if self._changed.count > 0:
            self.ends.update(self.dice, self._changed, NO_CHANGES)
            self._changed.clear()
        return self.ends.after

    def _iterate(self, sweeps: int) -> None:
        """Sweep until nothing changes, at most `sweeps` times.

        All squares of a sweep use the same earlier distances, so their order makes no difference.
        """
        changed = self._changed
        renewed = self.steps.renewed
        jumpers = NO_SQUARES[:]
        mark_each(jumpers, renewed)
        for sweep in range(sweeps):
            self.ends.update(self.dice, changed, renewed if sweep == 0 else NO_CHANGES)
            self._walk(jumpers)
            self._jump(jumpers, changed)
            if changed.count == 0:
                break

    def _walk(self, jumpers: vec[i64]) -> None:
        """Compute `walked` where ends have changed; mark the jumpers that may depend on it."""
        stale, walked = self.ends.stale, self.walked
        squares: i64 = SQUARES
        for square in range(squares):
            if stale[square]:
                stale[square] = 0
                expected = self._expected(square)
                if not -PRECISION <= expected - walked[square] <= PRECISION:
                    walked[square] = expected
                    jumpers[square] = 1
                    self.steps.mark_jumpers(square, jumpers)

    def _jump(self, jumpers: vec[i64], changed: Squares) -> None:
        """Compute `dice` where `walked` has changed; a jump may be better (KIM-26, on doubles).

        `changed` becomes the squares with different distances.
        """
        dice = self.dice
        changed.clear()
        squares: i64 = SQUARES
        for square in range(squares):
            if jumpers[square]:
                jumpers[square] = 0
                least = self.walked[square]
                beyond = self.steps.least_beyond(self.walked, square) + JUMP_DICE
                if beyond < least:
                    least = beyond
                if dice[square] != least:
                    dice[square] = least
                    changed.add(square)

    def _expected(self, square: i64) -> float:
        """Return the expected dice if each die that leads further away is left to other pieces."""
        best = self._best
        self.ends.see_best(square, best)
        least = FAR
        for end in best:
            if end < least:
                least = end
        expected = least + float(DIE_SIDES)
        for _ in range(2):
            total, useful = float(DIE_SIDES), 0.0
            for end in best:
                if end < expected:
                    total += end
                    useful += 1.0
            if useful > 0.0:
                expected = total / useful
        return expected if expected < FAR else FAR
