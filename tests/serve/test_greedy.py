"""A client that asks for much memory, or for much of the loop's time, doesn't get it."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import asyncssh
import pytest
from pty_terminal import DEADLINE
from served import UTF8, RemoteScreen, Served, new_key, terminal
from textual._xterm_parser import XTermParser
from textual.message import Message

from boxtui.plain.channel import ChannelLines
from boxtui.serve.limits import Limits
from boxtui.serve.load import Load
from boxtui.serve.server import Host, Serving, _Connection
from boxtui.serve.session import _Variables
from boxtui.system.terminal import Look
from boxtui.tui.channel import ChannelDriver, ChannelTerminal
from boxtui.tui.keystrokes import LONGEST_PASTE, Keystrokes

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve greedy")]

CHUNK = 256


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
    assert LONGEST_PASTE < sum(map(len, fed)) < LONGEST_PASTE + 2 * CHUNK
    assert [type(message).__name__ for message in sent] == ["Paste", "Key"]


def test_a_client_that_takes_no_echo_is_not_read() -> None:
    paused: list[bool] = []
    lines = ChannelLines(lambda _: None, paused.append, Look(), 100, lambda: None, is_typed=True)
    lines.pause()
    assert paused == [True]
    lines.resume()
    assert paused == [True, False]


def test_backspace_removes_a_whole_character() -> None:
    sent: list[bytes] = []
    lines = ChannelLines(sent.append, lambda _: None, Look(), 100, lambda: None, is_typed=True)
    lines.typed("aé\x7f本\x7f\x7f\x7fb\r".encode())
    assert lines._waiting == b"b\n"
    assert sent[0].count(b"\b \b") == 4  # one of the characters is two cells wide


def test_of_a_clients_variables_only_a_short_lang_is_kept() -> None:
    variables = _Variables()
    for number in range(1000):
        variables[b"LC_%d" % number] = b"x"
    variables[b"LANG"] = b"x" * 1000
    assert dict(variables) == {}
    variables[b"LANG"] = b"C.UTF-8"
    assert dict(variables) == {b"LANG": b"C.UTF-8"}


async def test_the_variables_of_a_real_client_are_not_kept(host: Served) -> None:
    many: dict[bytes | str, bytes | str] = {f"LC_{number}": "x" * 100 for number in range(500)}
    async with host.connect(new_key()) as connection:
        _, screen = await terminal(connection, env={**UTF8, **many})
        await screen.until("Settings")


def test_nothing_is_drawn_for_or_read_from_a_client_that_takes_nothing(tmp_path: Path) -> None:
    calls: list[str] = []

    def noted(name: str) -> SimpleNamespace:
        said = ("pause_reading", "resume_reading", "pause_writing", "resume_writing")
        return SimpleNamespace(
            **{each: lambda each=each: calls.append(f"{name} {each}") for each in said}
        )

    async def run() -> None:
        serving = Serving("", 0, None, 1, Limits())
        made = _Connection(Host(serving, Load()))
        connection = SimpleNamespace(
            get_extra_info=lambda name: {"socket": SimpleNamespace(setsockopt=lambda *_: None)}.get(
                name
            ),
            _transport=noted("transport"),
            abort=lambda: None,
        )
        made.connection_made(cast("asyncssh.SSHServerConnection", connection))
        made._session = noted("session")  # type: ignore[assignment]
        connection.pause_writing()
        connection.resume_writing()
        made.connection_lost(None)
        assert not hasattr(connection, "pause_writing")

    asyncio.run(run())
    assert calls == [
        "transport pause_reading",
        "session pause_writing",
        "transport resume_reading",
        "session resume_writing",
    ]


async def test_a_session_that_has_ended_ends_its_connection(tmp_path: Path) -> None:
    """Even if the client takes nothing any more, so that it never closes its side."""
    with Served(tmp_path / "home", "--anyone", "--per-address", "1") as served:
        async with served.connect(new_key()) as connection:
            channel, screen = await terminal(connection)
            await screen.until("Settings")
            assert connection._transport is not None
            connection._transport.pause_reading()
            channel.write(b"q")
            await served.logged('"logout"')
            async with asyncio.timeout(DEADLINE):
                while not await can_log_in(served):
                    await asyncio.sleep(0.2)


async def can_log_in(served: Served) -> bool:
    """Whether another connection is admitted."""
    try:
        async with served.connect(new_key()):
            return True
    except (asyncssh.Error, OSError):
        return False


async def test_many_changes_of_a_window_are_drawn_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
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
    while sizes[-1] != (199, 30):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    assert sizes == [(100, 30), (199, 30)]
    there.resize(199, 30)  # the same again: what the terminal shows is lost
    assert len(sizes) == 3
    there.attach(None)


async def test_a_client_with_a_window_without_an_end_is_drawn_again_once_it_reads(
    host: Served,
) -> None:
    async with host.connect(new_key()) as connection:
        screen = RemoteScreen()
        channel, _ = await connection.create_session(
            lambda: screen,
            term_type="xterm-256color",
            term_size=(80, 24),
            encoding=None,
            env=UTF8,
            window=1 << 30,
        )
        await screen.until("Settings")
        assert connection._transport is not None
        connection._transport.pause_reading()
        for _ in range(200):
            channel.write(b"?q" * 20)
            await asyncio.sleep(0.01)
        connection._transport.resume_reading()
        channel.write(b"\x1b")
        await screen.until("Settings")
