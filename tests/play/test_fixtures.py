"""Saves of every released format, kept forever: each still opens as the same game."""

from pathlib import Path

import pytest

from boxtui.play.record import replayed
from saves.journal import read
from saves.library import Library

FOLDER = Path(__file__).parent.parent / "saves" / "fixtures"


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("shut-the-box", "level2"),
        ("box", "level3"),
        ("kimbo", "level3"),
        ("free-the-box", "level3"),
        ("free-o", "level3"),
    ],
)
def test_a_game_of_format_1_opens_unchanged(name: str, player: str) -> None:
    path = FOLDER / f"format-1-{name}.box"
    match, notice = replayed(read(path), path.name, Library(FOLDER))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, player)


def test_a_game_of_format_1_1_opens_with_its_tutor_and_the_counts_of_its_warnings() -> None:
    path = FOLDER / "format-1-1-kimbo.box"
    match, notice = replayed(read(path), path.name, Library(FOLDER))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, "level3")
    assert (match.tutor, match.warnings, match.ignored) == ("verdicts", 2, 1)
