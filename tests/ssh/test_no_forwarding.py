"""A login over SSH carries no other connection, in either direction."""

import contextlib
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_terminal import DEADLINE
from ssh_host import ADDRESS, SshHost

pytestmark = [pytest.mark.tui, pytest.mark.sshd]


class Bait:
    """A listening socket on the host that no login may reach."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        listening.setblocking(False)
        name = listening.getsockname()
        self.place = name if isinstance(name, str) else f"{name[0]}:{name[1]}"

    def reached(self) -> bool:
        """Whether a connection was made."""
        with contextlib.suppress(BlockingIOError):
            self._listening.accept()[0].close()
            return True
        return False


@pytest.fixture(params=["a port", "a socket's path"])
def bait(request: pytest.FixtureRequest, host: SshHost) -> Iterator[Bait]:
    if request.param == "a port":
        listening = socket.create_server((ADDRESS, 0))
    else:
        (host.folder / "bait").unlink(missing_ok=True)
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(host.folder / "bait"))
        listening.listen()
    with listening:
        yield Bait(listening)


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


def answered(own: Path, asked: bytes) -> bytes:
    """Return what comes through that socket until it is closed."""
    with socket.socket(socket.AF_UNIX) as way:
        way.settimeout(DEADLINE)
        way.connect(str(own))
        way.sendall(asked)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while more := way.recv(1024):
                answer += more
        return answer


def test_no_connection_is_forwarded_from_the_client(host: SshHost, bait: Bait) -> None:
    with forwarding(host, "-L", f"{{own}}:{bait.place}") as own:
        assert answered(own, b"hello") == b""
    assert not bait.reached()


def test_no_connection_is_proxied(host: SshHost) -> None:
    with socket.create_server((ADDRESS, 0)) as listening:
        bait = Bait(listening)
        port = listening.getsockname()[1].to_bytes(2, "big")
        with forwarding(host, "-D", "{own}") as own:
            answered(own, b"\x04\x01" + port + socket.inet_aton(ADDRESS) + b"\0")
        assert not bait.reached()


def test_no_connection_takes_the_sessions_place(host: SshHost) -> None:
    with socket.create_server((ADDRESS, 0)) as listening:
        bait = Bait(listening)
        done = host.run("-W", bait.place, ADDRESS)
        assert "administratively prohibited" in done.stderr
        assert done.returncode == 255
        assert not bait.reached()


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
