"""Measurements of the palette; `make palette` prints them."""

import sys
from collections.abc import Iterator
from itertools import combinations

from color_difference import BLINDNESS, Color, contrast, difference
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from boxtui.views.palette import THEMES, ink

CHROMATIC = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta")
GRAYS = ("black", "white")
NAMES = (*CHROMATIC, *GRAYS)

FIXED = [(theme, system) for theme in THEMES for system in ("256", "truecolor")]
"""The themes on terminals whose colors are known."""

TERMINALS = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "Linux console": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "GNOME": "000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf"
    " 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
    "Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}
"""The 16 default colors of common terminals, which users may have changed."""


def color_of(text: str) -> Color:
    """Return the color of six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def background(theme: str) -> Color:
    """Return the theme's background, or what terminals of that name usually have."""
    return _own(theme, "background", {"ansi-dark": "000000", "ansi-light": "ffffff"})


def letters(theme: str) -> Color:
    """Return the color of text that is drawn without a color."""
    return _own(theme, "foreground", {"ansi-dark": "e5e5e5", "ansi-light": "000000"})


def _own(theme: str, part: str, usual: dict[str, str]) -> Color:
    own = BUILTIN_THEMES[theme].to_color_system().generate()[part]
    return color_of(usual.get(theme, own.removeprefix("#")))


def drawn(theme: str, system: str, name: str) -> Color:
    """Return what a terminal with 256 colors or more shows."""
    color = Style.parse(ink(theme, system, name)).color
    assert color is not None
    red, green, blue = color.get_truecolor()
    return red, green, blue


def number_of(theme: str, name: str) -> int:
    """Return which of the 16 colors it is; that of plain text if it has no color."""
    own = RichColor.parse("white" if BUILTIN_THEMES[theme].dark else "black")
    color = Style.parse(ink(theme, "standard", name)).color or own
    number = color.downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return number


def drawn_with_16(terminal: str, theme: str, name: str) -> Color:
    """Return what that terminal shows if it has only its 16 colors."""
    return color_of(TERMINALS[terminal].split()[number_of(theme, name)])


def figures() -> Iterator[str]:
    """Yield each theme's contrasts and its least different colors, for all kinds of vision."""
    for theme, system in FIXED:
        shown = {name: drawn(theme, system, name) for name in NAMES}
        yield f"{theme}, {system}"
        for name, color in shown.items():
            yield f"  {name:8} #{bytes(color).hex()}{contrast(color, background(theme)):6.2f}"
        for eyes in ("", *BLINDNESS):
            apart = sorted(
                (difference(shown[one], shown[other], eyes), one, other)
                for one, other in combinations(NAMES, 2)
            )
            least = ", ".join(f"{one} {other} {far:.1f}" for far, one, other in apart[:4])
            yield f"  {eyes or 'all colors seen':15}  {least}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in figures())
