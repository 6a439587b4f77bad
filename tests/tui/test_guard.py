"""The player's terminal survives whatever happens to the app."""

import os
import random
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from pty_terminal import DEADLINE, PLAIN, PtyTerminal

from boxtui.system.limits import NO_PROCESS
from boxtui.tui import guard

APP = Path(__file__).with_name("guarded_app.py")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "state" / "errors.log"


@pytest.fixture
def player(log: Path) -> Iterator[PtyTerminal]:
    with PtyTerminal([APP, log], forks=True) as terminal:
        terminal.wait_until("ready")
        yield terminal


def assert_ended(terminal: PtyTerminal, code: int, *, read: bool = True) -> str:
    """Check that the app has that exit code and left the terminal as it was, and nothing running.

    Return what it printed after it had given the terminal back.
    """
    assert terminal.exit_code(read=read) == code
    assert terminal.termios() == terminal.modes_before
    assert terminal.modes_left_on() == {}
    terminal.reach(lambda: not terminal.session(), "the end of all that the app started")
    return terminal.raw.rpartition(b"\x1b[?1004l")[2].decode()


def wait_idle(terminal: PtyTerminal) -> None:
    """Wait, without reading the screen, until the app uses no processor time."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        before = terminal.cpu_seconds()
        time.sleep(0.2)
        if terminal.cpu_seconds() - before <= 0.02:
            return
    raise AssertionError("the app never comes to rest")


@pytest.mark.parametrize(
    ("key", "number", "code"),
    [
        ("", signal.SIGHUP, 129),
        ("", signal.SIGINT, 130),
        ("", signal.SIGQUIT, 131),
        ("", signal.SIGUSR1, 138),
        ("", signal.SIGXCPU, 128 + signal.SIGXCPU),
        ("", signal.SIGTERM, 143),
        pytest.param("z", signal.SIGHUP, 129, id="a blocked loop"),
        pytest.param("l", signal.SIGTERM, 143, id="a thread that goes on"),
        ("q", None, 0),
        ("r", None, 5),
        ("s", None, 7),
    ],
)
def test_a_signal_ends_the_app_with_its_exit_code_and_without_one_it_is_the_apps_own(
    player: PtyTerminal, key: str, number: signal.Signals | None, code: int
) -> None:
    player.send(key)
    if number:
        player.wait_quiet()
        player.signal(number)
    assert_ended(player, code)


@pytest.mark.parametrize("key", ["w", "o"], ids=["many writes", "a single write"])
def test_a_terminal_that_is_not_read_costs_nothing_and_a_signal_still_ends_the_app(
    player: PtyTerminal, key: str
) -> None:
    player.send(key)
    wait_idle(player)
    player.signal(signal.SIGTERM)
    assert_ended(player, 143, read=False)


@pytest.mark.parametrize("controlling", [True, False], ids=["with SIGHUP", "without SIGHUP"])
def test_a_closed_terminal_ends_the_app(log: Path, controlling: bool) -> None:
    with PtyTerminal([sys.executable, APP, log], controlling=controlling) as player:
        player.wait_until("ready")
        before = player.cpu_seconds()
        player.hang_up()
        while player.session() and player.cpu_seconds() - before < 1:
            time.sleep(0.01)
        assert player.exit_code(read=False) == 129
        assert not log.exists()


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("e", "ValueError: a key failed, 11"),
        ("t", "ValueError in a task: a task failed, 11"),
        ("W", "ValueError: a task failed, 11"),
        ("T", "a thread failed, 11"),
        ("uq", "ValueError during cleanup: a finalizer failed, 11"),
    ],
)
def test_an_error_leaves_a_line_on_the_screen_and_its_traceback_in_the_log(
    player: PtyTerminal, log: Path, key: str, said: str
) -> None:
    player.send(key)
    after = assert_ended(player, 1)
    assert after.count("\n") == 1
    assert said in after
    assert "saved up to the last move" in after
    assert str(log) in after
    written = log.read_text()
    assert "Traceback" in written
    assert said.rpartition(": ")[2] in written
    assert "never shown" not in written + player.raw.decode().replace("secret_local = ", "")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_the_systems_limit_on_threads_is_no_internal_error(player: PtyTerminal, log: Path) -> None:
    player.send("p")
    after = assert_ended(player, 1)
    assert f"boxtui: {NO_PROCESS} A game in progress is saved up to the last move." in after
    assert "can't start new thread" in log.read_text()


def test_a_log_that_cannot_be_written_is_reported() -> None:
    with PtyTerminal([APP, "/dev/null/log"], forks=True) as player:
        player.reply("ready", "e")
        assert player.exit_code() == 1
        assert b"The log couldn't be written." in player.raw


QUITS = b"q\x10\x11"  # the app's quit keys, and Textual's
PIECES = (
    *(b"\x1b[", b"\x1b", b"<", b";", b":", b"-", b"?", b"M", b"m", b"$y", b"t", b"u", b"R", b"O"),
    *(b"200~", b"201~", b"48;", b"1", b"99", b"2048", b"\xff", b"\xe2\x94", b"x", b"\0", b"A"),
)
JUNK = (
    b"\xff\xfe\xc3(\xed\xa0\x80",  # invalid UTF-8
    b"\0" * 5000,
    b"\x1b[9999999;1u",  # a key that doesn't exist
    b"\x1b[97:65;2u",  # a key of several codes
    b"\x1b[48;0;0;0;0t\x1b[<0;1;1M",  # a window of no size
    b"\x1b[48;9999999;9999999;1;1t",  # a window of absurd size
    b"\x1b[\x1b]\x1bP\x1b[<;M\x1b[?;$y\x1b[<1;-;M\x1b[M\x1b[200",
    random.Random(5).randbytes(20_000).translate(None, QUITS + b"kj"),
    b"".join(random.Random(5).choices(PIECES, k=5000)),
    b"\x1b[200~" + b"x" * 300_000 + b"\x1b[201~",  # a paste
    b"x" * 300_000,
)


def test_neither_junk_nor_floods_of_input_end_or_stop_the_app(log: Path) -> None:
    with PtyTerminal([APP, log, "--calm"], forks=True) as player:
        player.wait_until("ready")
        for junk in JUNK:
            player.send(junk)
            player.send("\x1b[201~")  # close a bracketed paste that may be open
            for key in "kj":
                player.send_until(key, f"last {key}")
        player.send("q")
        assert_ended(player, 0)


def test_what_comes_faster_than_people_type_or_paste_is_cut_and_swallows_no_later_keys(
    player: PtyTerminal,
) -> None:
    player.send(b"\x1b[200~" + b"x" * 50_000 + b"\x1b[201~", "pasted 4096")
    player.send(b"\x1b[200~x")  # a paste that never ends
    player.go("pasted 1", "d", "last d", "x" * 10_000)
    player.wait_quiet()
    player.send("k")
    assert player.exit_code() < 50


def test_an_idle_app_uses_no_processor_time_and_a_lone_esc_waits_for_no_other_key(
    player: PtyTerminal,
) -> None:
    player.wait_quiet()
    before, drawn = player.cpu_seconds(), len(player.raw)
    player.wait_quiet(0.6)
    assert player.cpu_seconds() - before < 0.1
    assert len(player.raw) == drawn
    player.send("\x1b", "last escape")


def test_the_app_ends_if_nothing_is_typed_for_the_idle_limit_and_each_key_restarts_it(
    log: Path,
) -> None:
    with PtyTerminal([APP, log], forks=True, env=PLAIN | {"TMOUT": "1"}) as player:
        assert_ended(player, 142)
    with PtyTerminal([APP, log], forks=True, env=PLAIN | {"TMOUT": "200"}) as player:
        player.reply("ready", "n")  # sets an alarm 9000 s ahead
        player.reply("last n", "i")  # exits with the seconds left as its exit code
        assert player.exit_code() in range(100, 201)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_suspended_app_comes_back_to_its_screen(
    player: PtyTerminal, number: signal.Signals
) -> None:
    player.go("ready", "a", "last a")
    player.signal(number)
    player.wait(player.stopped, "the app to stop")
    player.wait_quiet()
    if number == signal.SIGTSTP:
        assert player.termios() == player.modes_before
        assert player.modes_left_on() == {}
    player.screen.reset()
    player.signal(signal.SIGCONT)
    player.go("last a", "b", "last b", "q")
    assert_ended(player, 0)


def test_a_signal_that_another_thread_received_is_handled_at_once(
    player: PtyTerminal, log: Path
) -> None:
    player.send("c", "last c")
    player.wait_quiet()
    player.screen.reset()
    log.parent.mkdir(parents=True, exist_ok=True)
    log.with_suffix(".go").touch()
    player.reply("last c", "q")
    assert_ended(player, 0)


def test_the_app_can_be_suspended_at_any_moment_of_drawing_and_be_ended_then(
    player: PtyTerminal,
) -> None:
    for turn in range(60):
        player.resize(80 + turn % 30, 24 + turn % 7)
        player.read(0.0005 * (turn % 20))
        player.signal(signal.SIGTSTP)
        player.reach(player.stopped, "the app to stop")
        player.signal(signal.SIGCONT)
        player.read(0.02)
    player.signal(signal.SIGTSTP)
    player.wait(player.stopped, "the app to stop")
    player.signal(signal.SIGTERM)
    player.signal(signal.SIGCONT)
    assert_ended(player, 143)


@pytest.mark.parametrize(
    ("meanwhile", "stops"), [("", True), ("continued", False), ("ended", False)]
)
def test_an_app_that_is_continued_or_ended_while_it_gives_the_terminal_back_does_not_stop(
    monkeypatch: pytest.MonkeyPatch, meanwhile: str, stops: bool
) -> None:
    def give_back(driver: guard.GuardedDriver) -> None:
        if meanwhile == "continued":
            driver._sigcont_application()
        driver.terminal.leaving = meanwhile == "ended"

    queued = list[Callable[[], None]]()
    sent = list[tuple[int, int]]()
    monkeypatch.setattr(guard.GuardedDriver, "suspend_application_mode", give_back)
    monkeypatch.setattr(os, "kill", lambda *signal: sent.append(signal))
    driver = guard.GuardedDriver.__new__(guard.GuardedDriver)
    monkeypatch.setattr(guard.GuardedDriver, "terminal", SimpleNamespace(), raising=False)
    monkeypatch.setattr(
        driver, "_loop", SimpleNamespace(call_soon_threadsafe=queued.append), raising=False
    )
    driver._sigtstp_application()
    queued.pop(0)()
    assert sent == [(os.getpid(), signal.SIGSTOP)] * stops


def test_a_thread_that_has_just_ended_keeps_no_other_thread_from_being_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads = [threading.Thread(target=time.sleep, args=(0,)) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    interrupted: list[int | None] = []

    def interrupt(ident: int, number: int) -> None:
        interrupted.append(ident)
        raise ProcessLookupError

    monkeypatch.setattr(threading, "enumerate", lambda: [*threads, threading.current_thread()])
    monkeypatch.setattr(signal, "pthread_kill", interrupt)
    guard._free_writers(signal.SIGTERM)
    assert interrupted == [thread.ident for thread in threads]
