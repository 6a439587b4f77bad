"""What a command tells outside the app: its exit code, and lines on the terminal.

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 a save can't be read, 4 unsuitable terminal,
128 + n a signal.
"""

import contextlib
import errno
import io
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

FAILED: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
NO_TERMINAL: Final = 4
BROKEN_PIPE: Final = 128 + 13
INTERRUPTED: Final = 128 + 2
IDLE: Final = 128 + 14

SHOW_SAVES: Final = "`boxtui saves list` shows every save."
"""What to do about a save that can't be read, or isn't found."""


class Nowhere(io.FileIO):
    """/dev/null in place of a closed input or output.

    Attributes:
        was_written: whether anything was written to it.
    """

    was_written = False

    def write(self, content: "ReadableBuffer") -> int:
        self.was_written = True
        return super().write(content)


def refuse_closed_output() -> None:
    """Raises OSError if the shell had closed stdout, so that nothing can be printed on it."""
    if _closed_output():
        raise OSError(errno.EBADF, "it is closed")


def refuse_lost_output() -> None:
    """Raises OSError if the shell had closed stdout, and something was printed on it."""
    sys.stdout.flush()
    if (closed := _closed_output()) and closed.was_written:
        raise OSError(errno.EBADF, "it is closed")


def _closed_output() -> Nowhere | None:
    """Return what is in place of stdout if the shell had closed it."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw if isinstance(raw, Nowhere) else None


def complain(sentence: str | Exception, command: str = "boxtui") -> None:
    """Print one line for the player on stderr, after the command that complains.

    If stderr can't be written, only the exit code tells.
    """
    from boxtui.wording import printable, with_short_words

    with contextlib.suppress(OSError):
        print(f"{command}: {printable(with_short_words(str(sentence)))}", file=sys.stderr)


def print_lines(lines: Iterable[str]) -> int:
    """Print the lines as they come, without control characters; return the exit code 0."""
    from boxtui.wording import printable

    for line in lines:
        print(*map(printable, line.split("\n")), sep="\n", flush=True)
    return 0


def line_cells() -> int:
    """Return the most cells of a printed sentence's lines: fewer on a narrow terminal."""
    from shutil import get_terminal_size

    from boxtui.lines import LINE_CELLS

    return min(LINE_CELLS, get_terminal_size().columns) if sys.stdout.isatty() else LINE_CELLS


def put_page(file: str, make: Callable[[], str]) -> int:
    """Write the page that `make` returns to a file; return the exit code 0. `-` prints it.

    Raises Failure, before the page is made, if it can't be written there.
    """
    from pathlib import Path

    from boxtui.system import textfile
    from boxtui.system.failure import Failure
    from boxtui.system.signals import interruptible
    from boxtui.wording import printable

    if file == "-":
        refuse_closed_output()
        sys.stdout.flush()
        sys.stdout.buffer.write(make().encode())
        return 0
    unmade: OSError | None = None
    try:
        with interruptible(), textfile.output(Path(file)) as written:
            try:
                page = make()
            except OSError as fault:
                unmade = fault
                raise
            written.write(page.encode())
    except OSError as fault:
        if fault is unmade:
            raise
        raise Failure(f"{file} can't be written: {fault.strerror}. Name another file.") from fault
    return print_lines([f"Wrote {printable(file)}."])
