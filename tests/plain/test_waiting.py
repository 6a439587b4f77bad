"""A person who waits for a long review is told how far it is."""

import asyncio
import re
from functools import partial
from itertools import count
from pathlib import Path
from typing import cast

import pytest
from game_screens import Deciding
from played import library_in, saves
from random_games import of_bad_decisions

from ai.agent import Choice
from ai.worker import Question, Searcher
from boxtui.learn.review_progress import ReviewProgress
from boxtui.plain import waiting
from boxtui.plain.line_io import LineIO
from boxtui.plain.session import Session
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look


class _Listening(LineIO):
    """Keeps what is said; the person has left once they are asked."""

    def __init__(self) -> None:
        super().__init__(Look())
        self.said = ""

    def send(self, text: str) -> None:
        self.said += text

    async def receive(self) -> bytes:
        return b""


class _Slow(Deciding):
    """Answers the question with that number only once the person is told something more."""

    def __init__(self, io: _Listening, number: int) -> None:
        super().__init__()
        self._io = io
        self._number = number
        self._asked = 0

    async def choose(self, question: Question) -> Choice:
        self._asked += 1
        if self._asked == self._number:
            self._io.said = ""  # on a busy machine, something may have been said before
            while not self._io.said:
                await asyncio.sleep(0.01)
        return await super().choose(question)


@pytest.mark.parametrize(("number", "left"), [(3, ""), (32, ", about [2-9] minutes left")])
async def test_a_long_review_says_how_many_moves_are_judged_and_then_how_long_it_takes(
    number: int, left: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "LONG", 0.05)
    minutes = count(0, 120)  # each decision takes two
    timed = partial(ReviewProgress, clock=lambda: next(minutes))
    monkeypatch.setattr("boxtui.plain.session.ReviewProgress", timed)
    monkeypatch.setattr("boxtui.learn.review_progress._LEAST_DECISIONS", 2)
    of_bad_decisions(library_in(home))
    io = _Listening()
    session = Session(io, Settings(name="Ann"), "", cast("Searcher", _Slow(io, number)))
    name = saves(home)[0].stem
    async with asyncio.timeout(30):
        await session.run(lambda begun: begun.review(name))
    told = re.match(rf"Still reviewing\. Moves judged so far: (\d+) of (\d+){left}\.\n", io.said)
    assert told
    assert int(told[1]) < int(told[2])
