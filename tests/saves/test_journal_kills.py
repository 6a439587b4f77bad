"""Nothing acknowledged is lost, despite killed writers, two writers at once, and full disks."""

import errno
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from saved_games import HEADER, every_kind, helper_command, helper_environment, run_helper, saved

from saves import files
from saves.errors import SaveError, SaveExists, SaveFull, SaveInUse
from saves.events import Move
from saves.journal import Journal, read

pytestmark = pytest.mark.waits


def test_200_killed_writers_lose_no_acknowledged_move(tmp_path: Path) -> None:
    acknowledged, lost, _ = map(
        int, run_helper("save_writers", "kill_appending", tmp_path, 200).split()
    )
    assert lost == 0
    assert acknowledged > 200


@pytest.mark.parametrize(("deed", "calls"), [("create", 10), ("go_on", 12), ("open_torn", 10)])
def test_a_kill_before_any_call_of_the_system_leaves_one_whole_game(
    tmp_path: Path, deed: str, calls: int
) -> None:
    assert int(run_helper("save_writers", "kill_at_each_step", tmp_path, deed)) >= calls


@pytest.mark.parametrize("deed", ["open", "create"])
def test_only_one_of_eight_processes_at_once_gets_the_save(tmp_path: Path, deed: str) -> None:
    assert int(run_helper("save_writers", "race", tmp_path, deed)) == 20


def test_another_process_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box", [])
    command = helper_command("save_writers", "hold", path)
    with subprocess.Popen(command, env=helper_environment(), stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        holder.stdout.readline()
        with pytest.raises(SaveInUse, match=r"a\.box is open in another session"):
            Journal.open(path)
        assert read(path).events == (Move(5),)
        holder.send_signal(signal.SIGKILL)
    with Journal.open(path) as journal:
        assert journal.events == [Move(5)]


def test_a_second_opener_in_the_same_process_is_refused(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        with pytest.raises(SaveInUse):
            Journal.open(journal.path)
        journal.append(Move(1))
    Journal.open(journal.path).close()


def test_a_save_removed_before_it_was_locked_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "a.box")
    lock = files.lock

    def lock_late(fd: int, path: Path) -> None:
        path.unlink()
        lock(fd, path)

    monkeypatch.setattr(files, "lock", lock_late)
    with pytest.raises(SaveError, match="removed by another session"):
        Journal.open(path)


def test_a_file_that_may_not_grow_refuses_the_move_and_stays_valid(tmp_path: Path) -> None:
    assert int(run_helper("save_writers", "fill", tmp_path)) > 10


def failing(number: int, after: int = 0) -> Callable[..., int]:
    """Return a pwrite that fails; if `after` is given, its first call writes that many bytes."""
    pwrite = os.pwrite
    calls: list[int] = []

    def write(fd: int, content: bytes, offset: int) -> int:
        calls.append(offset)
        if len(calls) == 1 and after:
            return pwrite(fd, content[:after], offset)
        raise OSError(number, os.strerror(number))

    return write


@pytest.mark.parametrize("after", [0, 1, 8])
def test_a_write_cut_short_is_cut_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    with Journal.open(saved(tmp_path / "a.box")) as journal:
        content = journal.path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", failing(errno.ENOSPC, after))
            with pytest.raises(SaveFull, match="the disk is full"):
                journal.append(Move(1))
        assert journal.path.read_bytes() == content
        journal.append(Move(2))
        assert journal.events == [*every_kind(), Move(2)]
    assert read(journal.path).events == (*every_kind(), Move(2))


def test_after_a_disk_failure_nothing_more_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with Journal.open(saved(tmp_path / "a.box")) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(files, "sync_data", fail)
            with pytest.raises(SaveFull, match="the disk failed"):
                journal.append(Move(1))
        with pytest.raises(SaveFull, match="the disk failed"):
            journal.append(Move(2))
    assert read(journal.path).events == tuple(every_kind())


def test_if_cutting_back_also_fails_nothing_more_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(fd: int, size: int) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with Journal.open(saved(tmp_path / "a.box")) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", failing(errno.ENOSPC, 5))
            patch.setattr(os, "ftruncate", fail)
            with pytest.raises(SaveFull):
                journal.append(Move(1))
        with pytest.raises(SaveFull):
            journal.append(Move(2))
    assert read(journal.path).events == tuple(every_kind())
    assert read(journal.path).torn == 5


def test_a_save_whose_name_cannot_be_made_durable_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with Journal.open(saved(tmp_path / "a.box")) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(files, "sync_folder", fail)
            with pytest.raises(SaveFull):
                journal.go_on(HEADER, [1, 2])
        assert list(tmp_path.iterdir()) == [journal.path]
        journal.append(Move(1))
    Journal.open(journal.path).close()


def test_a_repair_that_finds_the_disk_full_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "a.box")
    os.truncate(path, path.stat().st_size - 1)
    content = path.read_bytes()
    monkeypatch.setattr(os, "pwrite", failing(errno.ENOSPC, 1))
    with pytest.raises(SaveFull):
        Journal.open(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_create_never_overwrites(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box")
    content = path.read_bytes()
    with pytest.raises(SaveExists, match=r"a\.box"):
        Journal.create(path, HEADER)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
