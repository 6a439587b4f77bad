"""A damaged save is refused, or loses its last event and says so; it never becomes another game."""

import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgpack  # type: ignore[import-untyped, unused-ignore]
import pytest
from saved_games import HEADER, SALT, content_of, open_files, saved

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


def refused(path: Path, kind: type[SaveError], match: str = r"\.") -> None:
    with nothing_leaks_or_changes(path.parent):
        for take in (Journal.open, read):
            with pytest.raises(kind, match=match) as refusal:
                take(path)
            assert type(refusal.value) is kind


def record_ends(content: bytes) -> list[int]:
    """Return the offset after each record, the header's first."""
    ends, at = [], wire.PREAMBLE_BYTES
    while at < len(content):
        at += wire.RECORD_BYTES + int.from_bytes(content[at : at + 2], "little")
        ends.append(at)
    return ends


def test_every_truncation_leaves_the_whole_records_before_it_or_is_refused(path: Path) -> None:
    whole = saved(path, SHORT).read_bytes()
    ends = record_ends(whole)
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size < ends[0]:
            refused(path, SaveDamaged, "a.box is damaged")
            continue
        left = [end for end in ends if end <= size]
        with nothing_leaks_or_changes(path.parent):
            assert read(path).torn == size - left[-1]
        with Journal.open(path) as journal:
            assert journal.events == SHORT[: len(left) - 1]
            assert journal.torn == size - left[-1]
        if journal.torn:
            aside = path.with_name("a.box.torn-1")
            assert aside.read_bytes() == whole[left[-1] : size]
            aside.unlink()


def test_a_flipped_bit_is_refused_or_loses_the_last_event_and_says_so(path: Path) -> None:
    whole = saved(path, SHORT).read_bytes()
    last = record_ends(whole)[-2]
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
        path.with_name("a.box.torn-1").unlink()
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("gap", [b"", b"\0", b"\0" * 512, b"rubbish"])
@pytest.mark.parametrize(
    ("first", "record", "where"),
    [
        (b"\1", 0, "Its beginning is damaged"),
        (b"\1", 1, "before the first move"),
        (b"\1", 3, "after move 2"),
        (b"\xc1", 2, "The damage is in its middle"),  # after what can't be read
    ],
)
def test_a_bad_record_before_a_good_one_is_damage_whose_place_is_told(
    path: Path, gap: bytes, first: bytes, record: int, where: str
) -> None:
    content = content_of(HEADER.encode(), first, b"\2", b"\3", b"\4")
    at = record_ends(content)[record]
    path.write_bytes(content[: at - 1] + b"?" + gap + content[at:])
    refused(path, SaveDamaged, where)


def test_a_record_that_is_moved_swapped_or_doubled_is_damage(path: Path) -> None:
    content = content_of(HEADER.encode(), b"\1", b"\2", b"\3")
    one, two, three, end = record_ends(content)
    for order in ([two, three, one, two], [two, three, two, three], [one, two, one, two]):
        middle = content[order[0] : order[1]] + content[order[2] : order[3]]
        path.write_bytes(content[:one] + middle + content[three:end])
        refused(path, SaveDamaged)


def test_a_record_of_another_save_is_not_accepted(path: Path) -> None:
    content = content_of(HEADER.encode(), b"\1")
    path.write_bytes(content + wire.record(b"tlastlas", 2, b"\2"))
    assert (read(path).events, read(path).torn) == ((Move(1),), 9)


