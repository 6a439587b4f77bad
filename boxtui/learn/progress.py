"""A player's progress in each lesson: one small TOML file per game, written at every step."""

import json
from collections.abc import Mapping
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

    A file that can't be read counts as missing; it is not changed until the next step is reached,
    and never if a later boxtui has written it.
    """
    values, wrong = textfile.values(path)
    if wrong or (wrong := _fault(values, path)):
        return Progress(), f"The lesson starts at its first step: {wrong}"
    return Progress(**values), ""


def _fault(values: Mapping[str, Any], path: Path) -> str:
    """Return why values can't be used as progress, or ""."""
    if _is_later(values):
        return f"{path} {textfile.LATER}"
    for key, value in values.items():
        if type(value) is not _KINDS[key]:
            return f"{path}: {key} = {json.dumps(value, default=str)} is not valid progress."
    return ""


def _is_later(values: Mapping[str, Any]) -> bool:
    return not values.keys() <= _KINDS.keys()


def write(progress: Progress, path: Path) -> str:
    """Write the whole file, unless a later boxtui has; return why it wasn't written, or ""."""
    if _is_later(textfile.values(path)[0]):
        return f"Your progress isn't kept: {path} {textfile.LATER}"
    return textfile.write_values(path, asdict(progress))
