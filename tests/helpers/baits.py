"""Sockets that no login may reach, and connections to sockets of clients."""

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pty_terminal import DEADLINE


@contextlib.contextmanager
def untouched(listening: socket.socket) -> Iterator[str]:
    """Yield the place of a socket; fail if anything connects to it meanwhile."""
    with listening:
        listening.setblocking(False)
        name = listening.getsockname()
        yield name if isinstance(name, str) else f"{name[0]}:{name[1]}"
        with pytest.raises(BlockingIOError):
            listening.accept()


def port() -> socket.socket:
    """Return a socket that listens on a port."""
    return socket.create_server(("127.0.0.1", 0))


def path_in(folder: Path) -> socket.socket:
    """Return a socket that listens on a path in a folder."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "bait"))
    listening.listen()
    return listening


def answered(own: Path, said: bytes) -> bytes:
    """Return what comes through a socket, once anything listens there, until it is closed."""
    answer = b""
    with reached(own) as way:
        way.settimeout(DEADLINE)
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            way.sendall(said)
            while more := way.recv(1024):
                answer += more
    return answer


def reached(file: Path) -> socket.socket:
    """Return a connection to a socket, once anything listens there."""
    end = time.monotonic() + DEADLINE
    while True:
        way = socket.socket(socket.AF_UNIX)
        try:
            way.connect(str(file))
        except (FileNotFoundError, ConnectionRefusedError):
            way.close()
            assert time.monotonic() < end, file
            time.sleep(0.01)
        else:
            return way
