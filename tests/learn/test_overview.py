"""The page of progress is computed from the files of lessons and practice alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boxtui.games import GAMES
from boxtui.learn import practice_record, progress
from boxtui.learn.mistakes import Mistake, Schedule
from boxtui.learn.overview import overview, practice_words
from boxtui.learn.practice_record import PracticeRecord
from boxtui.learn.progress import Progress
from boxtui.system import locations
from tutorials.lesson import lesson_of

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(locations, "practice", lambda game: tmp_path / f"{game}-practice.toml")
    monkeypatch.setattr(locations, "lesson", lambda game: tmp_path / f"{game}-lesson.toml")
    return tmp_path


def told(title: str) -> str:
    return " ".join(dict(overview(NOW))[title])


def test_every_game_is_listed_even_before_anything_was_done() -> None:
    assert [title for title, _ in overview(NOW)] == [game.title for game in GAMES.values()]
    assert all("not begun" in " ".join(lines) for _, lines in overview(NOW))


def test_it_shows_the_step_of_the_lesson_the_results_and_the_mistakes_due() -> None:
    steps = [step.name for step in lesson_of("box").steps]
    progress.write(Progress(steps[2], steps[4]), locations.lesson("box"))
    record = PracticeRecord()
    for number, solved in enumerate([True, True, True, False]):
        record = record.after(number, "builds", 3, solved=solved)
    due = [NOW - timedelta(days=1), NOW + timedelta(days=1)]
    mistakes = [
        Mistake(NOW.isoformat(), 1, seed, 1, ("Ann",), ("human",), (), Schedule(each.isoformat()))
        for seed, each in enumerate(due)
    ]
    practice_record.update(locations.practice("box"), lambda _: record.with_mistakes(mistakes))
    for words in (
        f"at step 3 of {len(steps)}",
        f"rating about {record.rating.value:.0f}, 3 solved, 1 missed; 0 in a row, 3 at most",
        "builds 3 of 4",
        "2 to solve, 1 of them due now",
    ):
        assert words in told("Box")
    assert practice_words("box", NOW).endswith("1 own mistake to solve")
    assert practice_words("kimbo", NOW) == ""


def test_a_damaged_file_is_reported_in_its_place(home: Path) -> None:
    locations.practice("box").write_text("format =")
    assert str(locations.practice("box")) in told("Box")
    assert str(locations.practice("box")) in practice_words("box", NOW)
