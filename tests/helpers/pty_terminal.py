"""A real terminal for tests: runs a command on a pty and shows its screen through pyte."""

import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Self

import pyte
from forked import Forked

DEADLINE = float(os.environ.get("BOXTUI_TEST_DEADLINE", "120"))
"""Seconds that any wait may take before the test fails. This limit only catches hangs: with sixteen
processes on two cores, starting the app takes ten. `make planted` sets a lower one."""

SETTLED = 0.04
"""Seconds of rest after which the screen is taken to be complete."""

POLL = 0.01
"""Seconds between two checks of whether the command is at rest."""

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
HOME, END, PAGE_DOWN, ENTER, ESC = "\x1b[H", "\x1b[F", "\x1b[6~", "\r", "\x1b"
"""What these keys send."""

KIND_ASKED, KIND = b"\x1b[c", b"\x1b[?62;22c"
"""What asks for a terminal's kind, and what one with colors answers."""

MARK = b"\0" * 16
"""Written by the test itself after the last output of a command; terminals ignore it."""

_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_KITTY = re.compile(rb"\x1b\[([<>])[0-9;]*u")
_PRIVATE = re.compile(rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*(?:\$p|n)")
_CUT = re.compile(rb"(.*?)((?:\x1b(?:\[[<>=?]?[0-9;$]*)?)?)", re.DOTALL)
_ON_AT_START = {7, 25}  # line wrap and the cursor

PLAIN = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
"""The smallest environment in which the app draws."""


def click_at(column: int, row: int) -> str:
    """Return what a click there sends; column and row count from 0."""
    return f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"


class PtyTerminal:
    """One command on its own terminal; used in a `with` block, it leaves nothing running.

    With `controlling=False` the pty isn't the controlling terminal, so closing it sends no SIGHUP.
    The other end is read only while the test waits for something.

    If `forks`, the command is what follows `python`, for a process that has imported boxtui.

    `beyond` returns the processes that draw here through the command, such as those in tmux.
    `answer` is typed whenever the command asks for the terminal's kind.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] = PLAIN,
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
        controlling: bool = True,
        forks: bool = False,
        beyond: Callable[[], Sequence[int]] = tuple,
        answer: bytes = KIND,
    ) -> None:
        self._beyond = beyond
        self._answer = answer
        self._answered = 0
        self.raw = bytearray()
        self.screen = pyte.Screen(*size)
        self._cut = b""
        self._stream = pyte.ByteStream(self.screen)
        self._fd, slave = pty.openpty()
        self.resize(*size)
        self.modes_before = termios.tcgetattr(slave)
        self._slave = slave  # kept, so that the terminal can be queried after the command has ended
        words = [str(word) for word in command]
        self._rows: list[str] = []
        self.process: subprocess.Popen[bytes] | Forked
        if forks:
            self.process = Forked(words, env, slave)
            return
        self.process = subprocess.Popen(
            words,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_take_terminal if controlling else _heed_ctrl_c,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pid in self.session():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(DEADLINE)
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal's end, as a dropped connection does."""
        for fd in (self._slave, self._fd):
            with contextlib.suppress(OSError):
                os.close(fd)
        self._slave = self._fd = -1

    def resize(self, columns: int, lines: int) -> None:
        """Resize the window; the command receives SIGWINCH."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def send(self, keys: str | bytes, *steps: str) -> None:
        """Type all these keys, reading what is drawn meanwhile; then `go` on."""
        rest = keys.encode() if isinstance(keys, str) else keys
        os.set_blocking(self._fd, False)
        try:
            while rest:
                self.read(0)
                with contextlib.suppress(BlockingIOError):
                    rest = rest[os.write(self._fd, rest[:1024]) :]
        finally:
            os.set_blocking(self._fd, True)
        self.go(*steps)

    def read(self, seconds: float = 0.02) -> bytes:
        """Return the unread output, waiting at most that long for the first of it."""
        got = b""
        while self._fd >= 0 and select.select([self._fd], [], [], 0 if got else seconds)[0]:
            try:
                chunk = os.read(self._fd, 65536)
            except OSError as error:
                if error.errno == errno.EIO:  # Linux: no process holds the other end
                    break
                raise
            if not chunk:
                break
            got += chunk
        self.raw += got
        self._show(got)
        self._answer_queries()
        return got

    def _answer_queries(self) -> None:
        asked = self.raw.count(KIND_ASKED)
        if self._fd >= 0 and asked > self._answered:
            os.write(self._fd, self._answer * (asked - self._answered))
        self._answered = asked

    def _show(self, got: bytes) -> None:
        """Feed pyte, without the private sequences that it would show as text or fail on."""
        whole, cut = _CUT.fullmatch(self._cut + got).groups()  # type: ignore[union-attr]
        self._stream.feed(_PRIVATE.sub(b"", whole))
        self._cut = cut

    def reach(self, holds: Callable[[], Any], what: str, deadline: float = DEADLINE) -> None:
        """Read until this holds, and no further; fail with the screen if it never does."""
        end = time.monotonic() + deadline
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"waited {deadline} s for {what}; the screen:\n{self.text()}")
            self.read()

    def wait(self, holds: Callable[[], Any], what: str) -> None:
        """Read until this holds and the command is at rest; fail with the screen if it never does.

        A screen arrives in pieces: its keys may appear before its title, and before they work. A
        command that never rests is waited for no longer than `DEADLINE`.
        """
        end = time.monotonic() + DEADLINE
        self.reach(holds, what)
        self._rest(SETTLED, end)

    def wait_until(self, text: str) -> None:
        """Read until the screen contains this text."""
        self.wait(lambda: text in self.text(), f"{text!r} on the screen")

    def reply(self, text: str, keys: str | bytes) -> None:
        """Read until the screen contains this text, then type these keys."""
        self.wait_until(text)
        self.send(keys)

    def go(self, *steps: str) -> None:
        """Read until the screen contains the first text, type the keys after it, and so on.

        Texts and keys take turns.
        """
        for text, keys in zip_longest(steps[::2], steps[1::2], fillvalue=""):
            self.reply(text, keys)

    def send_for_change(self, keys: str) -> None:
        """Type these keys and read until the screen's text changes."""
        before = self.text()
        self.send(keys)
        self.wait(lambda: self.text() != before, f"what {keys!r} does")

    def sent_for(self, keys: str, *steps: str, quiet: float = 0.15) -> int:
        """Type these keys and `go` on; return the number of bytes drawn until it was quiet."""
        before = len(self.raw)
        self.send(keys, *steps)
        self.wait_quiet(quiet)
        return len(self.raw) - before

    def send_until(self, keys: str, text: str) -> None:
        """Type these keys again and again until the screen contains this text."""
        end = time.monotonic() + DEADLINE
        while text not in self.text():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"no {text!r} for {keys!r}; the screen:\n{self.text()}")
            self.send(keys)
            self.read(0.1)

    def wait_quiet(self, seconds: float = 0.15) -> None:
        """Read until the command has been at rest for that long, and so has handled its input."""
        if not self._rest(seconds, time.monotonic() + DEADLINE):
            raise AssertionError(f"never at rest for {seconds} s; the screen:\n{self.text()}")

    def _rest(self, seconds: float, end: float) -> bool:
        """Read until nothing was drawn for that long and the command had nothing to do.

        Time alone proves nothing: on a busy machine the command may not have had any processor time
        yet, and this process may not have looked. So consecutive idle checks are counted, one every
        POLL seconds if the machine allows it.
        """
        pids = [self.process.pid, *self._beyond()]
        looks = 0
        while looks * POLL < seconds:
            idle = not (self.read(POLL) or self._unread() or any(_has_to_do(pid) for pid in pids))
            looks = looks + 1 if idle else 0
            if time.monotonic() > end:
                return False
        return True

    def _unread(self) -> int:
        """Return the number of typed bytes that the command hasn't read yet."""
        if self._slave < 0:
            return 0
        return int.from_bytes(fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)), sys.byteorder)

    def lines(self) -> list[str]:
        """Return the screen's lines, without trailing blanks.

        pyte takes 2 ms for them, and a test that waits for something looks every 20 ms.
        """
        if self.screen.dirty:
            self._rows = [line.rstrip() for line in self.screen.display]
            self.screen.dirty.clear()
        return self._rows

    def text(self) -> str:
        """Return the screen as one string."""
        return "\n".join(self.lines())

    def signal(self, number: signal.Signals) -> None:
        """Send the command a signal."""
        self.process.send_signal(number)

    def exit_code(self, *, read: bool = True) -> int:
        """Return the command's exit code once it ends; `read=False` leaves its terminal stalled."""
        end = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"still running; the screen:\n{self.text()}"
            if read:
                self.read()
            else:
                time.sleep(0.02)
        self._read_the_rest()
        assert self.process.returncode is not None
        return self.process.returncode

    def _read_the_rest(self) -> None:
        """Read everything that the ended command wrote; the system may still be passing it on."""
        if self._slave < 0:
            return
        os.set_blocking(self._slave, False)
        unsent = MARK
        end = time.monotonic() + DEADLINE
        while unsent or not self.raw.endswith(MARK):
            assert time.monotonic() < end, f"the terminal passes nothing on:\n{self.text()}"
            with contextlib.suppress(BlockingIOError):
                unsent = unsent[os.write(self._slave, unsent) :] if unsent else unsent
            self.read()
        del self.raw[-len(MARK) :]

    def termios(self) -> list[Any]:
        """Return the terminal's current modes, to compare with `modes_before`."""
        return termios.tcgetattr(self._slave)

    def modes_left_on(self) -> dict[str, bool]:
        """Return the modes that all bytes read so far leave different from the initial ones."""
        state: dict[int, bool] = {}
        for numbers, last in _MODE.findall(bytes(self.raw)):
            state |= {int(number): last == b"h" for number in numbers.split(b";")}
        left = {f"?{n}": on for n, on in state.items() if on != (n in _ON_AT_START)}
        ends = _KITTY.findall(bytes(self.raw))
        return left if ends.count(b">") == ends.count(b"<") else left | {"kitty": True}

    def session(self) -> list[int]:
        """Return the processes of the command's session that still run."""
        stats = ((pid, fields_of(pid)) for pid in processes())
        return [pid for pid, s in stats if s[3:4] == [str(self.process.pid)] and s[0] != "Z"]

    def cpu_seconds(self) -> float:
        """Return the processor time that the command has used so far."""
        stat = fields_of(self.process.pid)
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def stopped(self) -> bool:
        """Whether the command is suspended."""
        return fields_of(self.process.pid)[:1] == ["T"]


def processes() -> list[int]:
    """Return the ids of all processes."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def family(pid: int) -> list[int]:
    """Return a process and its descendants, without the search processes, which never draw."""
    parents = {child: int(stat[1]) for child in processes() if (stat := fields_of(child))}
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return [one for one in found if "--multiprocessing-fork" not in command_of(one)]


def command_of(pid: int) -> list[str]:
    """Return the command line of a process; empty if the process doesn't exist."""
    try:
        return Path("/proc", str(pid), "cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


def _has_to_do(pid: int) -> bool:
    """Whether a thread of this process is running, runnable or reading from a disk."""
    threads = Path("/proc", str(pid), "task").glob("*/stat")
    return any(_fields(thread)[:1] in (["R"], ["D"]) for thread in threads)


def _heed_ctrl_c() -> None:
    """React to Ctrl+C, which background jobs and their commands are started to ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _take_terminal() -> None:
    _heed_ctrl_c()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def fields_of(pid: int) -> list[str]:
    """Return the fields of /proc/pid/stat from the state on; empty if the process doesn't exist."""
    return _fields(Path("/proc", str(pid), "stat"))


def _fields(stat: Path) -> list[str]:
    try:
        return stat.read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
