"""Record 0 of a save: the game, its players, its options and its seed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, cast

from boxtui.wording import quoted
from saves import wire
from saves.errors import SaveDamaged, SaveError

MAX_SEATS = 12
MAX_OPTIONS = 32
KEY_LETTERS = 48
NAME_BYTES = 24
PLAYER_BYTES = 64
ROLLED = "rolled"
BY_HAND = "by hand"
TUTOR_OFF = "off"
TUTOR_WARNS = "warns"
TUTOR_VERDICTS = "verdicts"
TUTOR_MODES = (TUTOR_OFF, TUTOR_WARNS, TUTOR_VERDICTS)

OptionValue = str | int | float | bool

_KEY = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{KEY_LETTERS - 1}}}", re.ASCII)


@dataclass(frozen=True)
class Header:
    """What a game starts from; with the moves after it, it is the whole game.

    Attributes:
        seats: (name, player) pairs: a name of 1 to 24 bytes, and "human" or an agent's name of at
            most 64.
        seed: what the dice and cards follow from, from 0 to 2^63 - 1.
        rules: the version of the game's rules, from 0.
        app: the version of boxtui, in 1 to 64 bytes.
        data: the sha256 of the game's board or deck file, in hex, or "".
        when: the time of the start, ISO 8601 in UTC.
        dice: "rolled" or "by hand".
        hints: a count carried over from an earlier part.
        takebacks: a count carried over from an earlier part.
        continues: the salt of the earlier part in hex, or "".
        tutor: one of `TUTOR_MODES`.
        warnings: a count carried over from an earlier part.
        ignored: a count, carried over, of the moves played in spite of a warning.
    """

    game: str
    options: dict[str, OptionValue]
    seats: tuple[tuple[str, str], ...]
    seed: int
    rules: int
    app: str
    data: str
    when: str
    dice: str
    hints: int = 0
    takebacks: int = 0
    continues: str = ""
    tutor: str = TUTOR_OFF
    warnings: int = 0
    ignored: int = 0

    def to_map(self) -> dict[str, object]:
        """Return the header as a msgpack map. Raises SaveError if a field isn't allowed.

        Fields of a later minor version are left out at their defaults, so that earlier programs
        read saves in which they aren't used.
        """
        header_map: dict[str, object] = {name: getattr(self, name) for name in FIELDS}
        for name, default in ADDED.items():
            if header_map[name] == default:
                del header_map[name]
        header_map["options"] = dict(self.options)
        header_map["seats"] = [list(seat) for seat in self.seats]
        if wrong := _first_wrong(header_map):
            raise SaveError(f"{wrong[0].upper()}{wrong[1:]}.", "Change it and start again.")
        return header_map

    @classmethod
    def from_map(cls, value: object) -> Header:
        """Return the header in a map from a save. Raises SaveDamaged if any of it is wrong."""
        if fault := fault_of(value):
            raise SaveDamaged(f"Its header {fault}.")
        header_map = cast("dict[str, Any]", value)
        seats = tuple((name, player) for name, player in header_map["seats"])
        return cls(**{**header_map, "seats": seats})

    def encode(self) -> bytes:
        """Return the payload of record 0. Raises SaveError if it is wrong or too long."""
        payload = wire.pack(self.to_map())
        if len(payload) > wire.MAX_PAYLOAD:
            raise SaveError(
                f"The names and options of this game take {len(payload)} bytes;"
                f" a save has room for {wire.MAX_PAYLOAD}.",
                "Shorten the seats' names and start again.",
            )
        return payload


def fault_of(value: object) -> str:
    """Return what is wrong with the map of a header, as in "has no 'seed'", or ""."""
    if not isinstance(value, dict):
        return "is not a map"
    for name in FIELDS:
        if name not in value and name not in ADDED:
            return f"has no {name!r}"
    for name in value:
        if name not in FIELDS:
            return f"has {quoted(name)}, which doesn't belong there"
    wrong = _first_wrong(value)
    return f"is wrong: {wrong}" if wrong else ""


def decode(payload: bytes) -> Header:
    """Return the header in record 0's payload. Raises SaveDamaged if it is wrong."""
    return Header.from_map(wire.unpack(payload))


