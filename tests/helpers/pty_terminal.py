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
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

DEADLINE = 20.0
"""Seconds that any wait may take before the test fails: generous, the machine may be busy."""

SETTLED = 0.03
"""Seconds without anything new on the screen after which what was waited for is all there."""

_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_KITTY = re.compile(rb"\x1b\[([<>])[0-9;]*u")
_PRIVATE = re.compile(rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p")
_CUT = re.compile(rb"(.*?)((?:\x1b(?:\[[<>=?]?[0-9;$]*)?)?)", re.DOTALL)
_ON_AT_START = {7, 25}  # line wrap and the cursor

PLAIN = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
"""The least environment that the app draws in."""


def click_at(column: int, row: int) -> str:
    """What a click there sends, counted from 0."""
    return f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"


class PtyTerminal:
    """One command on a terminal of its own, in a `with` that leaves nothing running.

    `controlling=False` gives it the pty without making that its controlling terminal, so that a
    closed pty is no SIGHUP. The other end is read only while the test waits for something.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] = PLAIN,
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
        controlling: bool = True,
    ) -> None:
        self.raw = bytearray()
        self.screen = pyte.Screen(*size)
        self._cut = b""
        self._stream = pyte.ByteStream(self.screen)
        self._fd, slave = pty.openpty()
        self.resize(*size)
        self.modes_before = termios.tcgetattr(slave)
        self._slave = slave  # kept, so that the terminal can be asked after the command's end
        self.process = subprocess.Popen(
            [str(word) for word in command],
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
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
        """Make the window this large; the command gets its SIGWINCH."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def send(self, keys: str | bytes) -> None:
        """Type these keys, all of them, reading what is drawn meanwhile."""
        rest = keys.encode() if isinstance(keys, str) else keys
        os.set_blocking(self._fd, False)
        try:
            while rest:
                self.read(0)
                with contextlib.suppress(BlockingIOError):
                    rest = rest[os.write(self._fd, rest[:1024]) :]
        finally:
            os.set_blocking(self._fd, True)

    def read(self, seconds: float = 0.02) -> bytes:
        """What was drawn and not read yet, waiting at most so long for the first of it."""
        got = b""
        while self._fd >= 0 and select.select([self._fd], [], [], 0 if got else seconds)[0]:
            try:
                chunk = os.read(self._fd, 65536)
            except OSError as error:
                if error.errno == errno.EIO:  # Linux: nobody holds the other end
                    break
                raise
            if not chunk:
                break
            got += chunk
        self.raw += got
        self._show(got)
        return got

    def _show(self, got: bytes) -> None:
        """Feed pyte, less the private sequences whose parameters it would draw as text."""
        whole, cut = _CUT.fullmatch(self._cut + got).groups()  # type: ignore[union-attr]
        self._stream.feed(_PRIVATE.sub(b"", whole))
        self._cut = cut

    def reach(self, holds: Callable[[], Any], what: str, deadline: float = DEADLINE) -> None:
        """Read until this holds, no further; fail with the screen if it never does."""
        end = time.monotonic() + deadline
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"waited {deadline} s for {what}; the screen:\n{self.text()}")
            self.read()

    def wait(self, holds: Callable[[], Any], what: str, deadline: float = DEADLINE) -> None:
        """Read until this holds and the rest of it is drawn; fail with the screen if it never does.

        A screen comes in pieces: its keys may be there before its title.
        """
        end = time.monotonic() + deadline
        self.reach(holds, what, deadline)
        while self.read(SETTLED) and time.monotonic() < end:
            pass

    def wait_until(self, text: str, deadline: float = DEADLINE) -> None:
        """Read until the screen holds this text."""
        self.wait(lambda: text in self.text(), f"{text!r} on the screen", deadline)

    def send_for_change(self, keys: str, deadline: float = DEADLINE) -> None:
        """Type these keys and read until the screen's text is another."""
        before = self.text()
        self.send(keys)
        self.wait(lambda: self.text() != before, f"what {keys!r} does", deadline)

    def send_until(self, keys: str, text: str, deadline: float = DEADLINE) -> None:
        """Type these keys again and again until the screen holds this text."""
        end = time.monotonic() + deadline
        while text not in self.text():
            if time.monotonic() > end or self.process.poll() is not None:
                raise AssertionError(f"no {text!r} for {keys!r}; the screen:\n{self.text()}")
            self.send(keys)
            self.read(0.1)

    def wait_quiet(self, seconds: float = 0.15) -> None:
        """Read until nothing was drawn for so long."""
        while self.read(seconds):
            pass

    def lines(self) -> list[str]:
        """The screen's lines, without trailing blanks."""
        return [line.rstrip() for line in self.screen.display]

    def text(self) -> str:
        """The screen as one string."""
        return "\n".join(self.lines())

    def signal(self, number: signal.Signals) -> None:
        """Send the command a signal."""
        self.process.send_signal(number)

    def exit_code(self, deadline: float = DEADLINE, *, read: bool = True) -> int:
        """The command's exit code, once it ends; with `read=False` its terminal stays stalled."""
        end = time.monotonic() + deadline
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise AssertionError(f"still running after {deadline} s; screen:\n{self.text()}")
            if read:
                self.read()
            else:
                time.sleep(0.02)
        self.read(0)
        assert self.process.returncode is not None
        return self.process.returncode

    def termios(self) -> list[Any]:
        """The terminal's modes now, to compare with `modes_before`."""
        return termios.tcgetattr(self._slave)

    def modes_left_on(self) -> dict[str, bool]:
        """The screen modes that all the bytes read so far leave other than a terminal starts."""
        state: dict[int, bool] = {}
        for numbers, last in _MODE.findall(bytes(self.raw)):
            state |= {int(number): last == b"h" for number in numbers.split(b";")}
        left = {f"?{n}": on for n, on in state.items() if on != (n in _ON_AT_START)}
        ends = _KITTY.findall(bytes(self.raw))
        return left if ends.count(b">") == ends.count(b"<") else left | {"kitty": True}

    def session(self) -> list[int]:
        """Processes of the command's session that still run."""
        stats = ((pid, _stat(pid)) for pid in os.listdir("/proc") if pid.isdigit())  # noqa: PTH208
        return [int(pid) for pid, s in stats if s[3:4] == [str(self.process.pid)] and s[0] != "Z"]

    def cpu_seconds(self) -> float:
        """Processor time that the command used so far."""
        stat = _stat(str(self.process.pid))
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def stopped(self) -> bool:
        """Whether the command is suspended."""
        return _stat(str(self.process.pid))[:1] == ["T"]


def _heed_ctrl_c() -> None:
    """What a job in the background was started to ignore, its commands ignore too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _take_terminal() -> None:
    _heed_ctrl_c()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _stat(pid: str) -> list[str]:
    """The fields of /proc/pid/stat from the state on; none if there is no such process."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
