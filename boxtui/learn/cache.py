"""Files in the cache folder: data that can be made again at any time, with a checksum."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import UnionType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from boxtui.system import textfile

MOST_KEPT: Final = 500
"""The most files in a folder; beyond them, the oldest are removed."""

_LARGEST: Final = 2.0**53
"""No figure that is kept comes near this."""

KindT = TypeVar("KindT")


def keep(path: Path, data: object) -> None:
    """Write a dataclass, or a dict of them by text; if that fails, it isn't kept.

    Its fields are texts, numbers, Booleans, tuples of one type, dataclasses, or None. Nothing is
    written through a link: what it leads to may be worth more than a cached file.
    """
    if os.path.islink(path):  # noqa: PTH114 (it is False where the folder can't be entered)
        return
    body = json.dumps(data, default=asdict)
    textfile.replace(path, f"{checksum(body)}\n{body}\n")
    with suppress(OSError):
        files = sorted(path.parent.iterdir(), key=lambda file: file.lstat().st_mtime)
        for file in files[:-MOST_KEPT]:
            file.unlink(missing_ok=True)


def kept(path: Path, kind: type[KindT]) -> KindT | None:
    """Return what `keep` wrote, of that type; None if the file is missing or has anything else."""
    try:
        total, _, body = textfile.content(path).decode("utf-8").partition("\n")
        body = body.rstrip("\n")
        found: KindT = _of_json(kind, json.loads(body) if checksum(body) == total else None)
    except (OSError, ValueError, RecursionError):
        return None
    return found


def checksum(text: str) -> str:
    """Return the SHA-256 of a text, in hex."""
    return sha256(text.encode()).hexdigest()


def _of_json(kind: Any, data: Any) -> Any:
    """Return the value of a type that became that data. Raises ValueError for other data."""
    if kind in (int, bool):
        is_right = type(data) is kind
    elif kind is float:
        is_right = type(data) in (float, int) and -_LARGEST < data < _LARGEST
    elif kind is str:
        is_right = isinstance(data, str) and data.isprintable()
    else:
        made_by, inner = _parts(kind)
        if made_by is UnionType:
            return None if data is None else _of_json(inner, data)
        if made_by is tuple and isinstance(data, list):
            return tuple([_of_json(inner, each) for each in data])
        if made_by is dict and isinstance(data, dict):
            return {key: _of_json(inner, each) for key, each in data.items()}
        if isinstance(inner, dict) and isinstance(data, dict) and data.keys() == inner.keys():
            return made_by(**{key: _of_json(inner[key], each) for key, each in data.items()})
        is_right = False
    if not is_right:
        raise ValueError("It was written by another boxtui, or by something else.")
    return data


@cache
def _parts(kind: Any) -> tuple[Any, Any]:
    """Return what a type is, and the types of its parts; of a dataclass, those of its fields."""
    if is_dataclass(kind):
        return kind, get_type_hints(kind)
    first, *others = get_args(kind) or [None]
    origin = get_origin(kind)
    return origin, others[0] if origin is dict else first
