"""What totals are worth between two hands of FREE-O (FRO-3)."""

from math import exp, sqrt
from typing import Final

from boxtui.games.free_o.deck import SEATS
from boxtui.games.free_o.state import POINTS_TO_END

WEIGHTS: Final = (0.3, 0.6, 0.8, 0.85, 0.9)
BEYOND: Final = 5.0
"""A point weighs `WEIGHTS` (by the number of players, from two) over the root of the points left up
to 60 plus `BEYOND`. With fewer points left there are fewer hands in which to catch up.

From logistic regressions of who won on all totals after each hand: 200 games by rule of thumb each
of two, three, four and six players; 2,465, 2,034, 1,822 and 1,596 hands. The weight for five
players wasn't measured; it is halfway between those for four and six.
"""


def weight_of_a_point(totals: list[int]) -> float:
    """Return the logarithm of the factor by which one point less raises the odds to win (FRO-3)."""
    left = max(POINTS_TO_END - max(totals), 0)
    return WEIGHTS[len(totals) - SEATS.start] / sqrt(BEYOND + float(left))


def win_probabilities(totals: list[int]) -> list[float]:
    """Return each seat's chance to win, by the totals between two hands (FRO-3)."""
    least, weight = min(totals), weight_of_a_point(totals)
    odds = [exp(weight * float(least - total)) for total in totals]
    every = sum(odds)
    return [each / every for each in odds]


def share_and_point(totals: list[int], seat: int) -> tuple[float, float]:
    """Return a seat's chance to win, and by how much one point less would raise it."""
    share = win_probabilities(totals)[seat]
    return share, share * (1.0 - share) * weight_of_a_point(totals)
