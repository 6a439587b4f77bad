"""The player's settings: a small TOML file, read at the start and written on a change."""

import getpass
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from boxtui.core import is_number
from boxtui.system import textfile
from boxtui.system.terminal import Look
from boxtui.wording import quoted
from saves.header import NAME_BYTES

CHOICES: Final = {
    "theme": ("auto", "ansi-dark", "ansi-light", "textual-dark", "textual-light", "no color"),
    "drawing": ("auto", "unicode", "ascii"),
    "mouse": ("auto", "on", "off"),
    "pace": ("at once", "brisk", "slow", "by key"),
    "only_moves": ("played for you", "left to you"),
    "dice": ("auto", "rolling", "still"),
}
"""The choices of each setting, the default first; `name` is any name that a seat can have.

Paces are ordered by their speed instead.
"""

POINTS: Final = range(1, 51)
"""The percentage points of winning chance from which `tutor_points` is chosen."""

TITLES: Final = {
    "name": "Your name",
    "theme": "Colors",
    "drawing": "Drawing",
    "mouse": "Mouse",
    "pace": "The computer moves",
    "only_moves": "Your only moves",
    "dice": "Dice",
    "tutor_points": "The tutor warns from",
}

EXPLAINED: Final = {
    "name": "What you are called in lessons, and in new games unless another name was typed there.",
    "theme": (
        'With "auto", dark or light like the terminal. Themes named ansi keep the colors of the '
        "terminal; others don't."
    ),
    "drawing": 'The characters of boards. With "auto", ASCII only if the locale is not UTF-8.',
    "mouse": 'Whether clicks count, from the next start of boxtui on; with "auto", not over SSH.',
    "pace": 'How long you see each of its moves; with "by key", until you press Space.',
    "only_moves": (
        "What happens when you have only one legal move, or when your choice makes no difference."
    ),
    "dice": 'Whether you see dice rolling before the result; with "auto", not over SSH.',
    "tutor_points": (
        "The tutor, if on, warns if a move costs this many points of winning chance, or more; "
        "fewer with 3 players or more."
    ),
}
"""What each setting does."""

_QUOTES: Final = "\"'`“”„‘’‚«»‹›"
"""Quotation marks; a name needs more than these."""

DEFAULT: Final = "default"
"""What is typed to put a setting back to its default."""

NO_COLOR: Final = "NO_COLOR is set, so boxtui shows no color."
"""What is said of the colors instead, where the environment has that variable."""


@dataclass(frozen=True)
class Settings:
    """What the player chose; `auto` follows the terminal.

    Colors follow its background; over SSH the theme is ansi, the mouse off, and dice don't roll.
    """

    name: str = ""
    theme: str = CHOICES["theme"][0]
    drawing: str = CHOICES["drawing"][0]
    mouse: str = CHOICES["mouse"][0]
    pace: str = "brisk"
    only_moves: str = CHOICES["only_moves"][0]
    dice: str = CHOICES["dice"][0]
    tutor_points: int = 5

    @property
    def plays_only_moves(self) -> bool:
        """Whether a person's only move is played automatically."""
        return self.only_moves == CHOICES["only_moves"][0]

    def rolls_dice(self, terminal: Look) -> bool:
        """Whether dice roll on a terminal before they lie still."""
        is_wanted = {"rolling": True, "still": False}.get(self.dice, not terminal.ssh)
        return is_wanted and self.pace != "at once"

    def uses_mouse(self, terminal: Look) -> bool:
        """Whether clicks count on a terminal."""
        return {"on": True, "off": False}.get(self.mouse, not terminal.ssh)

    def look(self, terminal: Look) -> Look:
        """Return how to draw on a terminal, with the player's choices applied."""
        ascii_only = {"ascii": True, "unicode": False}.get(self.drawing, terminal.ascii)
        color = terminal.color and self.theme != "no color"
        return replace(terminal, ascii=ascii_only, color=color)

    def having(self, key: str, value: Any) -> "Settings":
        """Return these settings with another value of `key`."""
        return replace(self, **{key: value})

    def after(self, key: str, step: int) -> "Settings":
        """Return these settings with the next or the previous choice of `key`."""
        choices: Sequence[str | int] = POINTS if key == "tutor_points" else CHOICES[key]
        at = (choices.index(getattr(self, key)) + step) % len(choices)
        return self.having(key, choices[at])


