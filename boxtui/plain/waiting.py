"""Tells a person who waits for a search why it takes so long."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from ai.worker import Searcher
from boxtui.plain.line_io import LineIO
from boxtui.play.results import line_words

PATIENCE: Final = 2.0
"""Seconds after which a person who waits is told why."""


@contextmanager
def told_place(searcher: Searcher, io: LineIO) -> Iterator[None]:
    """If a search takes a while, say its place in the line of a host that many share."""

    def tell() -> None:
        if in_line := line_words(searcher.place):
            with suppress(OSError):  # the next line that must be written raises it
                io.say(f"The computer waits, {in_line}.")

    timer = asyncio.get_running_loop().call_later(PATIENCE, tell)
    try:
        yield
    finally:
        timer.cancel()
