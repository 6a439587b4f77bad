"""Says to a person who waits why it takes so long and how far it is, and hears if they leave."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from ai.worker import Searcher
from boxtui.plain.line_io import Left, LineIO
from boxtui.views.game import queue_words

DoneT = TypeVar("DoneT")

SAY_AFTER: Final = 2.0
"""Seconds after which a person who waits hears why, and may leave."""

LONG: Final = 10.0
"""Seconds after which it is said how far it is; the next time after twice as many."""


def waiting_words(name: str, searcher: Searcher) -> str:
    """Return that `name` waits for a search and at what place; "" if it waits for none."""
    in_line = queue_words(searcher.queue_position)
    return f"{name} is waiting for a free search process, {in_line}." if in_line else ""


async def unless_quit(io: LineIO, work: Awaitable[DoneT], *, to_ask: bool = False) -> DoneT:
    """Return what `work` returns. Raises `Left` if a person types `quit` while it takes a while.

    The end of the input stands for `quit`, unless lines that were typed before are unanswered.
    What a program sends is always read in its turn, by the next question. With `to_ask`, the work
    only finds something to ask: `Left` is also raised once nobody is left to answer.
    """
    if not io.is_typed and not to_ask:
        return await work

    async def leave() -> None:
        await asyncio.sleep(SAY_AFTER)
        await (io.quit_is_typed() if io.is_typed else io.nobody_answers())

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(leave())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            leaving.result()
            raise Left
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


@contextmanager
def saying_place(searcher: Searcher, io: LineIO) -> Iterator[None]:
    """If a search takes a while, say its place in the queue of a host that many share."""

    def say() -> None:
        with suppress(OSError):  # the next line that must be written raises it
            io.remark(waiting_words("The computer", searcher))

    timer = asyncio.get_running_loop().call_later(SAY_AFTER, say)
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def saying_progress(io: LineIO, so_far: Callable[[], str]) -> Iterator[None]:
    """If it takes long, say `so_far` now and then, more and more rarely."""

    async def say() -> None:
        seconds = LONG
        while True:
            await asyncio.sleep(seconds)
            with suppress(OSError):
                io.say(so_far())
            seconds *= 2

    saying = asyncio.create_task(say())
    try:
        yield
    finally:
        saying.cancel()
