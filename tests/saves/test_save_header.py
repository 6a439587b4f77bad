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
IN_1_0 = "game options seats seed rules app data when dice hints takebacks continues"
"""The fields of format 1.0."""


FULL = replace(
    HEADER,
    options={"first": "", "stake": 0.5, "pub": True, "low": -(2**63)},
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
"""A header that uses every field."""


def test_a_header_is_read_back_from_its_payload() -> None:
    twelve = tuple(("N" * 24, "level5") for _ in range(12))
    for header in (HEADER, FULL, replace(FULL, options=HEADER.options, seats=twelve)):
        assert header_form.decode(header.encode()) == header
        assert Header.from_map(header.to_map()) == header


def test_a_header_without_later_fields_reads_in_earlier_programs() -> None:
    assert " ".join(HEADER.to_map()) == IN_1_0
    assert " ".join(FULL.to_map()) == f"{IN_1_0} tutor warnings ignored"


def test_a_header_that_is_too_long_is_refused_with_both_lengths() -> None:
    seats = tuple(("N" * 24, "p" * 64) for _ in range(12))
    with pytest.raises(SaveError, match=r"take 1\d{3} bytes; a save has room for 1024") as refusal:
        replace(HEADER, seats=seats).encode()
    assert "Shorten" in str(refusal.value)


WRONG: dict[str, list[Any]] = {
    "game": ["", "../x", "Shut", "a\n", "g" * 49, 1],
    "options": [
        *([], {"": 1}, {b"a": 1}, {"k" * 33: 1}, {f"k{n}": 1 for n in range(33)}),
        *({"a": value} for value in (None, [1], float("nan"), float("-inf"), 2**63)),
        *({"a": value} for value in ("x" * 129, "\x1b")),
    ],
    "seats": [
        *([], [["A", "human"]] * 13, [["A"]], [["A", "human", 1]], ["Ab"]),
        *([["A", "h" * 65]], [["A", True]]),
        *([[name, "human"]] for name in ("", "é" * 13, "A\tB", "A\u202eB", "A\u061cB", "A\u2028B")),
    ],
    "seed": [-1, 2**63, True, 1.0],
    "rules": ["1"],
    "app": ["", "x" * 65],
    "data": ["abc", DIGEST.upper(), None],
    "when": ["yesterday", "2026-11-21T05:00:00", "2026-11-21T05:00:00+01:00"],
    "dice": ["loaded", ["rolled"]],
    "hints": [False],
    "takebacks": [-1],
    "tutor": ["loud", ["off"]],
    "warnings": [-1],
    "ignored": [True],
    "continues": ["0" * 15, "g" * 16],
}


@pytest.mark.parametrize("field", WRONG)
def test_a_wrong_field_is_neither_read_nor_written(field: str) -> None:
    for value in WRONG[field]:
        with pytest.raises(SaveDamaged, match=r"^Its header is wrong: .+\."):
            Header.from_map({**HEADER.to_map(), field: value})
        if field not in ("options", "seats"):
            with pytest.raises(SaveError, match=r"^(?!This game|[a-z]).+ must be .+\. Change"):
                replace(HEADER, **{field: value}).encode()


def test_seats_that_a_save_cannot_hold_are_refused_before_anything_is_written() -> None:
    for name in ("", "x" * 25, "é" * 13, "A\nB", "\ud800"):
        with pytest.raises(SaveError, match="1 to 12 seats need a name of 1 to 24 bytes"):
            replace(HEADER, seats=((name, "human"),)).encode()


FIELDS = HEADER.to_map()
WITHOUT_HINTS = {key: FIELDS[key] for key in FIELDS if key != "hints"}


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (None, "is not a map"),
        (1, "is not a map"),
        ([], "is not a map"),
        ("header", "is not a map"),
        ({}, "has no 'game'"),
        (WITHOUT_HINTS, "has no 'hints'"),
        ({**FIELDS, "more": 1}, "has 'more', which doesn't belong there"),
        ({**FIELDS, "\n": 1}, r"has '\?', which"),
    ],
)
def test_a_header_that_is_not_a_map_of_its_fields_is_damage(value: Any, wrong: str) -> None:
    with pytest.raises(SaveDamaged, match=f"Its header {wrong}"):
        Header.from_map(value)


def test_a_doubled_field_is_damage() -> None:
    payload = HEADER.encode()
    doubled = bytes([payload[0] + 1]) + payload[1:] + msgpack.packb("seed") + b"\7"
    with pytest.raises(SaveDamaged, match="can't be read"):
        header_form.decode(doubled)
