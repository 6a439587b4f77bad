"""What a client may do to others: nothing."""

import asyncio
import socket
import time
from pathlib import Path

import asyncssh
import pytest
from played import FAST, settings
from pty_terminal import DEADLINE
from served import RemoteScreen, Served, begun, lay_down, new_key, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]


async def plays_on(channel: asyncssh.SSHClientChannel[bytes], screen: RemoteScreen) -> None:
    """Show that a player in another session's menu can still open a setup and leave it."""
    channel.write(b"\r")
    await screen.until("Seed")
    channel.write(b"\x1b")
    await screen.until("Settings")


class Undecided(asyncssh.SSHClientSession[bytes]):
    """A client's session that asks for nothing once its channel is open."""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        vars(chan)["_make_request"] = self._ask

    async def _ask(self, *_: object) -> None:
        await asyncio.Event().wait()


async def test_a_client_that_renegotiates_keys_all_the_time_harms_only_itself(
    host: Served,
) -> None:
    async with host.connect(new_key()) as playing:
        channel, screen = await terminal(playing)
        await screen.until("Settings")
        key = new_key()
        async with asyncssh.connect(
            "127.0.0.1",
            host.port,
            client_keys=[key],
            known_hosts=None,
            username="any",
            rekey_bytes=1,
        ) as renegotiating:
            own, own_screen = await terminal(renegotiating)
            for _ in range(20):
                own.write(b"\x1b[B\x1b[A")
                await asyncio.sleep(0.01)
            await own_screen.until("Your name")
            await plays_on(channel, screen)


async def test_500_connections_of_one_address_leave_the_players_alone(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", "--per-address", "20", "--seconds", "5") as served:
        async with served.connect(new_key()) as playing:
            channel, screen = await begun(playing)
            many = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(500)]
            await lay_down(channel, screen)
            for one in many:
                one.close()
            channel.write(b"?")
            await screen.until("Rules of")


async def test_a_login_without_a_session_is_ended_with_a_sentence(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", "--seconds", "1") as served:
        async with served.connect(new_key()) as idle:
            await idle.wait_closed()
        with socket.create_connection(("127.0.0.1", served.port)) as silent:
            silent.settimeout(DEADLINE)
            while silent.recv(4096):
                pass
        async with served.connect(new_key()) as undecided:
            asking = asyncio.create_task(undecided.create_session(Undecided))
            await undecided.wait_closed()
            asking.cancel()
        log = await served.logged(refusal := "You have not logged in within 1 seconds.", 3)
        assert log.count(refusal) == 3


async def test_a_connection_ends_with_its_session(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        channel, screen = await terminal(connection)
        await screen.until("Settings")
        channel.write(b"q")
        await connection.wait_closed()


async def test_clients_that_leave_at_once_hold_no_place(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", "--idle", "0") as served:
        for _ in range(5):
            async with served.connect(new_key()) as hasty:
                await terminal(hasty)
        end = time.monotonic() + DEADLINE
        while (log := served.log.read_text()).count('"logout"') < log.count('"login"'):
            assert time.monotonic() < end, log
            await asyncio.sleep(0.02)


async def test_lines_of_a_program_end_with_it(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        done = await connection.run(input="help\n", encoding="utf-8")
        assert "What now?" in str(done.stdout)
        assert done.exit_status == 0


@pytest.mark.parametrize("kinds", [("xterm-256color", "xterm"), ("xterm", "xterm-kitty")])
async def test_each_session_has_the_colors_of_its_own_terminal(
    host: Served, kinds: tuple[str, str]
) -> None:
    keys = [new_key() for _ in kinds]
    for key in keys:
        settings(host.folder(key), f'{FAST}theme = "textual-dark"\n')
    async with host.connect(keys[0]) as first, host.connect(keys[1]) as second:
        screens = [
            (await terminal(connection, kind=kind))[1]
            for connection, kind in zip((first, second), kinds, strict=True)
        ]
        for screen, kind in zip(screens, kinds, strict=True):
            await screen.until("Settings")
            assert (b"8;5;" in screen.raw) == (kind != "xterm")