def test_the_worst_tail_is_checked_once_at_each_byte_and_a_payload_at_a_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = content_of(HEADER.encode())
    path.write_bytes(content + b"\0\4" * ((wire.MAX_BYTES - len(content)) // 2))
    sizes: list[int] = []
    crc32 = zlib.crc32

    def counted(data: bytes) -> int:
        sizes.append(len(data))
        return crc32(data)

    monkeypatch.setattr(zlib, "crc32", counted)
    read(path)
    assert wire.MAX_BYTES // 4 < len(sizes) < wire.MAX_BYTES
    assert max(sizes) < 2 * wire.MAX_PAYLOAD


def version(major: int, minor: int, payload: bytes = b"\1") -> bytes:
    """Return a save of that version, with a valid checksum."""
    content = content_of(HEADER.encode(), payload)
    start = content[:8] + major.to_bytes(2, "little") + minor.to_bytes(2, "little") + SALT
    crc = zlib.crc32(start).to_bytes(4, "little")
    return start + crc + content[wire.PREAMBLE_BYTES :]


APPLAUSE = wire.pack(["applause"])
OTHER_FILES: dict[str, tuple[bytes, type[SaveError], str]] = {
    "much newer": (version(31, 0), SaveTooNew, r"a\.box can't be opened\. It has format 31"),
    "newer": (version(wire.MAJOR + 1, 0), SaveTooNew, f"It has format {wire.MAJOR + 1}"),
    "older than all": (version(0, 0), SaveDamaged, "format 0"),
    "a newer event": (version(1, 9, APPLAUSE), SaveTooNew, r"format 1\.9"),
    "longer than a save": (bytes(wire.MAX_BYTES + 1), SaveDamaged, "longer than a save can be"),
    **{
        f"{size} bytes": (bytes(size), SaveDamaged, f"too short for a save: {size} of at least 24")
        for size in (0, 1)
    },
    "a picture": (b"\x89PNG\r\n\x1a\n" * 9, NotASave, r"\."),
    "a text": (b"[save]\nmoves = [1, 2, 3, 4]\n", NotASave, r"\."),
}


@pytest.mark.parametrize(("content", "kind", "match"), OTHER_FILES.values(), ids=OTHER_FILES)
def test_a_file_of_a_newer_version_or_another_kind_is_refused(
    path: Path, content: bytes, kind: type[SaveError], match: str
) -> None:
    path.write_bytes(version(1, 9))
    assert read(path).events == (Move(1),)  # it holds nothing new
    path.write_bytes(content)
    refused(path, kind, match)


def test_a_path_that_is_not_a_regular_file_is_refused_at_once(path: Path) -> None:
    refused(path, SaveNotFound, "no file")
    path.mkdir()
    refused(path, NotASave, "not a save")
    link, pipe = path.with_name("link.box"), path.with_name("pipe.box")
    link.symlink_to(saved(path.with_name("real.box")))
    refused(link, NotASave, "symbolic link")
    os.mkfifo(pipe)
    refused(pipe, NotASave, "not a regular file")


def test_a_file_name_cannot_disturb_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\udcff.box"
    path.write_bytes(b"")
    with pytest.raises(SaveDamaged) as refusal:
        read(path)
    assert str(refusal.value).isprintable()
    assert "a?[31m?.box" in str(refusal.value)


CRAFTED: dict[str, list[bytes]] = {
    "five bytes that took 800 MiB": [bytes.fromhex("dd06400000")],
    "a map or a text of four milliards": [bytes.fromhex("dfffffffff"), bytes.fromhex("dbffffffff")],
    "nested": [b"\x91" * 1024, b"\x91" * 500 + b"\xc0", b"\x81\xa1a" * 341],
    "no number that a move has": [
        msgpack.packb(number) for number in (float("nan"), float("inf"), 1.0, 2**63, -1)
    ],
    "true, nil, never used": [b"\xc3", b"\xc0", b"\xc1"],
    "an extension": [msgpack.packb(msgpack.ExtType(5, b"x"))],
    "a time, whole and broken": [msgpack.packb(msgpack.Timestamp(1)), b"\xd6\xff\xff"],
    "bytes, a map, a bare word": [msgpack.packb(each) for each in (b"end", {"undo": 1}, "end")],
    "keys that are numbers or arrays": [b"\x81\x01\x02", b"\x81\x91\x01\x02"],
    "a key twice": [b"\x82\xa1a\x01\xa1a\x01"],
    "no UTF-8": [b"\xa2\xff\xfe"],
    "two values": [b"\1\2"],
    "cut off": [b"\x92\xa4undo"],
}
"""Payloads that no writer makes."""

WRONG_EVENTS: dict[str, list[list[object]]] = {
    "an unknown word or none": [["resign"], []],
    "undo": [["undo", *kept] for kept in ([], [True], [1, 1], [-1], [2])],
    "moves": [["moves", []], ["moves", [1, None]], ["moves", 1, 2]],
    "a tutor that there is not": [["tutor", "loud"], ["tutor"]],
    "a word with more": [["hint", 1], ["warned", 1], ["end", None]],
    "a seat that isn't there": [["seat", 2, "human"]],
    "no player": [["seat", 0, player] for player in ("", "\x1b[2J", "é" * 33)],
}
CRAFTED |= {name: [msgpack.packb(each) for each in made] for name, made in WRONG_EVENTS.items()}


@pytest.mark.parametrize("payloads", CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_record_with_a_checksum_is_damage(path: Path, payloads: list[bytes]) -> None:
    for payload in payloads:
        for content in (content_of(HEADER.encode(), b"\1", payload), content_of(payload)):
            path.write_bytes(content)
            refused(path, SaveDamaged, r"a\.box is damaged")


def test_each_copy_in_a_folder_can_be_opened(path: Path) -> None:
    copy = path.with_name("b.box")
    shutil.copy(saved(path), copy)
    with Journal.open(path) as one, Journal.open(copy) as other:
        one.append(Move(1))
        other.append(Move(2))
    assert read(path).events[-1] == Move(1)
