"""What a command tells outside the app: its exit code, and lines on the terminal.

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 a save can't be read, 4 unsuitable terminal,
128 + n a signal.
"""

import contextlib
import sys
from collections.abc import Iterable
from typing import Final

FAILED: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
NO_TERMINAL: Final = 4
BROKEN_PIPE: Final = 128 + 13
INTERRUPTED: Final = 128 + 2
IDLE: Final = 128 + 14


def complain(sentence: object, command: str = "boxtui") -> None:
    """Print one line for the player on stderr, after the command that complains.

    If stderr can't be written, only the exit code tells.
    """
    from boxtui.lines import printable

    with contextlib.suppress(OSError):
        print(f"{command}: {printable(str(sentence))}", file=sys.stderr)


def print_lines(lines: Iterable[str]) -> int:
    """Print the lines as they come, without control characters; return the exit code 0."""
    from boxtui.lines import printable

    for line in lines:
        print(*map(printable, line.split("\n")), sep="\n", flush=True)
    return 0
