"""What comes over a channel: lines, keys and windows, and what of it is kept."""

import asyncio
from types import SimpleNamespace
from typing import cast

import asyncssh
import pytest
from textual._xterm_parser import XTermParser
from textual.message import Message
from waits import until

from boxtui.plain.channel import ChannelLines
from boxtui.serve.connection import Connection
from boxtui.serve.host import Host, Serving
from boxtui.serve.limits import Limits
from boxtui.serve.load import Load
from boxtui.serve.session import _Variables
from boxtui.system.terminal import Look
from boxtui.tui.channel import ChannelDriver, ChannelTerminal
from boxtui.tui.keystrokes import LONGEST_PASTE, Keystrokes

CHUNK = 256
MOST = 100


class Channel:
    """The other end: what was sent to it, and whether it is read from."""

    def __init__(self, *, is_typed: bool) -> None:
        self.sent = list[bytes]()
        self.is_paused = self.has_dropped = False
        self.lines = ChannelLines(
            self.sent.append,
            self._pause,
            Look(),
            (80, 60),
            MOST,
            self._drop,
            is_typed=is_typed,
        )

    def _drop(self) -> None:
        self.has_dropped = True

    def _pause(self, is_paused: bool) -> None:
        self.is_paused = is_paused


LINE = {True: b"help\r", False: b"help\n"}
"""What comes over a channel for a line, if it is typed and if a program sends it."""


async def reading(there: Channel) -> "asyncio.Task[bytes]":
    """Return the task that reads the next line, which waits by now."""
    task = asyncio.create_task(there.lines.receive())
    for _ in range(2):
        await asyncio.sleep(0)
    return task


async def test_a_burst_of_keys_is_echoed_at_once_and_backspace_removes_whole_characters() -> None:
    there = Channel(is_typed=True)
    there.lines.typed("aé\x7f本\x7f\x7f\x7fb\r".encode() * 3)
    back = b"\b \b"
    echo = b"a" + "é".encode() + back + "本".encode() + 3 * back  # as many as there are cells
    assert there.sent == [(echo + b"b\r\n") * 3]
    assert await there.lines.receive() == b"b\n" * 3


async def test_backspace_removes_a_letter_that_is_not_utf_8_alone() -> None:
    there = Channel(is_typed=True)
    there.lines.typed(b"a\xe9\x7fb\r")
    assert there.sent == [b"a\xe9\b \bb\r\n"]
    assert await there.lines.receive() == b"ab\n"


async def test_lines_are_broken_for_the_size_that_the_terminal_has_now() -> None:
    there = Channel(is_typed=True)
    longest = []
    for columns in (80, 40, 0):  # 0 if the client doesn't know
        there.lines.resize(columns, 24)
        there.lines.say("word " * 50)
        longest.append(max(map(len, b"".join(there.sent).splitlines())))
        there.sent.clear()
    assert longest == [74, 34, 74]


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
    line = await reading(there)
    there.lines.typed(LINE[is_typed])
    assert await line == b"help\n"


@pytest.mark.parametrize("reads_first", [False, True])
@pytest.mark.parametrize("is_typed", [True, False])
async def test_while_the_other_end_takes_nothing_what_was_under_way_is_kept_and_not_read(
    is_typed: bool, reads_first: bool
) -> None:
    there = Channel(is_typed=is_typed)
    line = await reading(there) if reads_first else None
    there.lines.pause()
    assert there.is_paused  # an echo would be sent, too
    there.lines.typed(LINE[is_typed])
    line = line or await reading(there)
    for _ in range(2):
        await asyncio.sleep(0)
    assert there.is_paused
    assert not line.done()
    there.lines.resume()
    assert await line == b"help\n"
    assert not there.is_paused


async def test_a_paused_session_can_end() -> None:
    there = Channel(is_typed=True)
    there.lines.pause()
    there.lines.end()
    assert await there.lines.receive() == b""


@pytest.mark.parametrize("end", ["\x1b[201~", "\x1b[20"])
def test_of_a_paste_without_an_end_only_as_much_is_kept_as_is_used(
    monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    fed: list[str] = []
    feed = XTermParser.feed

    def noted(parser: XTermParser, data: str) -> object:
        fed.append(data)
        return feed(parser, data)

    monkeypatch.setattr(XTermParser, "feed", noted)
    sent: list[Message] = []
    keys = Keystrokes(sent.append)
    keys.feed(b"\x1b[200~")
    for _ in range(1000):
        keys.feed(b"x" * CHUNK)
    keys.feed(end.encode())
    keys.feed("\x1b[201~".removeprefix(end).encode() + b"a")
    assert LONGEST_PASTE < sum(map(len, fed)) < LONGEST_PASTE + CHUNK
    assert [type(message).__name__ for message in sent] == ["Paste", "Key"]


def test_of_a_clients_variables_only_a_short_lang_is_kept() -> None:
    variables = _Variables()
    for number in range(1000):
        variables[b"LC_%d" % number] = b"x"
    variables[b"LANG"] = b"x" * 1000
    assert dict(variables) == {}
    variables[b"LANG"] = b"C.UTF-8"
    assert dict(variables) == {b"LANG": b"C.UTF-8"}


async def test_nothing_is_drawn_for_or_read_from_a_client_that_takes_nothing() -> None:
    calls: list[str] = []

    def noted(name: str) -> SimpleNamespace:
        said = ("pause_reading", "resume_reading", "pause_writing", "resume_writing")
        return SimpleNamespace(
            **{each: lambda each=each: calls.append(f"{name} {each}") for each in said}
        )

    made = Connection(Host(Serving("", 0, None, 1, Limits()), Load()))
    infos = {"socket": SimpleNamespace(setsockopt=lambda *_: None)}
    connection = SimpleNamespace(
        get_extra_info=infos.get, _transport=noted("transport"), abort=lambda: None
    )
    made.connection_made(cast("asyncssh.SSHServerConnection", connection))
    made._session = noted("session")  # type: ignore[assignment]
    connection.pause_writing()
    connection.resume_writing()
    made.connection_lost(None)
    assert not hasattr(connection, "pause_writing")
    assert calls == [
        "transport pause_reading",
        "session pause_writing",
        "transport resume_reading",
        "session resume_writing",
    ]


async def test_many_changes_of_a_window_are_drawn_as_one() -> None:
    sizes: list[tuple[int, int]] = []
    there = ChannelTerminal(lambda _: None, Look(), (80, 24), CHUNK, lambda: None)
    driver = SimpleNamespace(
        resized=lambda: sizes.append(there.size),
        refresh=lambda: None,
        process_message=lambda _: None,
        is_behind=lambda: False,
    )
    there.attach(cast("ChannelDriver", driver))
    for columns in range(100, 200):
        there.resize(columns, 30)
    await until(lambda: sizes[-1] == (199, 30))
    await asyncio.sleep(0.3)
    assert sizes == [(100, 30), (199, 30)]
    there.resize(199, 30)  # the same again: what the terminal shows is lost
    assert len(sizes) == 3
    there.attach(None)
