"""The library keeps the boards that its games need."""

import errno
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from failed_calls import failing
from saved_games import names, saved

from saves.errors import BoardMissing, SaveDamaged, SaveError, SaveFull
from saves.library import Library


def test_a_board_is_kept_once_under_its_digest_and_again_if_it_was_changed(tmp_path: Path) -> None:
    library = Library(tmp_path / "saves")
    digest = library.keep_data(b"a board")
    assert digest == hashlib.sha256(b"a board").hexdigest()
    for content in (b"a board", b"a bored"):
        (library.boards / digest).write_bytes(content)
        if content != b"a board":
            with pytest.raises(SaveDamaged, match=digest):
                library.data(digest)
        assert library.keep_data(b"a board") == digest
        assert library.data(digest) == b"a board"
        assert names(library.boards) == [digest]
    assert library.data(library.keep_data(b"")) == b""
    with pytest.raises(SaveError, match="too long"):
        library.keep_data(bytes(1024 * 1024 + 1))


@pytest.mark.parametrize("call", ["pwrite", "link", "open"])
def test_a_board_that_a_full_disk_does_not_take_is_called_by_no_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    library = Library(tmp_path / "saves")
    library.keep_data(b"another board")  # which makes the folders
    monkeypatch.setattr(os, call, failing(errno.ENOSPC))
    with pytest.raises(SaveFull) as refusal:
        library.keep_data(b"a board")
    full = "The board or deck of this game can't be written: the disk is full."
    assert refusal.value.sentence == full
    assert refusal.value.words() == f"{full} Free some space, then try again."


@pytest.mark.parametrize("digest", ["ab" * 32, "", "..", "../a.box", "/etc/passwd"])
def test_a_missing_board_is_refused_and_no_name_leads_elsewhere(
    path: Path, library: Library, digest: str
) -> None:
    saved(path)
    with pytest.raises(BoardMissing) as refusal:
        library.data(digest)
    assert digest.rpartition("/")[2] in str(refusal.value)
    assert str(library.boards) in str(refusal.value)


@pytest.mark.parametrize(
    "make",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere")],
    ids=["folder", "pipe", "link"],
)
def test_a_board_that_is_not_a_regular_file_is_to_be_put_back(
    library: Library, make: Callable[[Path], None]
) -> None:
    digest = library.keep_data(b"a board")
    (library.boards / digest).unlink()
    make(library.boards / digest)
    with pytest.raises(BoardMissing, match=f"{digest} of this game isn't a regular file"):
        library.data(digest)
