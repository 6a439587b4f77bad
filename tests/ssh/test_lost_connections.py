"""A connection that is lost over SSH costs no move, and the next login goes on where it was."""

import re
import signal

import pytest
from played import begin
from pty_terminal import PLAIN, PtyTerminal
from ssh_host import ADDRESS, SshHost

from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat
from boxtui.record import Record
from saves.library import Library

pytestmark = [pytest.mark.tui, pytest.mark.sshd]

WAYS = {"cut": signal.SIGKILL, "frozen": signal.SIGSTOP}


def long_thinker(host: SshHost, key: str) -> None:
    """A saved game of Box in which the computer would think for minutes after Ann's move."""
    seats = [Seat("Ann", HUMAN), Seat("Computer", "uct:1000000")]
    match = Match(GAMES["box"], {"size": 16, "balance": "none"}, seats, 7)
    Record.begin(match, Library(host.player(key) / "data" / "boxtui" / "saves")).close()


def board(terminal: PtyTerminal) -> list[str]:
    return terminal.lines()[1:17]


def lose(host: SshHost, terminal: PtyTerminal, number: signal.Signals) -> None:
    """Lose the client's connection, and wait until the host has noticed."""
    terminal.signal(number)
    terminal.wait(lambda: not host.apps(), "the end of boxtui on the host")


@pytest.mark.parametrize("way", WAYS)
def test_a_game_goes_on_where_the_connection_was_lost(host: SshHost, way: str) -> None:
    with host.login(key=f"eve-{way}") as terminal:
        begin(terminal)
        terminal.send("\x1b[B")
        terminal.wait_until("picked:")
        terminal.send("\r")
        terminal.wait(lambda: "picked:" not in terminal.text(), "the set laid down")
        terminal.wait_until("What fits")
        terminal.wait_quiet()
        before = board(terminal)
        lose(host, terminal, WAYS[way])
    with host.login(key=f"eve-{way}") as terminal:
        terminal.wait_until("Continue Shut-the-Box")
        terminal.send("c")
        terminal.wait(lambda: board(terminal) == before, "the same board")


@pytest.mark.parametrize("way", WAYS)
def test_a_game_goes_on_where_the_connection_was_lost_while_the_computer_thought(
    host: SshHost, way: str
) -> None:
    key = f"fay-{way}"
    long_thinker(host, key)
    with host.login(key=key) as terminal:
        terminal.wait_until("Continue Box")
        terminal.send("c")
        terminal.wait_until("256 squares left")
        terminal.send(":i9\r")
        terminal.wait_until("Computer is thinking")
        terminal.wait_until("Ann marks i9")
        terminal.wait_quiet()
        before = board(terminal)
        lose(host, terminal, WAYS[way])
    with host.login(key=key) as terminal:
        terminal.wait_until("Continue Box")
        terminal.send("c")
        terminal.wait_until("Computer is thinking")
        terminal.wait(lambda: board(terminal) == before, "the same board")


def test_a_game_that_another_login_plays_is_refused_with_a_sentence(host: SshHost) -> None:
    with host.login(key="gil") as first:
        begin(first)
        with host.login(key="gil") as second:
            second.wait_until("Continue Shut-the-Box")
            second.send("c")
            second.wait_until("Save in use")
            second.send("qqq")
            assert second.exit_code() == 0


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)], ids=["q", "Ctrl+C"])
def test_the_exit_code_comes_through_and_the_terminal_is_as_before(
    host: SshHost, key: str, code: int
) -> None:
    with host.login() as terminal:
        terminal.wait_until("Saved games")
        terminal.send(key)
        assert terminal.exit_code() == code
        assert terminal.modes_left_on() == {}
        assert terminal.termios() == terminal.modes_before


def test_a_game_of_lines_goes_on_where_the_connection_was_lost(host: SshHost) -> None:
    begun = host.run("-T", ADDRESS, key="hal", typed="play shut-the-box" + "\n" * 8)
    assert begun.returncode == 0
    assert "\x1b" not in begun.stdout
    (dice,) = re.findall("Dice: . and .", begun.stdout)
    assert dice in host.run("-T", ADDRESS, key="hal", typed="continue\n").stdout
    with host.login(key="hal") as terminal:
        terminal.wait_until("Continue Shut-the-Box")


def test_a_terminal_that_can_not_draw_gets_lines_of_text(host: SshHost) -> None:
    with host.login(env=PLAIN | {"TERM": "dumb"}) as terminal:
        terminal.wait_until("or help:")
        terminal.send("quit\n")
        assert terminal.exit_code() == 0
        assert b"\x1b" not in terminal.raw
