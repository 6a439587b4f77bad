"""Distances HOME in Kimbo for a last piece, which must use both dice (KIM-27)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distances import DIE_SIDES, PRECISION, Distances
from ai.kimbo.ends import FAR, NO_CHANGES, Ends, Squares
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
    or None. `sweeps` is the most sweeps.

    Attributes:
        dice: by square.
        ends: where each count up to 12 may bring the piece, on the paths of `distances`.
    """

    def __init__(self, distances: Distances, guess: "LastDistances | None", sweeps: int) -> None:
        self.steps: Final = distances.steps
        self._best: Final = vec[float]([FAR] * LONGEST)
        self._news: Final = vec[float]([FAR] * SQUARES)
        self._changed: Final = Squares()
        self.dice: Final[vec[float]] = guess.dice[:] if guess else distances.dice[:]
        if guess is None:
            for square in range(SQUARES):
                self.dice[square] += LONGER
            self.ends = Ends(self.steps, None, LONGEST)
            self.ends.see_all(self.dice)
        else:
            guess.after()
            self.ends = Ends(self.steps, guess.ends, LONGEST)
            self.ends.update(self.dice, self._changed, self.steps.renewed)
        for _ in range(sweeps):
            self.after()
            self._sweep()
            if self._changed.count == 0:
                break

    def after(self) -> vec[float]:
        """Return `Ends.after` for `dice`; the last of it is computed when it is first asked for."""
        changed = self._changed
        if changed.count > 0:
            self.ends.update(self.dice, changed, NO_CHANGES)
            for at in range(changed.count):
                self.steps.mark_jumpers(changed.squares[at], self.ends.stale)
            changed.clear()
        return self.ends.after

    def _sweep(self) -> None:
        """Compute `dice` where it may change.

        All squares use the same earlier distances, so their order makes no difference.
        """
        stale, news, dice = self.ends.stale, self._news, self.dice
        squares: i64 = SQUARES
        for square in range(squares):
            if stale[square]:
                news[square] = self._expected(square)
        for square in range(squares):
            if stale[square]:
                stale[square] = 0
                if not -PRECISION <= news[square] - dice[square] <= PRECISION:
                    dice[square] = news[square]
                    self._changed.add(square)

    def _expected(self, square: i64) -> float:
        """Return the mean over all throws; if one can't be played, the piece stays (KIM-28).

        Playing only one of the dice is ignored, because that is rare.
        """
        best = self._best
        self.ends.see_best(square, best)
        jump = self.steps.least_beyond(self.dice, square)
        if jump >= self.dice[square]:
            jump = FAR
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
