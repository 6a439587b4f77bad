"""Plain mode without a process: lines that are typed, and what is said."""

import asyncio
from pathlib import Path

from game_screens import FirstMoves
from people import ANN, BEN

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.plain.line_io import LineIO
from boxtui.plain.play import PlainGame
from boxtui.plain.session import Session
from boxtui.plain.words import shell_command
from boxtui.play.match import Match
from boxtui.play.record import Record
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from saves.library import Library


class Lines(LineIO):
    """Reads these chunks, then the end of the input.

    Attributes:
        said: what was written.
        width: how many cells a line of the terminal has; 0 if that isn't known.
    """

    def __init__(self, *chunks: bytes, is_typed: bool = False, width: int = 0) -> None:
        super().__init__(Look(), is_typed=is_typed)
        self.said = ""
        self.width = width
        self._left = [*chunks]

    def heard(self) -> str:
        """Return what was said, and forget it."""
        said, self.said = self.said, ""
        return said

    def columns(self) -> int:
        return self.width

    def send(self, text: str) -> None:
        self.said += text

    async def receive(self) -> bytes:
        return self._left.pop(0) if self._left else b""


class Typing(Lines):
    """Reads what is typed on a terminal meanwhile."""

    def __init__(self) -> None:
        super().__init__(is_typed=True)
        self.typed = asyncio.Queue[bytes]()

    async def receive(self) -> bytes:
        return await self.typed.get()


def session_on(io: LineIO, searcher: Searcher | None = None) -> Session:
    """Return a session of Ann's."""
    return Session(io, Settings(name="Ann"), "", searcher or FirstMoves())


def game_of_box() -> Match:
    """Return a match of Box between two people."""
    return Match(GAMES["box"], {"balance": "none"}, (ANN, BEN), 7)


def game_in(
    folder: Path, io: LineIO, match: Match | None = None, searcher: Searcher | None = None
) -> PlainGame:
    """Return a game that is saved in that folder, and that nobody may review."""

    async def unreviewed() -> None:
        raise AssertionError

    record = Record.begin(match or game_of_box(), Library(folder))
    searcher = searcher or FirstMoves()
    return PlainGame(record, searcher, io, Settings(), unreviewed, shell_command)
