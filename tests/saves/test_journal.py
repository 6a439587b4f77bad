"""A journal reads back what it wrote; a long game continues in a new file."""

import hashlib
import os
import stat
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pty_terminal import DEADLINE
from saved_games import (
    FORMAT_1,
    FORMAT_1_1,
    HEADER,
    TUTORED,
    every_kind,
    live_moves,
    make_fixture,
    saved,
)

from saves import events, files, wire
from saves.errors import SaveError, SaveFull, SaveInUse, SaveSuperseded
from saves.events import End, Event, Hint, Move, Moves, SeatChange, Undo
from saves.header import Header
from saves.journal import Journal, first_stem, later_parts, read
from saves.library import Library


def test_every_event_appended_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    with Journal.create(path, HEADER) as journal:
        for number, event in enumerate(every_kind(), 1):
            journal.append(event)
            assert read(path).events == tuple(every_kind()[:number])
        salt = journal.salt
    with Journal.open(path) as again:
        assert (again.header, again.events, again.salt) == (HEADER, every_kind(), salt)
        assert (again.path, again.torn) == (path, 0)


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


CREATED = ["pwrite", "fsync", "link", "fsync", "unlink"]
"""The calls for a new file: write and sync it, give it its name, remove its temporary name."""


def append(folder: Path) -> None:
    with Journal.open(folder / "a.box") as journal:
        journal.append(Move(1))


DEEDS: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "a new folder": (
        lambda folder: Library(folder / "new").begin(HEADER).close(),
        ["fsync", *CREATED],
    ),
    "a new save": (lambda folder: Library(folder).begin(HEADER).close(), CREATED),
    "an event": (append, ["pwrite", "sync"]),
    "a torn tail, put aside and then cut": (
        lambda folder: Journal.open(folder / "torn.box").close(),
        [*CREATED, "ftruncate", "fsync"],
    ),
    "a new part, and the old one's end": (
        lambda folder: Journal.open(folder / "a.box").go_on(HEADER, [1]).close(),
        [*CREATED, "unlink", "fsync"],
    ),
    "a removal": (lambda folder: Library(folder).remove("a"), ["unlink", "fsync"]),
    "a board": (
        lambda folder: Library(folder).keep_data(b"a board"),
        ["fsync", "unlink", *CREATED],
    ),
}
"""For each operation, the calls that put it on the disk before it is acknowledged."""


@pytest.mark.parametrize("deed", DEEDS)
def test_an_event_is_synced_before_it_is_acknowledged(
    tmp_path: Path, calls: list[str], deed: str
) -> None:
    saved(tmp_path / "a.box")
    torn = saved(tmp_path / "torn.box")
    os.truncate(torn, torn.stat().st_size - 1)
    calls.clear()
    do, expected = DEEDS[deed]
    do(tmp_path)
    assert calls == expected


@pytest.mark.parametrize("deed", ["append", "close", "go_on"])
def test_nothing_else_is_done_while_an_event_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    written, goes_on = threading.Event(), threading.Event()
    sync = files.sync_data

    def slowly(fd: int) -> None:
        written.set()
        goes_on.wait(DEADLINE)
        sync(fd)

    monkeypatch.setattr(files, "sync_data", slowly)
    journal = Journal.create(tmp_path / "a.box", HEADER)
    played_moves: dict[str, Callable[[], None]] = {
        "append": lambda: journal.append(Move(2)),
        "close": journal.close,
        "go_on": lambda: journal.go_on(HEADER, [1]).close(),
    }
    first = threading.Thread(target=journal.append, args=(Move(1),))
    second = threading.Thread(target=played_moves[deed])
    first.start()
    written.wait(DEADLINE)
    second.start()
    second.join(0.2)
    waited = second.is_alive()
    goes_on.set()
    first.join()
    second.join()
    journal.close()
    assert waited
    [path] = tmp_path.iterdir()
    assert live_moves(read(path).events) == ([1, 2] if deed == "append" else [1])


