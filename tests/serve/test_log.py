"""The log: every event in order, and nobody waits for whoever reads it."""

import json
import os

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
