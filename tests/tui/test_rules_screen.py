"""The rules screen searches by word and by number."""

from pathlib import Path

from played import begin, boxtui, library_in
from pty_terminal import ENTER, ESC
from random_games import LONG_THINKER, against, has_to_choose, play_on


def test_finding_a_word_again_goes_to_its_next_place_and_the_introduction_is_found_too(
    tmp_path: Path,
) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.go("Settings", "?", "Rules of Shut-the-Box")
        assert "find next" not in terminal.text()
        terminal.send("/die" + ENTER, "'die': STB-6 One die, 1 of 2")
        assert terminal.lines()[2] == "▶ STB-6 One die"
        terminal.go("f find next", "f", "▶ STB-7 A die astray")
        assert "▶ STB-6" not in terminal.text()
        terminal.send("f")
        terminal.go("▶ STB-6 One die", "/until nothing fits" + ENTER, "what the game is about.")
        terminal.wait(lambda: terminal.lines()[2].startswith("▶ Nine tiles"), "the mark")
        terminal.send("/stb-4" + ENTER, "▶ STB-4 No passing")


def test_a_line_that_is_closed_or_corrected_gives_the_page_its_row_back(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.go("Settings", "?", "Rules of Shut-the-Box")
        terminal.wait_until("/ find")
        terminal.wait_quiet()
        before = terminal.lines()
        for key in (ESC, ENTER):
            terminal.send("/", "Find a word", key)
            terminal.wait(lambda: terminal.lines() == before, "the page as before")
        terminal.send("/zebra/6" + ENTER, "The rules of Shut-the-Box don't contain 'zebra/6'.")
        assert "▶" not in terminal.text()
        terminal.send("\x7f" * 7 + "7" + ENTER, "'7': STB-7 A die astray.")
        terminal.wait(lambda: terminal.lines()[19] == "  STB-11 Ties", "the page's last row")


def test_finding_starts_at_the_rule_that_matters_now(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send("?", "▶ STB-3 Laying down", "/fits" + ENTER, "STB-4 No passing, 2 of 2", "q")
        terminal.wait_until("What fits")


def test_nothing_is_drawn_on_the_page_while_the_computer_thinks(tmp_path: Path) -> None:
    record = against(LONG_THINKER, "box", library_in(tmp_path))
    play_on(record, lambda match: has_to_choose(match, 1))
    record.close()
    with boxtui(tmp_path, "resume") as terminal:
        terminal.go("Computer is thinking", "?", "Rules of Box")
        terminal.wait_quiet(0.5)
        assert terminal.read(2.5) == b""
