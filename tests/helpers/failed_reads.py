"""Reading a small file fails once, as it does for a process with too many open files."""

import errno
from pathlib import Path
from typing import IO

import pytest

from boxtui.system import textfile


def one_failed_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the next small file that is read fail."""
    opened = textfile.opened

    def fail(path: Path) -> IO[bytes]:
        monkeypatch.setattr(textfile, "opened", opened)
        raise OSError(errno.EMFILE, "Too many open files", str(path))

    monkeypatch.setattr(textfile, "opened", fail)
