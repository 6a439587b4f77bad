"""Progress in lessons is kept in small files, of which a page tells; a bad file is not an error."""

from datetime import timedelta
from pathlib import Path

import pytest
from failed_calls import one_failed_read
from people import ANN
from practiced import NOW, mistake_due
from random_games import WHOLE, save_game

from boxtui.games import GAMES
from boxtui.learn import practice_file, progress
from boxtui.learn.overview import overview, practice_summary
from boxtui.learn.practice_record import RATED_AFTER, PracticeRecord
from boxtui.learn.progress import Progress
from boxtui.learn.session import LessonSession
from boxtui.play.match import Seat
from boxtui.play.own_saves import open_library
from boxtui.system import locations, textfile
from tutorials.lesson import lesson_of
from tutorials.runner import Phase, Runner


@pytest.fixture
def file(home: Path) -> Path:
    """Return the file of the progress in Box's lesson; its folder is there."""
    path = locations.lesson("box")
    path.parent.mkdir(parents=True)
    return path


def test_progress_is_read_as_it_was_written(file: Path) -> None:
    assert progress.read(file) == (Progress(), "")
    kept = Progress("one-die", "winning", True)
    assert progress.update(file, lambda _: kept) == ""
    assert progress.read(file) == (kept, "")
    assert [path.name for path in file.parent.iterdir()] == ["box.toml"]


@pytest.mark.parametrize(
    "text",
    ["step = ", "step = 3", "steps = 'x'", "finished = 'yes'", "[step]", f"step = 0x{'F' * 5000}"],
)
def test_an_unreadable_file_is_named_and_the_lesson_starts_over(text: str, file: Path) -> None:
    file.write_text(text)
    kept, complaint = progress.read(file)
    assert kept == Progress()
    assert str(file) in complaint
    assert "first step" in complaint
    otherwise = "Otherwise it is kept under another name, and a new one begins."
    assert complaint.endswith(
        (f"Correct it or remove it. {otherwise}", str(textfile.written_later(file)))
    )
    assert file.read_text() == text


def test_progress_of_a_later_boxtui_is_named_and_stays_as_it_is(file: Path) -> None:
    file.write_text(later := f'step = "{STEPS[3]}"\nmoves = 3\n')
    session = LessonSession("box", "Ann")
    assert session.runner.at == 0
    advance(session.runner, 2)
    for complaint in (session.complaint, saved(session)):
        assert f"{file} was written by a later boxtui." in complaint
    assert file.read_text() == later


