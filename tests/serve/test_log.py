"""The log: every event in order, and nobody waits for whoever reads it."""

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


def test_nobody_waits_for_a_log_that_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
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