FIELDS = tuple(field.name for field in fields(Header))

ADDED: dict[str, object] = {
    name: getattr(Header, name) for name in ("tutor", "warnings", "ignored")
}
"""The fields that format 1.1 has added, and their values if they are missing."""


def is_key(value: object) -> bool:
    """Whether it can be a game's key, a part of file names: see `_SHAPES`."""
    return type(value) is str and _KEY.fullmatch(value) is not None


def _is_options(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_OPTIONS
        and all(wire.is_text(key, 32) and _is_option(choice) for key, choice in value.items())
    )


def _is_option(choice: object) -> bool:
    if type(choice) is float:
        return math.isfinite(choice)
    if type(choice) is int:
        return -(2**63) <= choice < 2**63
    return type(choice) is bool or choice == "" or wire.is_text(choice, 128)


def _is_seats(value: object) -> bool:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= MAX_SEATS
        and all(_is_seat(seat) for seat in value)
    )


def _is_seat(seat: object) -> bool:
    match seat:
        case [name, player]:
            return wire.is_text(name, NAME_BYTES) and wire.is_text(player, PLAYER_BYTES)
    return False


def _is_hex(value: object, digits: int) -> bool:
    """Whether a value is "" or exactly `digits` lower-case hex digits."""
    return value == "" or (
        type(value) is str and len(value) == digits and not value.strip("0123456789abcdef")
    )


def _is_when(value: object) -> bool:
    if not wire.is_text(value, 40):
        return False
    try:
        return datetime.fromisoformat(value).utcoffset() == timedelta(0)
    except ValueError:
        return False


_SHAPES: dict[str, tuple[Callable[[object], bool], str]] = {
    "game": (
        is_key,
        f"the game's key must be 1 to {KEY_LETTERS} of a-z, 0-9, '-' and '_', not '-' or '_' first",
    ),
    "options": (
        _is_options,
        f"options must be at most {MAX_OPTIONS} short names with a text, number or yes/no",
    ),
    "seats": (
        _is_seats,
        (
            f"1 to {MAX_SEATS} seats need a name of 1 to {NAME_BYTES} bytes and a player of 1 to "
            f"{PLAYER_BYTES}"
        ),
    ),
    "seed": (wire.is_count, "the seed must be a whole number from 0 to 2^63 - 1"),
    "rules": (wire.is_count, "the rules' version must be a whole number from 0"),
    "app": (
        lambda value: wire.is_text(value, 64),
        "the app's version must be 1 to 64 bytes of text",
    ),
    "data": (lambda value: _is_hex(value, 64), "the board's digest must be 64 hex digits or empty"),
    "when": (_is_when, "the time must be ISO 8601 in UTC"),
    "dice": (lambda value: value in (ROLLED, BY_HAND), "dice must be 'rolled' or 'by hand'"),
    "hints": (wire.is_count, "hints must be a number from 0"),
    "takebacks": (wire.is_count, "takebacks must be a number from 0"),
    "continues": (
        lambda value: _is_hex(value, 2 * wire.SALT_BYTES),
        f"the earlier part's salt must be {2 * wire.SALT_BYTES} hex digits or empty",
    ),
    "tutor": (
        lambda value: value in TUTOR_MODES,
        f"the tutor must be {', '.join(map(repr, TUTOR_MODES[:-1]))} or {TUTOR_MODES[-1]!r}",
    ),
    "warnings": (wire.is_count, "warnings must be a number from 0"),
    "ignored": (wire.is_count, "ignored must be a number from 0"),
}


def _first_wrong(header_map: Mapping[str, object]) -> str:
    """Return what the first wrong field should have been, or ""."""
    for name, (is_right, rule) in _SHAPES.items():
        if name in header_map and not is_right(header_map[name]):
            return rule
    return ""
