"""The color of the terminal's own background: how to ask for it, and what the answers mean."""

import re
from collections.abc import Mapping
from typing import Final

QUERY: Final = "\x1b]11;?\x1b\\\x1b[c"
"""Asks for the background (OSC 11), then for the terminal's kind (DA1), which every terminal
answers.
"""

_RGB: Final = re.compile(r"rgba?:([0-9A-Fa-f]+)/([0-9A-Fa-f]+)/([0-9A-Fa-f]+)(?:/[0-9A-Fa-f]+)?")

_HEX: Final = re.compile("#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})")

_GRAY: Final = 0.18
"""The luminance above which black letters are more readable than white ones."""

_LIGHT: Final = frozenset({"7", *map(str, range(9, 16))})
"""The numbers of the light ones among the 16 colors."""


def answer_wait(over_ssh: bool) -> float:
    """Return the seconds to wait for the first answer, which a terminal may never give."""
    return 1.0 if over_ssh else 0.3


def is_light(color: str) -> bool | None:
    """Whether a color, as terminals write it, is light; None if the text isn't a color."""
    found = _RGB.fullmatch(color) or _HEX.fullmatch(color)
    if found is None:
        return None
    red, green, blue = (_linear(int(part, 16) / (16 ** len(part) - 1)) for part in found.groups())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > _GRAY


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def is_said_to_be_light(environ: Mapping[str, str]) -> bool:
    """Whether COLORFGBG, which some terminals set, names a light color."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT


def can_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether this terminal may know its background; text consoles don't."""
    return re.match("linux|vt[0-9]|cons|sun", environ.get("TERM", "")) is None
