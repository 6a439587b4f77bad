"""Reading a board from its TOML file, strictly: a fault is one sentence on where it is."""

import re
import tomllib
from collections.abc import Iterable
from typing import Final, cast, final

from boxtui.core import BadPosition

Words = dict[str, object]
"""A table of a file as it was read."""


COLOR_WANTED: Final = "a color is wanted, in 2 to 8 small letters, a to z."


def is_color(name: object) -> bool:
    """Whether that can be a color's name: its first letter stands for it on the board."""
    return isinstance(name, str) and re.fullmatch("[a-z]{2,8}", name) is not None


@final
class BoardFile:
    """The file of a game's board by its name, which every `BadPosition` raised here bears."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, content: bytes) -> Words:
        """The tables of the file's content."""
        try:
            return tomllib.loads(content.decode())
        except (ValueError, RecursionError) as fault:
            raise BadPosition(f"{self.name} can't be read as TOML: {fault}.") from None

    def fault(self, table: str, key: str, sentence: str) -> BadPosition:
        """What is wrong with a key of a table, to be raised."""
        return BadPosition(f"{self.name}, table [{table}], key {key}: {sentence}")

    def table(self, tables: Words, name: str, within: str = "") -> Words:
        """The table of that name; `within` is the name of those around it, with a dot behind."""
        found = tables.get(name)
        if not isinstance(found, dict):
            raise BadPosition(f"{self.name}: the table [{within}{name}] is missing.")
        return cast(Words, found)

    def check_tables(self, tables: Words, known: Iterable[str], within: str = "") -> None:
        """Refuse any table but the known ones."""
        for name in tables:
            if name not in known:
                listed = ", ".join(f"[{within}{each}]" for each in known)
                there = f"no table [{within}{name}] here; there are {listed}"
                raise BadPosition(f"{self.name}: {there}.")

    def check_keys(self, table: str, words: Words, known: Iterable[str]) -> None:
        """Refuse any key of a table but the known ones."""
        for key in words:
            if key not in known:
                raise self.fault(table, key, f"no such key here; there are {', '.join(known)}.")

    def names(self, words: Words, table: str, key: str, wanted: str = "names") -> list[str]:
        """The names that a key lists; `wanted` is what they are called."""
        names = words.get(key)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault(table, key, f"a list of {wanted} is wanted.")
        return [str(name) for name in names]

    def different_names(self, words: Words, table: str, key: str, count: int) -> list[str]:
        """The different names that a key lists, so many of them."""
        names = self.names(words, table, key, f"{count} names")
        if len(names) != count or len(set(names)) != count:
            raise self.fault(table, key, f"{count} different names are wanted.")
        return names
