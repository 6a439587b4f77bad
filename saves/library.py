"""The folder of saves: their names, their contents, and the boards of their games."""

from __future__ import annotations

import contextlib
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from boxtui.wording import quoted
from saves import events as event_forms
from saves import files, wire
from saves.errors import (
    BoardMissing,
    NoRoom,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveNotFound,
    SaveSuperseded,
    SaveUnreadable,
    as_save_error,
    printable_name,
    refusing,
)
from saves.events import Event
from saves.header import Header, is_key
from saves.journal import (
    SUFFIX,
    TORN,
    Contents,
    Journal,
    first_stem,
    is_surely_ended,
    later_parts,
    peek,
    read,
    refuse_superseded,
)

MAX_DATA_BYTES = 1024 * 1024

_GIVEN = re.compile(r"(.+)-[0-9]{8}-[0-9]{6}(-[0-9]+)?", re.DOTALL)
"""A name that `new_path` or `later_parts` gives a save: it begins with the key of the game."""

_TAIL = re.compile(f".*{re.escape(SUFFIX + TORN)}[0-9]+", re.DOTALL)

LONGEST_NAME = 50
"""The most characters of a name that a save is given: with 4 bytes each, a disk takes it."""


@dataclass(frozen=True)
class Entry:
    """One line of the list of saves: a game, or the error of a file that can't be read.

    Attributes:
        changed: the time of the last change, in seconds since 1970; -inf if it can't be read.
        bytes: the size of the file.
        refusal: the error, if there is no header.
        salt: what distinguishes it from every other save but its copies, in hex; "" if there is no
            header.
        checksum: the checksum of its content; copies that were played on differently differ in it.
    """

    path: Path
    changed: float
    bytes: int = 0
    header: Header | None = None
    ended: bool = False
    refusal: SaveError | None = None
    salt: str = ""
    checksum: int = 0

    @property
    def name(self) -> str:
        """The name of the save."""
        return self.path.stem


@dataclass(frozen=True)
class Latest:
    """The latest game that isn't over.

    Attributes:
        entry: its save, or None if there is none.
        refusal: the error of the newest unreadable save that is newer than `entry`; if a game was
            looked for, of those that may be of it.
    """

    entry: Entry | None
    refusal: SaveError | None = None


@dataclass(frozen=True)
class Room:
    """How much the files of one player may take; a game that has begun always goes on.

    Attributes:
        saves: the most saves.
        bytes: the most bytes of all files in `folder` and the folders in it.
    """

    saves: int
    bytes: int
    folder: Path

    def refuse_another(self, saves: int) -> None:
        """Raises NoRoom if there is no room for another save beside that many."""
        if saves >= self.saves:
            raise NoRoom(f"You have {saves} of {self.saves} saves.")
        taken = files.bytes_in(self.folder)
        if taken + wire.MAX_BYTES > self.bytes:
            raise NoRoom(f"Your files take {taken:,} of {self.bytes:,} bytes.")


