"""A lost SSH connection costs no move, and the next login continues the game."""

import re
import signal

import pytest
from played import LEFT_TO_ANN, library_in, settings
from pty_terminal import PtyTerminal
from random_games import against, play_on
from shown import last_match
from ssh_host import ADDRESS, SshHost

from boxtui.games import GAMES
from boxtui.play.match import Match

pytestmark = [pytest.mark.tui, pytest.mark.sshd]

PLAYED = {"kimbo": 40, "free-o": 40, "shut-the-box": 1}
"""Moves that are played before the login."""


def is_anns(match: Match) -> bool:
    """Whether Ann decides in the middle of a game."""
    return len(match.moves) >= PLAYED[match.game.key] and match.state.current_player() == 0


def board(terminal: PtyTerminal) -> list[str]:
    """Return the board without the text beside it, whose rows depend on the last message."""
    return [line[:48].rstrip() for line in terminal.lines()[1:17]]


@pytest.mark.parametrize(
    ("game", "lost"),
    [
        ("kimbo", signal.SIGKILL),
        ("free-o", signal.SIGKILL),
        pytest.param("shut-the-box", signal.SIGSTOP, id="shut-the-box, frozen"),
    ],
)
def test_a_game_goes_on_where_the_connection_was_lost(
    host: SshHost, game: str, lost: signal.Signals
) -> None:
    key = f"eve-{game}"
    home = host.player(key)
    settings(home, LEFT_TO_ANN)
    record = against("level1", game, library_in(home))
    play_on(record, is_anns)
    record.close()
    with host.login(key=key) as terminal:
        terminal.go(f"Continue {GAMES[game].title}", "c", "Ann's turn")
        match = last_match(home)
        terminal.send(f":{match.state.move_text(match.state.legal_moves()[0])}\r")
        terminal.wait_quiet(0.5)
        terminal.wait(lambda: last_match(home).moves != match.moves, "the move in the save")
        terminal.wait(lambda: is_anns(last_match(home)), "Ann's next decision")
        terminal.wait_quiet(0.5)
        before, kept = board(terminal), last_match(home).moves
        terminal.signal(lost)
        terminal.wait(lambda: not host.apps(), "the end of boxtui on the host")
    with host.login(key=key) as terminal:
        terminal.go(f"Continue {GAMES[game].title}", "c")
        terminal.wait(lambda: board(terminal) == before, "the same board")
    assert last_match(home).moves == kept


def test_a_plain_game_continues_where_the_connection_was_lost(host: SshHost) -> None:
    # A game without a decision or a hint leaves no save.
    begun = host.run("-T", ADDRESS, key="hal", typed="play shut-the-box" + "\n" * 9 + "hint\n")
    assert begun.returncode == 0
    assert "\x1b" not in begun.stdout
    (dice,) = re.findall("Dice: . and .", begun.stdout)
    assert dice in host.run("-T", ADDRESS, key="hal", typed="continue\n").stdout
    with host.login(key="hal") as terminal:
        terminal.wait_until("Continue Shut-the-Box")
