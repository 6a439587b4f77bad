"""How ended matches and saves are told."""

from dataclasses import replace
from pathlib import Path

import pytest
from free_o_play import at

from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat, match_at
from boxtui.record import Record
from boxtui.results import changed_words, progress_words, result_of
from saves.library import Entry, Library


def test_several_winners_are_listed_and_all_of_them_are_a_draw() -> None:
    seats = [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid", "Dot")]
    for totals, told in (
        ("3,3,3,60", "Ann, Ben and Cid share the win."),
        ("3,60,3,5", "Ann and Cid share the win."),
        ("3,4,5,60", "Ann wins."),
        ("60,60,60,60", "A draw."),
    ):
        state = at("", *["car"] * 3, phase="over", demand="any", totals=totals, out=1)
        assert result_of(match_at(GAMES["free-o"], state.text(), seats)) == told


def test_of_a_save_its_end_is_told_before_the_names_which_may_be_cut(tmp_path: Path) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Computer", "random")]
    shelf = Library(tmp_path)
    Record.begin(Match(GAMES["free-o"], {}, seats, 3), shelf).close()
    (entry,) = shelf.entries()
    assert progress_words(entry) == "Ann, Computer"
    assert progress_words(replace(entry, ended=True)) == "ended, Ann, Computer"


@pytest.mark.parametrize("changed", [1e12, 1e18, 1e300])
def test_of_a_save_changed_at_no_time_of_a_calendar_a_question_mark_is_told(
    changed: float,
) -> None:
    assert changed_words(Entry(Path("a.box"), "a", changed)) == "?"
