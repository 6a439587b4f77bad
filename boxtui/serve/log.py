"""The log of a host: one line of JSON per event, on standard error."""

import json
import os
import time
from queue import SimpleQueue
from threading import Thread
from typing import Final

_STANDARD_ERROR: Final = 2


class EventLog:
    """Writes events in a thread, in order: standard error can be a pipe that nobody reads, or a
    terminal that is held up with Ctrl+S, and the players must not wait for it.

    Lines that can't be written, for example because a disk is full, are counted, and their number
    is written once it works again.
    """

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._writing = Thread(target=self._write, daemon=True)
        self._writing.start()

    def note(self, event: str, **more: object) -> None:
        """Write an event, with what else is known of it."""
        self._lines.put(_line(event, **more))

    def close(self, seconds: float) -> None:
        """Wait until all is written, but not for longer than so many seconds."""
        self._lines.put("")
        self._writing.join(seconds)

    def _write(self) -> None:
        lost = 0
        while line := self._lines.get():
            said = _line("lines lost", number=lost) + line if lost else line
            try:
                _write_all(said.encode())
                lost = 0
            except OSError:
                lost += 1


def _line(event: str, **more: object) -> str:
    now = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    return json.dumps({"at": now, "event": event, **more}) + "\n"


def _write_all(data: bytes) -> None:
    while data:
        data = data[os.write(_STANDARD_ERROR, data) :]
