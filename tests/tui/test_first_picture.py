"""Until a screen is shown, it is styled and laid out once, and it is shown whole."""

from typing import Any

import pytest
from game_screens import opened, settled, shown, until
from people import ANN
from textual._compositor import Compositor
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from boxtui.games import GAMES
from boxtui.lines import plain
from boxtui.play.match import Match
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen


def game() -> BoxTui:
    """Return an app with a game on its screen."""
    return opened(Match(GAMES["kimbo"], {}, [ANN] * 2, 3))


@pytest.fixture
def styled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what gets every screen whose widgets' styles are all updated."""
    screens: list[object] = []
    update = Screen.update_node_styles

    def noted(screen: Screen[Any], animate: bool = True) -> None:
        screens.append(screen)
        update(screen, animate)

    monkeypatch.setattr(Screen, "update_node_styles", noted)
    return screens


async def test_a_screen_is_not_styled_again_and_is_laid_out_again_only_for_another_size(
    styled: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[Size] = []
    reflow = Compositor.reflow

    def noted(compositor: Compositor, parent: Any, size: Size) -> object:
        sizes.append(size)
        return reflow(compositor, parent, size)

    async with game().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, GameScreen)
        await until(pilot, screen.may_decide)
        await settled(pilot)
        assert screen not in styled
        monkeypatch.setattr(Compositor, "reflow", noted)
        Screen.post_message(screen, Resize(Size(80, 24), Size(80, 24)))
        await pilot.pause()
        assert len(sizes) <= 1  # the screen itself places board and text again
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: Size(100, 30) in sizes)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_no_frame_of_a_game_is_sent_before_its_board_is_drawn(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    boards: list[str] = []
    app = game()
    send = Screen._compositor_refresh

    def noted(screen: Screen[Any]) -> None:
        if isinstance(screen, GameScreen):
            boards.append("\n".join(map(plain, screen.board._lines)))
        send(screen)

    monkeypatch.setattr(Screen, "_compositor_refresh", noted)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: boards)
        await settled(pilot)
    assert "" not in boards
