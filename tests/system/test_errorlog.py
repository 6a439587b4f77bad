"""The error log: only its owner can read it, it stays short, and it never causes a failure."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from boxtui.system.errorlog import LIMIT, append, named, one_line


def failure(message: str = "out of luck") -> ValueError:
    """Return an error raised where a local variable held a secret."""
    secret = "wild, " + "house"
    try:
        assert secret
        raise ValueError(message)
    except ValueError as error:
        return error


def test_a_failure_is_added_for_its_owner_without_values_of_variables(tmp_path: Path) -> None:
    log = tmp_path / "state" / "boxtui" / "boxtui.log"
    for where in ("in a game", "in a lesson"):
        assert append(log, where, failure())
    text = log.read_text()
    assert text.count("ValueError: out of luck") == text.count("Traceback") == 2
    assert text.index("in a game\n") < text.index("in a lesson\n")
    assert "wild, house" not in text
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    folders = (log.parent, log.parent.parent)
    assert [stat.S_IMODE(each.stat().st_mode) for each in folders] == [0o700, 0o700]


def test_a_log_that_would_be_too_long_starts_over_and_entries_stay_short(tmp_path: Path) -> None:
    log = tmp_path / "boxtui.log"
    log.write_bytes(b"x" * LIMIT)
    assert append(log, "in a game", failure("y" * 10 * LIMIT))
    assert log.stat().st_size < LIMIT // 4
    for _ in range(20):
        assert append(log, "in a game", failure("z" * LIMIT))
        assert log.stat().st_size <= LIMIT


@pytest.mark.parametrize("kind", ["a link", "a pipe", "a folder", "no folder"])
def test_if_the_log_cannot_be_written_nothing_else_is(tmp_path: Path, kind: str) -> None:
    log, other = tmp_path / "boxtui.log", tmp_path / "other"
    other.write_text("not a log")
    if kind == "a link":
        log.symlink_to(other)
    elif kind == "a pipe":
        os.mkfifo(log)
    elif kind == "a folder":
        log.mkdir()
    else:
        log = other / "boxtui.log"
    assert not append(log, "", failure())
    assert other.read_text() == "not a log"


@dataclass(frozen=True)
class Mute(Exception):
    instead: BaseException

    def __str__(self) -> str:
        raise self.instead


def test_an_errors_message_is_one_short_line_for_any_terminal() -> None:
    assert one_line(ValueError("a\x1b[2J\nb\u202e")) == "a [2J b "
    assert one_line(ValueError("x" * 1000)) == "x" * 196 + " ..."
    assert one_line(ValueError("x" * 200)) == "x" * 200
    assert one_line(ValueError("one two " * 100)) == "one two " * 24 + "one ..."
    for instead in (RuntimeError("no words"), SystemExit()):
        assert one_line(Mute(instead)) == "no message"
    assert named(KeyError("a")) == "KeyError: 'a'"
    assert (named(MemoryError()), named(OSError("\n"), "here")) == ("MemoryError", "OSError here")
