"""95% intervals for the mean of independent values in 0..1."""

from collections.abc import Callable
from math import log, sqrt
from statistics import NormalDist
from typing import Final

ERROR: Final = 0.05
"""How often an interval may miss the mean, half of the time on either side."""

FIRST_LOOK: Final = 10
"""With fewer values `at_any_time` says nothing, because it holds only for many values."""

_T_OF_FEW: Final = (12.706, 4.303, 3.182, 2.776)
_NORMAL: Final = NormalDist().inv_cdf(1 - ERROR / 2)

Interval = tuple[float, float]
"""Its ends, the lower first."""


def student_t(freedom: int) -> float:
    """Return the 97.5% point of Student's distribution.

    Above four degrees of freedom, by its expansion in their inverse (Abramowitz & Stegun 26.7.5),
    which is within 0.2%.
    """
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
    """Independent values in 0..1, added one by one, and intervals for their mean."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add one value."""
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        """The mean of the values; there must be at least one."""
        return self._sum / self.count

    @property
    def variance(self) -> float:
        """The variance of the values and of two imagined ones, 0 and 1.

        Without these, ten values of 1 would prove that all values are 1.
        """
        count, total, squares = self.count + 2, self._sum + 1, self._squares + 1
        return (squares - total * total / count) / (count - 1)

    def fixed(self) -> Interval:
        """Return the interval for a number of values that was fixed before they were seen."""
        if self.count < 2:
            return 0.0, 1.0
        return self._around(student_t(self.count - 1) * sqrt(self.variance / self.count))

    def at_any_time(self, aim: int) -> Interval:
        """Return the interval that holds if one looks after every value and stops at any time.

        There is one interval for each number of values from `FIRST_LOOK` on; the chance that any of
        them misses the mean is `ERROR`. They are Robbins' normal mixture (Waudby-Smith, Arbour,
        Sinha, Kennedy & Ramdas, "Time-uniform central limit theory and asymptotic confidence
        sequences", arXiv 2103.06476), narrowest at `aim` values, and as asymptotic as `fixed`.
        """
        if self.count < FIRST_LOOK:
            return 0.0, 1.0
        mixed = (log(1 - 2 * log(ERROR)) - 2 * log(ERROR)) / aim
        grown = self.count * mixed + 1
        spread = 2 * grown * log(sqrt(grown) / ERROR) / (self.count**2 * mixed)
        return self._around(sqrt(self.variance * spread))

    def _around(self, half: float) -> Interval:
        return max(0.0, self.mean - half), min(1.0, self.mean + half)


def early_aim(planned: int) -> int:
    """Return the aim of `Sample.at_any_time` with which clear cases end early.

    It is a quarter of the `planned` number of values.
    """
    return max(1, planned // 4)


IntervalOf = Callable[[Sample], Interval]
"""One of the two kinds of intervals of a sample."""
