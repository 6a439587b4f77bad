"""`boxtui serve` with faults that a player can bring about.

In the app, F9 raises an error, F10 one of the system, and F8 waits for a thread that never ends, as
for a disk that hangs. The user `HANGING` waits for such a thread at login, and at the login of
`WARNS` a library warns.
"""

import asyncio
import errno
import logging
import sys
import threading
from pathlib import Path
from typing import Final

from textual.events import Event, Key

from boxtui.commands.main import main
from boxtui.serve.connection import Connection
from boxtui.system import settings
from boxtui.tui.typed_ahead import TypedAheadApp

PROGRAM: Final = (str(Path(__file__)),)
"""What `Served` is given to run this."""

HANGING: Final = "hanging"
WARNS: Final = "warns"
FAILS: Final = b"\x1b[20~"
REFUSES: Final = b"\x1b[21~"
HANGS: Final = b"\x1b[19~"


def hang() -> None:
    """Never return."""
    threading.Event().wait()


def plant() -> None:
    """Plant the faults in this process."""
    handle, name_of_login = TypedAheadApp.on_event, settings.name_of_login
    begin_auth = Connection.begin_auth

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

    def warn_of(self: Connection, username: str) -> bool:
        if username == WARNS:
            logging.getLogger("asyncio").warning("a planted warning")
        return begin_auth(self, username)

    TypedAheadApp.on_event = fail  # type: ignore[method-assign]
    settings.name_of_login = hang_at
    Connection.begin_auth = warn_of  # type: ignore[method-assign]


if __name__ == "__main__":  # search processes load this file, too
    plant()
    sys.exit(main(sys.argv[1:]))
