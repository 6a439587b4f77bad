"""Files in the cache folder: data that can be made again at any time, with a checksum."""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from boxtui.system import textfile

MOST_KEPT: Final = 500
"""The most files in a folder; beyond them, the oldest are removed."""


def keep(path: Path, data: dict[str, Any]) -> None:
    """Write data that JSON can hold; if that fails, it isn't kept."""
    body = json.dumps(data)
    textfile.replace(path, f"{checksum(body)}\n{body}\n")
    with suppress(OSError):
        files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-MOST_KEPT]:
            file.unlink(missing_ok=True)


def kept(path: Path) -> dict[str, Any] | None:
    """Return the data in a file, or None if it is missing or damaged."""
    try:
        total, _, body = textfile.content(path).decode("utf-8").partition("\n")
    except (OSError, ValueError):
        return None
    body = body.rstrip("\n")
    try:
        found = json.loads(body) if checksum(body) == total else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def checksum(text: str) -> str:
    """Return the SHA-256 of a text, in hex."""
    return sha256(text.encode()).hexdigest()
