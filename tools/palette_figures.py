"""Measurements of the palette; `make palette` writes them to docs/palette.md."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from color_difference import BLINDNESS, Color, contrast, difference
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from boxtui.tui.app import OWN_THEMES
from boxtui.views.palette import THEMES, ground, ink

CHROMATIC = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta")
GRAYS = ("black", "white")
NAMES = (*CHROMATIC, *GRAYS)

TOGETHER = {
    "Kimbo's 4 seats": ("red", "green", "yellow", "blue"),
    "Free the Box's 6 seats": ("red", "orange", "yellow", "green", "blue", "purple"),
    "FREE-O's 6 colors of cards": ("red", "green", "yellow", "blue", "magenta", "cyan"),
    "all 8, on a player's own board": CHROMATIC,
    "Box's 2 colors": GRAYS,
}
"""The colors that a game shows together."""

FIXED = [(theme, system) for theme in THEMES for system in ("256", "truecolor")]
"""The themes on terminals whose colors are known."""

DISTINCT = [each for each in FIXED if each[1] == "256" or not THEMES[each[0]].ansi]
"""Those that differ: an ansi theme draws 256 colors on every terminal that has them."""

FILE = Path(__file__).parents[1] / "docs" / "palette.md"

ABOUT = """\
# Colors

What the palette (`boxtui/views/palette.py`) looks like, measured. `make palette` writes this page.

The contrast is that of WCAG 2; letters need 4.5. The difference is CIEDE2000: 2 is just visible
side by side, 10 at a glance. Color-blind vision is simulated after Machado, Oliveira and Fernandes
(2009). `ansi` themes keep the terminal's own background, here taken to be black or white.

No seat, card or mark is told apart by its color alone: letters, signs and words say the same. Color
blindness leaves two of the three dimensions of color, and to everybody else each color must still
look like its name, so eight can't all be far apart; among the terminal's 256 colors only one or two
match some of the names. Within these limits a search chose the colors with the largest of the
smallest differences, those of Kimbo and Free the Box first.

With 16 colors, each color is the terminal's own color of that name. There is no orange or
purple among them: orange is brown or light red, purple is magenta, and magenta is bold. How they
look is up to the terminal; on a light background yellow, green and cyan are as dark as it makes
them. The backgrounds of boards are left out there.
"""
"""The beginning of the page."""

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


def read_color(text: str) -> Color:
    """Return the color of six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def background(theme: str) -> Color:
    """Return the theme's background, or what terminals of that name usually have."""
    return _own(theme, "background", {"ansi-dark": "000000", "ansi-light": "ffffff"})


def letters(theme: str) -> Color:
    """Return the color of text that is drawn without a color."""
    return _own(theme, "foreground", {"ansi-dark": "e5e5e5", "ansi-light": "000000"})


def _own(theme: str, part: str, usual: dict[str, str]) -> Color:
    own = OWN_THEMES.get(theme, BUILTIN_THEMES[theme]).to_color_system().generate()[part]
    return read_color(usual.get(theme, own.removeprefix("#")))


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
    return read_color(TERMINALS[terminal].split()[number_of(theme, name)])


def ground_drawn(theme: str, system: str, name: str) -> Color:
    """Return the ground that a terminal with 256 colors or more shows."""
    named = ground(theme, system, name)
    assert named is not None
    red, green, blue = RichColor.parse(named).get_truecolor()
    return red, green, blue


def grounds_of(theme: str, system: str) -> dict[str, Color]:
    """Return all that letters are drawn on: the background, and the grounds of boards."""
    own = {name: ground_drawn(theme, system, name) for name in THEMES[theme].grounds}
    return {"background": background(theme), **own}


def least_difference(
    theme: str, system: str, names: Sequence[str], eyes: str
) -> tuple[float, str, str]:
    """Return the smallest difference between two of these colors, and which two they are."""
    shown = {name: drawn(theme, system, name) for name in names}
    return min(
        (difference(shown[one], shown[other], eyes), one, other)
        for one, other in combinations(names, 2)
    )


def page() -> Iterator[str]:
    """Yield docs/palette.md: each theme's colors, their contrasts and their least differences."""
    yield from ABOUT.splitlines()
    for theme, system in DISTINCT:
        also = "" if theme.startswith("textual") else ", even with true color"
        many = system.removesuffix("color")
        yield from ("", f"## {theme}, {many} colors{also}", "")
        grounds = grounds_of(theme, system)
        yield f"| color | drawn | {' | '.join(f'on {name}' for name in grounds)} |"
        yield "| --- " * (len(grounds) + 2) + "|"
        for name in NAMES:
            color = drawn(theme, system, name)
            contrasts = [f"{contrast(color, below):.1f}" for below in grounds.values()]
            yield f"| {name} | `#{bytes(color).hex()}` | {' | '.join(contrasts)} |"
        below = [f"{name} `#{bytes(color).hex()}`" for name, color in grounds.items()]
        yield from ("", f"Drawn on: {', '.join(below)}.", "")
        yield f"| smallest difference | all colors seen | {' | '.join(BLINDNESS)} |"
        yield "| --- " * (len(BLINDNESS) + 2) + "|"
        for game, names in TOGETHER.items():
            least = [least_difference(theme, system, names, eyes) for eyes in ("", *BLINDNESS)]
            shown = [f"{far:.1f} {one}, {other}" for far, one, other in least]
            yield f"| {game} | {' | '.join(shown)} |"


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in page()), "utf-8")
