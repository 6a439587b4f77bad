"""A player's progress in each lesson: one small TOML file per game, written at every step."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

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


def read(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and a sentence about what is wrong with it, or "".

    A file that can't be read counts as missing; it stays as it is.
    """
    progress, wrong = textfile.usable(path, _read, Progress())
    return progress, f"The lesson starts at its first step: {wrong}" if wrong else ""


def _read(path: Path) -> tuple[Progress, str]:
    """Return the progress in a file, and what is wrong with it, or ""; raises LeftAlone."""
    values, wrong = textfile.values(path)
    kinds = {field.name: type(field.default) for field in fields(Progress)}
    if not values.keys() <= kinds.keys():
        raise textfile.written_later(path)
    for key, value in values.items():
        if type(value) is not kinds[key]:
            wrong = wrong or f"{path}: {key} = {textfile.as_toml(value)} is not valid progress."
    return Progress() if wrong else Progress(**values), wrong


def update(path: Path, change: Callable[[Progress], Progress]) -> str:
    """Change the progress in a file; return a sentence on what went wrong, or "".

    It is read again first, as another session may have got further; one that writes now waits. A
    damaged file is kept under another name; one of a later boxtui, or one that can't be read now,
    is not changed.
    """

    def write(found: Progress, path: Path) -> str:
        return textfile.write_values(path, asdict(change(found)))

    return textfile.update(path, _read, write, "Your progress isn't kept")
