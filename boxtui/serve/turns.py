"""Turns on the event loop that all players share."""

import asyncio
from collections import deque

_Waiting = deque[asyncio.Future[None]]


class Turns:
    """Has matches shown one at a time, in turn.

    The loop looks for input before each turn. So the effect of a key waits for one turn at most,
    and not for the turns of all others whose computers have just played.
    """

    def __init__(self) -> None:
        self._is_taken = False
        self._persons, self._computers = _Waiting(), _Waiting()

    async def turn(self, *, by_person: bool) -> None:
        """Wait for the caller's turn, which lasts until the caller waits for anything else.

        Those who show what a person did come before those who show what computers or dice did.
        """
        loop = asyncio.get_running_loop()
        if self._is_taken:
            coming = loop.create_future()
            (self._persons if by_person else self._computers).append(coming)
            try:
                await coming
            except asyncio.CancelledError:
                if not coming.cancelled():  # the turn had come
                    loop.call_soon(self._pass_on)
                raise
        self._is_taken = True
        loop.call_soon(self._pass_on)

    def _pass_on(self) -> None:
        for waiting in (self._persons, self._computers):
            while waiting:
                coming = waiting.popleft()
                if not coming.done():
                    coming.set_result(None)
                    return
        self._is_taken = False
