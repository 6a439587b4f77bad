"""A person who waits is told the place in line, or how far a long review is."""

import asyncio
import re
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from game_screens import Deciding, FirstMoves
from plain_lines import Lines, game_in, session_on
from played import library_in, saves
from random_games import of_bad_decisions

from ai.agent import Choice
from ai.worker import Question
from boxtui.learn.review_progress import ReviewProgress
from boxtui.plain import play, waiting
from boxtui.plain.waiting import told_place

WAITS = "is waiting for a free search process, number 2 in line."


@pytest.mark.parametrize(
    ("place", "of_game", "of_search"),
    [(0, "Bo is thinking.", ""), (2, f"Bo {WAITS}", f"The computer {WAITS}")],
)
async def test_a_person_who_waits_for_a_search_is_told_the_place_in_line_unless_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int, of_game: str, of_search: str
) -> None:
    for module in (play, waiting):
        monkeypatch.setattr(module, "SAY_AFTER", 0.0)
    io, searcher = Lines(), FirstMoves(place)
    game_in(tmp_path, io, searcher=searcher).thinking("Bo")
    await asyncio.sleep(0.01)
    assert of_game in io.heard()
    with told_place(searcher, io):
        await asyncio.sleep(0.01)
    assert io.heard().strip() == of_search
    with told_place(searcher, io):
        pass
    await asyncio.sleep(0.01)
    assert io.said == ""


class _Slow(Deciding):
    """Answers the question with that number only once the person is told something more."""

    def __init__(self, io: Lines, number: int) -> None:
        super().__init__()
        self._io = io
        self._number = number
        self._asked = 0

    async def choose(self, question: Question) -> Choice:
        self._asked += 1
        if self._asked == self._number:
            self._io.heard()  # on a busy machine, something may have been said before
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
    io = Lines()
    name = saves(home)[0].stem
    async with asyncio.timeout(30):
        await session_on(io, _Slow(io, number)).run(lambda session: session.review(name))
    told = re.match(rf"Still reviewing\. Moves judged so far: (\d+) of (\d+){left}\.\n", io.said)
    assert told
    assert int(told[1]) < int(told[2])
