"""A login over SSH carries no other connection, in either direction."""

import contextlib
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from baits import answered, path_in, port, untouched
from ssh_host import ADDRESS, SshHost

pytestmark = [pytest.mark.tui, pytest.mark.sshd]


@pytest.fixture(params=["a port", "a socket's path"])
def bait(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The place of a socket that no login may reach."""
    with untouched(port() if request.param == "a port" else path_in(tmp_path)) as place:
        yield place


@contextlib.contextmanager
def forwarding(host: SshHost, *options: str) -> Iterator[Path]:
    """Run a client that forwards from its own socket, and wait until that socket exists."""
    own = host.folder / "own"
    own.unlink(missing_ok=True)
    client = host.start(*(option.format(own=own) for option in options), "-N", ADDRESS)
    try:
        host.wait(own.exists, client)
        yield own
    finally:
        client.kill()
        client.communicate()


def test_no_connection_is_forwarded_from_the_client(host: SshHost, bait: str) -> None:
    with forwarding(host, "-L", f"{{own}}:{bait}") as own:
        assert answered(own, b"hello") == b""


def test_no_connection_is_proxied(host: SshHost) -> None:
    with untouched(port()) as bait, forwarding(host, "-D", "{own}") as own:
        place = int(bait.partition(":")[2]).to_bytes(2, "big") + socket.inet_aton(ADDRESS)
        answered(own, b"\x04\x01" + place + b"\0")


def test_no_connection_takes_the_sessions_place(host: SshHost) -> None:
    with untouched(port()) as bait:
        done = host.run("-W", bait, ADDRESS)
        assert "administratively prohibited" in done.stderr
        assert done.returncode == 255


@pytest.mark.parametrize("place", ["0", "socket"])
def test_the_host_listens_for_nobody(host: SshHost, place: str) -> None:
    here = str(host.folder / place) if place == "socket" else place
    done = host.run("-oExitOnForwardFailure=yes", "-N", "-R", f"{here}:{ADDRESS}:9", ADDRESS)
    assert "remote port forwarding failed" in done.stderr
    assert done.returncode == 255
    assert not (host.folder / "socket").exists()


def test_no_agent_is_forwarded(host: SshHost) -> None:
    before = len(host.said())
    agent = host.folder / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", agent], stdout=subprocess.DEVNULL) as running:
        try:
            host.wait(agent.exists, running)
            host.run("-A", ADDRESS, SSH_AUTH_SOCK=str(agent))
        finally:
            running.kill()
    said = host.said()[before:]
    # Before OpenSSH 10 the request was called "auth-agent-req@openssh.com".
    assert re.search(r"req (auth-agent-req@openssh\.com|agent-req)$", said, re.MULTILINE)
    assert "agent forwarding disabled" in said


def test_no_display_is_forwarded(host: SshHost) -> None:
    done = host.run("-X", ADDRESS, DISPLAY=f"{ADDRESS}:99")
    assert "X11 forwarding request failed" in done.stderr
