"""A lost SSH connection costs no move, and the next login continues the game."""

import re
import signal
from collections.abc import Callable

import pytest
from played import LEFT_TO_ANN, library_in, settings
from pty_terminal import PtyTerminal
from random_games import LONG_THINKER, against, has_to_choose, play_on
from shown import last_match
from ssh_host import ADDRESS, SshHost

from boxtui.games import GAMES
from boxtui.play.match import Match

pytestmark = [pytest.mark.tui, pytest.mark.sshd]

WAYS = {"cut": signal.SIGKILL, "frozen": signal.SIGSTOP}


def in_the_middle(match: Match) -> bool:
    return len(match.moves) >= (1 if match.game.key == "shut-the-box" else 40)


def anns_turn(match: Match) -> bool:
    return in_the_middle(match) and match.state.current_player() == 0


def begun(
    host: SshHost, key: str, game: str, computer: str, is_enough: Callable[[Match], bool]
) -> None:
    """Save a game of Ann against a computer, played at random until `is_enough`."""
    home = host.player(key)
    settings(home, LEFT_TO_ANN)
    record = against(computer, game, library_in(home))
    play_on(record, is_enough)
    record.close()


def board(terminal: PtyTerminal) -> list[str]:
    """Return the board without the text beside it, whose rows depend on the last message."""
    return [line[:48].rstrip() for line in terminal.lines()[1:17]]


def position(host: SshHost, key: str) -> tuple[str, list[int]]:
    """Return what the save holds: the position, and the moves that led there."""
    match = last_match(host.player(key))
    return match.state.text(), match.moves


def go_on(terminal: PtyTerminal, game: str) -> None:
    """Resume the game with one key."""
    terminal.wait_until(f"Continue {GAMES[game].title}")
    terminal.send("c")


def lose(host: SshHost, terminal: PtyTerminal, number: signal.Signals) -> None:
    """Break the client's connection, and wait until the host has noticed."""
    terminal.signal(number)
    terminal.wait(lambda: not host.apps(), "the end of boxtui on the host")


def wait_for_thinking(terminal: PtyTerminal) -> None:
    """Wait until the thinking clock has ticked, which happens once everything is drawn.

    It ticks every second, so on a busy machine the screen may never be at rest for long.
    """
    ticked = re.compile(r"Computer is thinking\S* \d")
    terminal.reach(lambda: ticked.search(terminal.text()), "a second of thinking")


def play_a_move(host: SshHost, terminal: PtyTerminal, key: str) -> None:
    """Type Ann's first legal move, and wait for her next decision."""
    match = last_match(host.player(key))
    terminal.send(f":{match.state.move_text(match.state.legal_moves()[0])}\r")
    terminal.wait_quiet(0.5)
    terminal.wait(lambda: position(host, key)[1] != match.moves, "the move in the save")
    terminal.wait(lambda: anns_turn(last_match(host.player(key))), "Ann's next decision")
    terminal.wait_quiet(0.5)


@pytest.mark.parametrize(
    ("game", "way"), [("kimbo", "cut"), ("free-o", "cut"), ("shut-the-box", "frozen")]
)
def test_a_game_goes_on_where_the_connection_was_lost(host: SshHost, game: str, way: str) -> None:
    key = f"eve-{game}-{way}"
    begun(host, key, game, "level1", anns_turn)
    with host.login(key=key) as terminal:
        go_on(terminal, game)
        terminal.wait_until("Ann's turn")
        play_a_move(host, terminal, key)
        before, kept = board(terminal), position(host, key)
        lose(host, terminal, WAYS[way])
    with host.login(key=key) as terminal:
        go_on(terminal, game)
        terminal.wait(lambda: board(terminal) == before, "the same board")
    assert position(host, key) == kept


@pytest.mark.parametrize(("game", "way"), [("kimbo", "cut"), ("box", "frozen")])
def test_a_game_goes_on_where_the_connection_was_lost_while_the_computer_thought(
    host: SshHost, game: str, way: str
) -> None:
    key = f"fay-{game}-{way}"
    begun(host, key, game, LONG_THINKER, lambda at: in_the_middle(at) and has_to_choose(at, 1))
    kept = position(host, key)
    with host.login(key=key) as terminal:
        go_on(terminal, game)
        wait_for_thinking(terminal)
        before = board(terminal)
        if way == "frozen":
            # The clock draws every second, and sshd doesn't miss a client while there is output.
            terminal.send("?")
            terminal.wait_until("Rules of")
        lose(host, terminal, WAYS[way])
    with host.login(key=key) as terminal:
        go_on(terminal, game)
        wait_for_thinking(terminal)
        assert board(terminal) == before
    assert position(host, key) == kept


def test_a_plain_game_continues_where_the_connection_was_lost(host: SshHost) -> None:
    # A game without a decision or a hint leaves no save.
    begun = host.run("-T", ADDRESS, key="hal", typed="play shut-the-box" + "\n" * 9 + "hint\n")
    assert begun.returncode == 0
    assert "\x1b" not in begun.stdout
    (dice,) = re.findall("Dice: . and .", begun.stdout)
    assert dice in host.run("-T", ADDRESS, key="hal", typed="continue\n").stdout
    with host.login(key="hal") as terminal:
        terminal.wait_until("Continue Shut-the-Box")
