"""The colors of the rule sheets as styles."""

from typing import Final

_STYLES: Final = {
    "blue": "seat-1",
    "red": "seat-2",
    "green": "seat-3",
    "yellow": "seat-4",
    "purple": "seat-5",
    "orange": "seat-6",
}


def color_style(color: str, at: int) -> str:
    """The style for a color; for one that a board's owner thought of, that of its number `at`."""
    return _STYLES.get(color, f"seat-{at % len(_STYLES) + 1}")
