"""The log of a host: one line of JSON per event, on standard error."""

import json
import os
import time
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final

_STANDARD_ERROR: Final = 2

_MOST_WAITING: Final = 10_000
"""The most lines that wait to be written; further ones are lost."""


class EventLog:
    """Writes events in a thread, in order.

    Players must not wait for standard error, which can be a pipe that isn't read, or a terminal
    that is held up with Ctrl+S.

    Lines that can't be written, for example because a disk is full, and lines for which there is no
    room while others wait, are counted. Their number is written once it works again, on a line of
    its own even if a line before it was cut.
    """

    def __init__(self) -> None:
        self._lines: SimpleQueue[tuple[int, str]] = SimpleQueue()
        """Each line, and how many were lost just before it; an empty line ends the log."""
        self._noting = Lock()
        self._unqueued = 0
        self._is_cut = False
        self._writing = Thread(target=self._write, daemon=True)
        self._writing.start()

    def note(self, event: str, **details: object) -> None:
        """Write an event with its details."""
        with self._noting:
            if self._lines.qsize() < _MOST_WAITING:
                self._lines.put((self._unqueued, _line(event, **details)))
                self._unqueued = 0
            else:
                self._unqueued += 1

    def close(self, seconds: float) -> None:
        """Wait until all is written, at most `seconds`."""
        with self._noting:
            self._lines.put((self._unqueued, ""))
        self._writing.join(seconds)

    def _write(self) -> None:
        lost, line = 0, "\n"
        while line:
            unqueued, line = self._lines.get()
            lost += unqueued
            try:
                if lost:
                    self._write_all(_line("lines lost", number=lost))
                    lost = 0
                self._write_all(line)
            except OSError:
                lost += 1

    def _write_all(self, line: str) -> None:
        data = f"\n{line}".encode() if self._is_cut else line.encode()
        while data:
            written = os.write(_STANDARD_ERROR, data)
            self._is_cut = data[written - 1 : written] != b"\n"
            data = data[written:]


def _line(event: str, **details: object) -> str:
    now = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    return json.dumps({"at": now, "event": event, **details}) + "\n"
