"""A login gets the games and nothing else of SSH: tried with OpenSSH's own clients."""

import subprocess
from pathlib import Path

import asyncssh
import pytest
from served import UTF8, Served, new_key, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]

ATTEMPTS = [
    ["ssh", "HOST", "id"],
    ["ssh", "-t", "HOST", "sh"],
    ["ssh", "-T", "HOST", "cat /etc/passwd"],
    ["ssh", "-s", "HOST", "sftp"],
    ["ssh", "-s", "HOST", "netconf"],
    ["ssh", "-N", "-W", "127.0.0.1:22", "HOST"],
    ["ssh", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", "HOST"],
    ["ssh", "-N", "-o", "ExitOnForwardFailure=yes", "-R", "FOLDER/there:127.0.0.1:22", "HOST"],
    ["ssh", "-o", "PreferredAuthentications=password", "HOST"],
    ["ssh", "-o", "PreferredAuthentications=keyboard-interactive", "HOST"],
    ["ssh", "-o", "PreferredAuthentications=none", "HOST"],
    ["ssh", "-o", "PreferredAuthentications=hostbased", "HOST"],
    ["ssh", "-o", "Ciphers=aes128-cbc", "HOST"],
    ["ssh", "-o", "KexAlgorithms=diffie-hellman-group14-sha1", "HOST"],
    ["ssh", "-o", "MACs=hmac-sha1", "-o", "Ciphers=aes128-ctr", "HOST"],
    ["scp", "FOLDER/key", "HOST:stolen"],
    ["scp", "HOST:/etc/passwd", "FOLDER/stolen"],
    ["scp", "-O", "HOST:/etc/passwd", "FOLDER/stolen"],
    ["sftp", "HOST"],
]
"""What an attacker tries; none may succeed, print anything of the host, or leave a file."""


def tried(host: Served, folder: Path, attempt: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run an attempt of a client that has a key."""
    key = new_key()
    file = folder / "key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_bytes(key.export_private_key())
    program, *words = attempt
    port = ["-P" if program != "ssh" else "-p", str(host.port)]
    options = ["-F", "none", "-i", str(file), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes"]
    options += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
    words = [word.replace("HOST", "any@127.0.0.1").replace("FOLDER", str(folder)) for word in words]
    return subprocess.run(
        [program, *port, *options, *words], input=b"", capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=" ".join)
def test_an_attempt_gets_nowhere(host: Served, tmp_path: Path, attempt: list[str]) -> None:
    ended = tried(host, tmp_path, attempt)
    assert ended.returncode != 0
    assert ended.stdout == b""
    assert {file.name for file in tmp_path.iterdir()} <= {"key"}


async def test_no_agent_no_x11_no_variables_and_one_session(host: Served) -> None:
    key = new_key()
    async with host.connect(key) as connection:
        env: dict[bytes | str, bytes | str] = {**UTF8, "HOME": "/tmp", "LD_PRELOAD": "x"}
        _, screen = await terminal(connection, env=env)
        await screen.until("Settings")
        assert host.folder(key).exists()
        with pytest.raises(asyncssh.ChannelOpenError):
            await terminal(connection)
        for asked in (
            connection.open_connection("127.0.0.1", 22),
            connection.open_unix_connection("/run/any"),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await asked
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
    async with host.connect(new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_session(
                asyncssh.SSHClientSession, x11_forwarding=True, x11_display=":0"
            )


async def test_names_with_escape_sequences_reach_no_terminal(host: Served) -> None:
    key = new_key()
    async with asyncssh.connect(
        "127.0.0.1", host.port, client_keys=[key], known_hosts=None, username=":;sh"
    ) as connection:
        channel, screen = await terminal(connection, kind="x\x1b[31m", env={"LANG": "\x1b[31m"})
        await screen.until("Your name (Enter for :;sh):")
        channel.write(b"\r")
        await screen.until("What now?")
        assert b"\x1b" not in screen.raw
    log = await host.logged(key.get_fingerprint(), 2)  # it came and left
    assert "\\u001b" not in log
    assert "\x1b" not in log
