"""The library begins saves while there is room, lists every one, and finds them only by name."""

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from failed_calls import failing
from saved_games import HEADER, damage, every_kind, open_files, saved, tear

from boxtui.play.stories import ago_words, changed_words
from saves import files
from saves.errors import (
    NoRoom,
    NotASave,
    Remedy,
    SaveDamaged,
    SaveError,
    SaveNotFound,
    SaveUnreadable,
)
from saves.events import End, Hint, Move, SeatChange, Undo
from saves.journal import Journal, read
from saves.library import Latest, Library, Room

WHEN = datetime(2026, 11, 21, 4, 54, tzinfo=UTC)


def test_a_new_saves_name_has_the_game_and_time_of_its_header_and_is_free(tmp_path: Path) -> None:
    library = Library(tmp_path / "deep" / "saves")
    for part in ("", "-2", "-3"):
        with library.begin(HEADER, [Move(1)]) as journal:
            assert journal.path.name == f"shut-the-box-20261121-050000{part}.box"
        assert read(journal.path).events == (Move(1),)


@pytest.mark.parametrize("key", ["", "../x", "a/b", ".", "A b", "x\0"])
def test_a_key_that_could_lead_elsewhere_is_refused(library: Library, key: str) -> None:
    with pytest.raises(ValueError, match="not the key of a game"):
        library.new_path(key, WHEN)


def test_a_new_save_takes_another_name_if_another_session_was_faster(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    above = tmp_path / "boxtui"
    folder = above / "saves"
    library = Library(folder)
    assert library.entries() == []
    with pytest.raises(SaveNotFound):
        library.find("a")
    assert not above.exists()
    library.new_path("kimbo", WHEN)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (above, folder)] == [0o700, 0o700]


@pytest.mark.parametrize("name", ["file", "x" * 256])
def test_a_folder_that_cant_be_made_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="can't be made"):
        Library(tmp_path / name).new_path("kimbo", WHEN)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (Path.touch, "can't be read: Not a directory"),
        (Path.mkdir, "Nothing can be written in the folder of saves, "),
        (lambda _: None, "Nothing can be written in the folder of saves, "),
    ],
)
def test_a_folder_that_takes_no_save_is_refused_before_a_game_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None], says: str
) -> None:
    folder = tmp_path / "saves"
    library = Library(folder)
    library.refuse_another()
    assert not folder.exists()
    spoil(folder)
    asked = list[Path]()
    monkeypatch.setattr(os, "access", lambda path, _: asked.append(path))
    for refused in (library.refuse_another, lambda: library.begin(HEADER)):
        with pytest.raises(SaveError, match=says):
            refused()
    nearest = folder if folder.exists() else tmp_path
    assert asked == ([] if folder.is_file() else [nearest, nearest])


def test_entries_are_listed_newest_first_as_they_are(tmp_path: Path, library: Library) -> None:
    saved(tmp_path / "long.box")
    saved(tmp_path / "over.box", [Move(1), Move(2), Undo(1), End()])
    for age, name in enumerate(["over", "long"]):
        os.utime(tmp_path / f"{name}.box", (1000 - age, 1000 - age))
    over, long = library.entries()
    assert (over.name, over.ended, over.changed, over.refusal) == ("over", True, 1000.0, None)
    assert (long.name, long.path, long.header) == ("long", tmp_path / "long.box", HEADER)


