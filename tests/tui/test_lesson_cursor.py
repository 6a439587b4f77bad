"""Where a lesson's question begins: with the cursor away from the moves that answer it."""

import pytest
from game_screens import settled, until

from boxtui.games import GAMES
from boxtui.learn.session import LessonSession
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.lesson import LessonScreen
from tutorials.runner import Phase

pytestmark = pytest.mark.tui


@pytest.mark.parametrize("game", GAMES)
async def test_the_cursor_begins_away_from_every_answer(game: str) -> None:
    page = LessonScreen(LessonSession(game, "Ann"))

    def first(app: BoxTui) -> None:
        app.push_screen(page)

    app = BoxTui(Look(), Settings(name="Ann", pace="at once"), first=first)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: page.is_mounted)
        page.runner.reached = len(page.runner.lesson.steps) - 1
        for step in page.runner.lesson.steps:
            page._go_to(step.name)
            await settled(pilot)
            if page.runner.phase is Phase.ASKING and page.may_decide():
                assert page.board.picked_move not in page.runner.solving_moves(), step.name
