"""Saves of every released format, kept for ever: each still opens as the game that it was."""

from pathlib import Path

from boxtui.record import replayed
from saves.journal import read
from saves.library import Library

FOLDER = Path(__file__).parent.parent / "saves" / "fixtures"


def test_a_shut_the_box_of_format_1_is_the_game_that_it_was() -> None:
    path = FOLDER / "format-1-shut-the-box.box"
    match, notice = replayed(read(path), path.name, Library(FOLDER))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, "level2")
