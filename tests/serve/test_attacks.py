"""Clients that leave early or never begin, and programs in place of people."""

import asyncio
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from played import FAST, settings
from pty_terminal import DEADLINE
from served import RemoteScreen, Served, new_key, opened, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]


async def test_a_login_without_a_session_is_ended_with_a_sentence(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", "--seconds", "3") as served:
        with socket.create_connection(("127.0.0.1", served.port)) as silent:
            silent.settimeout(DEADLINE)
            async with served.connect(new_key()) as idle, served.connect(new_key()) as unasked:
                await opened(unasked, "session")  # and asks for no shell
                async with asyncio.timeout(DEADLINE):
                    await idle.wait_closed()
                    await unasked.wait_closed()
            while silent.recv(4096):
                pass
        log = await served.logged(refusal := "You have not logged in within 3 seconds.", 3)
        assert log.count(refusal) == 3


async def test_far_beyond_the_logins_of_a_minute_no_keys_are_exchanged(tmp_path: Path) -> None:
    why = b"Your address may have 2 logins a minute. Wait.\r\n"
    with Served(tmp_path / "home", "--anyone", "--logins", "2") as served:
        address = ("127.0.0.1", served.port)
        for _ in range(5):
            with socket.create_connection(address):
                pass
        with socket.create_connection(address) as cut_off, suppress(ConnectionError):
            cut_off.settimeout(DEADLINE)
            assert cut_off.recv(len(why)) == why
            cut_off.sendall(b"SSH-2.0-any\r\n")
            while said := cut_off.recv(4096):
                assert b"curve25519" not in said
        log = await served.logged('"cut off"', 2)
    assert log.count("2 logins a minute") == 2


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


async def test_a_program_may_wait_for_the_question_before_it_answers(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        screen = RemoteScreen()
        channel, _ = await connection.create_session(lambda: screen, encoding=None)
        await screen.until_told("What now?")
        channel.write(b"help\n")
        await screen.until_told("this list")
        channel.write(b"quit\n")
        await screen.until(lambda: screen.is_closed)


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
