"""Distances HOME in Kimbo, in dice, from every square under the fences as they stand."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.ends import Ends, Steps
from ai.kimbo.fence_costs import FenceCosts
from ai.kimbo.square_dice import FAR, SquareDice
from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.squares import HOME, SQUARES

JUMP_DICE: Final = 6.0
"""The cost of waiting for doubles and a jump; other pieces use most of the waiting."""

DIE_SIDES: Final = 6
"""The number of sides of a die."""

DIE_PROBABILITIES: Final = vec[float]([1.0 / DIE_SIDES] * DIE_SIDES)
"""The probability of each die, from 1."""

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
    """

    def __init__(
        self,
        board: KimboLayout,
        walls: vec[i64],
        closed: list[int],
        guess: "Distances | None",
        sweeps: int,
    ) -> None:
        self.steps: Final = Steps(board, walls, closed)
        self.dice: Final[vec[float]] = guess.dice[:] if guess else UNCOMPUTED[:]
        self.walked: Final[vec[float]] = guess.walked[:] if guess else UNCOMPUTED[:]
        self._ends: Final = Ends(self.steps, DIE_SIDES)
        self._best: Final = vec[float]([FAR] * DIE_SIDES)
        self._fence_costs: FenceCosts | None = None
        for _ in range(sweeps):
            self._ends.see(self.dice)
            if not self._sweep():
                break

    def after(self) -> vec[float]:
        """Return `Ends.after` for `dice`."""
        self._ends.see(self.dice)
        return self._ends.after

    def fence_costs(self) -> FenceCosts:
        """Return what fences cost pieces that have these distances."""
        if self._fence_costs is None:
            self._fence_costs = FenceCosts(self.steps, self.dice, self.after(), DIE_PROBABILITIES)
        return self._fence_costs

    def _sweep(self) -> bool:
        """Compute all distances from where the dice may bring a piece; return whether any changes.

        All squares use the same earlier distances, so their order makes no difference.
        """
        walked, dice, best = self.walked, self.dice, self._best
        walked_dice = SquareDice(walked)
        squares: i64 = SQUARES
        for square in range(squares):
            self._ends.see_best(square, best)
            walked[square] = revised(walked[square], expected_dice(best))
        is_changed = False
        for square in range(squares):
            beyond = self.steps.least_beyond(walked_dice, square) + JUMP_DICE
            least = min(walked[square], beyond)
            if dice[square] != least:
                dice[square] = least
                is_changed = True
        return is_changed


def revised(before: float, now: float) -> float:
    """Return `now` if it differs enough from the distance before, which is returned otherwise."""
    return before if -PRECISION <= now - before <= PRECISION else now


def expected_dice(best: vec[float]) -> float:
    """Return the dice to play with a piece if each die leads as far from HOME as `best` says.

    A die that leads further away is left to other pieces.
    """
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
