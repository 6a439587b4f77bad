"""A player's progress in each lesson: one small TOML file per game, written at every step."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from boxtui.system import textfile


@dataclass(frozen=True)
class Progress:
    """How far a lesson is.

    Attributes:
        step: the name of the current step; "" before the first time.
        reached: the name of the furthest step reached.
        finished: whether the lesson was once taken to its end.
    """

    step: str = ""
    reached: str = ""
    finished: bool = False


_KINDS: Final = {field.name: type(field.default) for field in fields(Progress)}


def read(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and a sentence about what is wrong with it, or "".

    A file that can't be read counts as missing; it stays as it is.
    """
    progress, wrong = textfile.usable(path, _read, Progress())
    return progress, f"The lesson starts at its first step: {wrong}" if wrong else ""


def _read(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and what is wrong with it, or ""; raises LeftAlone."""
    values, wrong = textfile.values(path)
    if not values.keys() <= _KINDS.keys():
        raise textfile.written_later(path)
    wrong = wrong or _fault(values, path)
    return Progress() if wrong else Progress(**values), wrong


def _fault(values: Mapping[str, Any], path: Path) -> str:
    """Return why values can't be used as progress, or ""."""
    for key, value in values.items():
        if type(value) is not _KINDS[key]:
            return f"{path}: {key} = {json.dumps(value, default=str)} is not valid progress."
    return ""


def update(path: Path, change: Callable[[Progress], Progress]) -> str:
    """Change the progress in a file; return a sentence on what went wrong, or "".

    It is read again first, as another session may have got further; one that writes now waits. A
    damaged file is kept under another name; one of a later boxtui, or one that can't be read now,
    is not changed.
    """

    def write(found: Progress, path: Path) -> str:
        return textfile.write_values(path, asdict(change(found)))

    return textfile.update(path, _read, write, "Your progress isn't kept")
