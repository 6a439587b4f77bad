"""The colors of the rule sheets as styles."""

from collections.abc import Sequence
from typing import Final

_STYLES: Final = {
    "blue": "seat-1",
    "red": "seat-2",
    "green": "seat-3",
    "yellow": "seat-4",
    "purple": "seat-5",
    "orange": "seat-6",
}


def color_styles(colors: Sequence[str]) -> list[str]:
    """A style for each color of a board, six different ones at the most, no two the same.

    A color that a board's owner thought of has one that no color of the board has by its name.
    """
    free = [style for color, style in _STYLES.items() if color not in colors]
    unknown = [color for color in colors if color not in _STYLES]
    styles = _STYLES | dict(zip(unknown, free, strict=False))
    return [styles[color] for color in colors]
