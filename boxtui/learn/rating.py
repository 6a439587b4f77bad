"""The Glicko-2 rating system: how strong a player is, and how sure that is.

M. E. Glickman, "Example of the Glicko-2 system" (2022), http://www.glicko.net/glicko/glicko2.pdf;
the steps below are his. Each puzzle is a rating period of its own, so the rating moves at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
"""Points of the usual scale in one unit of the scale of the calculation."""

MIDDLE: Final = 1500.0
"""The rating of an unknown player."""

MOST_DEVIATION: Final = 350.0
"""The standard deviation of that rating; no rating has a larger one."""

TAU: Final = 0.5
"""Limits how much a volatility changes: the system constant of Glicko-2."""

CLOSE: Final = 1e-6
"""The error up to which a volatility's logarithm is computed."""


@dataclass(frozen=True)
class Rating:
    """A rating, its standard deviation in points, and its volatility."""

    value: float = MIDDLE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    def after(self, results: Sequence[tuple["Rating", float]]) -> "Rating":
        """Return the rating after a period: the opponents as they were before, and the scores.

        A score is 1 for a win, 0 for a loss, 0.5 for a draw. Without results, or with those that
        were certain beforehand, as far as floats can tell, only the deviation changes.
        """
        mu, phi = (self.value - MIDDLE) / SCALE, self.deviation / SCALE
        added = [_added(mu, opponent, score) for opponent, score in results]
        precision = sum(each for each, _ in added)
        if not precision:
            deviation = SCALE * sqrt(phi**2 + self.volatility**2)
            return Rating(self.value, min(deviation, MOST_DEVIATION), self.volatility)
        surprise = sum(each for _, each in added)
        volatility = _volatility(self.volatility, phi, 1 / precision, surprise / precision)
        after = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
        value = MIDDLE + SCALE * (mu + after**2 * surprise)
        return Rating(value, min(SCALE * after, MOST_DEVIATION), volatility)


def _added(mu: float, opponent: Rating, score: float) -> tuple[float, float]:
    """Return what one result adds to the precision (step 3) and the surprise (steps 4 and 7)."""
    phi = opponent.deviation / SCALE
    g = 1 / sqrt(1 + 3 * phi**2 / pi**2)
    expected = 1 / (1 + exp(-g * (mu - (opponent.value - MIDDLE) / SCALE)))
    return g**2 * expected * (1 - expected), g * (score - expected)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Return the new volatility: step 5, by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low, high = a, log(delta**2 - phi**2 - v) if delta**2 > phi**2 + v else a - TAU
    if delta**2 <= phi**2 + v:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
