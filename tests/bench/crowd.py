"""Players who log in over SSH and play, many at once, and what they feel."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import asyncssh
from pty_terminal import KIND, KIND_ASKED
from served import UTF8, RemoteScreen, new_key
from waits import until

from boxtui.games import GAMES

FIRST_FRAME: Final = (b"Settings", b"Your name")
"""What the first frame has: the menu, or a new player's first screen."""

MOST_REST: Final = 3.0
"""Seconds after which it is no longer waited for."""

ARROWS: Final = (b"\x1b[B", b"\x1b[A", b"\x1b[C", b"\x1b[D")

WATCHED: Final = [*GAMES].index("box")
"""The game whose players are timed: in it, nothing is drawn in a player's turn but for a key."""

UNANSWERED: Final = 0.5
"""Seconds after which a key counts as one that changes nothing."""

REST: Final = 1.0
"""Seconds without output after which it is taken to be the player's turn."""

AT_ONCE: Final = 16
"""How many players begin their games at the same time."""


class Seen(RemoteScreen):
    """A terminal that answers as real ones do; its screen is computed only while `is_watched`."""

    def __init__(self) -> None:
        super().__init__()
        self.is_watched = True
        self.sent = 0
        self.last = 0.0
        self.changed = asyncio.Event()

    def connection_made(self, chan: "asyncssh.SSHClientChannel[bytes]") -> None:
        self._channel = chan

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.sent += len(data)
        self.last = time.perf_counter()
        if KIND_ASKED in data:
            self._channel.write(KIND)
        if self.is_watched:
            super().data_received(data, datatype)
        self.changed.set()


@dataclass
class Visitor:
    """One player at one terminal."""

    port: int
    user: str
    key: asyncssh.SSHKey = field(default_factory=new_key)

    async def login(self) -> float:
        """Log in; return the seconds until the first frame."""
        begun = time.perf_counter()
        self.connection = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            client_keys=[self.key],
            known_hosts=None,
            username=self.user,
            kex_algs="curve25519-sha256",
        )
        self.screen = Seen()
        self.channel, _ = await self.connection.create_session(
            lambda: self.screen,
            term_type="xterm-256color",
            term_size=(80, 24),
            encoding=None,
            env=UTF8,
        )
        await self._until(lambda: any(words in self.screen.raw for words in FIRST_FRAME))
        return time.perf_counter() - begun

    async def begin(self, game: int) -> None:
        """Begin the game at that place of the menu, whose first entry may be Continue."""
        if b"Your name" in self.screen.raw:
            self.channel.write(b"\r")
            await self._until(lambda: "Settings" in self.screen.text())
        above = "Continue" in self.screen.text()  # players who share a folder have one another's
        self.channel.write(ARROWS[0] * (game + above))
        await asyncio.sleep(0.1)
        self.channel.write(b"\r")
        await self._until(lambda: "Seed" in self.screen.text())
        self.channel.write(b"s")
        await self._until(lambda: "Seed" not in self.screen.text())
        await self._quiet()

    async def goes_on(self, port: int) -> bool:
        """Log in again at that port; return whether the last game is over or can be continued."""
        self.port = port
        await self.login()
        await self._until(lambda: "Settings" in self.screen.text())
        await self._quiet()
        if "Continue" not in self.screen.text():
            return "Saved games" in self.screen.text()
        self.channel.write(b"c")
        await self._until(lambda: "Settings" not in self.screen.text())
        await self._quiet()
        return any(word in self.screen.text() for word in ("turn", "think", "over", "wait"))

    async def _until(self, holds: Callable[[], Any]) -> None:
        await until(holds, self.screen.text, every=0.002)

    async def _quiet(self) -> None:
        self.screen.last = time.perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(MOST_REST):  # games can go on without keys for long
                while (left := self.screen.last + REST - time.perf_counter()) > 0:
                    await asyncio.sleep(left)

    async def _paint(self, key: bytes) -> float | None:
        """Return the seconds until something is drawn for a key, or None if nothing is."""
        self.screen.changed.clear()
        begun = time.perf_counter()
        self.channel.write(key)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.screen.changed.wait(), UNANSWERED)
            return time.perf_counter() - begun
        return None

    async def play(self, seconds: float, every: float, rng: Random) -> list[float]:
        """Play a move again and again; return the seconds to paint of a cursor key before each.

        They are measured only if the screen is watched, and it is the player's turn. A player who
        has left the game plays no more.
        """
        times = []
        turn = f"{self.user.capitalize()}'s turn"
        end = time.monotonic() + seconds
        await asyncio.sleep(rng.uniform(0, every))
        while time.monotonic() < end and not self.screen.is_closed:
            begun = time.perf_counter()
            keys = ARROWS if self.screen.is_watched and turn in self.screen.text() else ()
            for key in keys:
                if (taken := await self._paint(key)) is not None:
                    times.append(taken)
                    break
            self.channel.write(b"\r")
            await self._quiet()
            await asyncio.sleep(max(begun + rng.uniform(0.8, 1.2) * every - time.perf_counter(), 0))
        return times

    async def leave(self) -> None:
        """Hang up."""
        self.connection.close()
        await self.connection.wait_closed()


async def all_begin(players: Sequence[Visitor]) -> None:
    """Begin all games in turn, one of each player."""
    for first in range(0, len(players), AT_ONCE):
        some = enumerate(players[first : first + AT_ONCE], first)
        await asyncio.gather(*(player.begin(at % len(GAMES)) for at, player in some))


async def all_play(players: Sequence[Visitor], seconds: float, every: float) -> list[float]:
    """Return the sorted seconds to paint of those who play the game that is watched."""
    for at, player in enumerate(players):
        player.screen.is_watched = at % len(GAMES) == WATCHED
    times = await asyncio.gather(
        *(player.play(seconds, every, Random(at)) for at, player in enumerate(players))
    )
    return sorted(each for some in times for each in some)