def test_progress_unreadable_once_isnt_lost(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = LessonSession("box", "Ann")
    assert progress.update(file, lambda _: Progress(STEPS[3], STEPS[4], True)) == ""
    before = file.read_bytes()
    advance(session.runner, 1)
    one_failed_read(monkeypatch)
    assert f"{file} can't be read" in saved(session)
    assert file.read_bytes() == before
    advance(session.runner, 2)
    assert saved(session) == ""
    assert progress.read(file) == (Progress(STEPS[2], STEPS[4], True), "")


def test_damaged_progress_is_kept_under_another_name(file: Path) -> None:
    file.write_text(damaged := f'step = "{STEPS[3]}\nreached = "{STEPS[4]}"\n')
    session = LessonSession("box", "Ann")
    advance(session.runner, 1)
    assert "kept as box.toml.damaged-1" in saved(session)
    assert file.with_name("box.toml.damaged-1").read_text() == damaged
    assert progress.read(file) == (Progress(STEPS[1], STEPS[1]), "")


def test_a_file_that_cant_be_written_is_named_and_leaves_nothing_behind(file: Path) -> None:
    file.mkdir()
    in_its_place = file.parents[1] / "a-file"
    in_its_place.write_text("where a folder should be")
    for path in (file, in_its_place / file.name):
        assert str(path) in progress.update(path, lambda _: Progress("a", "a"))
    assert list(file.parent.iterdir()) == [file]


STEPS = [step.name for step in lesson_of("box").steps]


def saved(session: LessonSession) -> str:
    save = session.saving()
    return save() if save else ""


def advance(runner: Runner, at: int) -> None:
    """Take the lesson on to that step, or to its end, by giving its answers."""
    while runner.at < at or at >= len(runner.lesson.steps):
        if runner.phase is Phase.OVER:
            return
        if runner.phase is Phase.ASKING:
            runner.attempt(runner.asked_move)
        else:
            runner.go_on()


def test_the_step_is_that_of_the_last_session_and_the_furthest_step_that_of_any(file: Path) -> None:
    far, near = LessonSession("box", "Ann"), LessonSession("box", "Ann")
    advance(far.runner, 4)
    assert saved(far) == ""
    advance(near.runner, 2)
    assert saved(near) == ""
    assert progress.read(file) == (Progress(STEPS[2], STEPS[4]), "")
    again = LessonSession("box", "Ann")
    assert (again.runner.at, again.runner.reached) == (2, 4)


def test_a_finished_lesson_starts_over_and_stays_finished(file: Path) -> None:
    first, beside = LessonSession("box", "Ann"), LessonSession("box", "Ann")
    advance(first.runner, len(STEPS))
    assert saved(first) == ""
    assert progress.read(file) == (Progress("", STEPS[-1], True), "")
    again = LessonSession("box", "Ann")
    assert (again.runner.at, again.runner.reached) == (0, len(STEPS) - 1)
    for other in (again, beside):
        assert f"{len(STEPS)} steps, done" in told("Box")
        advance(other.runner, 1)
        assert saved(other) == ""
        assert progress.read(file) == (Progress(STEPS[1], STEPS[-1], True), "")
        assert f"done, again at step 2 of {len(STEPS)}" in told("Box")
        progress.update(file, lambda _: Progress("", STEPS[-1], True))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_left_once_its_last_step_is_done_is_finished(game: str, file: Path) -> None:
    session = LessonSession(game, "Ann")
    runner, steps = session.runner, lesson_of(game).steps
    runner.go_to(steps[-1].name)
    kept = Progress()
    while runner.phase is not Phase.OVER:
        assert saved(session) == ""
        kept, _ = progress.read(file.with_stem(game))
        runner.attempt(runner.asked_move) if runner.phase is Phase.ASKING else runner.go_on()
    assert kept == Progress("", steps[-1].name, True)


def test_every_path_is_below_the_folder_for_its_kind(home: Path) -> None:
    kinds = {
        "data": [locations.saves(), *map(locations.lesson, GAMES)],
        "config": [locations.boards(), locations.settings()],
        "state": [locations.log()],
    }
    for kind, paths in kinds.items():
        assert all(path.is_relative_to(home / kind / "boxtui") for path in paths)
    assert len({path for paths in kinds.values() for path in paths}) == len(GAMES) + 4


@pytest.mark.parametrize(
    ("game", "step"),
    [
        ("shut-the-box", "ties-for-the-pool"),
        ("box", "both-threats-met"),
        ("kimbo", "the-dearest-fence"),
        ("free-the-box", "a-jump-or-more"),
        ("free-o", "her-two-cards"),
    ],
)
def test_a_lesson_of_an_earlier_version_goes_on(game: str, step: str, file: Path) -> None:
    assert progress.update(file.with_stem(game), lambda _: Progress(step, step, True)) == ""
    session = LessonSession(game, "Ann")
    assert session.complaint == ""
    assert session.runner.step.name == step
    session.runner.go_on()
    assert saved(session) == ""
    kept, _ = progress.read(file.with_stem(game))
    assert kept.finished


def told(title: str) -> str:
    return " ".join(dict(overview(NOW))[title])


@pytest.mark.usefixtures("file")
def test_the_page_of_progress_has_a_row_for_each_game_and_one_for_finished_games() -> None:
    titles = [*(game.title for game in GAMES.values()), "Finished games"]
    assert [title for title, _ in overview(NOW)] == titles
    assert all("not begun" in " ".join(lines) for _, lines in overview(NOW)[:-1])
    progress.update(locations.lesson("box"), lambda _: Progress(STEPS[2], STEPS[4]))
    assert f"Lesson: at step 3 of {len(STEPS)}" in told("Box")


def answered(*answers: bool) -> PracticeRecord:
    """Return the record of positions that were solved or missed."""
    record = PracticeRecord()
    for number, solved in enumerate(answers):
        record = record.after(number, "builds", 3, solved=solved)
    return record


def in_days(days: int) -> str:
    return f"{(NOW + timedelta(days)).astimezone():%Y-%m-%d}"


DUE, SOON, LATER = (
    mistake_due(NOW + timedelta(minutes=minutes), seed)
    for seed, minutes in enumerate((-1440, 10, 1440))
)
BOTH = PracticeRecord().with_mistakes([DUE, LATER])
RATED = answered(*[True] * RATED_AFTER, False).with_mistakes([DUE, LATER])
RATING = f"rating about {RATED.rating.value:.0f}"


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("record", "summary", "page"),
    [
        (
            RATED,
            f"{RATING}, 1 from your games to solve",
            f"{RATING}, 10 solved, 1 missed; 0 in a row (best: 10) Solved by theme: builds 10",
        ),
        (
            answered(False),
            "1 answered, rated after 9 more",
            "Practice: rated after 9 more, 0 solved, 1 missed Solved by theme: builds 0",
        ),
        (
            BOTH,
            "1 position from your games to solve",
            "Practice: not begun From your games: 1 to solve now; 1 to solve from ",
        ),
        (
            BOTH.after_mistake(DUE, NOW, solved=False),
            "",
            "Practice: so far only positions from your games From your games: 2 to solve from ",
        ),
        (BOTH.after_mistake(DUE, NOW, solved=True), "", f"1 solved, asked again from {in_days(2)}"),
        (PracticeRecord().with_mistakes([LATER]), "", f"games: 1 to solve from {in_days(1)}"),
        (
            PracticeRecord().with_mistakes([SOON]),
            "",
            f"games: 1 to solve from {(NOW + timedelta(minutes=10)).astimezone():%H:%M} today",
        ),
    ],
)
def test_practice_is_told_on_the_page_of_progress_and_in_short(
    record: PracticeRecord, summary: str, page: str
) -> None:
    practice_file.update(locations.practice("kimbo"), lambda _: record)
    assert page in told("Kimbo")
    assert practice_summary("kimbo", NOW) == summary


@pytest.mark.usefixtures("file")
def test_a_damaged_file_is_reported_in_its_place() -> None:
    locations.practice("box").parent.mkdir()
    locations.practice("box").write_text("format =")
    assert str(locations.practice("box")) in told("Box")
    assert str(locations.practice("box")) in practice_summary("box", NOW)


@pytest.mark.usefixtures("file")
def test_finished_games_are_counted_and_saves_that_cant_be_read_are_reported() -> None:
    record = save_game(open_library(), ANN, Seat("Bo", "level1"), seed=4, moves=WHOLE)
    won = int(record.match.state.returns()[0] > 0)
    finished = told("Shut-the-Box")
    assert f"Finished: 1 game, {won} won; against level 1: {won} of 1 won" in finished
    assert ("in a row" in finished) == bool(won)
    assert "Finished" not in told("Box")
    for path in locations.saves().iterdir():
        path.unlink()
    locations.saves().rmdir()
    locations.saves().write_text("not a folder")
    assert str(locations.saves()) in told("Finished games")
