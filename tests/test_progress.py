"""How far somebody is in a lesson is kept in a small file, and no file is a reason to fail."""

import os
from pathlib import Path

import pytest

from boxtui import progress
from boxtui.progress import Progress


def test_progress_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "lessons" / "box.toml"
    kept = Progress("one-die", "winning", True)
    assert progress.write(kept, file) == ""
    assert progress.read(file) == (kept, "")
    assert [path.name for path in file.parent.iterdir()] == ["box.toml"]


def test_before_the_first_time_there_is_none(tmp_path: Path) -> None:
    assert progress.read(tmp_path / "box.toml") == (Progress(), "")


@pytest.mark.parametrize(
    "text", ["step = ", "step = 3", "steps = 'x'", "finished = 'yes'", "[step]"]
)
def test_a_file_that_cant_be_read_is_named_and_the_lesson_begins_anew(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "box.toml"
    file.write_text(text)
    kept, complaint = progress.read(file)
    assert kept == Progress()
    assert str(file) in complaint
    assert "first step" in complaint
    assert file.read_text() == text


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    pipe = tmp_path / "box.toml"
    os.mkfifo(pipe)
    assert progress.read(pipe) == (
        Progress(),
        f"The lesson begins at its first step: {pipe} can't be read: it is no file.",
    )


def test_a_folder_that_cant_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "lessons").write_text("a file")
    said = progress.write(Progress("a", "a"), tmp_path / "lessons" / "box.toml")
    assert str(tmp_path / "lessons" / "box.toml") in said


def test_where_it_cant_be_put_in_its_place_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.mkdir()
    assert str(file) in progress.write(Progress("a", "a"), file)
    assert list(tmp_path.iterdir()) == [file]
