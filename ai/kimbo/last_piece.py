"""Distances HOME in Kimbo for a last piece, which must use both dice (KIM-27)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distances import DIE_SIDES, Distances, revised
from ai.kimbo.ends import Ends
from ai.kimbo.fence_costs import FenceCosts
from ai.kimbo.square_dice import FAR, SquareDice
from boxtui.games.kimbo.paths import LONGEST
from boxtui.games.kimbo.squares import SQUARES
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES, pips

NEAREST: Final = 2.0
"""A throw is two dice, so nothing but HOME is nearer."""

LONGER: Final = 11.0
"""Without a guess, sweeps begin with so many dice more than one of several pieces needs."""

HIGHS: Final = vec[i64]([throw // 10 for throw in TWO_DICE])
LOWS: Final = vec[i64]([throw % 10 for throw in TWO_DICE])
PROBABILITIES: Final = vec[float](TWO_DICE_PROBABILITIES)
SUM_PROBABILITIES: Final = vec[float](
    [
        sum([each for throw, each in zip(TWO_DICE, TWO_DICE_PROBABILITIES) if pips(throw) == total])
        for total in range(1, LONGEST + 1)
    ]
)
"""The probabilities of each sum of both dice, from 1."""


@final
class LastDistances:
    """For one arrangement of the fences, how many dice a last piece needs to get HOME.

    `guess` is the distances under the arrangement from which those of `distances` were computed,
    or None. `sweeps` is the most sweeps; there are fewer if nothing changes any more.

    Attributes:
        dice: by square.
        steps: those of `distances`.
    """

    def __init__(self, distances: Distances, guess: "LastDistances | None", sweeps: int) -> None:
        self.steps: Final = distances.steps
        self.dice: vec[float] = guess.dice if guess else distances.dice[:]
        if guess is None:
            for square in range(SQUARES):
                self.dice[square] += LONGER
        self._ends: Final = Ends(self.steps, LONGEST)
        self._best: Final = vec[float]([FAR] * LONGEST)
        self._is_settled = False  # another sweep would change nothing
        self._fence_costs: FenceCosts | None = None
        for _ in range(sweeps):
            if not self._is_settled:
                self.dice = self._swept()

    def after(self) -> vec[float]:
        """Return `Ends.after` for `dice`."""
        self._ends.see(self.dice)
        return self._ends.after

    def fence_costs(self) -> FenceCosts:
        """Return what fences cost a last piece."""
        if self._fence_costs is None:
            after = self.after()
            self._fence_costs = FenceCosts(self.steps, self.dice, after, SUM_PROBABILITIES)
        return self._fence_costs

    def _swept(self) -> vec[float]:
        """Return what `dice` would be after another sweep, and note if that is the same.

        All squares use the same earlier distances, so their order makes no difference.
        """
        before, best = self.dice, self._best
        dice, before_dice = before[:], SquareDice(before)
        self._ends.see(before)
        self._is_settled = True
        squares: i64 = SQUARES
        for square in range(squares):
            self._ends.see_best(square, best)
            beyond = self.steps.least_beyond(before_dice, square)
            new = revised(before[square], expected_of_last(best, beyond, before[square]))
            if new != dice[square]:
                dice[square] = new
                self._is_settled = False
        return dice


def expected_of_last(best: vec[float], beyond: float, stays_at: float) -> float:
    """Return the mean over all throws; if one can't be played, the piece stays (KIM-28).

    `best` has, at each count less 1, the least distance where it may bring the piece; `beyond` is
    the least that a jump reaches, which isn't made unless that is less than `stays_at`, the
    distance before. Playing only one of the dice is ignored, because that is rare.
    """
    jump = beyond if beyond < stays_at else FAR
    total, stays = NEAREST, 0.0
    if jump < FAR or _is_home_by_a_die(best):
        highs, lows, probabilities = HIGHS, LOWS, PROBABILITIES
        for at in range(len(probabilities)):
            high, low = highs[at], lows[at]
            end = best[high + low - 1]
            if high == low and jump < end:
                end = jump
            if best[high - 1] < NEAREST or best[low - 1] < NEAREST:
                end = 0.0
            if end < FAR:
                total += probabilities[at] * end
            else:
                stays += probabilities[at]
    else:
        probabilities = SUM_PROBABILITIES
        for at in range(1, len(probabilities)):
            end = best[at]
            if end < FAR:
                total += probabilities[at] * end
            else:
                stays += probabilities[at]
    return min(total / (1.0 - stays), FAR) if stays < 1.0 else FAR


def _is_home_by_a_die(best: vec[float]) -> bool:
    """Whether a single die brings the piece HOME."""
    dice: i64 = DIE_SIDES
    least = FAR
    for at in range(dice):
        least = min(least, best[at])
    return least < NEAREST