def test_the_last_unfinished_game_is_the_first_not_over(tmp_path: Path, library: Library) -> None:
    assert library.last_unfinished() == Latest(None)
    saved(tmp_path / "over.box", [Move(1), End()])
    saved(tmp_path / "over-and-helped.box", [Move(1), End(), Hint(), SeatChange(0, "human")])
    saved(tmp_path / "over-again.box", [Move(1), End(), Undo(0), Move(1), End()])
    saved(tmp_path / "begun.box", [])
    saved(tmp_path / "undone.box", [Move(1), End(), Undo(0)])
    tear(saved(tmp_path / "torn.box", [Move(1), End()]))
    for name, last in (("continued", End()), ("half", Move(2))):
        salt = read(saved(tmp_path / f"{name}.box", [Move(1)])).salt.hex()
        saved(tmp_path / f"{name}-2.box", [Move(1), last], continues=salt)
    for name in ("over", "begun"):
        copied = tmp_path / f"{name}-damaged.box"
        shutil.copy(tmp_path / f"{name}.box", copied)
        damage(copied, at=100)
    (tmp_path / "lost.box").symlink_to("nowhere")
    found = set[str]()
    while True:
        for age, path in enumerate(sorted(tmp_path.glob("*.box"))):
            when = 1000 - age // 2  # some are equally old
            os.utime(path, (when, when), follow_symlinks=False)
        going = [each for each in library.entries() if each.header and not each.ended]
        latest = library.last_unfinished()
        assert latest.entry == next(iter(going), None)
        # Its last record says that it is over.
        listed = [entry for entry in library.entries() if entry.name != "over-damaged"]
        later = listed[: listed.index(going[0])] if going else listed
        unread = (entry.refusal for entry in later if entry.refusal)
        assert str(latest.refusal) == str(next(unread, None))
        if not going:
            break
        found.add(going[0].name)
        going[0].path.unlink()
    assert found == {"begun", "undone", "torn", "half", "half-2"}


def test_what_cannot_be_read_is_listed_with_its_refusal(path: Path, library: Library) -> None:
    Journal.open(tear(saved(path))).close()
    library.keep_data(b"a board")
    path.with_name("note.txt").write_text("not mine")
    damage(saved(path.with_name("bad.box")), at=100)
    path.with_name("link.box").symlink_to(path)
    path.with_name("folder.box").mkdir()
    path.with_name("lost.box").symlink_to("nowhere")
    os.mkfifo(path.with_name("pipe.box"))
    kinds = {entry.name: type(entry.refusal) for entry in library.entries()}
    others = dict.fromkeys(("link", "folder", "lost", "pipe"), NotASave)
    assert kinds == {"a": type(None), "bad": SaveDamaged, **others}


