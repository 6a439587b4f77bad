"""A session of the plain mode: what the commands run with `--plain`."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from ai.worker import Searcher
from boxtui.core import Game
from boxtui.learn.puzzles import drawn_number
from boxtui.learn.session import Course
from boxtui.plain.learn import PlainLesson
from boxtui.plain.menu import PlainMenu
from boxtui.plain.play import PlainGame
from boxtui.plain.practice import PlainPractice
from boxtui.plain.setup import Setup
from boxtui.plain.talk import Left, Talk
from boxtui.play.match import Match
from boxtui.play.record import Record, knowing_last_loser, library
from boxtui.system import locations, settings, terminal
from boxtui.system.terminal import Look


class Session:
    """Who is at the terminal, how to talk to them, and the search process."""

    def __init__(self) -> None:
        chosen, self._complaint = settings.read(locations.settings())
        self._own = chosen.name
        environ = terminal.as_given()
        self._talk = Talk(chosen.look(Look.of(environ)), terminal.idle_limit(environ))
        self._searcher = Searcher()

    def run(self, part: "Callable[[Session], Awaitable[None]]") -> None:
        """Do one of the parts below, until the person leaves; `Idle`."""
        asyncio.run(self._run(part))

    async def _run(self, part: "Callable[[Session], Awaitable[None]]") -> None:
        self._talk.remark(self._complaint)
        try:
            await part(self)
        except Left:
            return
        finally:
            self._searcher.close()

    async def menu(self) -> None:
        """Do what the person chooses, until they leave."""
        await PlainMenu(self, self._talk).run()

    async def play(self, game: Game, seed: int | None) -> None:
        """Set a game up and play it; `GameError`, SaveError."""
        match = await Setup(game, self._own, self._talk).asked(seed)
        shelf = library()
        await self._play_on(Record.begin(knowing_last_loser(match, shelf), shelf))

    async def resume(self, path: Path) -> None:
        """Go on with a saved game; SaveError."""
        await self._play_on(Record.resume(path, library()))

    async def _play_on(self, record: Record) -> None:
        """Play a record, and what is played after it."""
        following: Match | None = await PlainGame(record, self._searcher, self._talk).run()
        while following:
            begun = Record.begin(following, library())
            following = await PlainGame(begun, self._searcher, self._talk).run()

    async def learn(self, game: str) -> None:
        """Take the lesson of the game with that key; `LessonFault`."""
        await PlainLesson(Course(game, self._own), self._talk).run()

    async def practise(self, game: Game, number: int | None) -> None:
        """Solve positions, from that number on or from one drawn by lot."""
        first = drawn_number() if number is None else number
        await PlainPractice(game, first, self._own, self._searcher, self._talk).run()
