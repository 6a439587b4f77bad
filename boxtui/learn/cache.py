"""Files in the cache folder: data that can be made again at any time, with a checksum."""

import json
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

    Its fields are texts, numbers, Booleans, tuples of one type, dataclasses, or None.
    """
    body = json.dumps(data, default=asdict)
    textfile.replace(path, f"{checksum(body)}\n{body}\n")
    with suppress(OSError):
        files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_KEPT]:
            file.unlink(missing_ok=True)


def kept(path: Path, kind: type[KindT]) -> KindT | None:
    """Return what `keep` wrote, of that type; None if the file is missing, damaged or another."""
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


def _of_json(kind: Any, data: object) -> Any:
    """Return the value of a type that became that data. Raises ValueError if none did."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if data is None else _of_json(parts[0], data)
    if origin is tuple and isinstance(data, list):
        return tuple(_of_json(parts[0], each) for each in data)
    if origin is dict and isinstance(data, dict):
        return {key: _of_json(parts[1], each) for key, each in data.items()}
    if isinstance(data, dict) and data.keys() == (types := _field_types(kind)).keys():
        return kind(**{key: _of_json(types[key], each) for key, each in data.items()})
    if isinstance(data, str) and kind is str and data.isprintable():
        return data
    if isinstance(data, int | float) and kind is float and abs(data) < _LARGEST:
        return data
    if type(data) is kind and kind in (int, bool):
        return data
    raise ValueError("It was written by another boxtui, or by something else.")


@cache
def _field_types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind) if is_dataclass(kind) else {}
