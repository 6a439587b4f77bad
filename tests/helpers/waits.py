"""Waiting for what other tasks, threads or processes bring about."""

import asyncio
import time
from collections.abc import Callable

from pty_terminal import DEADLINE


async def until(
    holds: Callable[[], object],
    what: Callable[[], str] = lambda: "it never came",
    every: float = 0.001,
) -> None:
    """Wait until something holds; after `DEADLINE` seconds, fail with the words of `what`."""
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end, what()
        await asyncio.sleep(every)
