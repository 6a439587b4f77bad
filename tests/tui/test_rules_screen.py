"""The rules screen searches by word and by number."""

from pathlib import Path

import pytest
from played import begin, boxtui, library_in
from pty_terminal import PtyTerminal
from random_games import LONG_THINKER, against, has_to_choose, play_on

pytestmark = pytest.mark.tui

ENTER, ESC = "\r", "\x1b"


def open_rules(terminal: PtyTerminal) -> None:
    """Open the rules from the menu, so that they start without a current rule."""
    terminal.reply("Settings", "?")
    terminal.wait_until("Rules of Shut-the-Box")


def test_finding_a_word_again_goes_to_its_next_place_and_wraps_around(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        open_rules(terminal)
        assert "find next" not in terminal.text()
        terminal.send("/die" + ENTER)
        terminal.wait_until("'die': STB-6 One die, 1 of 2")
        assert terminal.lines()[2] == "▶ STB-6 One die"
        terminal.reply("f find next", "f")
        terminal.wait_until("▶ STB-7 A die astray")
        assert "▶ STB-6" not in terminal.text()
        terminal.send("f")
        terminal.wait_until("▶ STB-6 One die")


def test_the_page_gets_its_row_back_when_the_line_is_closed(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        open_rules(terminal)
        terminal.send("/")
        terminal.wait_until("Find a word")
        terminal.wait_quiet()
        terminal.send("7" + ENTER)
        terminal.wait_until("'7': STB-7 A die astray.")
        terminal.wait(lambda: terminal.lines()[19] == "  STB-11 Ties", "the page's last row")


def test_the_games_introduction_can_be_found(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        open_rules(terminal)
        terminal.send("/until nothing fits" + ENTER)
        terminal.wait_until("what the game is about.")
        terminal.wait(lambda: terminal.lines()[2].startswith("▶ Nine tiles"), "the mark")


def test_finding_starts_at_the_rule_that_matters_now(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send("?")
        terminal.reply("▶ STB-3 Laying down", "/fits" + ENTER)
        terminal.reply("STB-4 No passing, 2 of 2", "q")
        terminal.wait_until("What fits")


def test_text_that_is_not_found_is_reported_and_can_be_corrected(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        open_rules(terminal)
        terminal.send("/zebra/6" + ENTER)
        terminal.wait_until("The rules of Shut-the-Box don't contain 'zebra/6'.")
        assert "▶" not in terminal.text()
        terminal.send("\x7f" * 7 + "stb-6" + ENTER)
        terminal.wait_until("▶ STB-6 One die")


@pytest.mark.parametrize("key", [ESC, ENTER])
def test_an_empty_line_or_esc_returns_to_the_page(tmp_path: Path, key: str) -> None:
    with boxtui(tmp_path) as terminal:
        open_rules(terminal)
        terminal.wait_until("/ find")
        terminal.wait_quiet()
        before = terminal.lines()
        terminal.send("/")
        terminal.reply("Find a word", key)
        terminal.wait(lambda: terminal.lines() == before, "the page as before")


def test_nothing_is_drawn_on_the_page_while_the_computer_thinks(tmp_path: Path) -> None:
    record = against(LONG_THINKER, "box", library_in(tmp_path))
    play_on(record, lambda match: has_to_choose(match, 1))
    record.close()
    with boxtui(tmp_path, "resume") as terminal:
        terminal.reply("Computer is thinking", "?")
        terminal.wait_until("Rules of Box")
        terminal.wait_quiet(0.5)
        assert terminal.read(2.5) == b""
