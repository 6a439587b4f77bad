"""A person who waits, for a search, a review or a position to solve, is told how far it is."""

import asyncio
import re
from functools import partial
from itertools import count
from pathlib import Path
from typing import NoReturn, cast

import pytest
from game_screens import Deciding, FirstMoves
from plain_lines import Lines, game_in, session_on
from played import library_in, saves
from pty_terminal import DEADLINE
from random_games import of_bad_decisions
from waits import until

from ai.agent import Choice
from ai.worker import Question
from boxtui.core import BadOption
from boxtui.learn.practice import PracticeSession
from boxtui.learn.review_progress import ReviewProgress
from boxtui.plain import play, waiting
from boxtui.plain.line_io import Left
from boxtui.plain.practice import PlainPractice
from boxtui.plain.waiting import saying_place
from boxtui.play.match import Match

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
    with saying_place(searcher, io):
        await asyncio.sleep(0.01)
    assert io.heard().strip() == of_search
    with saying_place(searcher, io):
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


class Looking:
    """A practice session that looks for a position until told that there is none.

    Attributes:
        sought: what it was asked for.
    """

    complaint = ""
    sought_title = "position 4"

    def __init__(self) -> None:
        self.gives_up = asyncio.Event()
        self.sought: list[str] = []

    def search_words(self) -> list[str]:
        return ["Moves so far: 1,234."]

    async def next(self) -> None:
        await self._look("next")

    async def again(self) -> None:
        await self._look("again")

    async def _look(self, word: str) -> None:
        self.sought.append(word)
        await self.gives_up.wait()
        raise BadOption("There is none.")

    def go_to(self, number: int) -> None:
        self.sought.append(str(number))

    def stop(self) -> None:
        pass


async def practice(session: Looking, io: Lines) -> None:
    """Run that session, which must play nothing."""

    async def unplayed(match: Match) -> None:
        raise AssertionError(match)

    await PlainPractice(cast("PracticeSession", session), FirstMoves(), io, unplayed).run()


async def test_a_person_who_waits_long_for_a_position_is_told_how_far_it_is_until_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "LONG", 0.001)
    session, io = Looking(), Lines(b"quit\n")
    running = asyncio.create_task(practice(session, io))
    so_far = "Still looking for position 4. Moves so far: 1,234."
    await until(lambda: io.said.count(so_far) > 1)
    session.gives_up.set()
    with pytest.raises(Left):
        await running
    assert io.heard().startswith("Looking for a position.\n")
    await asyncio.sleep(0.01)
    assert io.said == ""


async def test_no_position_is_looked_for_once_nobody_is_left_to_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "SAY_AFTER", 0.01)
    async with asyncio.timeout(DEADLINE):
        with pytest.raises(Left):
            await practice(Looking(), Lines())
    session = Looking()
    running = asyncio.create_task(practice(session, Lines(b"quit\n")))
    await asyncio.sleep(0.1)
    assert not running.done()
    session.gives_up.set()
    await asyncio.wait({running})
    assert isinstance(running.exception(), Left)


async def test_a_position_that_isnt_found_can_be_looked_for_again_or_left_out() -> None:
    session, io = Looking(), Lines(b"\nnext\nnext 17\nnext x\nother\nquit\n")
    session.gives_up.set()
    with pytest.raises(Left):
        await practice(session, io)
    assert session.sought == ["next", "again", "next", "17", "next"]
    assert "'x' is not a number" in io.said
    assert "'other' can't be read. The words are: next, quit." in io.said


class Skipping(Looking):
    """A practice session that skips a mistake, and then finds nothing more."""

    complaint = "The results are damaged."

    async def next(self) -> None:
        self.complaint = "Your mistake of 2026-11-23 can't be played any more."

    def prepare(self) -> NoReturn:
        """Leave: what comes after the skipped mistake isn't of interest."""
        raise Left


async def test_a_mistake_that_is_skipped_is_said_once() -> None:
    io = Lines()
    with pytest.raises(Left):
        await practice(Skipping(), io)
    assert io.said.count("can't be played any more") == io.said.count("are damaged") == 1
