"""How a host ends, and what a sudden end leaves."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import asyncssh
import pytest
from faulty_host import HANGING, HANGS, PROGRAM
from openssh import OpenSsh
from played import LEFT_TO_ANN, folders, library_in, settings
from pty_terminal import DEADLINE, PLAIN, PtyTerminal
from random_games import LONG_THINKER, against, among_all, has_to_choose, play_on
from served import RemoteScreen, Served, alone, begin, has_decided, lay_down, new_key
from shown import last_match
from waits import until

from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import score_of
from boxtui.serve import server
from boxtui.serve.app import _UnseenApp
from boxtui.serve.collector import Collector
from boxtui.serve.host import GOING_DOWN, TO_BE_CUT, TO_LEAVE, TO_WRITE, Host, Serving
from boxtui.serve.limits import Limits
from boxtui.serve.load import Load

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve ending")]


@pytest.mark.parametrize("log", ["on the terminal", "in a file"])
def test_a_closed_terminal_ends_a_host_in_order(tmp_path: Path, log: str) -> None:
    with on_terminal(tmp_path, "" if log == "on the terminal" else f"2>{tmp_path}/log") as terminal:
        terminal.hang_up()
        assert terminal.exit_code(read=False) == 128 + signal.SIGHUP
    if log == "in a file":
        assert '"stopped"' in (tmp_path / "log").read_text()


async def test_a_host_that_ignores_hangups_outlives_its_terminal(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with on_terminal(tmp_path, f"2>{log}", "trap '' HUP") as terminal:
        terminal.hang_up()
        await until(lambda: '"keys ' in log.read_text())
        assert terminal.process.poll() is None


def test_a_late_sighup_does_not_come_from_a_lost_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    there, now = {0, 2}, [0.0]
    monkeypatch.setattr("os.isatty", lambda fd: fd in there)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    terminals = server._Terminals()

    def are_closing() -> bool:
        terminals.look()
        return terminals.are_closing

    assert not are_closing()
    there.remove(0)
    assert [are_closing() for _ in range(2)] == [True, True]
    now[0] += 10
    assert not are_closing()
    there.clear()
    assert are_closing()


def on_terminal(home: Path, redirection: str, first: str = ":") -> PtyTerminal:
    """Return a terminal on which a host listens."""
    serving = f"{sys.executable} -m boxtui serve --as-root --anyone --port 0 {redirection}"
    env = {**PLAIN, **folders(home), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    terminal = PtyTerminal(["sh", "-c", f"{first}; exec {serving}"], env=env, size=(132, 24))
    terminal.wait_until("is admitted")
    return terminal


def test_all_that_an_exit_waits_for_fits_into_5_s() -> None:
    waited = TO_LEAVE + TO_BE_CUT + TO_WRITE
    assert waited < server.TO_END < 5


@pytest.fixture
def done(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what gets the exit code with which this process would end, and let it go on."""
    noted: list[object] = []
    monkeypatch.setattr(server, "_end_process_later", noted.append)
    monkeypatch.setattr(Collector, "start", lambda _: None)  # it changes Textual for good
    return noted


async def serve_until_sigterm(announce: Callable[[str], None]) -> None:
    """Serve in this process, which gets the signal."""
    serving = Serving("127.0.0.1", 0, None, 0, Limits())
    async with asyncio.timeout(DEADLINE):
        code = await server._serve(Host(serving, Load()), serving, announce)
    assert code == 128 + signal.SIGTERM


def send_sigterm(_: object) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


async def test_at_a_signal_the_timer_of_the_end_comes_first(
    done: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stop(host: Host) -> None:
        done.append("stop")
        host._log.close(DEADLINE)

    monkeypatch.setattr(Host, "stop", stop)
    await serve_until_sigterm(send_sigterm)
    assert done == [128 + signal.SIGTERM, "stop"]


@pytest.mark.usefixtures("done")
async def test_a_signal_ends_a_host_that_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_UnseenApp, "on_ready", send_sigterm)
    told: list[str] = []
    await serve_until_sigterm(told.append)
    assert told == []


async def test_a_player_who_comes_while_a_host_stops_is_told(tmp_path: Path) -> None:
    host, session = alone(tmp_path)
    await host.stop()
    assert host.begin(session) == GOING_DOWN


