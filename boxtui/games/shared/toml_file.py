"""A strict reader for the TOML files of boards, decks and weights; an error says where it is."""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, cast, final

from boxtui import toml
from boxtui.core import BadFile
from boxtui.wording import quoted, shortened

TomlTable = dict[str, object]
"""A table as it was read from a TOML file: its values by their keys."""


def packaged(package: str, name: str) -> bytes:
    """Return the content of a file in an imported package.

    Without `importlib.resources`, which is slow to import.
    """
    return Path(sys.modules[package].__path__[0], name).read_bytes()


COLOR_WANTED: Final = "write a color in 2 to 8 small letters, a to z."


def is_color(name: object) -> bool:
    """Whether `name` can name a color; its first letter stands for the color on the board."""
    return isinstance(name, str) and re.fullmatch("[a-z]{2,8}", name) is not None


@final
class TomlFile:
    """A TOML file, such as that of a board; every `BadFile` raised here gives its `name`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, content: bytes) -> TomlTable:
        """Return the tables in the file's content."""
        try:
            return toml.loads(content)
        except ValueError as fault:
            raise BadFile(f"{self.name} can't be read as TOML: {fault}.") from None

    def fault(self, name: str, key: str, sentence: str) -> BadFile:
        """Return the error to raise for a key of the table with that name."""
        return BadFile(f"{self.name}, table [{name}], key {key}: {sentence}")

    def table(
        self,
        tables: TomlTable,
        name: str,
        known: Iterable[str] | None = None,
        within: str = "",
    ) -> TomlTable:
        """Return the table `name`; `within` names the table around it, with a final dot.

        Raises `BadFile` if it is missing, or has any key but the `known` ones, if those are given.
        """
        if name not in tables:
            raise BadFile(f"{self.name}: the table [{within}{name}] is missing.")
        found = tables[name]
        if not isinstance(found, dict):
            raise BadFile(f"{self.name}: [{within}{name}] isn't a table.")
        for key in found:
            if known is not None and key not in known:
                sentence = f"no such key here; there are {', '.join(known)}."
                raise self.fault(within + name, shortened(key), sentence)
        return cast(TomlTable, found)

    def check_tables(self, tables: TomlTable, known: Iterable[str], within: str = "") -> None:
        """Raises `BadFile` for any table but the known ones."""
        for name in tables:
            if name not in known:
                may_be = ", ".join(f"[{within}{each}]" for each in known)
                wrong = f"there can be no table [{within}{shortened(name)}], only {may_be}"
                raise BadFile(f"{self.name}: {wrong}.")

    def value(self, name: str, table: TomlTable, key: str) -> object:
        """Return the value of a key. Raises `BadFile` if the key is missing."""
        if key not in table:
            raise self.fault(name, key, "it is missing.")
        return table[key]

    def names(self, name: str, table: TomlTable, key: str, wanted: str = "names") -> list[str]:
        """Return the names that a key lists; an error calls them `wanted`."""
        names = self.value(name, table, key)
        if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
            raise self.fault(name, key, f"write a list of {wanted}.")
        return [str(each) for each in names]

    def different_names(self, name: str, table: TomlTable, key: str, count: int) -> list[str]:
        """Return the `count` different names that a key lists."""
        names = self.names(name, table, key, f"{count} names")
        if len(names) != count or len(set(names)) != count:
            instead = "" if len(names) == count else f", not {len(names)}"
            raise self.fault(name, key, f"write {count} different names{instead}.")
        return names

    def color(self, name: str, table: TomlTable) -> str:
        """Return the color that the key `color` names."""
        color = self.value(name, table, "color")
        if not is_color(color):
            raise self.fault(name, "color", COLOR_WANTED)
        return str(color)

    def refuse_alike(self, colors: Sequence[tuple[str, str]], key: str) -> None:
        """Raises `BadFile` if two colors are equal, or if one letter would stand for both.

        Each color comes after the name of the table that has it.
        """
        for at, (name, color) in enumerate(colors):
            for _, other in colors[:at]:
                if color == other:
                    raise self.fault(name, key, f"the color {color!r} is already used.")
                if color[0] == other[0]:
                    message = f"the colors {other!r} and {color!r} begin with the same letter."
                    raise self.fault(name, key, message)

    def in_order(
        self, table: TomlTable, seats: int, known: Sequence[str], kind: str, order: str
    ) -> list[int]:
        """Return which of `known` that many players have, by the table [players].

        The file calls one of them a `kind`. They must keep their order, which `order` explains.
        """
        names = self.different_names("players", table, str(seats), seats)
        for name in names:
            if name not in known:
                message = f"{quoted(name)} is not a {kind}; they are {', '.join(known)}."
                raise self.fault("players", str(seats), message)
        places = [known.index(name) for name in names]
        if places != sorted(places):
            raise self.fault("players", str(seats), order)
        return places
