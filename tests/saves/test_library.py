"""The library lists every save, finds saves only by name, and keeps the boards they need."""

import contextlib
import errno
import hashlib
import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from saved_games import HEADER, every_kind, saved

from saves.errors import (
    BoardMissing,
    NoRoom,
    NotASave,
    SaveDamaged,
    SaveError,
    SaveInUse,
    SaveNotFound,
    SaveUnreadable,
)
from saves.events import End, Move, Undo
from saves.journal import Journal, read
from saves.library import Library, Room

WHEN = datetime(2026, 11, 21, 4, 54, tzinfo=UTC)


def test_a_path_names_the_game_and_the_time_and_is_always_free(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves")
    names = []
    for _ in range(3):
        path = library.new_path("shut_the_box", WHEN)
        names.append(path.name)
        saved(path)
    stem = "shut-the-box-20261121-045400"
    assert names == [f"{stem}.box", f"{stem}-2.box", f"{stem}-3.box"]


@pytest.mark.parametrize("key", ["", "../x", "a/b", ".", "A b", "x\0"])
def test_a_key_that_could_lead_elsewhere_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="not the key of a game"):
        Library(tmp_path).new_path(key, WHEN)


def test_a_new_saves_name_has_the_game_and_time_of_its_header(tmp_path: Path) -> None:
    library = Library(tmp_path / "deep" / "saves")
    with library.begin(HEADER, [Move(1)]) as journal, library.begin(HEADER) as other:
        assert journal.path.name == "shut-the-box-20261121-050000.box"
        assert other.path.name == "shut-the-box-20261121-050000-2.box"
    assert read(journal.path).events == (Move(1),)


def test_a_new_save_takes_another_name_if_another_session_was_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    free, taken = library.new_path, list[Path]()

    def taken_meanwhile(key: str, when: datetime) -> Path:
        path = free(key, when)
        if not taken:
            taken.append(saved(path))
        return path

    monkeypatch.setattr(library, "new_path", taken_meanwhile)
    with library.begin(HEADER) as journal:
        assert journal.path.name == "shut-the-box-20261121-050000-2.box"
    assert read(taken[0]).events == tuple(every_kind())


def test_the_folder_is_made_on_the_first_write_and_only_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    library = Library(folder)
    assert library.entries() == []
    with pytest.raises(SaveNotFound):
        library.find("a")
    assert not folder.exists()
    library.new_path("kimbo", WHEN)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file")
    with pytest.raises(SaveError, match="can't be made"):
        Library(tmp_path / "saves").new_path("kimbo", WHEN)


def test_entries_are_listed_newest_first_with_their_contents(tmp_path: Path) -> None:
    saved(tmp_path / "long.box")
    saved(tmp_path / "over.box", [Move(1), Move(2), Undo(1), End()])
    for age, name in enumerate(["over", "long"]):
        os.utime(tmp_path / f"{name}.box", (1000 - age, 1000 - age))
    over, long = Library(tmp_path).entries()
    assert (over.name, over.ended, over.changed) == ("over", True, 1000.0)
    assert (long.name, long.path) == ("long", tmp_path / "long.box")
    assert long.header == HEADER
    assert over.refusal is None


def test_a_save_that_cannot_be_read_is_listed_with_its_refusal(tmp_path: Path) -> None:
    path = saved(tmp_path / "bad.box")
    content = bytearray(path.read_bytes())
    content[100] ^= 4
    path.write_bytes(content)
    (tmp_path / "link.box").symlink_to(path)
    (tmp_path / "folder.box").mkdir()
    (tmp_path / "lost.box").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.box")
    (tmp_path / "note.txt").write_text("not mine")
    kinds = {entry.name: type(entry.refusal) for entry in Library(tmp_path).entries()}
    others = dict.fromkeys(("link", "folder", "lost", "pipe"), NotASave)
    assert kinds == {"bad": SaveDamaged, **others}


def test_an_unreadable_folder_or_file_in_it_is_refused_and_not_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    saved(tmp_path / "a.box")
    with monkeypatch.context() as forbidden:
        forbidden.setattr(os, "scandir", refuse)
        with pytest.raises(SaveUnreadable, match=f"{tmp_path}, can't be read: Permission denied"):
            Library(tmp_path).entries()
    with monkeypatch.context() as forbidden:
        forbidden.setattr(os, "open", refuse)
        (entry,) = Library(tmp_path).entries()
        assert isinstance(entry.refusal, SaveUnreadable)


def test_torn_tails_put_aside_and_boards_are_not_listed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.keep_data(b"a board")
    path = saved(tmp_path / "a.box")
    os.truncate(path, path.stat().st_size - 1)
    Journal.open(path).close()
    assert [entry.name for entry in library.entries()] == ["a"]


