"""`boxtui serve` with faults that a player can bring about.

In the app, F9 raises an error, F10 one of the system, and F8 waits for a thread that never ends, as
for a disk that hangs. The user `HANGING` waits for such a thread at login.
"""

import asyncio
import errno
import sys
import threading
from pathlib import Path
from typing import Final

from textual.events import Event, Key

from boxtui.commands.main import main
from boxtui.system import settings
from boxtui.tui.typed_ahead import TypedAheadApp

PROGRAM: Final = (str(Path(__file__)),)
"""What `Served` is given to run this."""

HANGING: Final = "hanging"
FAILS: Final = b"\x1b[20~"
REFUSES: Final = b"\x1b[21~"
HANGS: Final = b"\x1b[19~"


def hang() -> None:
    """Never return."""
    threading.Event().wait()


def plant() -> None:
    """Plant the faults in this process."""
    handle, name_of_login = TypedAheadApp.on_event, settings.name_of_login

    async def fail(self: TypedAheadApp, event: Event) -> None:
        if isinstance(event, Key) and event.key == "f9":
            raise RuntimeError("a planted fault")
        if isinstance(event, Key) and event.key == "f10":
            raise OSError(errno.EMFILE, "Too many open files", "/home/host/a file")
        if isinstance(event, Key) and event.key == "f8":
            await asyncio.to_thread(hang)
        await handle(self, event)

    def hang_at(login: str) -> str:
        if login == HANGING:
            hang()
        return name_of_login(login)

    TypedAheadApp.on_event = fail  # type: ignore[method-assign]
    settings.name_of_login = hang_at


if __name__ == "__main__":  # search processes load this file, too
    plant()
    sys.exit(main(sys.argv[1:]))
