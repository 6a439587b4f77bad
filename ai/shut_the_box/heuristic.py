"""Rules of thumb for Shut-the-Box."""

from typing import Final

from boxtui.core import State
from boxtui.games.shut_the_box.tiles import ALL_UP, tiles_of

MORE_THAN_ANY: Final = ALL_UP + 1
"""More than any set of tiles, read as a number."""


def largest_tile(state: State, move: int) -> float:
    """Return a rating: highest for the set with the largest tile, then the largest next one.

    Bit i - 1 is tile i, so the rating is the set itself, read as a number.
    """
    return float(move)


def fewest_tiles(state: State, move: int) -> float:
    """Return a rating: highest for the set with the fewest tiles, then with the largest tile."""
    return float(move - MORE_THAN_ANY * len(tiles_of(move)))
