"""A strict reader for a board's TOML file: an error is one sentence that says where it is."""

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, cast, final

from boxtui.core import BadPosition

Words = dict[str, object]
"""A table as it was read from a file."""


def packaged(package: str, name: str) -> bytes:
    """Return a file in that package, without `importlib.resources`, which is slow to import."""
    return Path(sys.modules[package].__path__[0], name).read_bytes()


COLOR_WANTED: Final = "write a color in 2 to 8 small letters, a to z."


def is_color(name: object) -> bool:
    """Whether that can be the name of a color; its first letter stands for it on the board."""
    return isinstance(name, str) and re.fullmatch("[a-z]{2,8}", name) is not None


@final
class BoardFile:
    """The file of a game's board; every `BadPosition` raised here gives its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, content: bytes) -> Words:
        """Return the tables in the file's content."""
        try:
            return tomllib.loads(content.decode())
        except (ValueError, RecursionError) as fault:
            raise BadPosition(f"{self.name} can't be read as TOML: {fault}.") from None

    def fault(self, table: str, key: str, sentence: str) -> BadPosition:
        """Return the error to raise for a key of a table."""
        return BadPosition(f"{self.name}, table [{table}], key {key}: {sentence}")

    def table(self, tables: Words, name: str, within: str = "") -> Words:
        """Return the table `name`; `within` names the table around it, with a final dot."""
        found = tables.get(name)
        if not isinstance(found, dict):
            raise BadPosition(f"{self.name}: the table [{within}{name}] is missing.")
        return cast(Words, found)

    def check_tables(self, tables: Words, known: Iterable[str], within: str = "") -> None:
        """Raises `BadPosition` for any table but the known ones."""
        for name in tables:
            if name not in known:
                listed = ", ".join(f"[{within}{each}]" for each in known)
                there = f"no table [{within}{name}] here; there are {listed}"
                raise BadPosition(f"{self.name}: {there}.")

    def check_keys(self, table: str, words: Words, known: Iterable[str]) -> None:
        """Raises `BadPosition` for any key of a table but the known ones."""
        for key in words:
            if key not in known:
                raise self.fault(table, key, f"no such key here; there are {', '.join(known)}.")

    def names(self, words: Words, table: str, key: str, wanted: str = "names") -> list[str]:
        """Return the names that a key lists; an error calls them `wanted`."""
        names = words.get(key)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault(table, key, f"write a list of {wanted}.")
        return [str(name) for name in names]

    def different_names(self, words: Words, table: str, key: str, count: int) -> list[str]:
        """Return the `count` different names that a key lists."""
        names = self.names(words, table, key, f"{count} names")
        if len(names) != count or len(set(names)) != count:
            raise self.fault(table, key, f"write {count} different names.")
        return names
