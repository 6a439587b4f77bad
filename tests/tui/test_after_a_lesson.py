"""A lesson's list of steps and the game it ends in, on a custom board and with two names."""

from pathlib import Path

import pytest
from game_screens import on_screen, press, until

from boxtui.games import GAMES
from boxtui.games.kimbo.game import BOARD
from boxtui.learn.session import LessonSession
from boxtui.lines import plain
from boxtui.system import locations
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.widgets.choices import Choices

pytestmark = pytest.mark.tui


@pytest.fixture
def board(home: Path) -> Path:
    """Return the file for a custom board; the app of each test keeps everything near it."""
    locations.boards().mkdir(parents=True)
    return locations.boards() / "kimbo.toml"


def in_a_lesson() -> tuple[BoxTui, LessonScreen]:
    page = LessonScreen(LessonSession("kimbo", "Computer"))

    def first(app: BoxTui) -> None:
        app.push_screen(page)

    return BoxTui(Look(), Settings(name="Computer", pace="at once"), first=first), page


async def test_the_game_after_a_lesson_uses_the_owners_board_and_two_different_names(
    board: Path,
) -> None:
    board.write_bytes(BOARD.replace(b'"d3/d4"', b'"d5/d6"'))
    app, page = in_a_lesson()
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: page.is_mounted)
        await page._after_the_end("play")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        match = on_screen(pilot).match
        assert match.game.board == board.read_bytes() != GAMES["kimbo"].board
        assert [seat.name for seat in match.seats] == ["Computer", "Yellow"]
        await until(pilot, lambda: on_screen(pilot).may_decide())


async def test_an_unusable_board_is_reported_after_a_lesson(board: Path) -> None:
    board.write_bytes(b"[home")
    app, page = in_a_lesson()
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: page.is_mounted)
        await page._after_the_end("play")
        assert "can't be used" in page.message._text
        assert pilot.app.screen is page


async def test_the_last_step_in_view_has_its_name_beside_the_arrow(board: Path) -> None:
    app, page = in_a_lesson()
    async with app.run_test(size=(80, 20)) as pilot:
        await until(pilot, lambda: page.is_mounted)
        await press(pilot, "l")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChooseScreen))
        choices = pilot.app.screen.query_one(Choices)
        below = app.glyphs.below
        await until(pilot, lambda: plain(choices._lines[-1]).startswith(below))
        assert plain(choices._lines[-1]).rstrip().endswith("(new)")
