"""The line numbers of tables and keys in a lesson's file, for error messages."""

import re
from typing import Any, Final

from boxtui import toml
from tutorials.errors import LessonFault

Place = tuple[tuple[str, int], ...]
"""A table of the file: `(("step", 2), ("wrong", 0))` is the first wrong of the third step."""

_TABLE: Final = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_LONG_TEXT: Final = re.compile(r'"""|\'\'\'')
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")


class LineNumbers:
    """A file's text, and the lines where its tables and keys begin."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._found: dict[tuple[Place, str], int] = {}
        self._look()

    def document(self) -> dict[str, Any]:
        """Return the file's values. Raises `LessonFault` if it isn't TOML."""
        try:
            return toml.loads(self._text)
        except ValueError as wrong:
            raise LessonFault(f"{self._file} can't be read: {wrong}.") from None

    def fault(self, place: Place, key: str, sentence: str) -> LessonFault:
        """Return an error for a key, or for its table if the key is missing.

        The line of a table that is written inside braces is that of the key before the braces.
        """
        places = [(place, key), ((*place, (key, 0)), ""), (place, "")]
        for depth in range(len(place) - 1, -1, -1):
            places += [(place[:depth], place[depth][0]), (place[:depth], "")]
        line = next((self._found[at] for at in places if at in self._found), 1)
        return LessonFault(f"{self._file}, line {line}: {sentence}")

    def _look(self) -> None:
        place: Place = ()
        within = ""
        for number, line in enumerate(self._text.split("\n"), 1):
            if not within:
                table = _TABLE.match(line)
                if table:
                    place = self._next([name.strip() for name in table[1].split(".")], place)
                    self._found[place, ""] = number
                key = _KEY.match(line)
                if key:
                    self._found[place, key[1]] = number
            within = _open_after(line, within)

    def _next(self, names: list[str], place: Place) -> Place:
        """Return the table that a head such as `[[step.wrong]]` begins after the one at `place`."""
        before = place[: len(names) - 1]
        at = 0
        while ((*before, (names[-1], at)), "") in self._found:
            at += 1
        return (*before, (names[-1], at))


def _open_after(line: str, within: str) -> str:
    """Return the quotes that are open after a line, or ""; `within` are those open before it."""
    for quotes in _LONG_TEXT.findall("" if not within and line.lstrip().startswith("#") else line):
        if not within:
            within = quotes
        elif quotes == within:
            within = ""
    return within
