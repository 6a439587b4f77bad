"""A match on its screen inside the test's process, and what stands on it."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from ai.agent import Choice, Considered
from ai.worker import Question, Searcher
from boxtui.app import BoxTui
from boxtui.drawing import plain
from boxtui.games import GAMES
from boxtui.match import Match
from boxtui.record import Record
from boxtui.screens.game import GameScreen
from boxtui.settings import Settings
from boxtui.terminal import Look
from boxtui.widgets.canvas import Canvas
from saves.library import Library


class FirstMoves:
    """A searcher that plays the first legal move, at once."""

    async def choose(self, question: Question) -> Choice:
        move = GAMES[question.game].parse(question.position).legal_moves()[0]
        return Choice(move, (Considered(move, 0.5, 1),), 1, 0.0)

    def answer_now(self) -> None:
        pass

    def close(self) -> None:
        pass


def opened(
    folder: Path, match: Match, pace: str = "at once", searcher: FirstMoves | None = None
) -> BoxTui:
    """The app with that match on its screen."""
    record = Record.begin(match, Library(folder))

    def first(app: BoxTui) -> None:
        app.searcher = cast("Searcher", searcher or FirstMoves())
        app.push_screen(GameScreen(record))

    return BoxTui(Look(), Settings(name="Ann", pace=pace), first=first)


def on_screen(pilot: Pilot[int]) -> GameScreen:
    """The screen of the match."""
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    return screen


async def until(pilot: Pilot[int], holds: Callable[[], object], key: str = "") -> None:
    """Wait for it, pressing that key meanwhile."""
    for _ in range(1000):
        if holds():
            return
        if key:
            await pilot.press(key)
        await pilot.pause(0.01)
    raise AssertionError("it never came")


def text_of(pilot: Pilot[int], name: str) -> str:
    """The lines of the canvas of that name, as they stand there; "" before it does."""
    canvases = pilot.app.screen.query(f"#{name}").results(Canvas)
    return "\n".join(plain(line) for canvas in canvases for line in canvas._lines)
