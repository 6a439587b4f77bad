"""The line that shows how far an arena, a training, a review or the figures of odds are."""

import shutil
from contextlib import suppress
from time import monotonic
from typing import Final, Self, TextIO

from boxtui.system.signals import interruptible
from boxtui.system.terminal import Look

_BAR: Final = 20
_PAUSE: Final = 0.1
"""Seconds between two updates of the line, which cost bytes over SSH."""


class ProgressLine:
    """One line on a terminal that is rewritten as work is done; nothing is shown elsewhere.

    If the terminal is gone, nothing is shown either.

    Use it in a `with` statement, at whose end the line is erased; Ctrl+C raises KeyboardInterrupt
    in it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = stream.isatty()
        self._full, self._empty = "█░"
        if Look.here().ascii:
            self._full, self._empty = "#-"
        self._length = 0
        self._next = 0.0
        self._interruptible = interruptible()

    def __enter__(self) -> Self:
        self._interruptible.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.erase()
        self._interruptible.__exit__(None, None, None)

    def show(self, done: int, planned: int, words: str) -> None:
        """Write how much is done, as a bar, too, and these words, as `show_words` does.

        The beginning, with nothing done, is always written.
        """
        full = _BAR * done // planned
        bar = self._full * full + self._empty * (_BAR - full)
        self.show_words(f"{bar} {done}/{planned} {words}", at_once=not done)

    def show_words(self, words: str, *, at_once: bool = False) -> None:
        """Write these words, unless others were written a moment ago; `at_once` even then."""
        now = monotonic()
        if self._shown and (now >= self._next or at_once):
            self._next = now + _PAUSE
            self._write(words)

    def erase(self) -> None:
        """Make room for another line; this one comes back when it is written again."""
        if self._length:
            self._put(f"\r{' ' * (self._length + len('^C'))}\r")
            self._length = 0

    def _write(self, line: str) -> None:
        """Overwrite the line, with room for a `^C`: a longer line would scroll the terminal."""
        line = line[: shutil.get_terminal_size().columns - len("^C") - 1]
        before, self._length = self._length, len(line)  # Ctrl+C may end the next line early
        self._put(f"\r{line.ljust(before)}")

    def _put(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)
            self._stream.flush()
