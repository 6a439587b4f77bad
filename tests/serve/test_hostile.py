"""Clients that misbehave harm only themselves: another player beside each of them plays on."""

import asyncio
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String, UInt32
from pty_terminal import DEADLINE
from served import RemoteScreen, Served, begin, hosting, lay_down, new_key, opened, terminal

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

    async def visit(self, key: asyncssh.SSHKey | None = None, **options: Any) -> RemoteScreen:
        """Return the terminal of a new login; the options are those of `terminal`."""
        return await terminal(await self.login(key), **options)

    async def left(self, key: asyncssh.SSHKey) -> None:
        """Wait until a session of the player with that key has ended."""
        await self._host.left(key)

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
    screen = await attacker.visit(size=(500, 200))
    await screen.until_told("Settings")
    screen.channel.pause_reading()
    screen.channel.write(b"\x0c" * 100)  # draws the whole screen


async def freezes_in_plain_mode(attacker: Attacker) -> None:
    screen = await attacker.visit(kind="dumb")
    await screen.until("What now?")
    screen.channel.pause_reading()
    screen.channel.write(b"help\r" * 10_000)


async def is_cut_off(attacker: Attacker, *options: tuple[int, int, bytes]) -> None:
    """Its game goes on in its next login."""
    connection = await attacker.login(key := new_key())
    screen = await terminal(connection)
    await begin(screen)
    await lay_down(screen)
    screen.channel.write(b"\x1b[B\r")
    for option in options:
        connection.get_extra_info("socket").setsockopt(*option)
    connection.abort()
    await attacker.left(key)
    await (await attacker.visit(key)).go("Continue", b"c", "'s turn")


async def is_reset(attacker: Attacker) -> None:
    await is_cut_off(attacker, (socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)))


async def floods(attacker: Attacker) -> None:
    await (await attacker.visit()).go("Settings", b"\x1b[B\x00\xff" * 250_000)


async def floods_in_plain_mode(attacker: Attacker) -> None:
    connection = await attacker.login()
    channel, _ = await connection.create_session(RemoteScreen, encoding=None)
    channel.write(b"x" * 1_000_000)


async def sends_half_a_sequence(attacker: Attacker) -> None:
    for half in (b"\x1b[", b"\x1bP", b"\x1b]52;c;", b"\x1b[200~pasted", b"\x1b[<0;1", b"\xe2\x94"):
        await (await attacker.visit()).go("Settings", half)


async def has_an_odd_window(attacker: Attacker) -> None:
    screen = await attacker.visit(size=(0, 0))
    await screen.until("Settings")
    for _ in range(20):
        for size in ((10_000, 10_000), (0, 0), (1, 1)):
            screen.channel.change_terminal_size(*size)


async def grants_a_huge_window_and_takes_nothing(attacker: Attacker) -> None:
    connection = await attacker.login()
    screen = await terminal(connection, window=1 << 30)
    await screen.until("Settings")
    assert connection._transport is not None
    connection._transport.pause_reading()
    for _ in range(200):
        screen.channel.write(b"?q" * 20)
        await asyncio.sleep(0.01)
    connection._transport.resume_reading()
    await screen.go(b"\x1b", "Settings")


async def exchanges_keys_again_and_again(attacker: Attacker) -> None:
    connection = await attacker.login(rekey_bytes=1)
    screen = await terminal(connection)
    await screen.until("Settings")

    async def exchange() -> None:
        before = connection._recv_encryption
        screen.channel.write(b"\x1b[B\x1b[A")
        await screen.until(lambda: connection._recv_encryption is not before)

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
    grants_a_huge_window_and_takes_nothing,
    exchanges_keys_again_and_again,
    cancels_what_it_never_had,
    asks_for_no_shell,
    opens_no_session,
    says_nothing,
    says_what_is_not_ssh,
    exchanges_keys_500_times,
    opens_500_connections,  # the last one: a few more may be refused while it ends
)


host = hosting("--per-address", "20", "--logins", "10000")


@pytest.mark.parametrize("misbehave", DEEDS, ids=lambda deed: deed.__name__)
async def test_a_player_beside_a_client_that(host: Served, misbehave: Deed) -> None:
    async with host.visit() as screen:
        await begin(screen)
        async with AsyncExitStack() as stack:
            await misbehave(Attacker(host, stack))
            await lay_down(screen)
            await screen.go(b"?", "Rules of")
    assert '"event": "error"' not in host.log.read_text()


async def test_a_session_that_has_ended_ends_its_connection(tmp_path: Path) -> None:
    """Even if the client takes nothing any more, so that it never closes its side."""
    with Served(tmp_path / "home", "--anyone", "--per-address", "1") as served:
        async with served.connect(new_key()) as connection:
            screen = await terminal(connection)
            await screen.until("Settings")
            assert connection._transport is not None
            connection._transport.pause_reading()
            screen.channel.write(b"q")
            await served.logged('"logout"')
            async with asyncio.timeout(DEADLINE):
                while not await can_log_in(served):
                    await asyncio.sleep(0.2)


async def can_log_in(served: Served) -> bool:
    """Whether another connection is admitted."""
    with suppress(asyncssh.Error, OSError):
        async with served.connect(new_key()):
            return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads the system's table of connections")
async def test_the_system_asks_whether_an_idle_player_is_still_there(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        screen = await terminal(connection)
        await screen.until("Settings")
        own = connection.get_extra_info("sockname")[1]
        await screen.until(lambda: 0 < seconds_to_question(host.port, own) <= 30)


def seconds_to_question(port: int, peer: int) -> float:
    """Return when the system asks if the peer of a connection is still there; 0 if it doesn't."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, _, timer, *_ = line.split()
        if (local[-4:], remote[-4:]) == (f"{port:04X}", f"{peer:04X}"):
            kind, when = (int(part, 16) for part in timer.split(":"))
            return when / 100 if kind == KEEPALIVE else 0
    return 0
