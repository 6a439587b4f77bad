"""Calls of the system that fail, as on a full disk, or without a permission."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from boxtui.system import textfile


def failing(number: int) -> Callable[..., Any]:
    """Return a call that fails with that number, and names the path that it is given, if any."""

    def fail(*arguments: object, **_: object) -> Any:
        paths = [str(each) for each in arguments if isinstance(each, Path)]
        raise OSError(number, os.strerror(number), *paths[:1])

    return fail


def one_failed_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next small file that is read fail, as for a process with too many open files."""
    opened = textfile.opened

    def fail(path: Path) -> IO[bytes]:
        monkeypatch.setattr(textfile, "opened", opened)
        raise OSError(errno.EMFILE, "Too many open files", str(path))

    monkeypatch.setattr(textfile, "opened", fail)
