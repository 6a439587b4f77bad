"""The colors that seats, places and marks are drawn in: one table for all themes and terminals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from boxtui.lines import BOARD, SAFE_GROUND, TARGET


@dataclass(frozen=True)
class Ink:
    """A style in Rich's syntax, for terminals with 16, 256 and 16 million colors.

    `few` names the 16 colors as Rich does, by their values on a VGA screen. Their real look depends
    on the terminal, and there is no orange or purple among them. `more` and `most` look the same
    everywhere.
    """

    few: str
    more: str
    most: str


_DARK: Final = {
    "red": Ink("#ff5555", "color(203)", "#ff5060"),
    "orange": Ink("#aa5500", "color(208)", "#f0a030"),
    "yellow": Ink("bold #ffff55", "color(226)", "#ffff14"),
    "green": Ink("#55ff55", "color(121)", "#90ffb4"),
    "cyan": Ink("#55ffff", "color(87)", "#04a094"),
    "blue": Ink("#5555ff", "color(75)", "#6cb8ff"),
    "purple": Ink("#ff55ff", "color(135)", "#a870ff"),
    "magenta": Ink("bold #ff55ff", "color(205)", "#ff6cc8"),
    "black": Ink("dim", "color(244)", "#808080"),
    "white": Ink("bold #ffffff", "bold color(231)", "bold #ffffff"),
    "black-square": Ink("dim", "color(238)", "#444444"),
    "black-mark": Ink("#000000 on #aaaaaa", "color(16) on color(247)", "#000000 on #9e9e9e"),
    "white-mark": Ink("bold #ffffff", "bold color(231)", "bold #ffffff"),
    "warning": Ink("bold #ff5555", "bold color(203)", "bold #ff5060"),
}
"""Colors on a dark background, where black can only be a gray that is still readable.

`black-square` isn't for letters, so it may be darker: black's squares look darker than white's.
A `black-mark` is truly black, on a gray cell; so is a `white-mark` on a light background.
"""

_LIGHT: Final = {
    "red": Ink("#aa0000", "color(88)", "#a82030"),
    "orange": Ink("#ff5555", "color(130)", "#a05800"),
    "yellow": Ink("bold #aa5500", "color(58)", "#484800"),
    "green": Ink("#00aa00", "color(28)", "#206840"),
    "cyan": Ink("#00aaaa", "color(23)", "#047498"),
    "blue": Ink("#0000aa", "color(27)", "#1c28a4"),
    "purple": Ink("#aa00aa", "color(55)", "#a40ce3"),
    "magenta": Ink("bold #aa00aa", "color(126)", "#d00078"),
    "black": Ink("bold #000000", "bold color(16)", "bold #000000"),
    "white": Ink("dim", "color(241)", "#636363"),
    "black-square": Ink("#000000", "color(16)", "#000000"),
    "black-mark": Ink("bold #000000", "bold color(16)", "bold #000000"),
    "white-mark": Ink("bold #ffffff on #555555", "color(231) on color(242)", "#ffffff on #6c6c6c"),
    "warning": Ink("bold #aa0000", "bold color(88)", "bold #a82030"),
}
"""Colors on a light background, where all must be dark, and white is a readable gray.

With 16 colors, yellow, green and cyan are as dark as the terminal makes them: not very, on xterm.
"""


@dataclass(frozen=True)
class Ground:
    """A faint background in Rich's syntax, as in `Ink`; terminals with 16 colors draw none."""

    more: str
    most: str


_ON_DARK: Final = {
    BOARD: Ground("color(234)", "#1b1e22"),
    SAFE_GROUND: Ground("color(232)", "#14291c"),
    TARGET: Ground("color(17)", "#1c2350"),
}
"""Grounds that are dark enough for every color of seats.

Among 256 colors few are; safe places are as dark as the terminal there, and other squares lighter.
"""

_ON_LIGHT: Final = {
    BOARD: Ground("color(230)", "#fff8e4"),
    SAFE_GROUND: Ground("color(231)", "#e0f6ff"),
    TARGET: Ground("color(229)", "#fff099"),
}
"""Grounds that are light enough; orange allows only these of 256 colors, and white."""


@dataclass(frozen=True)
class Palette:
    """A theme's colors; an `ansi` theme keeps the terminal's own background."""

    inks: dict[str, Ink]
    grounds: dict[str, Ground]
    ansi: bool


THEMES: Final = {
    "textual-dark": Palette(_DARK, _ON_DARK, ansi=False),
    "textual-light": Palette(_LIGHT, _ON_LIGHT, ansi=False),
    "ansi-dark": Palette(_DARK, _ON_DARK, ansi=True),
    "ansi-light": Palette(_LIGHT, _ON_LIGHT, ansi=True),
}

BOLD: Final = "-bold"
"""What follows a color's name in the style of what must stand out in its color."""

PICKED: Final = "-picked"
"""What follows a color's name in the style of what is picked and keeps its owner's color."""

_ADDED: Final = {BOLD: "bold", PICKED: "reverse"}

INKS: Final = (*_DARK, *(f"{name}{suffix}" for name in _DARK for suffix in _ADDED))
"""The styles that are colors."""


def ink(theme: str, system: str | None, name: str) -> str:
    """Return a color as a style in Rich's syntax, for a terminal with Rich's color `system`.

    An ansi theme uses only 256 colors, which take fewer bytes to send.
    """
    for suffix, added in _ADDED.items():
        if name.endswith(suffix):
            return f"{added} {ink(theme, system, name.removesuffix(suffix))}"
    palette = THEMES[theme]
    found = palette.inks[name]
    if system == "standard":
        return found.few
    return found.more if palette.ansi or system == "256" else found.most


def ground(theme: str, system: str | None, name: str) -> str | None:
    """Return a ground as a color in Rich's syntax; None if the terminal has too few colors."""
    palette = THEMES[theme]
    found = palette.grounds[name]
    if system not in ("256", "truecolor"):
        return None
    return found.more if palette.ansi or system == "256" else found.most


def emphasized(style: str) -> str:
    """Return the style, a color's or plain, in which text of that style stands out."""
    return f"{style}{BOLD}" if style in INKS else "strong"


_FREE: Final = ("blue", "red", "green", "yellow", "purple", "orange", "cyan", "magenta")
"""The colors that are given to unknown names, in this order."""

_NAMED: Final = (*_FREE, "black", "white")
"""The names that are also styles (`INKS`)."""


def color_styles(colors: Sequence[str]) -> list[str]:
    """Return a style for each color of a board; up to eight are all different.

    An unknown color gets a style that no color of the board has by its name.
    """
    free = [color for color in _FREE if color not in colors]
    unknown = [color for color in colors if color not in _NAMED]
    styles = dict(zip(unknown, free, strict=False))
    return [styles.get(color, color) for color in colors]
