"""A player's progress in each lesson: one small TOML file per game, written at every step."""

import json
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

    A file that can't be read counts as missing; it is not changed until the next step is reached.
    """
    values, wrong = textfile.values(path)
    if wrong:
        return Progress(), f"The lesson starts at its first step: {wrong}"
    kinds = {field.name: type(field.default) for field in fields(Progress)}
    for key, value in values.items():
        if type(value) is not kinds.get(key):
            message = f"{path}: {key} = {json.dumps(value, default=str)} is not valid progress."
            return Progress(), f"The lesson starts at its first step: {message}"
    return Progress(**values), ""


def write(progress: Progress, path: Path) -> str:
    """Write the whole file; return why it couldn't be written, or ""."""
    lines = [f"{key} = {textfile.as_toml(value)}" for key, value in asdict(progress).items()]
    return textfile.replace(path, "\n".join(lines) + "\n")