async def test_sigterm_ends_a_host_whose_players_hang_and_each_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", program=PROGRAM) as served:
        thinking, playing = new_key(), new_key()
        settings(served.folder(thinking))
        record = against(LONG_THINKER, "box", library_in(served.folder(thinking)))
        play_on(record, lambda match: len(match.moves) > 10 and has_to_choose(match, 1))
        record.close()
        command = OpenSsh(served, tmp_path).command("ssh", "-N", "-v", "HOST")
        async with (
            served.visit(playing) as played,
            served.visit() as hangs,
            served.visit(thinking, kind="dumb") as thinks,
            served.visit(user=HANGING) as starts,
            served.visit() as reads_nothing,
        ):
            for screen in (played, hangs):
                await begin(screen)
            await lay_down(played)
            hangs.channel.write(HANGS)
            await thinks.go("What now?", b"continue\r")
            await thinks.until("thinking")
            await reads_nothing.until("Settings")
            reads_nothing.channel.pause_reading()
            with PtyTerminal(command, size=(132, 24)) as idle:
                idle.wait_until("Authenticated to")
                served.signal(signal.SIGTERM)
                for screen in (played, hangs, thinks, starts):
                    await screen.until_told(GOING_DOWN)
                assert idle.exit_code() != 0
                assert GOING_DOWN in idle.text()
            code = await asyncio.to_thread(served.process.wait, DEADLINE)
        assert code == 128 + signal.SIGTERM
        assert '"stopped"' in served.log.read_text()
        assert has_decided(served, playing)


PLAYERS = 16

SHOWN = re.compile(r"(P\d) +([\d,]+) so far")
"""A player's name and the tiles that are still up in that player's turn."""


def seen_on(screen: RemoteScreen) -> list[tuple[str, str]]:
    """Return whose turn a screen shows and which tiles are up, if it shows a game."""
    return [(found[1], found[2]) for found in SHOWN.finditer(screen.text())]


async def plays(screen: RemoteScreen, seen: list[tuple[str, str]]) -> None:
    """Continue a game of people and play it, noting whose turn is seen and which tiles are up."""
    await screen.go("Continue", b"c")
    while not screen.is_closed:
        seen += [shown for shown in seen_on(screen) if shown not in seen]
        if "to lay down" in screen.text():
            screen.channel.write(b"\x1b[B\r")
        await asyncio.sleep(0.05)


def held(home: Path) -> list[tuple[str, str]]:
    """Return what a player's save holds in the same form, in order."""
    match = last_match(home)
    states = [match.position_after(ply) for ply in range(len(match.moves) + 1)]
    positions = [cast(ShutTheBox, state) for state in states]
    return [(match.seats[at.seat].name, f"{score_of(at.up, at.scoring):,}") for at in positions]


async def test_kill_9_loses_nothing_that_was_seen_and_all_games_go_on(tmp_path: Path) -> None:
    keys = [new_key() for _ in range(PLAYERS)]
    seen = [list[tuple[str, str]]() for _ in keys]
    with Served(tmp_path / "home", "--anyone") as served:
        for key in keys:
            settings(served.folder(key), LEFT_TO_ANN)
            among_all("shut-the-box", library_in(served.folder(key))).close()
        async with AsyncExitStack() as stack:
            screens = [await stack.enter_async_context(served.visit(key)) for key in keys]
            playing = [
                asyncio.create_task(plays(*each)) for each in zip(screens, seen, strict=True)
            ]
            await until(lambda: min(map(len, seen)) >= 4)
            served.process.kill()
            await asyncio.to_thread(served.process.wait)
            await asyncio.gather(*playing)
        for key, each in zip(keys, seen, strict=True):
            assert set(each) <= set(held(served.folder(key)))
        served.start()
        shown = await asyncio.gather(*(_goes_on(served, key) for key in keys))
    assert not [each for each, before in zip(shown, seen, strict=True) if each in before[:-1]]


async def _goes_on(served: Served, key: asyncssh.SSHKey) -> tuple[str, str]:
    """Continue a player's game; return whose turn is shown and which tiles are up."""
    async with served.visit(key) as screen:
        await screen.go("Continue", b"c")
        await screen.until(lambda: seen_on(screen))
        return seen_on(screen)[0]