def test_a_save_is_found_with_and_without_its_suffix(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box")
    assert Library(tmp_path).find("a") == Library(tmp_path).find("a.box") == path


@pytest.mark.parametrize(
    "name", ["", "..", "../a", "sub/a", "/etc/passwd", "./a", "b", "a\0", "a.box.box", "x" * 300]
)
def test_an_invalid_name_is_refused_with_a_pointer_to_the_list(tmp_path: Path, name: str) -> None:
    saved(tmp_path / "a.box")
    (tmp_path / "sub").mkdir()
    saved(tmp_path / "sub" / "a.box")
    with pytest.raises(SaveNotFound, match="`boxtui saves list`"):
        Library(tmp_path / "sub").find(name) if name == "../a" else Library(tmp_path).find(name)


def test_removing_deletes_only_that_save(tmp_path: Path) -> None:
    saved(tmp_path / "a.box")
    other = saved(tmp_path / "a-2.box")
    Library(tmp_path).remove("a")
    assert list(tmp_path.iterdir()) == [other]
    with pytest.raises(SaveNotFound):
        Library(tmp_path).remove("a")


def test_a_save_is_removed_with_its_own_torn_tails_and_no_others(tmp_path: Path) -> None:
    for name in ("a", "a-2"):
        for _ in range(2):
            path = tmp_path / f"{name}.box"
            path.unlink(missing_ok=True)
            saved(path)
            os.truncate(path, path.stat().st_size - 1)
            Journal.open(path).close()
    (tmp_path / "a.box.torn-out").write_text("not mine")
    Library(tmp_path).remove("a")
    others = ["a-2.box", "a-2.box.torn-1", "a-2.box.torn-2", "a.box.torn-out"]
    assert sorted(path.name for path in tmp_path.iterdir()) == others


def test_a_save_in_use_is_not_removed(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.box", HEADER) as journal:
        with pytest.raises(SaveInUse):
            Library(tmp_path).remove("a")
        journal.append(Move(1))
    assert read(journal.path).events == (Move(1),)


def test_a_damaged_save_can_be_removed_and_a_link_or_folder_cannot(tmp_path: Path) -> None:
    (tmp_path / "bad.box").write_bytes(b"bad")
    Library(tmp_path).remove("bad")
    kept = saved(tmp_path / "kept")
    (tmp_path / "link.box").symlink_to(kept)
    (tmp_path / "folder.box").mkdir()
    for name in ("link", "folder"):
        with pytest.raises(NotASave):
            Library(tmp_path).remove(name)
    assert read(kept).events == tuple(every_kind())


def test_no_operation_leaves_a_file_open_even_if_it_is_refused(tmp_path: Path) -> None:
    """An open file would stay locked, and a process can't have thousands of files open."""
    held = Journal.create(tmp_path / "held.box", HEADER)
    first = saved(tmp_path / "first.box")
    saved(tmp_path / "second.box", continues=read(first).salt.hex())
    (tmp_path / "bad.box").write_bytes(first.read_bytes()[:100])
    torn = saved(tmp_path / "torn.box")
    os.truncate(torn, torn.stat().st_size - 1)
    (tmp_path / "folder.box").mkdir()
    os.mkfifo(tmp_path / "pipe.box")
    library, names = Library(tmp_path), [path.stem for path in tmp_path.glob("*.box")]

    def do(deed: Callable[[], object]) -> None:
        with contextlib.suppress(SaveError):
            left = deed()
            if isinstance(left, Journal):
                left.close()

    before = open_files()
    do(library.entries)
    do(partial(library.keep_data, b"a board"))
    for name in [*names, "missing"]:
        path = tmp_path / f"{name}.box"
        do(partial(read, path))
        do(partial(Journal.open, path))
        do(partial(Journal.create, path, HEADER))
        if name not in ("first", "second"):
            do(partial(library.remove, name))
    assert open_files() == before
    held.close()


def open_files() -> list[str]:
    return sorted(path.name for path in Path("/dev/fd").iterdir())


def test_a_board_is_kept_once_under_its_digest(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves")
    digest = library.keep_data(b"a board")
    assert digest == hashlib.sha256(b"a board").hexdigest() == library.keep_data(b"a board")
    assert library.data(digest) == b"a board"
    assert [path.name for path in library.boards.iterdir()] == [digest]
    assert library.data(library.keep_data(b"")) == b""


def test_a_missing_board_is_refused_by_its_name(tmp_path: Path) -> None:
    digest = "ab" * 32
    with pytest.raises(BoardMissing, match=digest) as refusal:
        Library(tmp_path).data(digest)
    assert str(tmp_path / "boards") in refusal.value.action


def test_a_changed_board_is_damage_until_it_is_stored_again(tmp_path: Path) -> None:
    library = Library(tmp_path)
    digest = library.keep_data(b"a board")
    (library.boards / digest).write_bytes(b"a bored")
    with pytest.raises(SaveDamaged, match=digest):
        library.data(digest)
    assert library.keep_data(b"a board") == digest
    assert library.data(digest) == b"a board"


@pytest.mark.parametrize("digest", ["", "..", "../a.box", "/etc/passwd"])
def test_no_digest_leads_out_of_the_boards_folder(tmp_path: Path, digest: str) -> None:
    saved(tmp_path / "a.box")
    with pytest.raises(BoardMissing):
        Library(tmp_path).data(digest)


def test_a_board_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="too long"):
        Library(tmp_path).keep_data(bytes(1024 * 1024 + 1))


def test_a_library_without_room_begins_no_other_save_until_one_is_removed(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves", Room(2, 1 << 20, tmp_path))
    for _ in range(2):
        library.begin(HEADER).close()
    with pytest.raises(NoRoom, match="You have 2 of 2 saves"):
        library.begin(HEADER)
    library.remove(library.entries()[0].name)
    library.begin(HEADER).close()


def test_the_bytes_of_a_player_count_wherever_they_are(tmp_path: Path) -> None:
    library = Library(tmp_path / "data" / "saves", Room(9, 300_000, tmp_path))
    library.begin(HEADER).close()
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "review").write_bytes(bytes(100_000))
    (tmp_path / "cache" / "gone").symlink_to("nowhere")
    with pytest.raises(NoRoom, match="of 300,000 bytes"):
        library.begin(HEADER)
    assert len(library.entries()) == 1