class Library:
    """The saves in one folder, which is created, for its owner alone, when first written to.

    Without `room` it may have any number of saves.
    """

    def __init__(self, folder: Path, room: Room | None = None) -> None:
        self.folder = folder
        self.boards = folder / "boards"
        self._room = room

    def new_path(self, game_key: str, when: datetime) -> Path:
        """Return a readable path that isn't taken: `shut-the-box-20261121-045400.box`.

        Raises SaveError, or ValueError if the key can't be part of a file's name.
        """
        if not is_key(game_key):
            raise ValueError(f"{game_key!r} is not the key of a game")
        files.make_folder(self.folder)
        stem = f"{game_key}-{when:%Y%m%d-%H%M%S}"
        path = self.folder / f"{stem}{SUFFIX}"
        if not os.path.lexists(path):
            return path
        return next(other for other in later_parts(path) if not os.path.lexists(other))

    def begin(self, header: Header, events: Sequence[Event] = ()) -> Journal:
        """Return a new save, named after the header's game and time. Raises SaveError."""
        header.encode()  # raises SaveError before anything is changed
        for folder in (self.folder, self.boards):
            files.remove_leftovers(folder)
        self.refuse_another()
        while True:
            path = self.new_path(header.game, datetime.fromisoformat(header.when))
            # Another session may take the same name in the meantime.
            with contextlib.suppress(SaveExists):
                return Journal.create(path, header, events)

    def refuse_another(self) -> None:
        """Raises SaveError if no other game can be saved, as far as can be seen beforehand.

        Nothing is changed.
        """
        taken = self._paths()
        if self._room:
            self._room.refuse_another(len(taken))
        there = next(each for each in (self.folder, *self.folder.parents) if each.exists())
        if not os.access(there, os.W_OK | os.X_OK):
            raise SaveError(f"Nothing can be written in the folder of saves, {self.folder}.")

    def entries(self) -> list[Entry]:
        """Return every save, newest first; files that can't be read come with their error.

        A file whose game continues in another file here is left out. Raises SaveUnreadable if the
        folder can't be read.
        """
        listed = list(_read_each(self._paths()))
        continued = {found.header.continues for _, found in listed if isinstance(found, Contents)}
        lines = [
            _entry(path, found)
            for path, found in listed
            if isinstance(found, SaveError) or found.salt.hex() not in continued
        ]
        present = [line for line in lines if line is not None]
        return sorted(present, key=lambda line: (-line.changed, line.name))

    def last_unfinished(
        self, game: str | None = None, comes_last: Callable[[Contents], bool] = lambda _: False
    ) -> Latest:
        """Return the first of the `entries` whose game isn't over.

        `game` is the key of the game to look for, or None for any. One that `comes_last` is only
        returned if there is no other. Most saves aren't read whole. Raises SaveUnreadable if the
        folder can't be read.
        """
        refusal: SaveError | None = None
        last: Latest | None = None
        for path in self._newest_first():
            try:
                found = _unfinished(path, game)
            except (SaveNotFound, SaveSuperseded):  # it is gone, or a later save has the game
                continue
            except SaveError as fault:
                if may_be_of(path, game):
                    refusal = refusal or fault
                continue
            if found and (entry := _entry(path, found)):
                if not comes_last(found):
                    return Latest(entry, refusal)
                last = last or Latest(entry, refusal)
        return last or Latest(None, refusal)

    def _newest_first(self) -> list[Path]:
        """Return the paths of saves in the order of `entries`."""
        changed: dict[Path, float] = {}
        for path in self._paths():
            try:
                changed[path] = path.lstat().st_mtime
            except FileNotFoundError:
                continue
            except OSError:
                changed[path] = -math.inf
        return sorted(changed, key=lambda path: (-changed[path], path.stem))

    def _paths(self) -> list[Path]:
        """Return the paths of saves, none if there is no folder yet. Raises SaveUnreadable."""
        try:
            # Not a glob, because that skips what it may not read.
            with os.scandir(self.folder) as found:
                return sorted(self.folder / one.name for one in found if one.name.endswith(SUFFIX))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> SaveUnreadable:
        why = error.strerror or error
        return SaveUnreadable(f"The folder of saves, {self.folder}, can't be read: {why}.")

    def holds(self, name: str) -> bool:
        """Whether there is a save of that name, readable or not. Raises SaveUnreadable."""
        try:
            self.find(name)
        except SaveNotFound:
            return False
        return True

    def find(self, name: str) -> Path:
        """Return the path of a save by name, with or without its suffix.

        Raises SaveNotFound, or SaveUnreadable if the folder can't be read.
        If there are both `a.box` and `a.box.box`, `a.box` means the second.
        """
        # Names that would lead out of this folder are refused; `..` alone never ends in the suffix.
        if not name or "/" in name or "\0" in name:
            raise SaveNotFound(f"{quoted(name)} can't be the name of a save.")
        for file in (name + SUFFIX, name):
            if file.endswith(SUFFIX) and self._has(file):
                return self.folder / file
        raise SaveNotFound(f"There is no save {quoted(name, LONGEST_NAME)}.")

    def _has(self, file: str) -> bool:
        """Whether the folder has that file, of whatever kind. Raises SaveUnreadable."""
        try:
            os.lstat(self.folder / file)
        except FileNotFoundError:
            return False
        except PermissionError as error:
            raise self._unreadable(error) from error
        except OSError:
            self._paths()  # refused if it is because of the folder, not of the file's long name
            return False
        return True

    def remove_file(self, path: Path) -> None:
        """Delete a save of this folder, readable or not, with leftovers of its earlier parts.

        Their torn tails are deleted too. Raises SaveNotFound, SaveInUse, NotASave if it isn't a
        regular file, or SaveError.
        """
        fd = _open_to_change(path)
        try:
            files.withdraw(path)
            # Otherwise a part left over after a kill would come back as an older game.
            parts = [*self._earlier_parts(path), path]
            for left in [*self._torn_tails(parts), *parts]:
                with refusing(left, "removed"):
                    left.unlink(missing_ok=True)
            with refusing(self.folder, "written"):
                files.sync_folder(self.folder)
        finally:
            os.close(fd)

    def refuse_unchangeable(self, path: Path) -> None:
        """Raises what `remove_file` and `rename_file` raise first, such as SaveInUse."""
        os.close(_open_to_change(path))

    def rename_file(self, path: Path, name: str) -> Path:
        """Give a save of this folder another name, and return its path then.

        A file that has the name is never replaced. Torn tails that were put aside are renamed, too,
        and leftovers of its earlier parts are deleted: `remove_file` would no longer find them.
        With the name that it has, nothing changes. Raises SaveExists, SaveError if a save can't
        have that name, and what `remove_file` raises.
        """
        name = name_meant(name)
        new = self.folder / f"{name}{SUFFIX}"
        if new == path:
            return path
        _refuse_name(name)
        fd = _open_to_change(path)
        try:
            tails = self._torn_tails([path])
            earlier = self._earlier_parts(path)
            files.rename(path, new)
            files.withdraw(path)
            for left in earlier:
                with contextlib.suppress(OSError):
                    left.unlink()
            for tail in tails:
                with contextlib.suppress(SaveError):
                    files.rename(tail, tail.with_name(new.name + tail.name.removeprefix(path.name)))
        finally:
            os.close(fd)
        return new

    def _earlier_parts(self, path: Path) -> list[Path]:
        """Return the parts of the same game and name that this save continues, oldest first."""
        stem = first_stem(path)
        named = (other for other in self._paths() if first_stem(other) == stem)
        parts = {at: found for at, found in _read_each(named) if isinstance(found, Contents)}
        by_salt = {found.salt.hex(): (other, found) for other, found in parts.items()}
        newer = parts.get(path)
        earlier: list[Path] = []
        while newer and newer.header.continues in by_salt:
            # Popped, so that parts that continue each other don't loop forever.
            other, newer = by_salt.pop(newer.header.continues)
            earlier.insert(0, other)
        return [other for other in earlier if other != path]

    def torn_tails(self) -> list[Path]:
        """Return the torn tails of all saves that were put aside. Raises SaveError."""
        if not self.folder.exists():
            return []
        with refusing(self.folder, "read"):
            return sorted(other for other in self.folder.iterdir() if _TAIL.fullmatch(other.name))

    def _torn_tails(self, parts: Iterable[Path]) -> list[Path]:
        """Return the torn tails of these saves that were put aside."""
        names = {part.name for part in parts}
        return [tail for tail in self.torn_tails() if tail.name.rpartition(TORN)[0] in names]

    def keep_data(self, content: bytes) -> str:
        """Store a board or deck of up to 1 MiB once; return its sha256 in hex. Raises SaveError."""
        if len(content) > MAX_DATA_BYTES:
            raise SaveError(f"A board of {len(content)} bytes is too long.", "Shorten it.")
        digest = digest_of(content)
        try:
            self.data(digest)
        except SaveError:
            self._write_data(digest, content)
        return digest

    def _write_data(self, digest: str, content: bytes) -> None:
        files.make_folder(self.folder)
        files.make_folder(self.boards)
        path = self.boards / digest
        try:
            # An existing file is damaged, or the same content from another session.
            with refusing(path, "replaced"):
                path.unlink(missing_ok=True)
            with contextlib.suppress(SaveExists):
                os.close(files.write_new(path, content))
        except SaveError as refusal:
            # The file's name, a number, tells players nothing.
            named = refusal.sentence.replace(digest, "The board or deck of this game")
            raise type(refusal)(named, refusal.action, refusal.title) from refusal

    def data(self, digest: str) -> bytes:
        """Return the board or deck with that digest. Raises BoardMissing or SaveDamaged."""
        path = self.boards / digest
        what = f"The board file {printable_name(path)}"
        put_back = f"Put it back into {self.boards}, from a backup or another machine."
        if path.parent != self.boards or not os.path.lexists(path):
            raise BoardMissing(f"{what} of this game is missing.", put_back)
        if not path.is_file() or path.is_symlink():
            raise BoardMissing(f"{what} of this game isn't a regular file.", put_back)
        content = files.read_regular(path, MAX_DATA_BYTES + 1)
        if digest_of(content) != digest:
            raise SaveDamaged(f"{what} has been changed.", put_back)
        return content