def name_fault(name: str) -> str:
    """Return why a seat can't have that name, or ""."""
    if all(each.isspace() or each in _QUOTES for each in name):
        return "A name needs at least one letter."
    if name.strip().startswith("-"):
        return 'A name can\'t begin with "-".'
    if len(name.encode(errors="replace")) > NAME_BYTES:
        fewer = "fewer with accents or in other alphabets"
        return f"That name is too long: at most {NAME_BYTES} letters, {fewer}."
    if not name.isprintable():
        return "A name must consist of printable characters."
    is_you = name.strip(" ()").casefold() == "you"
    return '"You" would be misunderstood as a name: choose another one.' if is_you else ""


def _points_fault(points: object) -> str:
    """Return why the tutor can't warn from that many points on, or ""."""
    if type(points) is int and points in POINTS:
        return ""
    return f"{quoted(points)} is not a whole number from {POINTS[0]} to {POINTS[-1]}."


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def name_of_login(login: str) -> str:
    """Return the initial name: the login's, if a seat can have it."""
    name = login.capitalize()  # which can take more bytes
    return "Player" if name_fault(name) else name


def read(path: Path, name: str = "") -> tuple[Settings, str]:
    """Return the settings in a file, and a sentence about the first that is wrong, or "".

    Settings that are wrong or missing have their defaults; the file is not changed. The initial
    name is `name`, or the login's.
    """
    settings = Settings(name=name or name_of_login(_login()))
    try:
        document, complaint = textfile.values(path)
    except textfile.LeftAlone as why:
        until = "The defaults apply; once it can be read, start boxtui again."
        return settings, f"{why} {until}"
    if complaint:
        return settings, f"{complaint} {textfile.to_do(textfile.CORRECT)}"
    for key, value in document.items():
        if wrong := fault(key, value):
            complaint = complaint or f"{path}: {wrong}{_until_changed(settings, key)}"
        else:
            settings = settings.having(key, value)
    return settings, complaint


def _until_changed(settings: Settings, key: str) -> str:
    """Return what applies while a value is wrong, in a sentence; "" if there is no such key."""
    if key == "name":
        return f" Until then, you are {settings.name}."
    values = asdict(settings)
    return f" Until then, {key} is {values[key]}." if key in values else ""


def fault(key: str, value: object) -> str:
    """Return why a setting can't have that value, or ""."""
    if key == "name":
        return name_fault(value) if isinstance(value, str) else "name must be a string."
    if key == "tutor_points":
        wrong = _points_fault(value)
        return f"tutor_points: {wrong}" if wrong else ""
    if key not in CHOICES:
        return f"there is no setting {quoted(key)}; the settings are: {', '.join(TITLES)}."
    if value not in CHOICES[key]:
        return f"{key} can't be {quoted(value)}; choose from: {', '.join(CHOICES[key])}."
    return ""


def default(key: str) -> str | int:
    """Return the default of a setting; "" for the name, which each login has another of."""
    value: str | int = getattr(Settings(), key)
    return value


def offered(key: str) -> str:
    """Return what a setting can be, in words, and its default."""
    if key == "name":
        return "any name"
    if key == "tutor_points":
        values = f"{POINTS[0]} to {POINTS[-1]} percentage points"
    else:
        values = f"one of: {', '.join(CHOICES[key])}"
    return f"{values}; default: {default(key)}"


def typed(key: str, text: str) -> tuple[str | int, str]:
    """Return the value of a setting that was typed, and why it can't have that, or ""."""
    value = text.strip()
    if value.lower() == DEFAULT and key != "name":  # for which it is a name like any other
        return default(key), ""
    if key == "tutor_points":
        points = int(value) if is_number(value, 9) else text
        return points, _points_fault(points)
    return value, fault(key, value)


def keep(settings: Settings, key: str, path: Path) -> str:
    """Write the setting that was changed; return a sentence on what went wrong, or "".

    All others stay as they are in the file: another session may have changed them, or a later
    boxtui, which has more. A file that isn't TOML, or has a number that is too large, is kept under
    another name; one that can't be read now is not changed.
    """

    def in_file(path: Path) -> tuple[dict[str, Any], str]:
        values, complaint = textfile.values(path)
        return values, f"{path} had a mistake." if complaint else ""

    def write(values: dict[str, Any], path: Path) -> str:
        defaults = asdict(Settings(name=settings.name))
        changed = {**defaults, **values, key: getattr(settings, key)}
        return textfile.write_values(path, changed)

    return textfile.update(path, in_file, write, "The setting isn't kept")
