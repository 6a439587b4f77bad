"""Nothing acknowledged is lost, despite killed writers, two writers at once, and full disks."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from failed_calls import failing
from saved_games import every_kind, run_helper, saved, tear

from saves import files
from saves.errors import SaveError, SaveFull
from saves.events import Move
from saves.journal import Journal, read

pytestmark = pytest.mark.waits


@pytest.mark.parametrize(
    ("task", "fewest"),
    [
        (("kill_at_each_step", "append"), 15),
        (("kill_at_each_step", "create"), 10),
        (("kill_at_each_step", "go_on"), 12),
        (("kill_at_each_step", "open_torn"), 10),
        (("fill",), 11),
    ],
)
def test_a_kill_before_any_call_or_a_full_disk_loses_nothing_that_was_acknowledged(
    tmp_path: Path, task: tuple[str, ...], fewest: int
) -> None:
    """The tasks check that, and print how many calls there were, or how many moves fitted."""
    name, *deed = task
    assert int(run_helper("save_writers", name, tmp_path, *deed)) >= fewest


@pytest.mark.parametrize("deed", ["open", "create"])
def test_only_one_of_eight_processes_at_once_gets_the_save(tmp_path: Path, deed: str) -> None:
    assert int(run_helper("save_writers", "race", tmp_path, deed)) == 20


def test_a_save_removed_before_it_was_locked_is_not_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = files.lock

    def lock_late(fd: int, path: Path) -> None:
        path.unlink()
        lock(fd, path)

    saved(path)
    monkeypatch.setattr(files, "lock", lock_late)
    with pytest.raises(SaveError, match="removed by another session"):
        Journal.open(path)


def failing_after(written: int, number: int) -> Callable[..., int]:
    """Return a `pwrite` that writes that many bytes in its first call, if any, and then fails."""
    pwrite, left, fail = os.pwrite, [written] if written else [], failing(number)

    def write(fd: int, content: bytes, offset: int) -> int:
        return pwrite(fd, content[: left.pop()], offset) if left else fail()

    return write


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, r"the disk is full\. Everything before this is saved\. Free some space"),
        (errno.EFBIG, r"Everything before this is saved\. Raise that limit"),
    ],
)
@pytest.mark.parametrize("after", [0, 1, 8])
def test_a_write_cut_short_is_cut_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, after: int, number: int, says: str
) -> None:
    with Journal.open(saved(path)) as journal:
        content = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", failing_after(after, number))
            with pytest.raises(SaveFull, match=says):
                journal.append(Move(1))
            with pytest.raises(SaveFull) as refused:
                Journal.create(path.with_name("new.box"), journal.header)
            assert "before" not in str(refused.value)
        assert path.read_bytes() == content
        journal.append(Move(2))
        assert journal.events == [*every_kind(), Move(2)]
    assert read(path).events == (*every_kind(), Move(2))


@pytest.mark.parametrize(
    ("broken", "says", "torn"),
    [
        ({"sync_data": failing(errno.EIO)}, "the disk failed", 0),
        ({"pwrite": failing_after(5, errno.ENOSPC), "ftruncate": failing(errno.EROFS)}, r"\S", 5),
    ],
    ids=["syncing fails", "cutting back fails"],
)
def test_after_a_disk_failure_nothing_more_is_written(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: dict[str, Callable[..., int]],
    says: str,
    torn: int,
) -> None:
    with Journal.open(saved(path)) as journal:
        with monkeypatch.context() as patch:
            for name, call in broken.items():
                patch.setattr(files if name == "sync_data" else os, name, call)
            with pytest.raises(SaveFull, match=says):
                journal.append(Move(1))
        with pytest.raises(SaveFull, match=says):
            journal.append(Move(2))
    assert (read(path).events, read(path).torn) == (tuple(every_kind()), torn)


def test_a_repair_on_a_full_disk_does_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = tear(saved(path)).read_bytes()
    monkeypatch.setattr(os, "pwrite", failing_after(1, errno.ENOSPC))
    with pytest.raises(SaveFull):
        Journal.open(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]
