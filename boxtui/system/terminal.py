"""What the terminal can do, and how it is restored: everything that needs no Textual."""

import contextlib
import locale
import os
import re
import termios
import threading
import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

from boxtui.core import is_number
from boxtui.lines import Glyphs, glyphs_for
from boxtui.system import background

UNDRAWABLE: Final = ("dumb", "unknown")
"""The kinds of terminal on which nothing can be drawn."""

IDLE_WORDS: Final = "ended because nothing was typed for a long time. What was played is saved."
"""The message after the idle limit; it follows the name of boxtui."""

ESCAPE_MS: Final = 50
"""How long a lone Esc waits for the rest of a key's sequence, unless ESCDELAY is set.

A key's bytes travel in one packet, so the wait is for the reader and not for the network.
"""

LONGEST_ESCAPE_MS: Final = 500

RESTORE: Final = (
    b"\x1b\\\x1b[?2026l\x1b[0m"  # no half-sent string, no half-drawn frame, plain text
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l"  # bracketed paste, line wrap, resize reports
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # the mouse
    b"\x1b[<u\x1b[?1049l"  # kitty's keys, which belong to the alternate screen; that screen
    b"\x1b[?25h\x1b[?1004l"  # the cursor, focus reports
)
"""Undoes everything that Textual's Linux driver switches on, and what it forgets (1016)."""


def as_given(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment as the player gave it.

    Under a POSIX locale Python itself sets LC_CTYPE to a UTF-8 one (PEP 538), which says nothing
    about the terminal. Linux keeps the environment that the process was started with.
    """
    given = dict(environ)
    with contextlib.suppress(OSError):
        started = Path("/proc/self/environ").read_bytes().split(b"\0")
        given.pop("LC_CTYPE", None)
        for entry in started:
            name, _, value = entry.partition(b"=")
            if name == b"LC_CTYPE":
                given["LC_CTYPE"] = os.fsdecode(value)
    return given


def refusal(environ: Mapping[str, str], plain: str = "boxtui --plain") -> str:
    """Return why the app can't be drawn here; empty if it can.

    The sentences are for players, after the name of the command. `plain` is the command that does
    the same in lines of text.
    """
    instead = (
        f"`{plain}` writes lines of text instead. `boxtui watch`, `odds` and `rules` work without "
        "a terminal too."
    )
    for fd, name in ((0, "standard input"), (2, "standard error")):
        if not os.isatty(fd):
            return f"This needs a terminal, but {name} isn't one. {instead}"
    kind = environ.get("TERM", "")
    if kind in UNDRAWABLE:
        return f"TERM={kind}: nothing can be drawn in this terminal. {instead}"
    if not kind:
        return f"TERM is not set, so the kind of terminal is unknown. {instead}"
    return ""


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw.

    Attributes:
        ascii: whether only ASCII can be shown.
        color: whether colors are used.
        ssh: whether the connection is over SSH, so that little should be sent.
        light: whether the background is light, as far as the environment says.
        answers: whether the terminal can be asked for its background.
    """

    ascii: bool = False
    color: bool = True
    ssh: bool = False
    light: bool = False
    answers: bool = True

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Self:
        """Return the look of the terminal that an environment, as it was given, describes."""
        return cls(
            ascii=not _speaks_utf8(environ),
            color=not environ.get("NO_COLOR"),
            ssh=bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")),
            light=background.is_said_to_be_light(environ),
            answers=background.can_be_asked(environ),
        )

    @classmethod
    def here(cls) -> Self:
        """Return the look of the terminal that this process was started on."""
        return cls.of(as_given())

    @property
    def plain_glyphs(self) -> Glyphs:
        """The characters to draw with in lines of text, which have no color."""
        return glyphs_for(ascii_only=self.ascii, color=False)

    def tone_down(self, data: str) -> str:
        """Return the output without what the terminal can't show.

        The screens choose themes and characters themselves; this catches what widgets add.
        """
        if not self.color:
            data = _STYLE.sub(lambda style: _plain_style(style[1]), data)
        return _ODD.sub(_in_ascii, data) if self.ascii and not data.isascii() else data


_LOOKALIKES = {
    "-": "─━═╌╍┄┅┈┉╴╶╸╺▁▔–—−",
    "|": "│┃║╎╏┆┇┊┋╵╷▏▎▍▌▐▕",
    "'": "‘’",
    '"': "“”",
    ".": "·…",
    "*": "•",
    "x": "×",
    "<": "←◀",
    ">": "→▶",
    "^": "↑▲",
    "v": "↓▼",
    " ": "\xa0",
}


class _InAscii(dict[int, str]):
    """Maps every other character to a single ASCII character."""

    def __missing__(self, code: int) -> str:
        if code < 128:
            return chr(code)
        return "+" if 0x2500 <= code < 0x2580 else "#" if 0x2580 <= code < 0x2590 else "?"


_IN_ASCII = _InAscii((ord(c), plain) for plain, odd in _LOOKALIKES.items() for c in odd)

_ODD = re.compile(r"[ -~]?[^\x00-\x7f]+")
"""Characters that aren't ASCII, and the one before, which they may combine with."""


def _in_ascii(odd: re.Match[str]) -> str:
    """Return ASCII that takes as many cells, so that everything keeps its place."""
    from rich.cells import split_graphemes  # slow to import, and most terminals don't need it

    text = odd[0]
    signs = [
        (text[start].translate(_IN_ASCII), cells) for start, _, cells in split_graphemes(text)[0]
    ]
    return "".join(sign.ljust(cells, "?")[:cells] for sign, cells in signs)


_STYLE = re.compile(r"\x1b\[([0-9;]+)m")
_COLOR = re.compile(
    r"(?<![0-9])(?:[345]8;(?:5;[0-9]+|2;[0-9]+;[0-9]+;[0-9]+)|(?:[349]|10)[0-9]|59)(?![0-9]);?"
)


@lru_cache(4096)
def _plain_style(style: str) -> str:
    """Return a style's sequence without its colors; bold, reverse and the rest stay."""
    rest = _COLOR.sub("", style).rstrip(";")
    return f"\x1b[{rest}m" if rest else ""


def _speaks_utf8(environ: Mapping[str, str]) -> bool:
    """Whether the locale's encoding is UTF-8.

    The locale's name decides if it can: a locale named over SSH often isn't installed here, but the
    terminal at the other end uses it all the same.
    """
    name = next((v for k in ("LC_ALL", "LC_CTYPE", "LANG") if (v := environ.get(k))), "C")
    named = name.partition("@")[0].rpartition(".")[2]
    if "." in name or named.upper() == "UTF-8":  # macOS has a locale called UTF-8
        return named.lower().replace("-", "") == "utf8"
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, name)
        return locale.nl_langinfo(locale.CODESET) == "UTF-8"
    except (locale.Error, ValueError):  # unknown; not text
        return False
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


