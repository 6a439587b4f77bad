"""Plain lines over a channel: what is typed ahead, echoed, held back and ended."""

import asyncio

import pytest

from boxtui.plain.channel import ChannelLines
from boxtui.system.terminal import Look

MOST = 100


class Channel:
    """The other end: what was sent to it, and whether it is read from."""

    def __init__(self, *, is_typed: bool) -> None:
        self.sent = list[bytes]()
        self.is_paused = False
        self.has_dropped = False
        self.lines = ChannelLines(
            self.sent.append, self._pause, Look(), MOST, self._drop, is_typed=is_typed
        )

    def _drop(self) -> None:
        self.has_dropped = True

    def _pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused


async def test_a_burst_of_keys_is_echoed_at_once() -> None:
    there = Channel(is_typed=True)
    there.lines.typed(b"ab\x7fc\r" * 10)
    assert there.sent == [b"ab\b \bc\r\n" * 10]
    assert await there.lines.receive() == b"ac\n" * 10


async def test_keys_for_which_there_is_no_room_are_dropped() -> None:
    there = Channel(is_typed=True)
    there.lines.typed(b"x\r" * (MOST // 2))
    assert not there.has_dropped
    there.lines.typed(b"y\r")
    assert there.has_dropped
    assert await there.lines.receive() == b"x\n" * (MOST // 2)
    there.lines.typed(b"z\r")
    assert await there.lines.receive() == b"z\n"


async def test_a_program_that_sends_much_is_paused_and_loses_nothing() -> None:
    there = Channel(is_typed=False)
    there.lines.typed(b"x" * MOST)
    assert not there.is_paused
    there.lines.typed(b"y")
    assert there.is_paused
    assert await there.lines.receive() == b"x" * MOST + b"y"
    assert not there.is_paused
    assert not there.has_dropped


@pytest.mark.parametrize("is_typed", [True, False])
async def test_the_end_can_be_read_again_and_again(is_typed: bool) -> None:
    there = Channel(is_typed=is_typed)
    there.lines.typed(b"quit\n")
    there.lines.end()
    assert await there.lines.receive() == b"quit\n"
    assert [await there.lines.receive() for _ in range(3)] == [b""] * 3


@pytest.mark.parametrize("is_typed", [True, False])
async def test_nothing_typed_yet_is_not_the_end(is_typed: bool) -> None:
    there = Channel(is_typed=is_typed)
    there.lines.typed(b"")
    reading = asyncio.create_task(there.lines.receive())
    await asyncio.sleep(0)
    there.lines.typed(b"help\r" if is_typed else b"help\n")
    assert await reading == b"help\n"


async def test_nothing_is_read_while_the_other_end_takes_nothing() -> None:
    there = Channel(is_typed=True)
    there.lines.pause()
    there.lines.typed(b"help\r")
    reading = asyncio.create_task(there.lines.receive())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not reading.done()
    there.lines.resume()
    assert await reading == b"help\n"


async def test_a_paused_session_can_end() -> None:
    there = Channel(is_typed=True)
    there.lines.pause()
    there.lines.end()
    assert await there.lines.receive() == b""
