"""The log: it has every event in order, and a reader who is slow holds nothing up."""

import errno
import json
import os
from collections.abc import Iterator

import pytest
from waits import until

from boxtui.serve.log import EventLog


class Piped:
    """A log that is written into a pipe.

    Attributes:
        faults: which of the next writes fail, as on a full disk.
        cut: after how many bytes of a line its first write ends, if not with the line.
        lines: the other end of the pipe.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reads, self._file = os.pipe()
        self.lines = os.fdopen(reads)
        self.faults: Iterator[bool] = iter(())
        self.cut: int | None = None
        write = os.write

        def written(file: int, data: bytes) -> int:
            if file != self._file:
                return write(file, data)
            if next(self.faults, False):
                raise OSError(errno.ENOSPC, "no space")
            return write(file, data[: self.cut] if data.startswith(b'{"at"') else data)

        monkeypatch.setattr("boxtui.serve.log._STANDARD_ERROR", self._file)
        monkeypatch.setattr("os.write", written)
        self.log = EventLog()

    async def taken(self) -> None:
        """Wait until the writing thread has taken all lines."""
        await until(lambda: not self.log._lines.qsize())

    def end(self) -> None:
        """Close the log once all is written, and the pipe."""
        self.log.close(60.0)
        os.close(self._file)

    def told(self) -> list[tuple[str, int | None]]:
        """Return each further event, and its number."""
        events = [json.loads(line) for line in self.lines]
        return [(each["event"], each.get("number")) for each in events]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Iterator[Piped]:
    there = Piped(monkeypatch)
    with there.lines:
        yield there


def test_events_are_written_in_order_until_it_is_closed(capfd: pytest.CaptureFixture[str]) -> None:
    log = EventLog()
    for number in range(1000):
        log.note("login", number=number, of="x" * 100)
    log.close(60.0)
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    told = [(each["event"], each["number"]) for each in events]
    assert told == [("login", number) for number in range(1000)]


def test_a_log_that_is_not_read_holds_nothing_up(piped: Piped) -> None:
    for number in range(1000):  # more than a pipe holds
        piped.log.note("login", number=number, of="x" * 1000)
    piped.log.close(0.01)  # comes back, though not all is written
    read = [json.loads(piped.lines.readline())["number"] for _ in range(1000)]
    assert read == list(range(1000))


@pytest.mark.parametrize(
    ("cut", "faults", "lost"),
    [(None, [True, True], [2]), (20, [False, True, False, True], [1, 1])],
    ids=["whole", "cut"],
)
def test_lines_that_cannot_be_written_are_counted_and_none_is_behind_one_that_was_cut(
    piped: Piped, cut: int | None, faults: list[bool], lost: list[int]
) -> None:
    piped.cut, piped.faults = cut, iter(faults)
    for event in ("login", "logout", "begins"):
        piped.log.note(event)
    piped.end()
    assert not cut or len(piped.lines.readline()) == cut + 1
    assert piped.told() == [*(("lines lost", each) for each in lost), ("begins", None)]


async def test_while_a_log_is_not_read_a_limited_number_of_lines_waits(
    piped: Piped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.log._MOST_WAITING", 10)
    piped.log.note("fills", of="x" * 200_000)  # more than a pipe holds
    await piped.taken()
    for number in range(25):
        piped.log.note("login", number=number)
    assert piped.log._lines.qsize() == 10
    assert json.loads(piped.lines.readline())["event"] == "fills"
    await piped.taken()
    piped.log.note("logout")
    piped.end()
    waited = [("login", number) for number in range(10)]
    assert piped.told() == [*waited, ("lines lost", 15), ("logout", None)]


def test_a_log_that_is_closed_while_lines_wait_counts_those_that_are_lost(
    piped: Piped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.log._MOST_WAITING", 0)
    piped.log.note("login")
    piped.end()
    assert piped.told() == [("lines lost", 1)]
