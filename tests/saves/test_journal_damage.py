"""A damaged save is refused, or loses its last event and says so; it never becomes another game."""

import os
import shutil
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack  # type: ignore[import-untyped, unused-ignore]
import pytest
from saved_games import HEADER, SALT, content_of, saved

from saves import wire
from saves.errors import NotASave, SaveDamaged, SaveError, SaveNotFound, SaveTooNew
from saves.events import Event, Hint, Move, Moves, SeatChange, Undo
from saves.journal import Journal, read

SHORT: list[Event] = [Move(5), Hint(), Moves((1, 300)), Undo(1), SeatChange(1, "level2"), Move(9)]


@contextmanager
def nothing_leaks_or_changes(folder: Path) -> Iterator[None]:
    """Check that a refusal closes what it opened and writes nothing."""
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    opened = open_files()
    yield
    assert open_files() == opened
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def refused(path: Path, kind: type[SaveError], match: str = r"\.") -> None:
    with nothing_leaks_or_changes(path.parent):
        with pytest.raises(kind, match=match) as opening:
            Journal.open(path)
        assert type(opening.value) is kind
        with pytest.raises(kind, match=match):
            read(path)


def record_ends(content: bytes) -> list[int]:
    """Return the offset after each record, the header's first."""
    ends, at = [], wire.PREAMBLE_BYTES
    while at < len(content):
        at += wire.RECORD_BYTES + int.from_bytes(content[at : at + 2], "little")
        ends.append(at)
    return ends


def test_every_truncation_leaves_the_whole_records_before_it_or_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "cut.box", SHORT)
    whole = path.read_bytes()
    ends = record_ends(whole)
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size < ends[0]:
            refused(path, SaveDamaged, "cut.box is damaged")
            continue
        left = [end for end in ends if end <= size]
        with Journal.open(path) as journal:
            assert journal.events == SHORT[: len(left) - 1]
            assert journal.torn == size - left[-1]
        if journal.torn:
            aside = tmp_path / "cut.box.torn-1"
            assert aside.read_bytes() == whole[left[-1] : size]
            aside.unlink()


def test_a_flipped_bit_is_refused_or_loses_the_last_event_and_says_so(tmp_path: Path) -> None:
    whole = saved(tmp_path / "flipped.box", SHORT).read_bytes()
    last = record_ends(whole)[-2]
    path = tmp_path / "flipped.box"
    for bit in range(0, 8 * len(whole), 3):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        try:
            journal = Journal.open(path)
        except SaveError:
            assert bit // 8 < last, "refused for a torn tail"
            assert path.read_bytes() == flipped
            continue
        journal.close()
        assert (journal.header, journal.events) == (HEADER, SHORT[:-1])
        assert journal.torn == len(whole) - last
        (tmp_path / "flipped.box.torn-1").unlink()
    assert list(tmp_path.iterdir()) == [path]


