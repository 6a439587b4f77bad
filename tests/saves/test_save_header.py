"""A header is read back unchanged, or refused with the rule that it breaks."""

from dataclasses import replace
from typing import Any

import msgpack  # type: ignore[import-untyped, unused-ignore]
import pytest
from saved_games import HEADER

from saves import header as header_form
from saves.errors import SaveDamaged, SaveError
from saves.header import Header

DIGEST = "0123456789abcdef" * 4


def test_a_header_is_read_back_from_its_payload() -> None:
    for header in (HEADER, full()):
        assert header_form.decode(header.encode()) == header
        assert Header.from_map(header.to_map()) == header


def full() -> Header:
    """Return a header that uses every field."""
    options: dict[str, Any] = {"first": "", "stake": 0.5, "pub": True, "low": -(2**63)}
    return replace(
        HEADER,
        options=options,
        data=DIGEST,
        dice="by hand",
        hints=3,
        takebacks=2**63 - 1,
        continues="00ff" * 4,
        seed=2**63 - 1,
        seats=(("Zoë Ж 神", "me.package:Agent"),),
        tutor="verdicts",
        warnings=2**63 - 1,
        ignored=4,
    )


def test_a_header_without_later_fields_reads_in_earlier_programs() -> None:
    before = (
        "game options seats seed rules app data when dice hints takebacks continues"  # format 1.0
    )
    assert set(HEADER.to_map()) == set(before.split())
    assert set(full().to_map()) == {*before.split(), "tutor", "warnings", "ignored"}


def test_twelve_seats_with_the_longest_names_fit() -> None:
    seats = tuple(("N" * 24, "level5") for _ in range(12))
    header = replace(full(), options=HEADER.options, seats=seats)
    assert header_form.decode(header.encode()) == header


def test_a_header_that_is_too_long_is_refused_with_both_lengths() -> None:
    seats = tuple(("N" * 24, "p" * 64) for _ in range(12))
    with pytest.raises(SaveError, match=r"take 1\d{3} bytes; a save has room for 1024") as refusal:
        replace(HEADER, seats=seats).encode()
    assert "Shorten" in refusal.value.action


WRONG: list[tuple[str, Any]] = [
    ("game", ""),
    ("game", "../x"),
    ("game", "Shut"),
    ("game", "a\n"),
    ("game", "g" * 49),
    ("game", 1),
    ("options", []),
    ("options", {"a": None}),
    ("options", {"a": [1]}),
    ("options", {"a": float("nan")}),
    ("options", {"a": float("-inf")}),
    ("options", {"a": 2**63}),
    ("options", {"a": "x" * 129}),
    ("options", {"a": "\x1b"}),
    ("options", {"": 1}),
    ("options", {b"a": 1}),
    ("options", {"k" * 33: 1}),
    ("options", {f"k{n}": 1 for n in range(33)}),
    ("seats", []),
    ("seats", [["A", "human"]] * 13),
    ("seats", [["A"]]),
    ("seats", [["A", "human", 1]]),
    ("seats", ["Ab"]),
    ("seats", [["", "human"]]),
    ("seats", [["é" * 13, "human"]]),
    ("seats", [["A", "h" * 65]]),
    ("seats", [["A\tB", "human"]]),
    ("seats", [["A\u202eB", "human"]]),
    ("seats", [["A\u2028B", "human"]]),
    ("seats", [["A", True]]),
    ("seed", -1),
    ("seed", 2**63),
    ("seed", True),
    ("seed", 1.0),
    ("rules", "1"),
    ("app", ""),
    ("app", "x" * 65),
    ("data", "abc"),
    ("data", DIGEST.upper()),
    ("data", None),
    ("when", "yesterday"),
    ("when", "2026-11-21T05:00:00"),
    ("when", "2026-11-21T05:00:00+01:00"),
    ("dice", "loaded"),
    ("dice", ["rolled"]),
    ("hints", False),
    ("takebacks", -1),
    ("tutor", "loud"),
    ("tutor", ["off"]),
    ("warnings", -1),
    ("ignored", True),
    ("continues", "0" * 15),
    ("continues", "g" * 16),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_wrong_field_is_neither_read_nor_written(field: str, value: Any) -> None:
    with pytest.raises(SaveDamaged, match=r"^Its header is wrong: .+\."):
        Header.from_map({**HEADER.to_map(), field: value})
    if field not in ("options", "seats"):
        with pytest.raises(SaveError, match=r"^This game can't be saved: .+\."):
            replace(HEADER, **{field: value}).encode()


def test_seats_that_a_save_cannot_hold_are_refused_before_anything_is_written() -> None:
    for name in ("", "x" * 25, "é" * 13, "A\nB", "\ud800"):
        with pytest.raises(SaveError, match="1 to 12 seats need a name of 1 to 24 bytes"):
            replace(HEADER, seats=((name, "human"),)).encode()


@pytest.mark.parametrize("value", [None, 1, [], {}, "header", {"game": "shut-the-box"}])
def test_a_header_that_is_not_a_map_of_its_fields_is_damage(value: Any) -> None:
    with pytest.raises(SaveDamaged, match="missing or unknown fields"):
        Header.from_map(value)


def test_a_missing_an_added_and_a_doubled_field_are_damage() -> None:
    fields = HEADER.to_map()
    missing = {key: fields[key] for key in fields if key != "hints"}
    with pytest.raises(SaveDamaged):
        Header.from_map(missing)
    with pytest.raises(SaveDamaged):
        Header.from_map({**fields, "more": 1})
    payload = HEADER.encode()
    doubled = bytes([payload[0] + 1]) + payload[1:] + msgpack.packb("seed") + b"\7"
    with pytest.raises(SaveDamaged, match="can't be read"):
        header_form.decode(doubled)
