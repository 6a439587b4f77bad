"""The arithmetic of Shut-the-Box: tiles, sets that fit, throws and scores.

A set of tiles is an int whose bit i - 1 is tile i.
"""

from functools import cache
from itertools import combinations
from typing import Final

from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES, pips

TILES: Final = 9
ALL_UP: Final = (1 << TILES) - 1
ONE_DIE_UP_TO: Final = 6
WORST: Final = {"digits": 123_456_789, "sum": 45}
"""The highest score of each scoring: all tiles up."""
UNPLAYED: Final = -1
"""A seat's score before its turn of the round has ended."""


def tiles_of(mask: int) -> list[int]:
    """Return the numbers of the tiles in a set, ascending; bit i - 1 is tile i (STB-18)."""
    return [tile for tile in range(1, TILES + 1) if mask >> (tile - 1) & 1]


def mask_of(tiles: list[int]) -> int:
    """Return the set of tiles with these numbers."""
    mask = 0
    for tile in tiles:
        mask |= 1 << (tile - 1)
    return mask


def total_of(mask: int) -> int:
    """Return the sum of the tiles of a set."""
    return sum(tiles_of(mask))


def score_of(mask: int, scoring: str) -> int:
    """Return the score with these tiles up: read left to right (STB-8), or added up (STB-17)."""
    if scoring == "sum":
        return total_of(mask)
    score = 0
    for tile in tiles_of(mask):
        score = 10 * score + tile
    return score


def _sets_by_total() -> list[list[int]]:
    sets: list[list[int]] = [[] for _ in range(13)]
    for size in range(1, 5):
        for tiles in combinations(range(1, TILES + 1), size):
            if sum(tiles) <= 12:
                sets[sum(tiles)].append(mask_of(list(tiles)))
    return [sorted(masks) for masks in sets]


SETS: Final = _sets_by_total()
"""The sets of tiles that add up to each total, 0 to 12, ascending."""


def fitting(up: int, total: int) -> list[int]:
    """Return the sets of up tiles that add up to `total`, ascending (STB-3)."""
    return [tiles for tiles in SETS[total] if tiles & up == tiles]


def one_die(up: int) -> bool:
    """Whether exactly one die is rolled: the up tiles add up to 6 or less (STB-6)."""
    return total_of(up) <= ONE_DIE_UP_TO


_ONE_DIE_THROWS: Final = list(range(1, 7))
_ONE_DIE_PROBABILITIES: Final = [1 / 6] * 6


def throws(up: int) -> list[int]:
    """Return the possible throws with these tiles up: 1 to 6, or 53 for a 5 and a 3 (STB-6)."""
    return list(_ONE_DIE_THROWS if one_die(up) else TWO_DICE)


def throw_probabilities(up: int) -> list[float]:
    """Return the probabilities of `throws`."""
    return list(_ONE_DIE_PROBABILITIES if one_die(up) else TWO_DICE_PROBABILITIES)


@cache
def reachable() -> frozenset[int]:
    """Return the sets of up tiles that can be reached from all nine."""
    found, ahead = {ALL_UP}, [ALL_UP]
    while ahead:
        up = ahead.pop()
        for throw in throws(up):
            left = {up & ~tiles for tiles in fitting(up, pips(throw))} - found
            found |= left
            ahead += left
    return frozenset(found)


@cache
def final_scores(scoring: str) -> frozenset[int]:
    """Return the scores that a turn can end with: all tiles down, or nothing fits (STB-5)."""
    return frozenset(
        score_of(up, scoring)
        for up in reachable()
        if not up or not all(fitting(up, pips(throw)) for throw in throws(up))
    )


def set_text(tiles: int) -> str:
    """Return a set's notation, from the highest tile down: `7+1`."""
    return "+".join(str(tile) for tile in reversed(tiles_of(tiles)))
