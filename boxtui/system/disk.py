"""Access to a player's files that keeps an event loop free, which many players may share."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


class Disk:
    """Runs calls that read or write files in a thread, one after another, in the order of asking.

    So what is read is what was written before, and no write is overtaken by an earlier one. A call
    that was begun is completed, even if nothing waits for it any more; `finish` waits for all.

    What has an order or a lock of its own, such as saves and caches, or is only read one thing at a
    time, calls `asyncio.to_thread` directly.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._calls: set[asyncio.Task[Any]] = set()

    def begin(self, call: Callable[[], ResultT]) -> asyncio.Task[ResultT]:
        """Begin a call; the task returned must not be canceled."""
        task = asyncio.get_running_loop().create_task(self._in_turn(call))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)
        return task

    async def run(self, call: Callable[[], ResultT]) -> ResultT:
        """Return what a call returns, or raise what it raises."""
        return await asyncio.shield(self.begin(call))

    async def finish(self) -> None:
        """Wait until everything that was begun is done."""
        while self._calls:
            await asyncio.wait(self._calls)

    async def _in_turn(self, call: Callable[[], ResultT]) -> ResultT:
        async with self._turn:
            return await asyncio.to_thread(call)
