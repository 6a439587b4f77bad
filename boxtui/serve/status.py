"""Who is playing what on a host: told on a socket that only the user who runs it can open."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from typing import Final

from boxtui.system import locations
from boxtui.system.failure import Failure
from boxtui.wording import counted
from saves.files import make_private

ANSWER_WAIT: Final = 10
"""Seconds that a host has to answer."""


class HostFailed(Failure):
    """Raised if this machine can't host now; the message says why in one sentence."""


@asynccontextmanager
async def status_served(
    playing: Callable[[], list[dict[str, object]]],
) -> AsyncIterator[None]:
    """Tell who is playing what on the socket.

    Raises HostFailed if it can't be made, or if another host is there.
    """
    path = locations.serve_socket()
    if await fetch_status() is not None:
        raise HostFailed(f"Another `boxtui serve` is running: it answers on {path}.")

    async def tell(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(json.dumps(playing()).encode())
            await writer.drain()
            writer.close()

    try:
        make_private(path.parent)
        path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            telling = await asyncio.start_unix_server(tell, path)
        finally:
            os.umask(before)
    except OSError as fault:
        why = "its path is too long. Let XDG_STATE_HOME name a shorter folder"
        if fault.strerror:
            why = f"{fault.strerror}. Correct that, or let XDG_STATE_HOME name another folder"
        raise HostFailed(f"The socket {path} for --status can't be made: {why}.") from fault
    try:
        async with telling:
            yield
    finally:
        path.unlink(missing_ok=True)


async def fetch_status() -> list[dict[str, object]] | None:
    """Return who is playing what on the host that is running here, or None if none is.

    Raises HostFailed if it doesn't answer.
    """
    path = locations.serve_socket()
    try:
        async with asyncio.timeout(ANSWER_WAIT):
            reader, writer = await asyncio.open_unix_connection(path)
            with closing(writer):
                found: list[dict[str, object]] = json.loads(await reader.read())
    except TimeoutError as late:
        raise HostFailed(
            f"The `boxtui serve` at {path} doesn't answer: continue it if it is stopped, or end it."
        ) from late
    except (OSError, ValueError):  # none is there, or it ended while answering
        return None
    return found


def status_lines(playing: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Yield who is playing what, as lines of text."""
    yield counted(len(playing), "session")
    for each in playing:
        what = each["game"] or "no game"
        who = ", ".join(str(each[key]) for key in ("name", "comment") if key in each)
        player = f"{each['player']}{f' ({who})' if who else ''}"
        yield f"  {player} from {each['address']}, {each['minutes']} min: {what}"
