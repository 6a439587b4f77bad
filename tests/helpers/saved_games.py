"""Shared by the tests of saves: a header, events of every kind, and files built from bytes."""

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pty_terminal import DEADLINE

import saves
from saves import wire
from saves.events import (
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Moves,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
    minor_of,
)
from saves.header import TUTOR_MODES, TUTOR_VERDICTS, Header
from saves.journal import Journal

HELPERS = Path(__file__).parent
FIXTURES = HELPERS.parent / "saves" / "fixtures"
LATEST = FIXTURES / "format-1-2.box"
SALT = b"saltsalt"

HEADER = Header(
    game="shut-the-box",
    options={
        "first": "first seat",
        "pub_stakes": False,
        "stake": 1,
        "scoring": "digits",
        "last_loser": 0,
    },
    seats=(("Ann", "human"), ("Computer", "level5")),
    seed=7,
    rules=1,
    app="0.1.0",
    data="",
    when="2026-11-21T05:00:00+00:00",
    dice="rolled",
)

# Moves of every length that msgpack has for integers.
NUMBERS = (0, 127, 128, 255, 65_535, 65_536, 2**32, 2**63 - 1)


TUTORED = replace(HEADER, tutor=TUTOR_VERDICTS, warnings=3, ignored=2)
"""A header with the fields that format 1.1 has added."""


def every_kind(minor: int = wire.MINOR) -> list[Event]:
    """Return eight events of each kind that the format has; sixteen moves are left at the end."""
    events: list[Event] = []
    for turn, number in enumerate(NUMBERS):
        events += [Hint(), Move(number), Moves((turn, number, 3)), SeatChange(turn % 2, "level1")]
        events += [TutorChange(TUTOR_MODES[turn % len(TUTOR_MODES)]), Warned(), Ignored()]
        events += [Remark(f"a blunder, {number} points: Ä was better")]
        events += [Undo(2 * turn + 1), Move(turn), End()]
    return [event for event in events if minor_of(event) <= minor]


def live_moves(events: Iterable[Event]) -> list[int]:
    """Return the moves that are left after every undo, in order: the game."""
    live: list[int] = []
    for event in events:
        match event:
            case Move(move):
                live.append(move)
            case Moves(moves):
                live.extend(moves)
            case Undo(ply):
                del live[ply:]
    return live


def saved(path: Path, events: list[Event] | None = None, **changes: Any) -> Path:
    """Write a closed save to that path."""
    header = replace(HEADER, **changes)
    Journal.create(path, header, every_kind() if events is None else events).close()
    return path


def tear(path: Path, lost: int = 1) -> Path:
    """Cut off a save's last bytes."""
    os.truncate(path, path.stat().st_size - lost)
    return path


def damage(path: Path, at: int) -> Path:
    """Change a byte of a save."""
    content = bytearray(path.read_bytes())
    content[at] ^= 4
    path.write_bytes(content)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def open_files() -> list[str]:
    return sorted(path.name for path in Path("/dev/fd").iterdir())


def content_of(*payloads: bytes) -> bytes:
    """Return the bytes of a save with these payloads, header first, each with a valid checksum."""
    records = [wire.record(SALT, number, payload) for number, payload in enumerate(payloads)]
    return wire.preamble(SALT) + b"".join(records)


def make_fixture() -> None:
    """Write the fixture of the latest format, once; it is kept forever and never overwritten."""
    Journal.create(LATEST, TUTORED, every_kind()).close()


def run_helper(name: str, *arguments: object) -> str:
    """Return what a helper module prints in a separate process, with warnings as errors."""
    root = Path(saves.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", name, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HELPERS), str(root)])},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


if __name__ == "__main__":
    make_fixture()
