"""A journal is synced, private and small; a long game continues in a new file."""

import errno
import fcntl
import hashlib
import os
import stat
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from failed_calls import failing
from loop_watch import held, waits_for
from saved_games import FIXTURES, HEADER, TUTORED, damage, every_kind, live_moves, saved, tear

from saves import files, wire
from saves.errors import SaveError, SaveExists, SaveFull, SaveInUse, SaveSuperseded
from saves.events import Event, Hint, Move, Moves, Remark, SeatChange, Undo
from saves.header import Header
from saves.journal import Journal, later_parts, read
from saves.library import Library


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the calls that put something on the disk, in order."""
    made: list[str] = []

    def noted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def note(*arguments: Any) -> Any:
            made.append(name)
            return call(*arguments)

        return note

    for name in ("pwrite", "fsync", "link", "unlink", "ftruncate"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    monkeypatch.setattr(files, "sync_data", noted("sync", files.sync_data))
    return made


def append(folder: Path) -> None:
    with Journal.open(folder / "a.box") as journal:
        journal.append(Move(1))


CREATED = "pwrite fsync link fsync unlink"
"""The calls for a new file: write and sync it, give it its name, remove its temporary name."""

DEEDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a new folder": (lambda at: Library(at / "new").begin(HEADER).close(), f"fsync {CREATED}"),
    "a new save": (lambda at: Library(at).begin(HEADER).close(), CREATED),
    "an event": (append, "pwrite sync"),
    "a torn tail, put aside and then cut": (
        lambda at: Journal.open(at / "torn.box").close(),
        f"{CREATED} ftruncate fsync",
    ),
    "a new part, and the old one's end": (
        lambda at: Journal.open(at / "a.box").go_on(HEADER, [1]).close(),
        f"{CREATED} unlink fsync",
    ),
    "a removal": (lambda at: Library(at).remove_file(at / "a.box"), "unlink fsync"),
    "a board": (lambda at: Library(at).keep_data(b"a board"), f"fsync unlink {CREATED}"),
}
"""For each operation, the calls that put it on the disk before it is acknowledged."""


@pytest.mark.parametrize(("do", "expected"), DEEDS.values(), ids=DEEDS)
def test_an_event_is_synced_before_it_is_acknowledged(
    tmp_path: Path, calls: list[str], do: Callable[[Path], object], expected: str
) -> None:
    saved(tmp_path / "a.box")
    tear(saved(tmp_path / "torn.box"))
    calls.clear()
    do(tmp_path)
    assert " ".join(calls) == expected


@pytest.mark.parametrize("deed", ["append", "close", "go_on"])
def test_nothing_else_is_done_while_an_event_is_being_written(
    path: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    signals = held(monkeypatch, files, "sync_data")
    journal = Journal.create(path, HEADER)
    deeds: dict[str, Callable[[], None]] = {
        "append": lambda: journal.append(Move(2)),
        "close": journal.close,
        "go_on": lambda: journal.go_on(HEADER, [1]).close(),
    }
    assert waits_for(*signals, lambda: journal.append(Move(1)), deeds[deed])
    journal.close()
    [left] = path.parent.iterdir()
    assert live_moves(read(left).events) == ([1, 2] if deed == "append" else [1])


def test_200_moves_take_less_than_4_kilobytes_that_only_their_owner_can_read(path: Path) -> None:
    found = saved(path, [Move(200)] * 200).stat()
    assert found.st_size < 4096
    assert stat.S_IMODE(found.st_mode) == 0o600


INVALID: dict[str, list[Event]] = {
    "move": [Move(-1), Move(2**63), Move(2**64), Move(True)],
    "undo": [Undo(-1), Undo(17)],
    "moves": [Moves(()), Moves((1, -1)), Moves((2**63 - 1,) * 200)],
    "remark": [Remark(words) for words in ("", "x" * 241, "\n", "\x1b")],
    "seat": [SeatChange(2, "human"), SeatChange(-1, "human")],
    "player": [SeatChange(0, player) for player in ("", "x" * 65, "\n", "\ud800")],
}


@pytest.mark.parametrize("kind", INVALID)
def test_an_event_that_no_reader_would_take_is_never_written(path: Path, kind: str) -> None:
    with Journal.open(saved(path)) as journal:
        for event in INVALID[kind]:
            with pytest.raises(ValueError, match=r"\S"):
                journal.append(event)
        journal.append(Hint())
    assert read(path).events == (*every_kind(), Hint())


def test_a_closed_journal_writes_nothing(path: Path) -> None:
    journal = Journal.create(path, HEADER)
    for _ in range(2):
        journal.close()
    for refused in (lambda: journal.append(Move(1)), lambda: journal.go_on(HEADER, [])):
        with pytest.raises(ValueError, match="closed"):
            refused()


def test_a_save_can_be_opened_while_another_session_looks_whether_it_is_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = list[int]()

    def lock(fd: int, operation: int) -> None:
        tries.append(operation)
        if len(tries) < 3:
            raise BlockingIOError

    saved(path)
    monkeypatch.setattr("fcntl.flock", lock)
    Journal.open(path).close()
    assert tries == [fcntl.LOCK_EX | fcntl.LOCK_NB] * 3


def test_an_open_save_is_read_and_not_opened_after_waits_between_the_attempts_only(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = list[float]()
    monkeypatch.setattr("time.sleep", waits.append)
    with Journal.create(path, HEADER):
        with pytest.raises(SaveInUse, match=r"a\.box is open in another session"):
            Journal.open(path)
        assert read(path).events == ()
    assert waits == [0.01] * 2


def test_no_child_process_inherits_the_lock(path: Path) -> None:
    with Journal.create(path, HEADER):
        child = subprocess.Popen(["sleep", "60"], close_fds=False)
    try:
        Journal.open(path).close()
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize(("moves", "is_nearly_full"), [(25_000, False), (25_500, True)])
def test_a_journal_is_nearly_full_from_seven_eighths_on(
    path: Path, moves: int, is_nearly_full: bool
) -> None:
    with Journal.create(path, HEADER, [Move(1)] * moves) as journal:
        assert journal.is_nearly_full is is_nearly_full


def test_a_full_journal_refuses_the_move_and_goes_on_in_a_new_file(path: Path) -> None:
    full = [Move(1)] * ((wire.MAX_BYTES - 400) // 9)
    with Journal.create(path, HEADER, full) as journal:
        while path.stat().st_size + 9 <= wire.MAX_BYTES:
            journal.append(Move(1))
        with pytest.raises(SaveFull, match=r"a\.box is full"):
            journal.append(Move(1))
        moves = live_moves(journal.events)
        with journal.go_on(HEADER, moves) as newer:
            assert not newer.is_nearly_full
            newer.append(Move(2))
    assert live_moves(read(newer.path).events) == [*moves, 2]


def test_a_game_too_long_for_one_file_is_refused_and_stays(path: Path) -> None:
    with Journal.create(path, HEADER, [Move(1)]) as journal:
        with pytest.raises(SaveFull, match="too long"):
            journal.go_on(HEADER, [2**40] * 30_000)
        journal.append(Move(2))
    with pytest.raises(SaveFull, match="too long"):
        Journal.create(path.with_name("b.box"), HEADER, [Move(1)] * 70_000)  # of at most 65,536
    assert list(path.parent.iterdir()) == [path]


def test_going_on_makes_a_new_file_that_names_the_old_and_removes_it(tmp_path: Path) -> None:
    old = Journal.create(tmp_path / "box-20261121-045400.box", HEADER)
    header = replace(HEADER, hints=3, takebacks=4)
    with old.go_on(header, list(range(1000))) as newer:
        assert list(tmp_path.iterdir()) == [newer.path]
        assert newer.path.name == "box-20261121-045400-2.box"
        assert newer.header == replace(header, continues=old.salt.hex())
        assert newer.salt != old.salt
        with pytest.raises(SaveInUse):
            Journal.open(newer.path)
        newer.append(Move(5))
    with pytest.raises(ValueError, match="closed"):
        old.append(Move(5))
    assert live_moves(read(newer.path).events) == [*range(1000), 5]
    with Journal.open(newer.path).go_on(HEADER, [1]) as third:
        assert third.path.name == "box-20261121-045400-3.box"
    assert next(iter(later_parts(Path("a-99.box")))).name == "a-100.box"


def test_going_on_leaves_other_saves_that_have_taken_the_old_name_or_the_next(path: Path) -> None:
    other = saved(path.with_name("a-2.box"), [])
    with Journal.create(path, HEADER) as journal:
        path.unlink()
        saved(path, [Move(3)])
        with journal.go_on(HEADER, []) as newer:
            assert newer.path.name == "a-3.box"
    assert read(path).events == (Move(3),)
    assert read(other).header == HEADER


def test_a_superseded_part_neither_opens_nor_is_listed(path: Path, library: Library) -> None:
    parts = [saved(path, [Move(1)])]
    for name in ("a-2.box", "a-3.box"):
        before = read(parts[-1]).salt.hex()
        parts.append(saved(path.with_name(name), [Move(1)], continues=before))
    for older, newer in pairwise(parts):
        with pytest.raises(SaveSuperseded, match=newer.name):
            Journal.open(older)
    Journal.open(parts[-1]).close()
    assert [entry.path for entry in library.entries()] == parts[-1:]
    library.remove_file(library.find("a-3"))
    assert list(path.parent.iterdir()) == []


def test_an_older_part_is_kept_when_the_newer_one_is_damaged(path: Path, library: Library) -> None:
    saved(path, [Move(1)])
    newer = saved(path.with_name("a-2.box"), [Move(1)] * 200, continues=read(path).salt.hex())
    damage(newer, at=1200)
    Journal.open(path).close()
    assert len(library.entries()) == 2


def test_too_many_open_files_come_with_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(path)
    monkeypatch.setattr(os, "open", failing(errno.EMFILE))
    with pytest.raises(SaveError, match=r"Too many open files\. Close other programs, or try"):
        Journal.open(path)


@pytest.mark.parametrize("number", [errno.EPERM, errno.EACCES, errno.ENOTSUP])
def test_without_hard_links_a_save_appears_whole_too_and_overwrites_none(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(os, "link", failing(number))
    with Journal.create(path, HEADER) as journal:
        journal.append(Move(1))
        with pytest.raises(SaveExists, match=r"a\.box"):
            Journal.create(path, HEADER)
        with pytest.raises(SaveInUse):
            Journal.open(path)
    assert read(path).events == (Move(1),)
    monkeypatch.setattr(Path, "rename", failing(number))
    with pytest.raises(SaveError, match="can't be written"):
        Journal.create(path.with_name("b.box"), HEADER)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("module", "call", "number", "says"),
    [(os, "link", errno.EROFS, "Read-only"), (files, "sync_folder", errno.EIO, "disk failed")],
    ids=["link", "sync"],
)
def test_if_going_on_fails_the_journal_stays_open_and_nothing_is_left(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    call: str,
    number: int,
    says: str,
) -> None:
    with Journal.create(path, HEADER) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(module, call, failing(number))
            kind = SaveFull if number == errno.EIO else SaveError
            with pytest.raises(kind, match=says) as refused:
                journal.go_on(HEADER, [1, 2])
        assert "free some space" not in str(refused.value)
        assert list(path.parent.iterdir()) == [path]
        journal.append(Move(1))
    Journal.open(path).close()


@pytest.mark.parametrize(
    ("name", "header", "minor", "digest"),
    [
        ("1", HEADER, 0, "5ccf24d152787a03"),
        ("1-1", TUTORED, 1, "42b925120006c2bf"),
        ("1-2", TUTORED, 2, "3dc30180a1a05fb1"),
    ],
)
def test_saves_of_all_formats_open(name: str, header: Header, minor: int, digest: str) -> None:
    path = FIXTURES / f"format-{name}.box"
    contents = read(path)
    assert contents.header == header
    assert contents.events == tuple(every_kind(minor))
    assert (contents.torn, contents.moves, contents.minor) == (0, 16, minor)
    assert path.read_bytes()[:12] == b"\x89BOXTUI\n\1\0" + bytes([minor]) + b"\0"
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(digest)
