"""What is sent over SSH stays within a budget, however much is drawn."""

from pathlib import Path

import pytest
from played import boxtui, library_in
from random_games import against, has_to_choose, play_on
from shown import ARROWS, keys_shown

from boxtui.games import GAMES

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
        assert max(terminal.sent_for(ARROWS[arrow]) for arrow in arrows * 3) <= MOVE


def test_ctrl_l_sends_the_whole_screen_again(tmp_path: Path) -> None:
    with boxtui(tmp_path, env=OVER_SSH) as terminal:
        terminal.wait_until("Settings")
        terminal.wait_quiet()
        before = terminal.text()
        terminal.screen.reset()
        assert terminal.sent_for("\x0c", "Settings") > 500
        assert terminal.text() == before
