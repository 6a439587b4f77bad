"""FREE-O's deck, read from its file: six places and three other kinds of cards (FRO-2)."""

import re
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import BadFile
from boxtui.games.free_o.moves import DRAW_A_CARD, PLACES, WILD
from boxtui.games.shared.toml_file import TomlFile, TomlTable
from boxtui.wording import shortened

DECK_FILE: Final = "free_o.toml"
OTHERS: Final = ("captured", "draw-a-card", "wild")
"""The kinds that aren't places, by their names in the file, in moves and in positions."""

_TITLES: Final = ("You Are Captured", "Draw A Card", "Wild")
"""The names of these kinds in sentences, as the sheet has them (FRO-2)."""

SEATS: Final = range(2, 7)
"""The possible numbers of players (FRO-1)."""

DEALT: Final = 6
"""The number of cards dealt to each player (FRO-5)."""

RESERVED: Final = (
    "draw", "shuffle", "moves", "position", "board", "rules", "hint", "undo", "redo", "tutor",
    "log", "help", "quit", "show", "play", "next", "about", "again", "back", "steps", "pile", "top",
    "seat", "odds", "resign",
)  # fmt: skip
"""Other words that may be typed or clicked; a place can't have one as its name.

They are defined in layers above this one, so a test compares them.
"""

LONGEST: Final = 11
"""The most letters in a place's name."""

_FILE: Final = TomlFile(DECK_FILE)


@final
class FreeODeck:
    """What never changes in a game (FRO-2).

    Attributes:
        names: a word for each kind, in moves and positions.
        titles: the name of each kind in sentences.
        colors: one for each place.
        counts: the number of cards of each kind.
        size: the number of all cards.
    """

    def __init__(self, names: list[str], colors: list[str], counts: list[int]) -> None:
        self.names = names
        self.titles = [*(name.capitalize() for name in names[:PLACES]), *_TITLES]
        self.colors = colors
        self.counts = vec[i64](counts)
        self.size = sum(counts)


def read_deck(content: bytes) -> FreeODeck:
    """Return the deck in a file's content.

    Raises `BadFile`, which names the file, the table and the key, if it is wrong.
    """
    tables = _FILE.read(content)
    _FILE.check_tables(tables, ("place", "others"))
    places, others = _FILE.table(tables, "place"), _FILE.table(tables, "others", OTHERS)
    _check_places(list(places))
    by_name = {name: _FILE.table(places, name, ("color", "cards"), "place.") for name in places}
    colors = [_FILE.color(f"place.{name}", table) for name, table in by_name.items()]
    _check_apart(list(places), colors)
    counts = [_count(f"place.{name}", table, "cards", 1) for name, table in by_name.items()]
    counts += [_count("others", others, name, 0) for name in OTHERS]
    _check_enough(counts)
    return FreeODeck([*places, *OTHERS], colors, counts)


def _check_places(names: list[str]) -> None:
    """Raises `BadFile` unless there are six places, each named by a word not in use."""
    if len(names) != PLACES:
        raise BadFile(f"{DECK_FILE}: there must be {PLACES} tables [place.NAME].")
    for name in names:
        if not re.fullmatch(f"[a-z]{{2,{LONGEST}}}", name) or name in OTHERS + RESERVED:
            message = (
                f"use a name of 2 to {LONGEST} small letters that isn't already a word of the game."
            )
            raise BadFile(f"{DECK_FILE}, table [place.{shortened(name)}]: {message}")


def _check_apart(names: list[str], colors: list[str]) -> None:
    for at, color in enumerate(colors):
        if color in colors[:at]:
            raise _FILE.fault(
                f"place.{names[at]}", "color", f"{color!r} is already used for another place."
            )


def _count(name: str, table: TomlTable, key: str, least: int) -> int:
    count = _FILE.value(name, table, key)
    if type(count) is not int or not least <= count < 100:
        raise _FILE.fault(name, key, f"write a number of cards from {least} to 99.")
    return count


def _check_enough(counts: list[int]) -> None:
    """FRO-5, FRO-6: after any deal, a card is left that can begin the discards."""
    left = sum(counts) - DEALT * (SEATS.stop - 1)
    if left <= counts[DRAW_A_CARD] + counts[WILD]:
        message = "too few for six players: none might be left to begin the discards."
        raise BadFile(f"{DECK_FILE}: {sum(counts)} cards are {message}")
