"""Files of scripts that tests compare whole; `make golden` writes them again, on purpose.

A script is a claim (`# `), steps (`> `), and after each step what it shows, indented.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol


class Script(Protocol):
    """One script while it runs."""

    def do(self, step: str, words: str) -> Sequence[str]:
        """Take a step, which is a word and what follows it; return what it shows."""
        ...


@dataclass(frozen=True)
class Scripts:
    """The scripts in the files of a folder; `begin` begins one of a file, given its stem."""

    folder: Path
    begin: Callable[[str], Script]

    def texts(self) -> dict[str, str]:
        """Return the text of each script, by the stem of its file and its claim."""
        found: dict[str, str] = {}
        for file in sorted(self.folder.glob("*.txt")):
            for part in re.split("^# ", file.read_text("utf-8"), flags=re.MULTILINE)[1:]:
                claim, _, text = part.partition("\n")
                found[f"{file.stem}: {claim}"] = text.rstrip()
        return found

    def now(self, name: str) -> str:
        """Return a script with what it shows now."""
        script, told = self.begin(name.partition(": ")[0]), list[str]()
        for line in self.texts()[name].splitlines():
            if line.startswith("> "):
                step, _, words = line.removeprefix("> ").partition(" ")
                told += [line, *(f"  {row}".rstrip() for row in script.do(step, words))]
        return "\n".join(told).rstrip()

    def golden(self) -> Mapping[Path, Callable[[], str]]:
        """Return how the text of each file is made."""
        return {file: partial(self._rewritten, file) for file in sorted(self.folder.glob("*.txt"))}

    def _rewritten(self, file: Path) -> str:
        names = [name for name in self.texts() if name.startswith(f"{file.stem}: ")]
        return "\n".join(f"# {name.partition(': ')[2]}\n{self.now(name)}\n" for name in names)