def test_a_torn_tail_is_copied_aside_under_a_free_name_and_cut(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box", SHORT)
    (tmp_path / "a.box.torn-1").write_bytes(b"older")
    os.truncate(path, path.stat().st_size - 2)
    tail = path.read_bytes()[record_ends(path.read_bytes())[-2] :]
    with Journal.open(path) as journal:
        assert journal.torn == len(tail)
        journal.append(Move(7))
    assert read(path).events == (*SHORT[:-1], Move(7))
    assert (tmp_path / "a.box.torn-1").read_bytes() == b"older"
    assert (tmp_path / "a.box.torn-2").read_bytes() == tail
    with Journal.open(path) as journal:
        assert journal.torn == 0


@pytest.mark.parametrize("tail", [b"\0", b"\0" * 4096, b"\1\0" * 50, b"\xff" * 3000], ids=len)
def test_zeros_or_garbage_after_the_last_record_are_a_torn_tail(
    tmp_path: Path, tail: bytes
) -> None:
    path = saved(tmp_path / "a.box", SHORT)
    path.write_bytes(path.read_bytes() + tail)
    assert (read(path).torn, read(path).events) == (len(tail), tuple(SHORT))
    with Journal.open(path) as journal:
        assert (journal.torn, journal.events) == (len(tail), SHORT)


def test_reading_a_torn_save_writes_nothing(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box", SHORT)
    os.truncate(path, path.stat().st_size - 2)
    with nothing_leaks_or_changes(tmp_path):
        assert read(path).torn > 0


@pytest.mark.parametrize("gap", [b"", b"\0", b"\0" * 512, b"rubbish"])
def test_a_bad_record_before_a_good_one_at_any_place_is_damage(tmp_path: Path, gap: bytes) -> None:
    path = tmp_path / "a.box"
    content = content_of(HEADER.encode(), b"\1", b"\2", b"\3", b"\4")
    at = record_ends(content)[2]
    path.write_bytes(content[: at - 1] + b"?" + gap + content[at:])
    refused(path, SaveDamaged, "Record 2 is damaged, but later ones are intact")


def test_a_record_that_is_moved_swapped_or_doubled_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    content = content_of(HEADER.encode(), b"\1", b"\2", b"\3")
    one, two, three, end = record_ends(content)
    for order in ([two, three, one, two], [two, three, two, three], [one, two, one, two]):
        middle = content[order[0] : order[1]] + content[order[2] : order[3]]
        path.write_bytes(content[:one] + middle + content[three:end])
        with pytest.raises(SaveDamaged):
            Journal.open(path)


def test_a_record_of_another_save_is_not_accepted(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    content = content_of(HEADER.encode(), b"\1")
    path.write_bytes(content + wire.record(b"tlastlas", 2, b"\2"))
    assert (read(path).events, read(path).torn) == ((Move(1),), 9)


def test_the_worst_tail_is_searched_within_seconds(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    content = content_of(HEADER.encode())
    path.write_bytes(content + b"\0\4" * ((wire.MAX_BYTES - len(content)) // 2))
    start = time.process_time()
    read(path)
    assert time.process_time() - start < 5


def test_a_save_longer_than_the_limit_is_damage(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box")
    os.truncate(path, wire.MAX_BYTES + 1)
    refused(path, SaveDamaged, "longer than a save can be")


def version(major: int, minor: int, payload: bytes = b"\1") -> bytes:
    """Return a save of that version, with a valid checksum."""
    content = content_of(HEADER.encode(), payload)
    start = content[:8] + major.to_bytes(2, "little") + minor.to_bytes(2, "little") + SALT
    crc = zlib.crc32(start).to_bytes(4, "little")
    return start + crc + content[wire.PREAMBLE_BYTES :]


def test_a_newer_version_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    path.write_bytes(version(31, 0))
    refused(path, SaveTooNew, r"a\.box can't be opened\. It has format 31")
    path.write_bytes(version(wire.MAJOR + 1, 0))
    refused(path, SaveTooNew, f"It has format {wire.MAJOR + 1}")
    path.write_bytes(version(0, 0))
    refused(path, SaveDamaged, "format 0")


def test_a_newer_minor_version_opens_unless_it_holds_something_new(tmp_path: Path) -> None:
    path = tmp_path / "a.box"
    path.write_bytes(version(1, 9))
    assert read(path).events == (Move(1),)
    path.write_bytes(version(1, 9, wire.pack(["remark", "well played"])))
    refused(path, SaveTooNew, r"format 1\.9")


def test_a_path_that_is_not_a_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    real = saved(tmp_path / "real.box")
    (tmp_path / "link.box").symlink_to(real)
    refused(tmp_path / "link.box", NotASave, "symbolic link")
    (tmp_path / "folder.box").mkdir()
    refused(tmp_path / "folder.box", NotASave, "not a save")
    os.mkfifo(tmp_path / "pipe.box")
    with pytest.raises(NotASave, match="not a regular file"):
        Journal.open(tmp_path / "pipe.box")
    with pytest.raises(NotASave, match="not a regular file"):
        read(tmp_path / "pipe.box")
    refused(tmp_path / "none.box", SaveNotFound, "no file")


@pytest.mark.parametrize("content", [b"", b"\x89BOXTUI\n", content_of()], ids=len)
def test_an_empty_or_headless_file_is_damaged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.box"
    path.write_bytes(content)
    refused(path, SaveDamaged, r"a\.box is damaged")


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n" * 9, b"[save]\nmoves = [1, 2, 3, 4]\n"],
    ids=["a picture", "a text"],
)
def test_a_file_of_another_kind_is_not_a_save(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.box"
    path.write_bytes(content)
    refused(path, NotASave)


def test_a_file_name_cannot_disturb_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\udcff.box"
    path.write_bytes(b"")
    with pytest.raises(SaveDamaged) as refusal:
        read(path)
    assert str(refusal.value).isprintable()
    assert "a?[31m?.box" in str(refusal.value)


HUGE_ARRAY = bytes.fromhex("dd06400000")
CRAFTED = {
    "five bytes that took 800 MiB": HUGE_ARRAY,
    "a map of four milliards": bytes.fromhex("dfffffffff"),
    "a text of four milliards": bytes.fromhex("dbffffffff"),
    "nested arrays": b"\x91" * 1024,
    "nested arrays, closed": b"\x91" * 500 + b"\xc0",
    "nested maps": b"\x81\xa1a" * 341,
    "NaN": msgpack.packb(float("nan")),
    "infinity": msgpack.packb(float("inf")),
    "a float": msgpack.packb(1.0),
    "true": b"\xc3",
    "nil": b"\xc0",
    "never used": b"\xc1",
    "2**63": msgpack.packb(2**63),
    "a negative move": msgpack.packb(-1),
    "an extension": msgpack.packb(msgpack.ExtType(5, b"x")),
    "a time": msgpack.packb(msgpack.Timestamp(1)),
    "a broken time": bytes.fromhex("d6ff") + b"\xff",
    "bytes": msgpack.packb(b"end"),
    "a map": msgpack.packb({"undo": 1}),
    "keys that are numbers": b"\x81\x01\x02",
    "keys that are arrays": b"\x81\x91\x01\x02",
    "a key twice": b"\x82\xa1a\x01\xa1a\x01",
    "no UTF-8": b"\xa2\xff\xfe",
    "two values": b"\1\2",
    "cut off": b"\x92\xa4undo",
    "a bare word": msgpack.packb("end"),
    "an unknown word": msgpack.packb(["resign"]),
    "nothing": msgpack.packb([]),
    "undo of none": msgpack.packb(["undo"]),
    "undo of true": msgpack.packb(["undo", True]),
    "undo of two": msgpack.packb(["undo", 1, 1]),
    "undo of a negative number": msgpack.packb(["undo", -1]),
    "undo beyond the moves": msgpack.packb(["undo", 2]),
    "no moves": msgpack.packb(["moves", []]),
    "moves that aren't": msgpack.packb(["moves", [1, None]]),
    "moves without a list": msgpack.packb(["moves", 1, 2]),
    "a hint with more": msgpack.packb(["hint", 1]),
    "a tutor that there is not": msgpack.packb(["tutor", "loud"]),
    "a tutor without a mode": msgpack.packb(["tutor"]),
    "a warning with more": msgpack.packb(["warned", 1]),
    "an end with more": msgpack.packb(["end", None]),
    "a seat that isn't there": msgpack.packb(["seat", 2, "human"]),
    "a seat without a player": msgpack.packb(["seat", 0, ""]),
    "a player with an escape": msgpack.packb(["seat", 0, "\x1b[2J"]),
    "a player that is too long": msgpack.packb(["seat", 0, "é" * 33]),
}


@pytest.mark.parametrize("payload", CRAFTED.values(), ids=CRAFTED.keys())
def test_a_crafted_record_under_a_valid_checksum_is_damage(tmp_path: Path, payload: bytes) -> None:
    path = tmp_path / "a.box"
    path.write_bytes(content_of(HEADER.encode(), b"\1", payload))
    refused(path, SaveDamaged, r"a\.box is damaged")
    path.write_bytes(content_of(payload))
    refused(path, SaveDamaged, r"a\.box is damaged")


def test_each_copy_in_a_folder_can_be_opened(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.box")
    shutil.copy(path, tmp_path / "b.box")
    with Journal.open(path) as one, Journal.open(tmp_path / "b.box") as other:
        one.append(Move(1))
        other.append(Move(2))
    assert read(path).events[-1] == Move(1)
