"""Small text files that are written whole or not at all."""

import os
from pathlib import Path


def replace(path: Path, text: str) -> str:
    """Put `text` in the place of what the file has; why it couldn't be written, or ""."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(text, "utf-8")
        new.replace(path)
    except OSError as fault:
        return f"{path} can't be written: {fault.strerror}."
    return ""
