"""The bytes of a save: a preamble, then numbered and checked records of one msgpack value."""

from __future__ import annotations

import struct
import unicodedata
import zlib
from typing import TypeGuard

import msgpack  # type: ignore[import-untyped, unused-ignore]

from saves.errors import NotASave, SaveDamaged, SaveTooNew

MAGIC = b"\x89BOXTUI\n"
MAJOR = 1
MINOR = 2
SALT_BYTES = 8
MAX_BYTES = 256 * 1024
MAX_PAYLOAD = 1024
PREAMBLE_BYTES = 24
RECORD_BYTES = 8

_PREAMBLE = struct.Struct("<8sHH8s")
_CRC = struct.Struct("<I")
_RECORD = struct.Struct("<HHI")
_NUMBERED = struct.Struct("<IH")

# Everything that msgpack 1.2.4 has raised on hostile bytes; its errors have no common base.
_MSGPACK_ERRORS = (
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    RecursionError,
    MemoryError,
    msgpack.exceptions.UnpackException,
)
MOST_COUNTED = 2**63 - 1
"""The largest number that a record can hold."""
# Control characters, surrogates and line ends; then the marks that change text direction.
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def pack(value: object) -> bytes:
    """Return one msgpack value. Raises ValueError or TypeError if it can't be packed."""
    try:
        packed: bytes = msgpack.packb(value, use_bin_type=True)
    except OverflowError as error:
        raise ValueError(str(error)) from error
    return packed


def unpack(payload: bytes) -> object:
    """Return the one value in a record's payload. Raises SaveDamaged if anything is wrong."""
    if not 1 <= len(payload) <= MAX_PAYLOAD:
        raise SaveDamaged(f"A record has {len(payload)} bytes, not 1 to {MAX_PAYLOAD}.")
    try:
        value: object = msgpack.unpackb(
            payload,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_map_without_duplicates,
            max_str_len=MAX_PAYLOAD,
            max_bin_len=0,
            max_array_len=MAX_PAYLOAD,
            max_map_len=64,
            max_ext_len=0,
        )
    except _MSGPACK_ERRORS as error:
        raise SaveDamaged("A record can't be read.") from error
    return value


def _map_without_duplicates(pairs: list[tuple[object, object]]) -> dict[object, object]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key is repeated")
    return read


def is_count(value: object) -> TypeGuard[int]:
    """Whether it is an int in 0 .. 2**63 - 1, and not a bool."""
    return type(value) is int and 0 <= value <= MOST_COUNTED


def is_text(value: object, most: int) -> TypeGuard[str]:
    """Whether it is a str of 1 to `most` bytes of UTF-8 that can't garble a terminal's line."""
    if type(value) is not str or not value or len(value) > most:
        return False
    if any(unicodedata.category(c) in _UNSEEN or c in _TURNING for c in value):
        return False
    return len(value.encode()) <= most


def preamble(salt: bytes) -> bytes:
    """Return the first 24 bytes of a file of this version."""
    start = _PREAMBLE.pack(MAGIC, MAJOR, MINOR, salt)
    return start + _CRC.pack(zlib.crc32(start))


def read_preamble(content: bytes) -> tuple[int, bytes]:
    """Return the minor version and the salt. Raises NotASave, SaveDamaged, or SaveTooNew."""
    if len(content) < PREAMBLE_BYTES:
        raise SaveDamaged(
            f"It is too short for a save: {len(content)} of at least {PREAMBLE_BYTES} bytes."
        )
    magic, major, minor, salt = _PREAMBLE.unpack_from(content)
    if magic != MAGIC:
        raise NotASave("It doesn't begin like a save.")
    if _CRC.unpack_from(content, _PREAMBLE.size)[0] != zlib.crc32(content[: _PREAMBLE.size]):
        raise SaveDamaged("Its first bytes are damaged.")
    if major > MAJOR:
        raise SaveTooNew(f"It has format {major}; this boxtui reads formats up to {MAJOR}.")
    if major < MAJOR:
        raise SaveDamaged(f"It has format {major}, which doesn't exist.")
    return minor, salt


def record(salt: bytes, number: int, payload: bytes) -> bytes:
    """Return the bytes of record `number` (0 is the header) with its payload of 1 to 1,024."""
    check = _check(salt, number, payload)
    return _RECORD.pack(len(payload), number, check) + payload


def _check(salt: bytes, number: int, payload: bytes) -> int:
    return zlib.crc32(salt + _NUMBERED.pack(number, len(payload)) + payload)


class RecordDamaged(Exception):
    """A record is damaged and later ones are intact.

    Attributes:
        before: the payloads of the records before it.
    """

    def __init__(self, before: list[bytes]) -> None:
        super().__init__(before)
        self.before = before


def read_records(content: bytes, salt: bytes) -> tuple[list[bytes], int]:
    """Return the payloads in order, and the offset after the last good one; a torn tail may follow.

    Raises RecordDamaged if good records follow. A flipped bit in a length looks like a torn tail,
    but cutting there would drop the good records after it.
    """
    payloads: list[bytes] = []
    end = PREAMBLE_BYTES
    while end < len(content):
        payload = _payload_at(content, end, salt, len(payloads))
        if payload is None:
            break
        payloads.append(payload)
        end += RECORD_BYTES + len(payload)
    if _any_behind(content, end + 1, salt, len(payloads)):
        raise RecordDamaged(payloads)
    return payloads, end


def _payload_at(content: bytes, at: int, salt: bytes, number: int) -> bytes | None:
    if at + RECORD_BYTES > len(content):
        return None
    size, stored, check = _RECORD.unpack_from(content, at)
    payload = content[at + RECORD_BYTES : at + RECORD_BYTES + size]
    if stored != number or not 1 <= size <= MAX_PAYLOAD or len(payload) != size:
        return None
    return payload if _check(salt, number, payload) == check else None


def header_record(content: bytes, salt: bytes) -> bytes:
    """Return the payload of record 0; what follows it may be cut off. Raises SaveDamaged."""
    payload = _payload_at(content, PREAMBLE_BYTES, salt, 0)
    if payload is None:
        raise SaveDamaged("Its beginning is cut off or damaged.")
    return payload


def ends_with(content: bytes, salt: bytes, payload: bytes) -> bool:
    """Whether the last bytes are a good record, of any number, with this payload."""
    at = len(content) - RECORD_BYTES - len(payload)
    if at < PREAMBLE_BYTES:
        return False
    _, number, _ = _RECORD.unpack_from(content, at)
    return _payload_at(content, at, salt, number) == payload


def _any_behind(content: bytes, start: int, salt: bytes, least: int) -> bool:
    """Whether a good record of number `least` or higher begins at any byte from `start` on."""
    for at in range(start, len(content) - RECORD_BYTES):
        size, number, _ = _RECORD.unpack_from(content, at)
        # The cheap tests come first, because this loop sees up to 256 Ki offsets.
        if 1 <= size <= MAX_PAYLOAD and number >= least:
            if _payload_at(content, at, salt, number) is not None:
                return True
    return False