def may_be_of(path: Path, game: str | None) -> bool:
    """Whether a save that can't be read may be one of that game, by its header or else its name.

    If not even its beginning can be read, a name that a person gave it doesn't tell.
    """
    try:
        return game is None or peek(path).game == game
    except SaveError as fault:
        is_untold = isinstance(fault, SaveUnreadable) and not game_in_name(path.stem)
        return is_untold or path.name.startswith(f"{game}-")


def game_in_name(name: str) -> str:
    """Return the key that a save's name begins with if `new_path` gave it, or ""."""
    given = _GIVEN.fullmatch(name)
    return given[1] if given else ""


def _open_to_change(path: Path) -> int:
    """Return a locked descriptor of a save to remove or rename. Raises SaveError."""
    # NFS locks only what is open for writing.
    return files.open_locked(path, writing=os.access(path, os.W_OK))


def name_meant(typed: str) -> str:
    """Return the name for a save that was typed, without the suffix."""
    return typed.strip().removesuffix(SUFFIX).rstrip()


def _refuse_name(name: str) -> None:
    """Raises SaveError for a name that would lead elsewhere, or mislead."""
    if not name:
        fault = "A name needs at least one letter."
    elif len(name) > LONGEST_NAME:
        fault = f"A name has at most {LONGEST_NAME} letters."
    elif name[0] in ".-":
        fault = f"A name can't begin with {name[0]!r}."
    elif "/" in name or not name.isprintable():
        fault = "A name can't have a slash or control characters in it."
    else:
        return
    raise SaveError(fault, "Choose another name.", "Not renamed")


