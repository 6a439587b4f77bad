"""A player's files are the same for a host and for boxtui as the login of an sshd."""

from pathlib import Path

import asyncssh
import pytest
from played import ran, settings
from served import KNOWN, Served, begin, lay_down, new_key
from ssh_host import install_login

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]


async def typed(served: Served, key: asyncssh.SSHKey, lines: str) -> str:
    """Return what a host prints if these lines are typed without a terminal."""
    async with served.connect(key) as connection:
        env = {"LANG": "C.UTF-8"}
        return str((await connection.run(input=lines, encoding="utf-8", env=env)).stdout)


async def test_a_game_goes_on_from_a_host_to_an_sshd_and_back(tmp_path: Path) -> None:
    key = new_key()
    with Served(tmp_path / "home", "--anyone") as served:
        settings(served.folder(key), KNOWN)
        script = install_login(tmp_path, served.folder(key).parent)
        auth = tmp_path / "auth"
        auth.write_text(f"publickey {key.export_public_key().decode()}")

        def at_sshd(lines: str) -> str:
            """Return what is printed if these lines are typed to the login of an sshd."""
            done = ran([script], {"SSH_USER_AUTH": str(auth), "LANG": "C.UTF-8"}, lines)
            assert done.returncode == 0, done.stderr
            return done.stdout

        async with served.visit(key) as screen:
            await begin(screen)
            await lay_down(screen)
        await served.left(key)
        at_host = await typed(served, key, "continue\nquit\nquit\n")
        assert "Ann" in at_host
        assert at_sshd("continue\nquit\nquit\n") == at_host
        at_sshd("play box" + "\n" * 20 + "hint\nquit\nquit\n")
        assert at_sshd("saves\nquit\n") == await typed(served, key, "saves\nquit\n")
        async with served.visit(key) as screen:
            await screen.go("Continue Box", b"c", "b black")
        assert len(served.saves(key)) == 2
