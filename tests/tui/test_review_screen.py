"""The review on the screen: stepping, mistakes, playing on, and ways in and out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from played import boxtui, library_in, saves
from pty_terminal import PtyTerminal
from random_games import play_first_moves

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record

pytestmark = pytest.mark.tui

LEFT, RIGHT, HOME, END, ESC = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b"
PAGE_DOWN = "\x1b[6~"


@pytest.fixture
def ended(tmp_path: Path) -> Path:
    """Return the home of a player with a finished game of bad decisions."""
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 4), library_in(tmp_path))
    play_first_moves(record)
    record.close()
    return tmp_path


@pytest.fixture
def review(ended: Path) -> Iterator[PtyTerminal]:
    with boxtui(ended, "review") as terminal:
        terminal.wait_until("Ann: start")
        yield terminal


def test_it_begins_with_what_the_game_turned_on_is_stepped_through_and_played_on_in_a_new_save(
    review: PtyTerminal, ended: Path
) -> None:
    for words in ("Review of Shut-the-Box", "luck", "own", "others'", "100%", "^"):
        assert words in review.text()
    review.send("n")
    review.wait_until("Best:")
    first = review.text()
    review.send("n")
    review.wait_quiet()
    assert review.text() != first
    review.send("b")
    review.wait_quiet()
    assert review.text() == first
    for keys, where in (
        (PAGE_DOWN * 99, "Ann: start"),
        (HOME + PAGE_DOWN, "after move 1 of"),
        (HOME, "before move 1 of"),
        (RIGHT * 3, "move 3 of"),
        (LEFT, "move 2 of"),
        (END, "Ann: start"),
        ("a", "x marks"),  # every figure and every mark is defined on a page
        ("", "adds up"),
        ("q", "Review of"),
        ("n", "Best:"),
        ("\r", "Ann's turn"),
    ):
        review.send(keys)
        review.wait_until(where)
    assert len(saves(ended)) == 2
    review.send("q")
    review.wait_until("Settings")


def test_p_adds_a_mistake_or_all_of_them_to_practice_where_they_come_first(
    review: PtyTerminal, ended: Path
) -> None:
    review.reply("p practice mistakes", "n")
    review.reply("p practice this", "p")
    review.wait_until("1 position added")
    review.send("p")
    review.wait_until("in your practice")
    review.send(END)
    review.reply("p practice mistakes", "p")
    review.wait_until("asked first.")
    review.send("q")
    review.reply("l learn", "l")
    review.wait_until("from your games to solve")
    review.send("j\r")
    review.wait_until("from your games, added")
    review.wait_until("Which move is best here?")


def test_a_finished_game_is_reviewed_from_the_list_of_saves(ended: Path) -> None:
    with boxtui(ended) as terminal:
        terminal.wait_until("Settings")
        terminal.send("s")
        terminal.wait_until(" won, ")
        terminal.send("v")
        terminal.wait_until("Review of Shut-the-Box")
        terminal.send(ESC)
        terminal.wait_until("Saved games")