def _read_each(paths: Iterable[Path]) -> Iterator[tuple[Path, Contents | SaveError]]:
    for path in paths:
        try:
            yield path, read(path)
        except SaveError as refused:
            yield path, refused


def _unfinished(path: Path, game: str | None) -> Contents | None:
    """Return what a save holds if its game, one of that kind, isn't over. Raises SaveError."""
    if is_surely_ended(path):
        return None
    found = read(path)
    if event_forms.ended(found.events) or game not in (None, found.header.game):
        return None
    refuse_superseded(path, found.salt)
    return found


def _entry(path: Path, found: Contents | SaveError) -> Entry | None:
    """Return the list's line for what was found at the path, or None if it is gone now."""
    try:
        file = path.lstat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry(path, -math.inf, refusal=as_save_error(error, path, "read"))
    if isinstance(found, SaveError):
        return Entry(path, file.st_mtime, file.st_size, refusal=found)
    return Entry(
        path=path,
        changed=file.st_mtime,
        bytes=file.st_size,
        header=found.header,
        ended=event_forms.ended(found.events),
        salt=found.salt.hex(),
        checksum=found.checksum,
    )


def digest_of(content: bytes) -> str:
    """Return the sha256 of the content of a board's file, in hex."""
    from hashlib import sha256  # it loads OpenSSL, which the menu has no use for

    return sha256(content).hexdigest()