def test_an_unreadable_folder_or_file_in_it_is_refused_and_not_skipped(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(path)
    with monkeypatch.context() as forbidden:
        forbidden.setattr(os, "scandir", failing(errno.EACCES))
        says = f"{path.parent}, can't be read: Permission denied"
        with pytest.raises(SaveUnreadable, match=says):
            library.entries()
    with monkeypatch.context() as forbidden:
        forbidden.setattr(os, "open", failing(errno.EACCES))
        (entry,) = library.entries()
        assert isinstance(entry.refusal, SaveUnreadable)


def test_the_saves_of_a_folder_that_may_not_be_entered_are_listed_as_not_readable(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(path)
    for call in ("open", "stat", "lstat"):
        monkeypatch.setattr(os, call, failing(errno.EACCES))
    assert isinstance(library.last_unfinished().refusal, SaveUnreadable)
    (entry,) = library.entries()
    assert (entry.name, changed_words(entry), ago_words(entry, 0.0)) == ("a", "?", "?")
    assert isinstance(entry.refusal, SaveUnreadable)
    for look in (library.find, library.holds):
        with pytest.raises(SaveUnreadable, match="can't be read: Permission denied"):
            look("a")


@pytest.mark.parametrize("name", ["file/saves", "x" * 5000])
def test_no_save_is_missing_where_the_folder_cant_be_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    library = Library(tmp_path / name)
    for look in (library.find, library.holds):
        with pytest.raises(SaveUnreadable, match="The folder of saves, "):
            look("a")


def test_no_error_names_a_command_of_the_shell_by_itself(path: Path, library: Library) -> None:
    path.write_text("not a save " * 9)
    errors: list[SaveError] = []
    for name in ("a", "b"):
        with pytest.raises(SaveError) as refused:
            read(library.find(name))
        errors.append(refused.value)
    assert not any("`" in str(error) for error in errors)
    kinds = [SaveError]
    for kind in kinds:
        kinds += kind.__subclasses__()
        assert isinstance(kind.action, Remedy) or "`" not in kind.action
    assert len(kinds) > 8
    foreign, missing = errors
    remedies = {Remedy.LIST_SAVES: "List them."}
    assert foreign.words(remedies) == str(foreign)
    assert missing.words(remedies) == f"{missing} List them."


@pytest.mark.parametrize(
    "name", ["", "..", "../a", "sub/a", "/etc/passwd", "./a", "b", "a\0", "a.box.box", "x" * 300]
)
def test_an_invalid_name_is_refused_with_a_pointer_to_the_list(path: Path, name: str) -> None:
    sub = path.with_name("sub")
    sub.mkdir()
    for each in (path, sub / "a.box"):
        saved(each)
    with pytest.raises(SaveNotFound) as refused:
        Library(sub if name == "../a" else path.parent).find(name)
    assert refused.value.action is Remedy.LIST_SAVES


def test_leftovers_of_killed_writes_are_removed_before_the_next_game(library: Library) -> None:
    digest = library.keep_data(b"a board")
    paths = {
        name: library.folder / name
        for name in (".a.box.01234567.tmp", ".new.box.01234567.tmp", ".held.box.01234567.tmp",
                     "boards/.b.01234567.tmp", "mine.tmp", ".mine", "a.box.torn-1",
                     ".syncthing.a.box.tmp", ".a.box.0123456.tmp")
    }  # fmt: skip
    (library.folder / ".folder.01234567.tmp").mkdir()
    for name, path in paths.items():
        path.write_bytes(b"left")
        if "new" not in name:
            os.utime(path, (1, 1))
    fd = files.open_locked(paths[".held.box.01234567.tmp"])
    library.begin(HEADER).close()
    os.close(fd)
    gone = {name for name, path in paths.items() if not path.exists()}
    assert gone == {".a.box.01234567.tmp", "boards/.b.01234567.tmp"}
    assert library.data(digest) == b"a board"


def test_a_damaged_save_counts_for_the_game_in_its_header(path: Path, library: Library) -> None:
    damaged, other = path.with_name("on the train.box"), f"{HEADER.game}-but-not.box"
    damage(saved(damaged, [Move(1), Move(2)]), at=-12)
    assert library.last_unfinished(HEADER.game).refusal
    assert not library.last_unfinished("another").refusal
    damaged.rename(path.with_name(other))
    assert not library.last_unfinished("another").refusal
    path.with_name("another-1.box").write_bytes(b"no save")
    assert library.last_unfinished("another").refusal


@pytest.mark.parametrize(
    ("name", "counts"),
    [("another-20261121-045400", True), ("named", True), ("box-20261121-045400-2", False)],
)
def test_an_unreadable_save_counts_for_every_game_that_its_name_doesnt_rule_out(
    name: str, counts: bool, path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(path.with_name(f"{name}.box"))
    monkeypatch.setattr(os, "open", failing(errno.EACCES))
    assert (library.last_unfinished("another").refusal is not None) is counts


def test_no_operation_leaves_files_open_if_refused(tmp_path: Path, library: Library) -> None:
    """An open file would stay locked, and a process can't have thousands of files open."""
    held = Journal.create(tmp_path / "held.box", HEADER)
    first = saved(tmp_path / "first.box")
    saved(tmp_path / "second.box", continues=read(first).salt.hex())
    (tmp_path / "bad.box").write_bytes(first.read_bytes()[:100])
    tear(saved(tmp_path / "torn.box"))
    (tmp_path / "folder.box").mkdir()
    os.mkfifo(tmp_path / "pipe.box")
    stems = [path.stem for path in tmp_path.glob("*.box")]

    def do(deed: Callable[[], object]) -> None:
        with contextlib.suppress(SaveError):
            left = deed()
            if isinstance(left, Journal):
                left.close()

    before = open_files()
    do(library.entries)
    do(partial(library.keep_data, b"a board"))
    for name in [*stems, "missing"]:
        path = tmp_path / f"{name}.box"
        for deed in (read, Journal.open, partial(Journal.create, header=HEADER)):
            do(partial(deed, path))
        if name not in ("first", "second"):
            do(partial(library.remove_file, path))
    assert open_files() == before
    held.close()


def test_a_library_without_room_begins_no_other_save_until_one_is_removed(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves", Room(2, 1 << 20, tmp_path))
    for _ in range(2):
        library.begin(HEADER).close()
    with pytest.raises(NoRoom, match="You have 2 of 2 saves"):
        library.begin(HEADER)
    library.remove_file(library.find(library.entries()[0].name))
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
