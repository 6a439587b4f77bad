"""The colors of the rule sheets as styles."""

from collections.abc import Sequence
from typing import Final

_FREE: Final = ("blue", "red", "green", "yellow", "purple", "orange", "cyan", "magenta")
"""The colors that are given to names without a color, in this order."""

_NAMED: Final = (*_FREE, "black", "white")
"""The names that are styles too (`palette.INKS`)."""


def color_styles(colors: Sequence[str]) -> list[str]:
    """A style for each color of a board, eight different ones at the most, no two the same.

    A color that a board's owner thought of has one that no color of the board has by its name.
    """
    free = [color for color in _FREE if color not in colors]
    unknown = [color for color in colors if color not in _NAMED]
    styles = dict(zip(unknown, free, strict=False))
    return [styles.get(color, color) for color in colors]
