"""A save is removed or renamed with all that is its own, and with nothing else."""

import errno
import fcntl
import os
from pathlib import Path

import pytest
from failed_calls import failing
from saved_games import HEADER, every_kind, names, saved, tear

from saves import files
from saves.errors import NotASave, SaveError, SaveExists, SaveInUse, SaveNotFound
from saves.events import Move
from saves.journal import Contents, Journal, read
from saves.library import LONGEST_NAME, Library


def test_a_refusal_by_the_system_is_titled_by_what_was_to_be_done(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(path)
    for module, call in ((Path, "unlink"), (os, "link"), (os, "rename")):
        monkeypatch.setattr(module, call, failing(errno.EACCES))
    with pytest.raises(SaveError) as removing:
        library.remove_file(path)
    with pytest.raises(SaveError) as renaming:
        library.rename_file(path, "b")
    titles = [each.value.title for each in (removing, renaming)]
    assert titles == ["Not removed", "Not renamed"]


@pytest.mark.parametrize("stem", ["a.box", "my..game", "..", "-"])
def test_a_save_is_found_with_or_without_its_suffix_and_removed(
    tmp_path: Path, library: Library, stem: str
) -> None:
    saved(tmp_path / "a.box")
    path = saved(tmp_path / f"{stem}.box")
    assert {library.find(entry.name) for entry in library.entries()} == {*tmp_path.iterdir()}
    assert library.find(path.name) == path
    library.remove_file(library.find(stem))
    assert (path.exists(), names(tmp_path)) == (False, ["a.box"])


def test_a_save_is_removed_with_just_its_own_tails(tmp_path: Path, library: Library) -> None:
    for name in ("a", "a-2"):
        for _ in range(2):
            path = tmp_path / f"{name}.box"
            path.unlink(missing_ok=True)
            Journal.open(tear(saved(path))).close()
    (tmp_path / "a.box.torn-out").write_text("not mine")
    library.remove_file(library.find("a"))
    others = ["a-2.box", "a-2.box.torn-1", "a-2.box.torn-2", "a.box.torn-out"]
    assert names(tmp_path) == others
    with pytest.raises(SaveNotFound):
        library.remove_file(library.find("a"))


def test_a_damaged_save_is_removed_and_links_and_others_stay(path: Path, library: Library) -> None:
    path.with_name("bad.box").write_bytes(b"bad")
    library.remove_file(library.find("bad"))
    kept = saved(path.with_name("kept"))
    path.with_name("link.box").symlink_to(kept)
    path.with_name("folder.box").mkdir()
    with Journal.create(path, HEADER) as journal:
        for name, refusal in (("link", NotASave), ("folder", NotASave), ("a", SaveInUse)):
            with pytest.raises(refusal):
                library.remove_file(library.find(name))
        journal.append(Move(1))
    assert read(path).events == (Move(1),)
    assert read(kept).events == tuple(every_kind())
    assert names(path.parent) == ["a.box", "folder.box", "kept", "link.box"]


def test_a_save_is_removed_where_only_files_open_for_writing_can_be_locked_as_on_nfs(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(fd: int, operation: int) -> None:
        if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    saved(path)
    monkeypatch.setattr("fcntl.flock", lock)
    library.remove_file(library.find("a"))
    assert names(path.parent) == []


def test_only_saves_of_the_same_game_are_read_when_one_is_removed(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "a-2", "b", "ab-2"):
        saved(path.with_name(f"{name}.box"))
    opened = list[str]()

    def counted(one: Path) -> Contents:
        opened.append(one.name)
        return read(one)

    monkeypatch.setattr("saves.library.read", counted)
    library.remove_file(path)
    assert sorted(opened) == ["a-2.box", "a.box"]


def test_a_save_is_renamed_with_its_torn_tails(path: Path, library: Library) -> None:
    with Journal.open(tear(saved(path))):
        pass
    library.rename_file(path, "b")
    assert names(path.parent) == ["b.box", "b.box.torn-1"]
    library.remove_file(library.find("b"))
    assert names(path.parent) == []


def test_a_part_left_over_after_a_kill_does_not_come_back_once_its_save_was_renamed(
    path: Path, library: Library
) -> None:
    salt = read(saved(path)).salt.hex()
    saved(path.with_name("other.box"))
    library.rename_file(saved(path.with_name("a-2.box"), continues=salt), "mine")
    library.remove_file(library.find("mine"))
    assert [entry.name for entry in library.entries()] == ["other"]


def test_a_save_is_renamed_but_never_to_a_name_that_is_taken(path: Path, library: Library) -> None:
    content = saved(path).read_bytes()
    saved(path.with_name("b.box"))
    assert library.rename_file(path, " the Saturday game.box ") == library.find("the Saturday game")
    renamed = library.find("the Saturday game")
    assert (renamed.read_bytes(), library.holds("a")) == (content, False)
    assert library.rename_file(renamed, renamed.stem) == renamed
    longer = saved(path.with_name(f"{'x' * (LONGEST_NAME + 1)}.box"))
    assert library.rename_file(longer, longer.stem) == longer
    longer.unlink()
    with pytest.raises(SaveExists, match=r"already a file b\.box"):
        library.rename_file(renamed, "b")
    with Journal.open(renamed), pytest.raises(SaveInUse):
        library.rename_file(renamed, "c")
    assert names(path.parent) == ["b.box", "the Saturday game.box"]


def test_a_save_is_renamed_where_there_are_no_links(
    path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    content = saved(path).read_bytes()
    saved(path.with_name("b.box"))
    with pytest.raises(SaveExists):
        library.rename_file(path, "b")
    library.rename_file(path, "c")
    assert names(path.parent) == ["b.box", "c.box"]
    monkeypatch.setattr(files, "sync_folder", failing(errno.EPERM))
    library.rename_file(path.with_name("c.box"), "d")
    assert path.with_name("d.box").read_bytes() == content


def test_a_save_that_a_failing_disk_left_with_both_names_can_be_renamed_again(
    path: Path, library: Library
) -> None:
    content = saved(path).read_bytes()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "unlink", failing(errno.EIO))
        with pytest.raises(SaveError, match="the disk failed"):
            library.rename_file(path, "b")
    assert names(path.parent) == ["a.box", "b.box"]
    path.with_name("c.box").symlink_to(path)
    with pytest.raises(SaveExists):
        library.rename_file(path, "c")
    library.rename_file(path, "b")
    assert names(path.parent) == ["b.box", "c.box"]
    assert library.find("b").read_bytes() == content


@pytest.mark.parametrize("name", ["", " ", ".box", ".a", "-a", "a/b", "a\nb", "\u202ea", "x" * 51])
def test_a_name_that_would_lead_elsewhere_or_mislead_is_refused(
    path: Path, library: Library, name: str
) -> None:
    saved(path)
    with pytest.raises(SaveError, match="Choose another name"):
        library.rename_file(path, name)
    assert names(path.parent) == ["a.box"]


def test_a_save_with_the_longest_name_can_be_repaired(path: Path, library: Library) -> None:
    longest = library.rename_file(tear(saved(path)), "🎲" * LONGEST_NAME)
    with Journal.open(longest) as journal:
        assert journal.torn
