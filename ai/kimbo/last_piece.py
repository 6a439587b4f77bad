"""Distances HOME in Kimbo for a last piece, which must use both dice (KIM-27)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.kimbo.distances import FAR, LAYER, Distances
from boxtui.games.kimbo.paths import ALL_BLOCKED, LONGEST
from boxtui.games.kimbo.squares import SQUARES
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_ODDS

NEAREST: Final = 2.0
"""A throw is two dice, so nothing but HOME is nearer."""

LONGER: Final = 11.0
"""About how many more dice a last piece needs than one of several."""


@final
class LastDistances:
    """For one arrangement of the fences, how many dice a last piece needs to get HOME.

    `dice` is by square. The paths are those of `distances`. `after` is as there, but has a layer
    for each count up to 12.
    """

    def __init__(self, distances: Distances, guess: "LastDistances | None", sweeps: int) -> None:
        self.distances = distances
        self.walls = distances.walls
        self.board = distances.board
        self._ends = vec[float]([FAR] * (LONGEST + 1))
        if guess is None:
            self.dice = distances.dice[:]
            for square in range(SQUARES):
                self.dice[square] += LONGER
            self.after = vec[float]([FAR] * (LONGEST * LAYER))
        else:
            self.dice, self.after = guess.dice[:], guess.after[:]
        for _ in range(sweeps):
            distances.see_ends(self.dice, self.after, LONGEST)
            self._improve()
        distances.see_ends(self.dice, self.after, LONGEST)

    def _improve(self) -> None:
        """One sweep of value iteration over all squares."""
        before = self.dice[:]
        for square in range(SQUARES):
            if self.walls[square] != ALL_BLOCKED or self.board.openings[square]:
                self._see_square(square)
                self.dice[square] = self._expected(before, square)

    def _see_square(self, square: i64) -> None:
        """Fill in the least `dice` where each count may bring the piece."""
        for count in range(1, LONGEST + 1):
            self._ends[count] = self.distances.least_after(self.after, square, count)

    def _expected(self, before: vec[float], square: i64) -> float:
        """Return the mean over all throws; if one can't be played, the piece stays (KIM-28).

        Playing only one of the dice is ignored, because that is rare.
        """
        total, stays = NEAREST, 0.0
        jump = self.distances.least_beyond(before, square)
        for at in range(len(TWO_DICE)):
            high, low = TWO_DICE[at] // 10, TWO_DICE[at] % 10
            end = self._ends[high + low]
            if high == low and jump < self.dice[square]:
                end = min(end, jump)
            if self._ends[high] < NEAREST or self._ends[low] < NEAREST:
                end = 0.0
            if end < FAR:
                total += TWO_DICE_ODDS[at] * end
            else:
                stays += TWO_DICE_ODDS[at]
        return min(total / (1.0 - stays), FAR) if stays < 1.0 else FAR
