"""A player who is refused or sent away sees a sentence that says why, in OpenSSH's client."""

import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from openssh import OpenSsh
from played import library_in
from pty_terminal import PtyTerminal
from random_games import among_all
from served import Served

from boxtui.serve.server import GOING_DOWN
from boxtui.system.terminal import IDLE

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve refusals")]

WIDE = (132, 24)
"""A window in which no sentence is wrapped."""


def save_a_game(folder: Path) -> None:
    among_all("shut-the-box", library_in(folder)).close()


def fill_a_mebibyte(folder: Path) -> None:
    (folder / "any").write_bytes(bytes(1 << 20))


def begin_a_game(terminal: PtyTerminal) -> None:
    terminal.wait_until("q quit")
    terminal.send("\x1b[B\r" if "Continue" in terminal.text() else "\r")
    terminal.reply("Seed", "s")


@pytest.mark.parametrize(
    ("limit", "is_same_key", "sentence"),
    [
        ("--sessions", False, "The host has 1 session already. Try again later."),
        ("--per-key", True, "You have 1 session already. Leave one of them."),
        ("--per-address", False, "Your address has 1 connection already."),
        ("--logins", False, "Your address may have 1 login a minute. Wait."),
    ],
)
def test_a_second_login_is_refused_by(
    tmp_path: Path, limit: str, is_same_key: bool, sentence: str
) -> None:
    with Served(tmp_path / "home", "--anyone", limit, "1") as served, ExitStack() as stack:
        folders = [tmp_path / name for name in ("ann", "ben")]
        for folder in folders:
            folder.mkdir()
        ann, ben = (OpenSsh(served, folder) for folder in folders)
        first = stack.enter_context(ann.terminal())
        first.wait_until("q quit")
        second = stack.enter_context((ann if is_same_key else ben).terminal(size=WIDE))
        assert second.exit_code() != 0
        assert sentence in second.text()
        first.reply("q quit", "?")
        first.wait_until("Rules of")


@pytest.mark.parametrize(
    ("limit", "prepare", "sentence"),
    [
        ("--saves", save_a_game, "You have 1 of 1 saves."),
        ("--mebibytes", fill_a_mebibyte, "of 1,048,576 bytes."),
    ],
)
def test_a_new_game_is_refused_by(
    tmp_path: Path, limit: str, prepare: Callable[[Path], None], sentence: str
) -> None:
    with Served(tmp_path / "home", "--anyone", limit, "1") as served:
        ann = OpenSsh(served, tmp_path)
        prepare(served.folder(ann.key))
        with ann.terminal() as terminal:
            begin_a_game(terminal)
            terminal.wait_until(sentence)


def test_a_client_that_does_not_play_is_sent_away_by_seconds_and_by_idle(tmp_path: Path) -> None:
    limits = ("--seconds", "2", "--idle", "0.03")
    with Served(tmp_path / "home", "--anyone", *limits) as served:
        ann = OpenSsh(served, tmp_path)
        assert "You have not logged in within 2 seconds." in ann.run("ssh", "-N", "HOST").stderr
        with ann.terminal(size=WIDE) as terminal:
            terminal.exit_code()
            assert IDLE in terminal.text()


def test_a_client_without_a_session_is_told_that_the_host_is_stopped(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone") as served:
        command = OpenSsh(served, tmp_path).command("ssh", "-N", "-v", "HOST")
        with PtyTerminal(command, size=WIDE) as idle:
            idle.wait_until("Authenticated to")
            served.signal(signal.SIGTERM)
            assert idle.exit_code() != 0
            assert GOING_DOWN in idle.text()
