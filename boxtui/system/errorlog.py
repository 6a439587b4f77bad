"""The error log, for bug reports."""

import os
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Final

LIMIT: Final = 256 * 1024
"""The size in bytes at which the log starts over."""

GAMES_ARE_SAVED: Final = "A game in progress is saved up to the last move."
"""What a player is told beside an error that ends boxtui, whatever the screen was."""

_ENTRY_LIMIT = 32 * 1024
_MESSAGE = 200
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def append(log: Path, where: str, error: BaseException) -> bool:
    """Add a traceback to a log that only its owner can read; return whether that worked.

    The values of variables are left out, because they include opponents' hands and what players
    typed.
    """
    trace = "".join(traceback.format_exception(error))[-_ENTRY_LIMIT:]
    return _add(log, " ".join(filter(None, (_now(), where))) + "\n" + trace + "\n")


def note_once(log: Path, sentence: str) -> bool:
    """Add a line to the log unless it is there already; return whether it is there now."""
    from boxtui.system.textfile import content

    with suppress(OSError):
        if sentence.encode(errors="replace") in content(log):
            return True
    return _add(log, f"{_now()} {sentence}\n\n")


def _now() -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S")


def _add(log: Path, entry: str) -> bool:
    from saves.files import make_private

    data = entry.encode(errors="replace")
    try:
        make_private(log.parent)
        with open(os.open(log, _FLAGS, 0o600), "ab", buffering=0) as file:  # noqa: PTH123
            if os.fstat(file.fileno()).st_size + len(data) > LIMIT:
                file.truncate(0)
            file.write(data)
    except OSError:
        return False
    return True


def internal_error(error: BaseException, where: str = "") -> str:
    """Return that boxtui had an internal error, as a sentence; `where` may follow its type."""
    return f"boxtui had an internal error ({named(error, where)})."


def named(error: BaseException, where: str = "") -> str:
    """Return an error's type, then `where`, and its message, if it has one, after a colon."""
    kind = f"{type(error).__name__} {where}".rstrip()
    message = one_line(error).strip()
    return f"{kind}: {message}" if message else kind


def one_line(error: BaseException) -> str:
    """Return an error's message, fit for any terminal; a long one is cut after a word."""
    try:
        text = str(error)
    except KeyboardInterrupt:  # the player's Ctrl+C
        raise
    except BaseException:  # the failing code's __str__ may be broken, too
        return "no message"
    line = "".join(c if c.isprintable() else " " for c in text)
    if len(line) <= _MESSAGE:
        return line
    beginning = line[: _MESSAGE - len(" ...")]
    return f"{beginning.rpartition(' ')[0] or beginning} ..."
