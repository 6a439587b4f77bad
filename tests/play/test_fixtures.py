"""Saves of every released format, kept forever: each still opens as the same game."""

from pathlib import Path

import pytest

from boxtui.play.record import replayed
from saves.journal import read
from saves.library import Library

FOLDER = Path(__file__).parent.parent / "saves" / "fixtures"


@pytest.mark.parametrize(
    ("name", "player", "tutored"),
    [
        ("1-shut-the-box", "level2", ("off", 0, 0)),
        ("1-box", "level3", ("off", 0, 0)),
        ("1-kimbo", "level3", ("off", 0, 0)),
        ("1-free-the-box", "level3", ("off", 0, 0)),
        ("1-free-o", "level3", ("off", 0, 0)),
        ("1-1-kimbo", "level3", ("verdicts", 2, 1)),
    ],
)
def test_a_game_of_an_earlier_format_opens_unchanged(
    name: str, player: str, tutored: tuple[str, int, int]
) -> None:
    path = FOLDER / f"format-{name}.box"
    match, notice = replayed(read(path), path.name, Library(FOLDER))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, player)
    assert (match.tutor, match.warnings, match.ignored) == tutored
