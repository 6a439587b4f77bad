"""The log of a host: one line of JSON per event, on standard error."""

import json
import os
import time
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final

_STANDARD_ERROR: Final = 2


class EventLog:
    """Writes events in a thread, in order: standard error can be a pipe that nobody reads, or a
    terminal that is held up with Ctrl+S, and the players must not wait for it."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._writing = Thread(target=self._write, daemon=True)
        self._writing.start()

    def note(self, event: str, **more: object) -> None:
        """Write an event, with what else is known of it."""
        now = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        self._lines.put(json.dumps({"at": now, "event": event, **more}) + "\n")

    def close(self, seconds: float) -> None:
        """Wait until all is written, but not for longer than so many seconds."""
        self._lines.put("")
        self._writing.join(seconds)

    def _write(self) -> None:
        while line := self._lines.get():
            left = line.encode()
            with suppress(OSError):
                while left:
                    left = left[os.write(_STANDARD_ERROR, left) :]