def idle_limit(environ: Mapping[str, str]) -> int:
    """Return the seconds without a key after which to leave, by TMOUT as in shells; 0: never."""
    limit = environ.get("TMOUT", "")
    return int(limit) if is_number(limit, 6) else 0


def tame_textual(environ: MutableMapping[str, str] = os.environ) -> None:
    """Remove what Textual would read from the environment; call it before importing Textual.

    TEXTUAL_DRIVER names code to import; TEXTUAL_LOG, TEXTUAL_DEBUG and TEXTUAL_SCREENSHOT write
    files; TEXTUAL_PRESS presses keys. COLUMNS and LINES would fix the size whatever the window
    does, and Textual obeys NO_COLOR even if it is empty.
    """
    for name in list(environ):
        if name.startswith("TEXTUAL") or name in ("COLUMNS", "LINES"):
            del environ[name]
    if not environ.get("NO_COLOR", "?"):
        del environ["NO_COLOR"]
    # Without smooth scrolling Textual asks for no resize reports and no mouse in pixels, which
    # it doesn't switch off again.
    environ["TEXTUAL_SMOOTH_SCROLL"] = "0"
    wanted = environ.get("ESCDELAY", "")
    delay = int(wanted) if is_number(wanted, 6) else ESCAPE_MS
    environ["ESCDELAY"] = str(min(delay, LONGEST_ESCAPE_MS))


class Terminal:
    """The terminal's present state, to be restored whatever happens in between.

    It opens the terminal separately, because after a hangup the standard streams lead to /dev/null.
    """

    def __init__(self) -> None:
        self.taken = False
        """Whether the app has switched the terminal's modes and not yet switched them back."""
        self.leaving = False
        """Whether a signal has asked the app to end; from then on it draws nothing."""
        self._lost = False
        self._restoring = threading.Lock()
        self._keys = _reopened(0)
        self._screen = _reopened(2)
        self._modes = _modes_of(self._keys)

    def set_taken(self, taken: bool) -> None:
        """Note that the app took the terminal or gave it back."""
        if not self._lost:  # once lost, what the app gives back is /dev/null
            self.taken = taken

    def let_go(self) -> None:
        """Put /dev/null in place of the standard streams, so that nothing can block or end them."""
        self._lost = True
        null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)

    def restore(self) -> None:
        """Switch all modes back; waits at most a second for a terminal that nobody reads."""
        with self._restoring:
            if self.taken:
                self._write_restore()
                self.taken = False
            if self._modes is not None and _in_foreground(self._keys):
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self._keys, termios.TCSANOW, self._modes)

    def close(self) -> None:
        """Close the separate file descriptors of the terminal."""
        for fd in (self._keys, self._screen):
            if fd >= 0:
                os.close(fd)
        self._keys = self._screen = -1

    def _write_restore(self) -> None:
        rest = RESTORE
        end = time.monotonic() + 1
        with contextlib.suppress(OSError, termios.error):
            os.set_blocking(self._screen, False)
            # The queue may be full of a frame that is dropped anyway.
            termios.tcflush(self._screen, termios.TCOFLUSH)
            while rest and time.monotonic() < end:
                try:
                    rest = rest[os.write(self._screen, rest) :]
                except BlockingIOError:
                    time.sleep(0.001)
                    if rest is RESTORE:  # none of it is in the queue yet
                        termios.tcflush(self._screen, termios.TCOFLUSH)
            os.set_blocking(self._screen, True)


def _reopened(fd: int) -> int:
    """Open a descriptor's terminal again, so that O_NONBLOCK affects only us; return the new one.

    If the terminal has no name (as in some containers), it is a duplicate; -1 without descriptor.
    """
    try:
        return os.open(os.ttyname(fd), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        with contextlib.suppress(OSError):
            return os.dup(fd)
        return -1


def _modes_of(fd: int) -> list[Any] | None:
    try:
        return termios.tcgetattr(fd)
    except (termios.error, ValueError):  # not a terminal; not a descriptor
        return None


def _in_foreground(fd: int) -> bool:
    """Whether we may change the terminal; in the background it belongs to the shell."""
    try:
        return os.tcgetpgrp(fd) == os.getpgrp()
    except OSError:  # not our controlling terminal, so no shell's job control either
        return True
