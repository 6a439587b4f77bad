"""The log of a host: every event in order, players by their names, and `--status` like it.

A reader of the log who is slow holds nothing up.
"""

import asyncio
import errno
import json
import logging
import os
import re
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from faulty_host import PROGRAM, WARNS
from played import command, folders
from pty_terminal import DEADLINE
from served import Served, alone, begin, lay_down, new_key, terminal
from waits import until

from boxtui.serve import server, status
from boxtui.serve.log import EventLog

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve log")]


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


def test_a_log_that_is_not_read_holds_nothing_up_and_is_written_in_order(piped: Piped) -> None:
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


class Lost:
    """An object with an error that nobody can handle."""

    def __del__(self) -> None:
        raise ValueError("freed")


def fail() -> None:
    raise ValueError("ended")


@pytest.mark.usefixtures("home")
def test_what_python_would_write_to_standard_error_is_an_event(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    host, _ = alone(tmp_path)
    hooks = warnings.showwarning, sys.unraisablehook, threading.excepthook, [*logging.root.handlers]
    with server._all_logged(host):
        logging.getLogger("asyncio").warning("lost")
        try:
            fail()
        except ValueError:
            logging.getLogger("asyncio").exception("failed")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old", stacklevel=1)
        Lost()
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    after = warnings.showwarning, sys.unraisablehook, threading.excepthook, logging.root.handlers
    assert after == hooks
    host._log.close(60.0)
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    told = [(each["event"], each["message"].splitlines()[0]) for each in events]
    assert [(event, re.sub(r".*\.py:\d+: ", "", message)) for event, message in told] == [
        ("warning", "lost"),
        ("error", "failed: ended"),
        ("warning", "UserWarning: old"),
        ("error", "Nobody handled this: freed"),
        ("error", "Nobody handled this: ended"),
    ]


def test_a_lost_connection_takes_no_more_and_warns_of_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """asyncio warns from the fifth time on, and a player may have typed much ahead."""

    async def send() -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            connection, _ = await asyncio.get_running_loop().create_connection(
                asyncio.Protocol, sock=ours
            )
            connection.abort()
            for _ in range(10):
                connection.write(b"help")
            await asyncio.sleep(0)
            assert theirs.recv(1) == b""

    with asyncio.Runner(loop_factory=server._Loop) as runner:
        runner.run(send())
    assert not caplog.records


async def test_a_library_that_warns_while_the_log_is_not_read_holds_up_neither_players_nor_the_end(
    tmp_path: Path,
) -> None:
    served = Served(tmp_path / "home", "--anyone", program=PROGRAM)
    os.mkfifo(served.log)
    unread = os.open(served.log, os.O_RDWR | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while os.write(unread, b"x" * 4096):
            pass
    with os.fdopen(unread, "rb"), served:
        async with served.visit(kind="dumb", user=WARNS) as screen:
            await screen.until("What now?")
            served.signal(signal.SIGTERM)
            await screen.ended()
        code = await asyncio.to_thread(served.process.wait, DEADLINE)
    assert code == 128 + signal.SIGTERM


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_status_and_log_name_players_by_their_own_names_and_the_comments_of_their_keys(
    tmp_path: Path, kind: str
) -> None:
    ann, ben, cy = (new_key(comment) for comment in ("ann@home", None, "cy\x1b[2J"))
    keys = tmp_path / "keys"
    keys.write_bytes(b"".join(key.export_public_key() for key in (ann, ben, cy)))
    with Served(tmp_path / "home", "--keys", str(keys)) as served:
        async with (
            served.visit(ann, kind=kind) as one,
            served.visit(ben, kind=kind) as two,
            served.visit(cy, kind=kind, chosen="", user="cy") as new,
        ):
            for screen in (one, two):
                await screen.until("What now?" if kind == "dumb" else "Settings")
            await new.until_told("Your name")
            before = await asyncio.to_thread(command, served.home, "serve", "--status")
            await new.go(b"\x15Cleo\r", "What now?" if kind == "dumb" else "Settings")
            after = await asyncio.to_thread(command, served.home, "serve", "--status")
        await served.left(cy)
    for key, told, who in (
        (ann, before, " (Ann, ann@home)"),
        (ben, before, " (Ann)"),
        (cy, before, " (cy?[2J)"),
        (cy, after, " (Cleo, cy?[2J)"),
    ):
        assert f"  {key.get_fingerprint()}{who} from 127.0.0.1, 0 min: no game" in told.stdout
    events = {each["event"]: each for each in served.events(cy)}
    assert (events["login"]["comment"], "name" in events["login"]) == ("cy?[2J", False)
    assert (events["logout"]["comment"], events["logout"]["name"]) == ("cy?[2J", "Cleo")


async def test_a_host_forgets_the_names_of_those_who_left_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.host.MOST_NAMES", 2)
    host, _ = alone(tmp_path)
    for name in ("Ann", "Ben", "Ann", "Cid"):
        host._keep_name(f"the key of {name}", name)
    assert list(host._names.values()) == ["Ann", "Cid"]


async def test_a_clock_that_is_set_back_shortens_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, session = alone(tmp_path)
    assert host.begin(session) == ""
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert [each["minutes"] for each in host.playing()] == [0]


async def test_a_lost_connection_and_the_next_login_name_the_player(host: Served) -> None:
    ann = new_key()
    async with host.connect(ann) as connection:
        await (await terminal(connection)).until("Settings")
        connection.abort()
        await host.left(ann)
    async with host.visit(ann) as screen:
        await screen.until("Settings")
    names = [(each["event"], each.get("name")) for each in host.events(ann)]
    assert [name for event, name in names if event == "connection failed"] == ["Ann"]
    assert [name for event, name in names if event == "login"] == [None, "Ann"]


async def test_log_and_status_know_each_game(host: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain mode, below another page, continued, and when a position is played on from."""
    key = new_key()
    for variable, folder in folders(host.home).items():
        monkeypatch.setenv(variable, folder)

    async def plays(game: str) -> None:
        async with asyncio.timeout(DEADLINE):
            while (key.get_fingerprint(), game) not in [
                (each["player"], each["game"]) for each in await status.fetch_status() or ()
            ]:
                await asyncio.sleep(0.02)

    async with host.visit(key, kind="dumb") as screen:
        await plays("")
        await screen.go("What now?", b"play box\r" + b"\r" * 20, "your move:")
        await plays("box")
        told = await asyncio.to_thread(command, host.home, "serve", "--status")
        assert f"  {key.get_fingerprint()} (Ann) from 127.0.0.1, 0 min: box\n" in told.stdout
        await screen.go(b"quit\r", "What now?")
        await plays("")
    async with host.visit(key) as screen:
        await begin(screen)
        await screen.go(b"?", "Rules of")
        await plays("shut-the-box")
        screen.channel.write(b"q")
        await lay_down(screen)
        await screen.go(b"q", "Continue")
        await plays("")
        await screen.go(b"c", "'s turn")
        await plays("shut-the-box")
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"practice shut-the-box 4\r", "Your move:")
        await screen.go(b"play\r", "your move:")
        await plays("shut-the-box")
    box, shut = [
        [(event, game) for event in ("begins", "leaves")] for game in ("box", "shut-the-box")
    ]
    continued = ("continues", "shut-the-box"), shut[1]

    def logged() -> list[tuple[str, str]]:
        return [(each["event"], each["game"]) for each in host.events(key) if "game" in each]

    await screen.until(lambda: logged() == [*box, *shut, *continued, *shut])
