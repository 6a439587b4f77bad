"""Every roll of Shut-the-Box and what it can leave, from the tiles alone."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

Tiles = tuple[int, ...]
EVERY_SET = [up for size in range(10) for up in combinations(range(1, 10), size)]
SCORE: dict[str, Callable[[Tiles], int]] = {
    "digits": lambda up: int("0" + "".join(map(str, up))),
    "sum": sum,
}


@cache
def rolls(up: Tiles) -> dict[int, tuple[Fraction, list[Tiles]]]:
    """Return the chance of each total and what it can leave of the up tiles (STB-3, STB-6)."""
    pips = range(1, 7)
    thrown = list(pips) if sum(up) <= 6 else [a + b for a in pips for b in pips]
    left: dict[int, list[Tiles]] = {total: [] for total in thrown}
    for size in range(1, len(up) + 1):
        for laid in combinations(up, size):
            if sum(laid) in left:
                left[sum(laid)].append(tuple(tile for tile in up if tile not in laid))
    return {n: (Fraction(thrown.count(n), len(thrown)), some) for n, some in left.items()}


@cache
def highest_chance(up: Tiles, most: int, scoring: str) -> Fraction:
    """Return the highest chance of ending a turn at `most` or less."""
    if not up:
        return Fraction(1)
    here = Fraction(SCORE[scoring](up) <= most)
    ends = [
        chance * max((highest_chance(each, most, scoring) for each in left), default=here)
        for chance, left in rolls(up).values()
    ]
    return sum(ends, Fraction(0))


@cache
def least(up: Tiles, scoring: str) -> Fraction:
    """Return the lowest mean score at the end of a turn."""
    score = Fraction(SCORE[scoring](up))
    ends = [
        chance * min((least(each, scoring) for each in left), default=score)
        for chance, left in rolls(up).values()
    ]
    return sum(ends, Fraction(0)) if up else score


def mask(up: Tiles) -> int:
    return sum(1 << (tile - 1) for tile in up)


def tiles(up: int) -> Tiles:
    return tuple(tile for tile in range(1, 10) if up >> (tile - 1) & 1)
