"""Clients that misbehave harm only themselves: another player beside each of them plays on."""

import asyncio
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String, UInt32
from pty_terminal import DEADLINE
from served import RemoteScreen, Served, begun, lay_down, new_key, opened, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve hostile")]

KEEPALIVE = 2
"""The kind of a timer in /proc/net/tcp that asks whether the other end is still there."""


class Attacker:
    """Connects to a host as often as it likes; all connections are closed at the end."""

    def __init__(self, host: Served, stack: AsyncExitStack) -> None:
        self._host = host
        self._stack = stack

    async def login(
        self, key: asyncssh.SSHKey | None = None, **options: Any
    ) -> asyncssh.SSHClientConnection:
        """Return a new connection, by default as a player of its own."""
        login = self._host.connect(key or new_key(), **options)
        return await self._stack.enter_async_context(login)

    def connect(self) -> socket.socket:
        """Return a connection on which nothing has been said."""
        address = ("127.0.0.1", self._host.port)
        return self._stack.enter_context(socket.create_connection(address))

    async def exchange_keys(self) -> None:
        """Connect, exchange keys, and leave."""
        assert await asyncssh.get_server_host_key("127.0.0.1", self._host.port)

    def go_on(self, attack: Callable[[], Awaitable[None]], times: int) -> None:
        """Attack that often, one time after another, beside what comes next."""

        async def attacks() -> None:
            for _ in range(times):
                await attack()

        task = asyncio.create_task(attacks())

        async def end() -> None:
            async with asyncio.timeout(DEADLINE):
                await task

        self._stack.push_async_callback(end)


async def freezes(attacker: Attacker) -> None:
    channel, screen = await terminal(await attacker.login(), size=(500, 200))
    await screen.until_told("Settings")
    channel.pause_reading()
    channel.write(b"\x0c" * 100)  # draws the whole screen


async def freezes_in_plain_mode(attacker: Attacker) -> None:
    channel, screen = await terminal(await attacker.login(), kind="dumb")
    await screen.until("What now?")
    channel.pause_reading()
    channel.write(b"help\r" * 10_000)


async def is_cut_off(attacker: Attacker, *options: tuple[int, int, bytes]) -> None:
    key = new_key()
    connection = await attacker.login(key)
    channel, screen = await begun(connection)
    await lay_down(channel, screen)
    channel.write(b"\x1b[B\r")
    for option in options:
        connection.get_extra_info("socket").setsockopt(*option)
    connection.abort()
    _, screen = await terminal(await attacker.login(key))
    await screen.until("Continue")


async def is_reset(attacker: Attacker) -> None:
    await is_cut_off(attacker, (socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)))


async def floods(attacker: Attacker) -> None:
    channel, screen = await terminal(await attacker.login())
    await screen.until("Settings")
    channel.write(b"\x1b[B\x00\xff" * 250_000)


async def floods_in_plain_mode(attacker: Attacker) -> None:
    connection = await attacker.login()
    channel, _ = await connection.create_session(RemoteScreen, encoding=None)
    channel.write(b"x" * 1_000_000)


async def sends_half_a_sequence(attacker: Attacker) -> None:
    connection = await attacker.login()
    for half in (b"\x1b[", b"\x1bP", b"\x1b]52;c;", b"\x1b[200~pasted", b"\x1b[<0;1", b"\xe2\x94"):
        channel, screen = await terminal(connection)
        await screen.until("Settings")
        channel.write(half)
        connection = await attacker.login()


async def has_an_odd_window(attacker: Attacker) -> None:
    channel, screen = await terminal(await attacker.login(), size=(0, 0))
    await screen.until("Settings")
    for _ in range(20):
        channel.change_terminal_size(10_000, 10_000)
        channel.change_terminal_size(0, 0)
        channel.change_terminal_size(1, 1)


async def exchanges_keys_again_and_again(attacker: Attacker) -> None:
    connection = await attacker.login(rekey_bytes=1)
    channel, screen = await terminal(connection)
    await screen.until("Settings")

    async def exchange() -> None:
        before = connection._recv_encryption
        channel.write(b"\x1b[B\x1b[A")
        async with asyncio.timeout(DEADLINE):
            while connection._recv_encryption is before:
                await asyncio.sleep(0)

    attacker.go_on(exchange, 300)


async def cancels_what_it_never_had(attacker: Attacker) -> None:
    connection = await attacker.login()
    await terminal(connection)
    await connection._make_global_request(b"cancel-tcpip-forward", String("any") + UInt32(22))


async def asks_for_no_shell(attacker: Attacker) -> None:
    await opened(await attacker.login(), "session")


async def opens_no_session(attacker: Attacker) -> None:
    await attacker.login()


async def says_nothing(attacker: Attacker) -> None:
    attacker.connect()


async def says_what_is_not_ssh(attacker: Attacker) -> None:
    for said in (
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-any\r\n" + b"\xff" * 100_000,
        b"\0" * 100_000,
    ):
        way = attacker.connect()
        way.setblocking(False)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(DEADLINE):
            with suppress(ConnectionError):
                await loop.sock_sendall(way, said)
                while await loop.sock_recv(way, 4096):
                    pass


async def exchanges_keys_500_times(attacker: Attacker) -> None:
    for _ in range(5):
        attacker.go_on(attacker.exchange_keys, 100)


async def opens_500_connections(attacker: Attacker) -> None:
    for _ in range(500):
        attacker.connect()


Deed = Callable[[Attacker], Awaitable[None]]

DEEDS: tuple[Deed, ...] = (
    freezes,
    freezes_in_plain_mode,
    is_cut_off,
    is_reset,
    floods,
    floods_in_plain_mode,
    sends_half_a_sequence,
    has_an_odd_window,
    exchanges_keys_again_and_again,
    cancels_what_it_never_had,
    asks_for_no_shell,
    opens_no_session,
    says_nothing,
    says_what_is_not_ssh,
    exchanges_keys_500_times,
    opens_500_connections,  # the last one: a few more may be refused while it ends
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A host with few places for connections."""
    home: Path = tmp_path_factory.mktemp("host") / "home"
    limits = ("--per-address", "20", "--logins", "10000")
    with Served(home, "--anyone", *limits) as served:
        yield served


@asynccontextmanager
async def attacking(host: Served) -> AsyncIterator[Attacker]:
    """Yield an attacker, and close all its connections at the end."""
    async with AsyncExitStack() as stack:
        yield Attacker(host, stack)


@pytest.mark.parametrize("misbehave", DEEDS, ids=lambda deed: deed.__name__)
async def test_a_player_beside_a_client_that(host: Served, misbehave: Deed) -> None:
    async with host.connect(new_key()) as playing:
        channel, screen = await begun(playing)
        async with attacking(host) as attacker:
            await misbehave(attacker)
            await lay_down(channel, screen)
            channel.write(b"?")
            await screen.until("Rules of")
    assert '"event": "error"' not in host.log.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="reads the system's table of connections")
async def test_the_system_asks_whether_an_idle_player_is_still_there(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        _, screen = await terminal(connection)
        await screen.until("Settings")
        own = connection.get_extra_info("sockname")[1]
        end = time.monotonic() + DEADLINE
        while not 0 < seconds_to_question(host.port, own) <= 30:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)


def seconds_to_question(port: int, peer: int) -> float:
    """Return when the system asks if the peer of a connection is still there; 0 if it doesn't."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, _, timer, *_ = line.split()
        if (local[-4:], remote[-4:]) == (f"{port:04X}", f"{peer:04X}"):
            kind, when = (int(part, 16) for part in timer.split(":"))
            return when / 100 if kind == KEEPALIVE else 0
    return 0