def test_200_moves_take_less_than_4_kilobytes(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box", [Move(200)] * 200)
    assert path.stat().st_size < 4096


def test_only_its_owner_can_read_a_save(tmp_path: Path) -> None:
    assert stat.S_IMODE(saved(tmp_path / "a.box").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "event",
    [
        Move(-1),
        Move(2**63),
        Move(2**64),
        Move(True),
        Undo(-1),
        Undo(17),
        Moves(()),
        Moves((1, -1)),
        Moves((2**63 - 1,) * 200),
        SeatChange(2, "human"),
        SeatChange(-1, "human"),
        SeatChange(0, ""),
        SeatChange(0, "x" * 65),
        SeatChange(0, "\n"),
        SeatChange(0, "\ud800"),
    ],
)
def test_an_event_that_no_reader_would_take_is_never_written(tmp_path: Path, event: Event) -> None:
    with Journal.open(saved(tmp_path / "a.box")) as journal:
        with pytest.raises(ValueError, match=r"\S"):
            journal.append(event)
        journal.append(Hint())
    assert read(journal.path).events == (*every_kind(), Hint())


def test_a_closed_journal_writes_nothing(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        pass
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.append(Move(1))
    with pytest.raises(ValueError, match="closed"):
        journal.go_on(HEADER, [])


def test_no_child_process_inherits_the_lock(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        child = subprocess.Popen(["sleep", "60"], close_fds=False)
    try:
        Journal.open(journal.path).close()
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize(
    ("played", "over"),
    [
        ([], False),
        ([Move(1), End()], True),
        ([Move(1), End(), Hint(), SeatChange(0, "human")], True),
        ([Move(1), End(), Undo(0)], False),
        ([Move(1), End(), Undo(0), Move(1), End()], True),
    ],
)
def test_a_game_is_over_until_its_end_is_taken_back(played: list[Event], over: bool) -> None:
    assert events.ended(played) is over


def nearly_full(path: Path, **changes: Any) -> Journal:
    """Return a journal of 25,500 moves, as if a game had appended them one by one."""
    return Journal.create(path, replace(HEADER, **changes), [Move(1)] * 25_500)


def test_a_journal_is_nearly_full_from_seven_eighths_on(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER, [Move(1)] * 25_000) as journal:
        assert not journal.nearly_full
    with nearly_full(tmp_path / "b.box") as journal:
        assert journal.nearly_full


def test_a_full_journal_refuses_the_move_and_goes_on_in_a_new_file(tmp_path: Path) -> None:
    full = [Move(1)] * ((wire.MAX_BYTES - 400) // 9)
    with Journal.create(tmp_path / "a.box", HEADER, full) as journal:
        while journal.path.stat().st_size + 9 <= wire.MAX_BYTES:
            journal.append(Move(1))
        with pytest.raises(SaveFull, match=r"a\.box is full"):
            journal.append(Move(1))
        moves = live_moves(journal.events)
        with journal.go_on(HEADER, moves) as newer:
            assert not newer.nearly_full
            newer.append(Move(2))
    assert live_moves(read(newer.path).events) == [*moves, Move(2).move]


def test_a_game_too_long_for_one_file_is_refused_and_stays(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER, [Move(1)]) as journal:
        with pytest.raises(SaveFull, match="too long"):
            journal.go_on(HEADER, [2**40] * 30_000)
        journal.append(Move(2))
    assert list(tmp_path.iterdir()) == [journal.path]


def test_going_on_makes_a_new_file_that_names_the_old_and_removes_it(tmp_path: Path) -> None:
    old = nearly_full(tmp_path / "box-20261121-045400.box")
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


def test_going_on_removes_no_other_save_that_has_taken_the_old_ones_name(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        journal.path.unlink()
        saved(journal.path, [Move(3)])
        journal.go_on(HEADER, []).close()
    assert read(journal.path).events == (Move(3),)


def test_going_on_takes_the_next_free_number(tmp_path: Path) -> None:
    other = saved(tmp_path / "a-2.box", [])
    with Journal.create(tmp_path / "a.box", HEADER).go_on(HEADER, []) as newer:
        assert newer.path.name == "a-3.box"
    assert read(other).header == HEADER


def test_the_time_in_a_name_is_not_a_parts_number() -> None:
    path = Path("box-20261121-045400.box")
    assert first_stem(path) == path.stem
    assert next(iter(later_parts(path))).name == "box-20261121-045400-2.box"
    assert next(iter(later_parts(Path("a-99.box")))).name == "a-100.box"


def test_a_superseded_part_neither_opens_nor_is_listed(tmp_path: Path) -> None:
    first = saved(tmp_path / "a.box", [Move(1)])
    second = saved(tmp_path / "a-2.box", [Move(1)], continues=read(first).salt.hex())
    third = saved(tmp_path / "a-3.box", [Move(1)], continues=read(second).salt.hex())
    for older, newer in ((first, second), (second, third)):
        with pytest.raises(SaveSuperseded, match=newer.name):
            Journal.open(older)
    Journal.open(third).close()
    assert [entry.path for entry in Library(tmp_path).entries()] == [third]
    Library(tmp_path).remove("a-3")
    assert list(tmp_path.iterdir()) == []


def test_an_older_part_is_kept_when_the_newer_one_is_damaged(tmp_path: Path) -> None:
    first = saved(tmp_path / "a.box", [Move(1)])
    newer = saved(tmp_path / "a-2.box", [Move(1)] * 200, continues=read(first).salt.hex())
    content = bytearray(newer.read_bytes())
    content[1200] ^= 1
    newer.write_bytes(content)
    Journal.open(first).close()
    assert len(Library(tmp_path).entries()) == 2


def test_if_going_on_fails_the_journal_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(aside: Path, path: Path) -> None:
        raise OSError(1, "Operation not permitted")

    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(os, "link", fail)
            with pytest.raises(SaveError, match="not permitted"):
                journal.go_on(HEADER, [])
        journal.append(Move(1))
    assert list(tmp_path.iterdir()) == [journal.path]


@pytest.mark.parametrize(
    ("path", "header", "minor", "digest"),
    [(FORMAT_1, HEADER, 0, "5ccf24d152787a03"), (FORMAT_1_1, TUTORED, 1, "42b925120006c2bf")],
    ids=["1.0", "1.1"],
)
def test_a_save_of_every_format_always_opens(
    path: Path, header: Header, minor: int, digest: str
) -> None:
    contents = read(path)
    assert contents.header == header
    assert contents.events == tuple(every_kind(minor))
    assert (contents.torn, contents.moves, contents.minor) == (0, 16, minor)
    assert path.read_bytes()[:12] == b"\x89BOXTUI\n\1\0" + bytes([minor]) + b"\0"
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(digest)


def test_making_a_formats_fixture_again_never_overwrites_it() -> None:
    content = FORMAT_1_1.read_bytes()
    with pytest.raises(SaveError):
        make_fixture()
    assert FORMAT_1_1.read_bytes() == content
