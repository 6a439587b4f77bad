"""Plain mode shares one event loop with other players, so nothing on it may wait for a disk."""

import asyncio
from pathlib import Path
from typing import cast

import pytest
from game_screens import Deciding
from loop_watch import Computing, HeldDisk, watching
from pty_terminal import DEADLINE
from random_games import play_first_moves

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.plain import setup
from boxtui.plain.line_io import LineIO
from boxtui.plain.session import Session
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record, open_library
from boxtui.system import locations, settings
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look


class Talk(LineIO):
    """A session's lines, typed one after another by the test; `told` is what was said last."""

    def __init__(self) -> None:
        super().__init__(Look())
        self.told = ""
        self._typed_lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._asked = asyncio.Event()
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        session = Session(self, Settings(name="Ann"), "", cast("Searcher", Deciding()))

        async def part(session: Session) -> None:
            await session.ask_name()
            await session.menu()

        try:
            await session.run(part)
        finally:
            self._asked.set()

    def is_terminal(self) -> bool:
        return False

    def send(self, text: str) -> None:
        self.told += text

    async def receive(self) -> bytes:
        self._asked.set()
        return await self._typed_lines.get()

    async def asked(self) -> None:
        """Wait for the next question, or for the end."""
        async with asyncio.timeout(DEADLINE):
            await self._asked.wait()

    def type(self, line: str) -> None:
        """Answer a question."""
        self.told = ""
        self._asked.clear()
        self._typed_lines.put_nowait(f"{line}\n".encode())

    async def reply(self, *lines: str) -> None:
        """Answer questions, one after another, up to the next one or the end."""
        for line in lines:
            await self.asked()
            self.type(line)
        await self.asked()

    async def reply_until(self, wanted: str, line: str = "") -> None:
        """Give the same answer, at most a hundred times, until `wanted` is said."""
        await self.asked()
        for _ in range(100):
            if wanted in self.told:
                return
            await self.reply(line)
        raise AssertionError(f"{wanted!r} isn't said, but {self.told!r}")

    async def move(self) -> None:
        """Play the first legal move."""
        await self.reply("moves")
        first = self.told.splitlines()[1].partition(";")[0]
        await self.reply(first)

    async def end(self) -> None:
        """Wait for the end."""
        await self._running


async def _game(talk: Talk) -> None:
    await talk.reply_until("your move:")
    await talk.reply("hint", "hint", "hint", "board", "position", "rules", "rules 6", "help", "log")
    await talk.move()
    await talk.reply("undo", "redo", "tutor verdicts", "quit", "continue")
    await talk.move()
    await talk.reply("quit")


async def _lesson(talk: Talk) -> None:
    await talk.reply_until("Your move:")
    await talk.reply("hint", "hint", "help", "rules", "nonsense", "", "moves")
    await talk.move()
    await talk.reply("again", "back", "steps", "steps 18")
    await talk.reply_until("Your move:")
    await talk.reply("hint")
    await talk.move()
    await talk.reply_until("Your move:")
    await talk.reply("quit")


async def _practice(talk: Talk) -> None:
    await talk.reply_until("Your move:")
    await talk.reply("hint", "hint", "about", "help", "rules")
    await talk.move()
    await talk.reply("next 7")
    await talk.reply_until("Your move:")
    await talk.reply("show", "next")
    await talk.reply_until("Your move:")
    await talk.reply("play", "quit")


async def test_nothing_touches_a_file_on_the_loop_in_plain_mode(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 4), open_library())
    play_first_moves(record)
    record.close()
    monkeypatch.setattr(setup, "new_seed", lambda: 4)  # the player chooses twice
    with watching(monkeypatch) as watch:
        talk = Talk()
        await talk.reply("Ben", "help", "rules shut-the-box", "rules box 6", "progress", "saves")
        await talk.reply("play shut-the-box")
        await _game(talk)
        await talk.reply(f"resume {record.name}", "log", "quit")
        await talk.reply("learn shut-the-box")
        await _lesson(talk)
        await talk.reply("practice shut-the-box 5")
        await _practice(talk)
        await talk.reply("review")
        await talk.reply("practice", "")
        await talk.reply(f"remove {record.name}", "progress", "quit")
        await talk.end()
        assert "\n".join(dict.fromkeys(watch.found)) == ""
        assert watch.syncs > 20
    assert settings.read(locations.settings())[0].name == "Ben"


async def test_what_is_written_outlives_leaving(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, talk = HeldDisk(monkeypatch), Talk()
    await talk.asked()
    disk.hold()
    talk.type("Ben")
    async with asyncio.timeout(DEADLINE):
        while not disk.begun.is_set():
            await asyncio.sleep(0.001)
    assert disk.is_held, "the loop waited until the write was done"
    talk._running.cancel()
    for _ in range(20):
        await asyncio.sleep(0.001)
    assert not talk._running.done(), "it ended before the write was done"
    disk.goes_on.set()
    await asyncio.wait({talk._running})
    assert settings.read(locations.settings())[0].name == "Ben"


async def test_a_lesson_finds_out_beside_the_loop_what_takes_long(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computing = Computing(monkeypatch)
    computing.watch_lessons()
    talk = Talk()
    await talk.reply("", "learn shut-the-box")
    await _lesson(talk)
    await talk.reply("quit")
    await talk.end()
    assert computing.on_loop == set()
    assert computing.beside == {"comment", "advice", "play_next", "_leads"}
