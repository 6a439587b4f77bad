"""Tells a person who waits for a search why it takes so long, and how far it is."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from ai.worker import Searcher
from boxtui.plain.line_io import LineIO
from boxtui.views.game import queue_words

SAY_AFTER: Final = 2.0
"""Seconds after which a person who waits is told why."""

LONG: Final = 10.0
"""Seconds after which a person who waits is told how far it is; the next time after twice as many.
"""


def waiting_words(name: str, searcher: Searcher) -> str:
    """Return that `name` waits for a search and at what place; "" if it waits for none."""
    in_line = queue_words(searcher.queue_position)
    return f"{name} is waiting for a free search process, {in_line}." if in_line else ""


@contextmanager
def told_place(searcher: Searcher, io: LineIO) -> Iterator[None]:
    """If a search takes a while, say its place in the queue of a host that many share."""

    def tell() -> None:
        with suppress(OSError):  # the next line that must be written raises it
            io.remark(waiting_words("The computer", searcher))

    timer = asyncio.get_running_loop().call_later(SAY_AFTER, tell)
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def told_progress(io: LineIO, so_far: Callable[[], str]) -> Iterator[None]:
    """If it takes long, say `so_far` now and then, more and more rarely."""

    async def tell() -> None:
        seconds = LONG
        while True:
            await asyncio.sleep(seconds)
            with suppress(OSError):
                io.say(so_far())
            seconds *= 2

    telling = asyncio.create_task(tell())
    try:
        yield
    finally:
        telling.cancel()
