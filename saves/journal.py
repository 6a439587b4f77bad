"""The append-only file of one game: creating, opening, appending and recovering it."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import threading
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from saves import events as event_forms
from saves import files, wire
from saves import header as header_form
from saves.errors import (
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveFull,
    SaveSuperseded,
    SaveTooNew,
    as_save_error,
    printable_name,
    refusing,
)
from saves.events import End, Event
from saves.header import Header

SUFFIX = ".box"
TORN = ".torn-"
"""Between a save's name and the number of a torn tail that was put aside."""

_END = event_forms.encode(End())

_LOOK = "Everything before it was saved; check the disk, then open the save again."

_HEADER_END = wire.PREAMBLE_BYTES + wire.RECORD_BYTES + wire.MAX_PAYLOAD

# A part's number starts at 2 and is short, unlike the time in a save's name.
_PART = re.compile(r"-(?:[2-9]|[1-9][0-9]{1,2})\Z", re.ASCII)


@dataclass(frozen=True)
class Contents:
    """The content of a save: the header and the events after it.

    Attributes:
        end: the offset after the last good record.
        torn: the number of bytes in a torn tail after it.
        moves: the number of moves after all undos.
        minor: the minor version of its format.
        checksum: of the header and the events, the CRC-32.
    """

    header: Header
    events: tuple[Event, ...]
    salt: bytes
    end: int
    torn: int
    moves: int
    minor: int
    checksum: int


def read(path: Path) -> Contents:
    """Return a save's content, without locking or writing anything. Raises SaveError."""
    return _parsed(files.read_regular(path, wire.MAX_BYTES + 1), path)


def _parsed(content: bytes, path: Path) -> Contents:
    """Return the content of the save at that path; an error names the path."""
    try:
        return parse(content)
    except SaveError as fault:
        if type(fault) is SaveDamaged:
            raise SaveDamaged(f"{printable_name(path)} is damaged. {fault.sentence}") from fault
        raise type(fault)(f"{printable_name(path)} can't be opened. {fault.sentence}") from fault


def parse(content: bytes) -> Contents:
    """Return the content in a save's bytes. Raises SaveDamaged, SaveTooNew or NotASave."""
    if len(content) > wire.MAX_BYTES:
        raise SaveDamaged(f"It is longer than a save can be, {wire.MAX_BYTES} bytes.")
    minor, salt = wire.read_preamble(content)
    try:
        payloads, end = wire.read_records(content, salt)
    except wire.RecordDamaged as fault:
        raise SaveDamaged(_place_of_damage(fault.before)) from fault
    first = wire.header_record(content, salt)
    try:
        header = header_form.decode(first)
        events = tuple(map(event_forms.decode, payloads[1:]))
        moves = _moves_after(events, header)
    except SaveDamaged as fault:
        if minor > wire.MINOR:
            version = f"format {wire.MAJOR}.{minor}"
            raise SaveTooNew(f"It has {version}, which this boxtui knows only in part.") from fault
        raise
    torn, checksum = len(content) - end, zlib.crc32(b"".join(payloads))
    return Contents(header, events, salt, end, torn, moves, minor, checksum)


def _place_of_damage(before: Sequence[bytes]) -> str:
    """Return where a save is damaged: after which move of those in the payloads before."""
    if not before:
        return "Its beginning is damaged."
    where = "in its middle"
    with contextlib.suppress(SaveDamaged):  # a newer boxtui may have written what is before
        moves = _moves_after(map(event_forms.decode, before[1:]), header_form.decode(before[0]))
        where = f"after move {moves}" if moves else "before the first move"
    return f"The damage is {where}, not at the end."


def is_surely_ended(path: Path) -> bool:
    """Whether a save's last record is `End`; what is before it isn't checked.

    It is quick. A game that is over may have other events after its end, and the file may not be a
    save at all, so False says nothing. Raises SaveError if the file can't be read.
    """
    content = files.read_regular(path, wire.MAX_BYTES + 1)
    try:
        _, salt = wire.read_preamble(content)
    except SaveError:
        return False
    return wire.ends_with(content, salt, _END)


def _moves_after(events: Iterable[Event], header: Header) -> int:
    moves = 0
    for event in events:
        moves = event_forms.check(event, moves, len(header.seats))
    return moves


