"""What is said of commands that are refused, and their exit codes.

A line of `refused.txt` has the words after `boxtui` and, after the arrow, the code and what is
printed. `make golden` rewrites all answers, on purpose.
"""

import os
import shlex
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from played import exit_code, folders

FILE: Final = Path(__file__).parents[1] / "commands" / "refused.txt"


def is_case(line: str) -> bool:
    """Whether a line of the file has a command."""
    return bool(line) and not line.startswith("#")


def cases() -> list[list[str]]:
    """Return each command and its answer in the file."""
    lines = FILE.read_text("utf-8").splitlines()
    return [line.split(" -> ", 1) for line in filter(is_case, lines)]


def answer(command: str) -> str:
    """Return the exit code of a command without a terminal, and the one line that it prints."""
    out, err = StringIO(), StringIO()
    with patch("os.isatty", lambda _: False), redirect_stdout(out), redirect_stderr(err):
        code = exit_code(*shlex.split(command))
    (line,) = err.getvalue().splitlines()
    assert not out.getvalue()
    return f"{code} {line}"


def text() -> str:
    """Return the text of the file with the answers as they are now."""
    lines = FILE.read_text("utf-8").splitlines()
    with TemporaryDirectory() as home, patch.dict(os.environ, folders(Path(home))):
        for at, line in enumerate(lines):
            if is_case(line):
                command = line.partition(" -> ")[0]
                lines[at] = f"{command} -> {answer(command)}"
    return "\n".join(lines) + "\n"


TEXTS: Final = {FILE: text}
