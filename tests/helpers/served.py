"""`boxtui serve` as a process on loopback, and clients that log in with keys made here."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self, cast

import asyncssh
import pyte
import pytest
from played import FAST, folders, settings
from pty_terminal import PLAIN
from shown import last_match
from waits import until

from boxtui.serve.host import Host, Serving
from boxtui.serve.limits import Limits
from boxtui.serve.load import Load
from boxtui.serve.players import Player, player_of
from boxtui.serve.session import PlayerSession

UTF8: Final[Mapping[bytes | str, bytes | str]] = {"LANG": "C.UTF-8"}


KNOWN: Final = f'{FAST}theme = "ansi-dark"\n'
"""Settings with known colors: no login waits for what these terminals don't tell."""


BOXTUI: Final = ("-m", "boxtui")


def new_key(comment: str | None = None) -> asyncssh.SSHKey:
    """Return a new private key."""
    return asyncssh.generate_private_key("ssh-ed25519", comment)


class Served:
    """A running host; used in a `with` block, it leaves nothing running.

    `program` is what Python is given to run boxtui; `told` are the lines that it has printed.
    """

    def __init__(self, home: Path, *arguments: str, program: Sequence[str] = BOXTUI) -> None:
        self.home = home
        self.port = 0
        self.told: list[str] = []
        self._command = [sys.executable, *program, "serve", "--port", "0", "--as-root", *arguments]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def start(self) -> None:
        """Start the host, and wait until it listens."""
        env = {**PLAIN, **folders(self.home), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, env=env, stdout=subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        with self.process.stdout as out:
            self.told = [out.readline().decode().rstrip() for _ in range(2)]
        assert self.told[0], self.log.read_text()
        self.port = int(self.told[0].split()[2])

    @property
    def log(self) -> Path:
        """The file with what the host logs."""
        return self.home.with_suffix(".log")

    async def logged(self, words: str, times: int = 1) -> str:
        """Return the log once it has these words so many times: a thread writes it later."""
        await until(
            lambda: self.log.read_text().count(words) >= times,
            lambda: f"waited for {words}; the log:\n{self.log.read_text()}",
            every=0.01,
        )
        return self.log.read_text()

    def events(self, key: asyncssh.SSHKey) -> list[dict[str, Any]]:
        """Return what is logged of a player by now."""
        logged = map(json.loads, self.log.read_text().splitlines())
        return [each for each in logged if each.get("player") == key.get_fingerprint()]

    async def left(self, key: asyncssh.SSHKey) -> None:
        """Wait until a session of that player has ended."""
        await self.logged(f'"event": "logout", "player": "{key.get_fingerprint()}"')

    def folder(self, key: asyncssh.SSHKey) -> Path:
        """Return the folder of the player with that key."""
        return player_of(key, self.home / "data" / "boxtui" / "players").folder

    def saves(self, key: asyncssh.SSHKey) -> list[Path]:
        """Return the player's saves."""
        return sorted((self.folder(key) / "data" / "boxtui" / "saves").glob("*.box"))

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the host."""
        self.process.send_signal(number)

    @asynccontextmanager
    async def connect(
        self, key: asyncssh.SSHKey, *, chosen: str = KNOWN, user: str = "any", **options: Any
    ) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Log in with the settings `chosen`, unless there are some or none are, as of new players.

        The options are those of asyncssh's client.
        """
        if chosen and not self.folder(key).exists():
            settings(self.folder(key), chosen)
        async with asyncssh.connect(
            "127.0.0.1", self.port, known_hosts=None, client_keys=[key], username=user, **options
        ) as connection:
            yield connection

    @asynccontextmanager
    async def visit(
        self,
        key: asyncssh.SSHKey | None = None,
        *,
        chosen: str = KNOWN,
        user: str = "any",
        **options: Any,
    ) -> "AsyncIterator[RemoteScreen]":
        """Log in on a terminal, by default as a player of its own; the options are `terminal`'s."""
        async with self.connect(key or new_key(), chosen=chosen, user=user) as connection:
            yield await terminal(connection, **options)


def hosting(*arguments: str, program: Sequence[str] = BOXTUI) -> Any:
    """Return a fixture: a running host that admits every key, for the tests of one module."""

    @pytest.fixture(scope="module")
    def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
        home = tmp_path_factory.mktemp("host") / "home"
        with Served(home, "--anyone", *arguments, program=program) as served:
            yield served

    return host


class RemoteScreen(asyncssh.SSHClientSession[bytes]):
    """A terminal at the client's end."""

    def __init__(self, size: tuple[int, int] = (80, 24)) -> None:
        self.raw = b""
        self.is_closed = False
        self._text = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)

    def connection_made(self, chan: "asyncssh.SSHClientChannel[bytes]") -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.raw += data
        self._stream.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True

    def text(self) -> str:
        """Return what the screen shows. pyte takes 2 ms for it, so it isn't asked needlessly."""
        if self._screen.dirty:
            self._text = "\n".join(self._screen.display)
            self._screen.dirty.clear()
        return self._text

    def clear(self) -> None:
        """Forget what was drawn."""
        self.raw = b""
        self._screen.reset()

    def cells(self) -> Mapping[int, Mapping[int, object]]:
        """Return what was drawn, by row and column."""
        return cast("Mapping[int, Mapping[int, object]]", self._screen.buffer)

    async def until(self, holds: str | Callable[[], Any]) -> None:
        """Wait until a text is shown, or something holds."""
        await until(
            (lambda: holds in self.text()) if isinstance(holds, str) else holds,
            lambda: f"waited for {holds}; the screen:\n{self.text()}",
            every=0.01,
        )

    async def until_told(self, words: str) -> None:
        """Wait until these words were sent, whatever the screen shows by then."""
        await self.until(lambda: words.encode() in self.raw)

    async def go(self, *steps: str | bytes) -> None:
        """Wait for each text, and type the keys in between."""
        for step in steps:
            if isinstance(step, str):
                await self.until(step)
            else:
                self.channel.write(step)

    async def ended(self) -> None:
        """Wait for the end of the session."""
        await self.until(lambda: self.is_closed)


