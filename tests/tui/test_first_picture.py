"""Until a screen is shown, it is laid out once and shown whole; over SSH, little is sent for it."""

from pathlib import Path
from typing import Any

import pytest
from game_screens import opened, settled, shown, until
from people import ANN
from played import boxtui, library_in
from random_games import against, has_to_choose, play_on
from shown import ARROWS, keys_shown
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


async def test_a_screen_is_not_styled_again_and_is_laid_out_again_only_for_another_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    styled, sizes = list[object](), list[Size]()
    update, reflow = Screen.update_node_styles, Compositor.reflow

    def styles(screen: Screen[Any], animate: bool = True) -> None:
        styled.append(screen)
        update(screen, animate)

    def lays_out(compositor: Compositor, parent: Any, size: Size) -> object:
        sizes.append(size)
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Screen, "update_node_styles", styles)
    async with game().run_test(size=(80, 24)) as pilot:
        screen = await shown(pilot, GameScreen)
        await until(pilot, screen.may_decide)
        await settled(pilot)
        assert screen not in styled
        monkeypatch.setattr(Compositor, "reflow", lays_out)
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


OVER_SSH = {"SSH_CONNECTION": "::1 1 ::1 22"}
MENU, SCREEN, MOVE = 4096, 6144, 300
"""The most bytes that the menu, a game's first screen and a cursor move may take.

In other positions few cursor moves take more: 3 of 994 at random, and at most 315 bytes.
"""


@pytest.mark.parametrize("game", GAMES)
def test_over_ssh_little_is_sent(tmp_path: Path, game: str) -> None:
    record = against("level1", game, library_in(tmp_path))
    play_on(record, lambda match: len(match.moves) >= 3 and has_to_choose(match, 0))
    record.close()
    with boxtui(tmp_path, env=OVER_SSH) as terminal:
        terminal.wait_until("Continue")
        terminal.wait_quiet()
        assert len(terminal.raw) <= MENU
        assert terminal.sent_for("c", "Ann's turn") <= SCREEN
        arrows = [arrow for key in keys_shown(terminal) for arrow in key if arrow in ARROWS]
        terminal.sent_for(ARROWS[arrows[0]])  # with it, the keys may change, too
        assert max(terminal.sent_for(ARROWS[arrow]) for arrow in arrows * 3) <= MOVE


def test_ctrl_l_sends_the_whole_screen_again(tmp_path: Path) -> None:
    with boxtui(tmp_path, env=OVER_SSH) as terminal:
        terminal.wait_until("Settings")
        terminal.wait_quiet()
        before = terminal.text()
        terminal.screen.reset()
        assert terminal.sent_for("\x0c", "Settings") > 500
        assert terminal.text() == before
