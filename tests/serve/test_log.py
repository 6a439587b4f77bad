"""The log: it has every event in order, and a reader who is slow holds nothing up."""

import errno
import json
import os
import time
from threading import Event

import pytest

from boxtui.serve.log import EventLog


def test_events_are_written_in_order_until_the_log_is_closed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    log = EventLog()
    for number in range(1000):
        log.note("login", number=number, of="x" * 100)
    log.close(60.0)
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [each["number"] for each in events] == list(range(1000))
    assert {each["event"] for each in events} == {"login"}


def test_a_log_that_is_not_read_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", writes)
    log = EventLog()
    for number in range(1000):  # more than a pipe holds
        log.note("login", number=number, of="x" * 1000)
    log.close(0.01)  # comes back, though not all is written
    with os.fdopen(reads) as lines:
        read = [json.loads(lines.readline())["number"] for _ in range(1000)]
    os.close(writes)
    assert read == list(range(1000))


def test_lines_that_cannot_be_written_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    write, is_full = os.write, Event()
    is_full.set()

    def written(file: int, data: bytes) -> int:
        if file == writes and is_full.is_set():
            raise OSError(errno.ENOSPC, "no space")
        return write(file, data)

    monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", writes)
    monkeypatch.setattr("os.write", written)
    log = EventLog()
    log.note("login")
    log.note("logout")
    while log._lines.qsize():
        time.sleep(0.01)
    time.sleep(0.05)
    is_full.clear()
    log.note("login")
    log.close(60.0)
    os.close(writes)
    with os.fdopen(reads) as lines:
        events = [json.loads(line) for line in lines]
    assert [(each["event"], each.get("number")) for each in events] == [
        ("lines lost", 2),
        ("login", None),
    ]


def test_while_a_log_is_not_read_a_limited_number_of_lines_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads, writes = os.pipe()
    monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", writes)
    monkeypatch.setattr("boxtui.serve.log._MOST_WAITING", 10)
    log = EventLog()
    log.note("fills", of="x" * 200_000)  # more than a pipe holds
    while log._lines.qsize():
        time.sleep(0.01)
    for number in range(25):
        log.note("login", number=number)
    assert log._lines.qsize() == 10
    with os.fdopen(reads) as lines:
        assert json.loads(lines.readline())["event"] == "fills"
        while log._lines.qsize():
            time.sleep(0.01)
        log.note("logout")
        log.close(60.0)
        os.close(writes)
        events = [json.loads(line) for line in lines]
    waited = [("login", number) for number in range(10)]
    told = [(each["event"], each.get("number")) for each in events]
    assert told == [*waited, ("lines lost", 15), ("logout", None)]


def test_a_log_that_is_closed_while_lines_wait_counts_those_that_are_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads, writes = os.pipe()
    monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", writes)
    monkeypatch.setattr("boxtui.serve.log._MOST_WAITING", 0)
    log = EventLog()
    log.note("login")
    log.close(60.0)
    os.close(writes)
    with os.fdopen(reads) as lines:
        (event,) = [json.loads(line) for line in lines]
    assert (event["event"], event["number"]) == ("lines lost", 1)


def test_a_line_that_was_cut_has_no_other_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    write, failures = os.write, iter([False, True, False, True])

    def written(file: int, data: bytes) -> int:
        if file == writes and next(failures, False):
            raise OSError(errno.ENOSPC, "no space")
        return write(file, data[:20] if file == writes and data.startswith(b'{"at"') else data)

    monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", writes)
    monkeypatch.setattr("os.write", written)
    log = EventLog()
    for event in ("login", "logout", "begins"):
        log.note(event)
    log.close(60.0)
    os.close(writes)
    with os.fdopen(reads) as lines:
        cut, *whole = lines.read().splitlines()
    assert len(cut) == 20
    events = [json.loads(line) for line in whole]
    assert [(each["event"], each.get("number")) for each in events] == [
        ("lines lost", 1),
        ("lines lost", 1),
        ("begins", None),
    ]
