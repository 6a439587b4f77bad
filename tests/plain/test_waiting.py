"""In plain mode, whoever waits for a search is told the place in line."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.plain.line_io import LineIO
from boxtui.plain.play import PlainGame
from boxtui.plain.waiting import told_place
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from saves.library import Library


class Told(LineIO):
    """Line output that is kept."""

    def __init__(self) -> None:
        super().__init__(Look())
        self.text = ""

    def send(self, text: str) -> None:
        self.text += text


class InLine(Searcher):
    """A searcher whose question is at that place in the line."""

    place = 0


@pytest.fixture
def io(monkeypatch: pytest.MonkeyPatch) -> Told:
    for module in ("play", "waiting"):
        monkeypatch.setattr(f"boxtui.plain.{module}.PATIENCE", 0.0)
    return Told()


PLACES = [(0, "Bo is thinking.", ""), (2, "Bo waits, number 2 in line.", "The computer waits, n")]


@pytest.mark.parametrize(("place", "of_game", "of_search"), PLACES)
async def test_the_place_in_line_is_told(
    tmp_path: Path, io: Told, place: int, of_game: str, of_search: str
) -> None:
    searcher = InLine()
    searcher.place = place
    match = Match(GAMES["shut-the-box"], {}, [Seat("Bo", "level1"), Seat("Ann", HUMAN)], 3)
    game = PlainGame(Record.begin(match, Library(tmp_path)), searcher, io, Settings(name="Ann"))
    game.thinking("Bo")
    await asyncio.sleep(0.01)
    assert of_game in io.text
    io.text = ""
    with told_place(cast("Searcher", searcher), io):
        await asyncio.sleep(0.01)
    assert io.text.startswith(of_search)
    assert bool(io.text) == bool(of_search)


async def test_nothing_is_told_once_the_search_is_over(io: Told) -> None:
    with told_place(InLine(), io):
        pass
    await asyncio.sleep(0.01)
    assert io.text == ""
