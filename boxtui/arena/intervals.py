"""How surely a mean is known: 95% intervals of independent values in 0..1."""

from collections.abc import Callable
from math import log, sqrt
from statistics import NormalDist
from typing import Final

ERROR: Final = 0.05
"""How often an interval may miss the mean, half of it on either side."""

FIRST_LOOK: Final = 10
"""With fewer values nothing is said at any time: what makes it hold is that there are many."""

_T_OF_FEW: Final = (12.706, 4.303, 3.182, 2.776)
_NORMAL: Final = NormalDist().inv_cdf(1 - ERROR / 2)

Interval = tuple[float, float]
"""Its ends, the lower first."""


def student_t(freedom: int) -> float:
    """The 97.5% point of Student's distribution: above four degrees of freedom by its expansion
    in their inverse (Abramowitz & Stegun 26.7.5), which is within 0.2%."""
    if freedom <= len(_T_OF_FEW):
        return _T_OF_FEW[freedom - 1]
    z: float = _NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


class Sample:
    """Independent values in 0..1, as they come, and where their mean may be."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        """The mean of the values there are: one at least."""
        return self._sum / self.count

    @property
    def variance(self) -> float:
        """That of the values and of two imagined ones, 0 and 1.

        Without these, ten values of 1 would prove that there is nothing but 1.
        """
        count, total, squares = self.count + 2, self._sum + 1, self._squares + 1
        return (squares - total * total / count) / (count - 1)

    def fixed(self) -> Interval:
        """The interval for a number of values that was settled before they were seen."""
        if self.count < 2:
            return 0.0, 1.0
        return self._around(student_t(self.count - 1) * sqrt(self.variance / self.count))

    def at_any_time(self, aim: int) -> Interval:
        """The interval for whoever looks after every value and stops when he likes.

        Of all these intervals together, one for each number of values from `FIRST_LOOK` on, any
        misses the mean with the chance `ERROR`. They are Robbins' normal mixture (Waudby-Smith,
        Arbour, Sinha, Kennedy & Ramdas, "Time-uniform central limit theory and asymptotic
        confidence sequences", arXiv 2103.06476), narrowest at `aim` values, and as asymptotic as
        `fixed` is.
        """
        if self.count < FIRST_LOOK:
            return 0.0, 1.0
        mixed = (log(1 - 2 * log(ERROR)) - 2 * log(ERROR)) / aim
        grown = self.count * mixed + 1
        spread = 2 * grown * log(sqrt(grown) / ERROR) / (self.count**2 * mixed)
        return self._around(sqrt(self.variance * spread))

    def _around(self, half: float) -> Interval:
        return max(0.0, self.mean - half), min(1.0, self.mean + half)


Kind = Callable[[Sample], Interval]
"""One of the two intervals of a sample."""