async def terminal(
    connection: asyncssh.SSHClientConnection,
    kind: str = "xterm-256color",
    size: tuple[int, int] = (80, 24),
    env: Mapping[bytes | str, bytes | str] = UTF8,
    shown: tuple[int, int] = (80, 24),
    window: int = 1 << 21,
) -> RemoteScreen:
    """Return a terminal on which a session has begun.

    The host is told that it has that `size`, and the part of it that is `shown` is computed. It may
    send as many bytes as the `window` before the client reads.
    """
    screen = RemoteScreen(shown)
    await connection.create_session(
        lambda: screen, term_type=kind, term_size=size, encoding=None, env=env, window=window
    )
    return screen


async def begin(screen: RemoteScreen) -> None:
    """Begin a game of Shut-the-Box, from the menu.

    With this seed, a choice follows the player's first one, as in `played.begin`.
    """
    await screen.go("Settings", b"\r", "Seed", b"\x1b[F\r", "The seed, a whole number", b"13\r")
    await screen.until(lambda: re.search("Seed .* 13 ", screen.text()))
    await screen.go(b"s", "to lay down")


async def lay_down(screen: RemoteScreen) -> None:
    """Lay tiles down in a game of Shut-the-Box, in the second of the ways that are listed."""
    await screen.go("to lay down", b"\x1b[B\r", "laid down")


def has_decided(served: Served, key: asyncssh.SSHKey) -> bool:
    """Whether a player with that key decided on a move of the last game."""
    match = last_match(served.folder(key))
    return any(map(match.was_persons, range(len(match.moves))))


def alone(folder: Path, keys: Path | None = None) -> tuple[Host, PlayerSession]:
    """Return a host of one player and a session of theirs, which has not begun."""
    host = Host(Serving("", 0, keys, 1, Limits()), Load())
    player = Player("SHA256:any", folder)
    return host, PlayerSession(host, player, "", "", lambda: None, lambda: None)


async def redrawn(screen: RemoteScreen) -> bytes:
    """Return what draws the whole menu anew."""
    screen.clear()
    await screen.go(b"\x0c", "q quit")  # the end of the last line
    return screen.raw


async def opened(
    connection: asyncssh.SSHClientConnection, kind: str, *words: bytes
) -> asyncssh.SSHTCPChannel[bytes]:
    """Open a channel of any kind, with no request after it; return the channel."""
    channel: asyncssh.SSHTCPChannel[bytes] = connection.create_tcp_channel(encoding=None)
    await channel._open(kind.encode(), *words)
    return channel