class Journal:
    """One game's save, held open and locked: each event is on disk when `append` returns.

    It may be used from any thread, one call at a time. Close it, or use it as a context manager.

    Attributes:
        events: a list, in order, without the header.
        salt: 8 bytes that distinguish this file from every other.
        torn: the number of bytes in a torn tail that opening put aside.
    """

    def __init__(self, fd: int, path: Path, contents: Contents) -> None:
        self.path = path
        self.header = contents.header
        self.events = list(contents.events)
        self.salt = contents.salt
        self.torn = contents.torn
        self._fd = fd
        self._end = contents.end
        self._moves = contents.moves
        self._minor = contents.minor
        self._stopped = ""
        # If it were closed while a worker appends, the worker could write to another file's
        # descriptor.
        self._turn = threading.RLock()

    @classmethod
    def create(cls, path: Path, header: Header, events: Sequence[Event] = ()) -> Journal:
        """Return a new save with these events, durable and locked before its name is visible.

        Raises SaveExists instead of overwriting, SaveFull, SaveDamaged if the events don't follow
        from each other, SaveError if the header is wrong, or ValueError for an event that no save
        can hold.
        """
        salt = os.urandom(wire.SALT_BYTES)
        payloads = [header.encode(), *map(event_forms.encode, events)]
        size = wire.PREAMBLE_BYTES + sum(wire.RECORD_BYTES + len(each) for each in payloads)
        if size > wire.MAX_BYTES:
            raise SaveFull("The game is too long for one file.", "No more moves can be saved.")
        records = [wire.record(salt, number, each) for number, each in enumerate(payloads)]
        content = wire.preamble(salt) + b"".join(records)
        contents = parse(content)
        return cls(files.write_new(path, content), path, contents)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Return an existing save, locked; a torn tail is moved to `<name>.torn-<n>`.

        Raises SaveInUse, SaveDamaged, SaveTooNew, NotASave, SaveNotFound, SaveSuperseded or
        SaveError, and then leaves the file as it was.
        """
        fd = files.open_locked(path)
        try:
            with refusing(path, "read"):
                content = files.read_all(fd, wire.MAX_BYTES + 1)
            contents = _parsed(content, path)
            refuse_superseded(path, contents.salt)
            if contents.torn:
                _cut_torn_tail(fd, path, contents)
        except BaseException:
            os.close(fd)
            raise
        return cls(fd, path, contents)

    def append(self, event: Event) -> None:
        """Add one event; when this returns it is on disk.

        Raises SaveFull or SaveError if that fails; the file then ends where it did before. Raises
        ValueError for an event that doesn't fit the game so far, or if the journal is closed.
        """
        payload = event_forms.encode(event)
        with self._turn:
            self._refuse_closed()
            if self._stopped:
                raise SaveFull(self._stopped, _LOOK)
            try:
                moves = event_forms.check(event, self._moves, len(self.header.seats))
            except SaveDamaged as fault:
                raise ValueError(fault.sentence) from fault
            self._end += self._write(wire.record(self.salt, len(self.events) + 1, payload))
            self._moves = moves
            self.events.append(event)

    def _refuse_closed(self) -> None:
        if self._fd < 0:
            raise ValueError(f"the journal of {self.path} is closed")

    def _write(self, record: bytes) -> int:
        """Write and sync one record; return its length.

        Raises SaveError, and then leaves no part of the record in the file.
        """
        if self._end + len(record) > wire.MAX_BYTES:
            raise SaveFull(
                f"{printable_name(self.path)} is full.", "The game continues in a new file."
            )
        try:
            files.write_all(self._fd, record, self._end)
            files.sync_data(self._fd)
        except OSError as error:
            refused = as_save_error(error, self.path, "written")
            if not self._cut_back() or error.errno == errno.EIO:
                # The content of the disk is unknown now, so writing more could only do harm.
                self._stopped = refused.sentence
                raise SaveFull(self._stopped, _LOOK) from error
            if isinstance(refused, SaveFull):
                refused.action = f"Everything before this is saved. {refused.action}"
            raise refused from error
        return len(record)

    def _cut_back(self) -> bool:
        """Cut the file off after its last good record; return whether that worked."""
        try:
            os.ftruncate(self._fd, self._end)
        except OSError:
            return False
        return True

    @property
    def is_nearly_full(self) -> bool:
        """Whether 7/8 of the file's bytes are used: time to continue in a new one."""
        return 8 * self._end >= 7 * wire.MAX_BYTES

    def is_untouched(self) -> bool:
        """Whether its path still names this file, and nobody else has made it longer or shorter.

        If not, the game must continue in a new file. Raises SaveError if that can't be found out.
        """
        with refusing(self.path, "opened"):
            return os.fstat(self._fd).st_size == self._end and files.is_still(self._fd, self.path)

    def can_hold(self, event: Event) -> bool:
        """Whether this file's version of the format has such events.

        If not, the game must continue in a new file: a program that knows only this version would
        call the file damaged.
        """
        return event_forms.minor_of(event) <= self._minor

    def go_on(
        self,
        header: Header,
        moves: Sequence[int],
        last: Sequence[Event] = (),
        notes: Collection[tuple[int, Event]] = (),
    ) -> Journal:
        """Return the game's next part, a new file beside this one with `moves` and `last`.

        Each of `notes` follows after so many moves; the header must not count the hints among them.
        Once it is durable and locked, this file is removed and closed. Raises SaveError if there
        is no new file, and then this journal stays as it is.
        """
        with self._turn:
            self._refuse_closed()
            header = replace(header, continues=self.salt.hex())
            newer = self._create_next(header, [*event_forms.as_events(moves, notes), *last])
            # If this fails, the old file is superseded, which opening and listing notice.
            with contextlib.suppress(OSError):
                if files.is_still(self._fd, self.path):
                    self.path.unlink()
                    files.sync_folder(self.path.parent)
            self.close()
        return newer

    def _create_next(self, header: Header, events: Sequence[Event]) -> Journal:
        files.make_folder(self.path.parent)
        for path in later_parts(self.path):
            with contextlib.suppress(SaveExists):
                return Journal.create(path, header, events)
        raise AssertionError("the numbers of parts never end")

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._turn:
            fd, self._fd = self._fd, -1
            if fd >= 0:
                os.close(fd)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def first_stem(path: Path) -> str:
    """Return the stem that all parts of one game share, without a part's number."""
    return _PART.sub("", path.stem)


