"""A player's files are the same for a host and for boxtui as the login of an sshd."""

import subprocess
from pathlib import Path

import asyncssh
import pytest
from played import settings
from pty_terminal import DEADLINE
from served import KNOWN, Served, begun, lay_down, new_key, terminal
from ssh_host import install_login

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]


class Login:
    """The login of an sshd, run as by sshd for a key, with the folders of a host's players."""

    def __init__(self, served: Served, folder: Path, key: asyncssh.SSHKey) -> None:
        self._script = install_login(folder, served.folder(key).parent)
        self._told = folder / "told"
        self._told.write_text(f"publickey {key.export_public_key().decode()}")

    def run(self, typed: str) -> str:
        """Return what is printed if these lines are typed without a terminal."""
        return subprocess.run(
            [self._script],
            env={"SSH_USER_AUTH": str(self._told), "LANG": "C.UTF-8"},
            input=typed,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=True,
        ).stdout


async def typed(served: Served, key: asyncssh.SSHKey, lines: str) -> str:
    """Return what a host prints if these lines are typed without a terminal."""
    async with served.connect(key) as connection:
        env = {"LANG": "C.UTF-8"}
        return str((await connection.run(input=lines, encoding="utf-8", env=env)).stdout)


async def test_a_game_goes_on_from_a_host_to_an_sshd_and_back(tmp_path: Path) -> None:
    key = new_key()
    with Served(tmp_path / "home", "--anyone") as served:
        settings(served.folder(key), KNOWN)
        login = Login(served, tmp_path, key)
        async with served.connect(key) as connection:
            channel, screen = await begun(connection)
            await lay_down(channel, screen)
        await served.left(key)
        at_host = await typed(served, key, "continue\nquit\nquit\n")
        assert "Ann" in at_host
        assert login.run("continue\nquit\nquit\n") == at_host
        login.run("play box" + "\n" * 20 + "hint\nquit\nquit\n")
        assert login.run("saves\nquit\n") == await typed(served, key, "saves\nquit\n")
        async with served.connect(key) as connection:
            channel, screen = await terminal(connection)
            await screen.until("Continue Box")
            channel.write(b"c")
            await screen.until("squares left")
        assert len(served.saves(key)) == 2