def later_parts(path: Path) -> Iterable[Path]:
    """Return the paths where a game may continue: `name-2.box`, `name-3.box` and so on."""
    stem = first_stem(path)
    reached = int(path.stem[len(stem) + 1 :] or 1)
    return (path.with_name(f"{stem}-{part}{path.suffix}") for part in count(reached + 1))


def refuse_superseded(path: Path, salt: bytes) -> None:
    """Raises SaveSuperseded if another save in the folder continues the one with this salt."""
    for other in sorted(path.parent.glob("*" + SUFFIX)):
        if other.name != path.name and _continues(other, salt):
            sentence = f"{printable_name(path)} continues in {printable_name(other)}."
            raise SaveSuperseded(sentence, f"Open {printable_name(other)}.")


def _continues(path: Path, salt: bytes) -> bool:
    """Whether that save continues the one with this salt; False if it can't be read."""
    try:
        if peek(path).continues != salt.hex():
            return False
        read(path)  # a damaged save continues nothing
    except SaveError:
        return False
    return True


def peek(path: Path) -> Header:
    """Return the header from a save's first bytes alone; opening a save does it to all neighbors.

    Raises SaveError.
    """
    content = files.read_regular(path, _HEADER_END)
    _, salt = wire.read_preamble(content)
    return header_form.decode(wire.header_record(content, salt))


def _cut_torn_tail(fd: int, path: Path, contents: Contents) -> None:
    """Cut the file back to its good records, once the bytes after them are safely copied."""
    with refusing(path, "repaired"):
        size = contents.end + contents.torn
        tail = files.read_all(fd, size)[contents.end :]
        _copy_aside(path, tail)
        os.ftruncate(fd, contents.end)
        os.fsync(fd)


def _copy_aside(path: Path, tail: bytes) -> None:
    for number in count(1):
        with contextlib.suppress(SaveExists):
            os.close(files.write_new(path.with_name(f"{path.name}{TORN}{number}"), tail))
            return
