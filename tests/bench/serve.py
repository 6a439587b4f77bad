"""The table of `make bench-serve`: players over SSH, in one process and in one process each.

`python tests/bench/serve.py` prints it; players log in with asyncssh from another process, press a
cursor key and Enter every five seconds, and play the five games in turn against the usual level.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))

import asyncssh
from crowd import WATCHED, Visitor, all_begin, all_play
from felt import processor_seconds
from figures import heading, percentiles, row, table, taken
from played import folders
from pty_terminal import PLAIN
from served import BOXTUI, Served
from ssh_host import USER, SshHost

from saves.journal import read

EVERY: Final = 5.0
"""Seconds between two moves of a player."""

MEASURED: Final = 25.0
"""Seconds for which players play, or rest, while they are measured."""

CROWDS: Final = (25, 50, 100, 200)
"""Numbers of players who play at the same time; with textish, only `COMPARED` of them do."""

COMPARED: Final = 50

SETTLED: Final = 10.0
"""Seconds after which nothing of what was done before goes on."""

NOT_MEASURED: Final = "–"
HEAD: Final = """\
# Players over SSH, in figures

Made by `make bench-serve` on {date}: {cores} cores of {processor}, with a load of {load:.1f} at the
start; Python {python} and Textual {textual} on {system}, the {build} build.

How to read it: smaller is better. The players are clients in another process on the same machine.
New players log in with keys of their own, at terminals of 80 by 24 cells, and begin the five games
in turn, with the default setups. Then they press a cursor key, which is what is timed, and Enter,
every five seconds on average; the computer answers at its usual pace, so there is more to draw than
what they play. Memory is that of all processes of the server; what these share counts once. Textish
serves the same app with one search process and one folder for all.
"""
NO_LIMITS: Final = ("--logins", "100000", "--per-address", "10000", "--sessions", "10000")
MIB: Final = 1 << 20


@dataclass
class Host:
    """A server under test: its process, and new players on it."""

    pid: int
    visitor: Callable[[], Visitor]

    def memory(self) -> float:
        """Return the MiB of the process and its descendants; what they share counts once."""
        return sum(map(_proportional_memory, _family(self.pid))) / MIB

    async def login(self, number: int) -> tuple[list[Visitor], list[float]]:
        """Return new players, logged in one after the other, and the sorted seconds each took."""
        players = [self.visitor() for _ in range(number)]
        return players, sorted([await player.login() for player in players])


def _family(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, children.read_text().split())
    return found


def _proportional_memory(pid: int) -> int:
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return 1024 * int(told.split("\nPss:")[1].split()[0])


def share_of_a_core(pid: int) -> Callable[[], float]:
    """Return a function for how much of a core a process has used since now."""
    before, begun = processor_seconds(pid), time.perf_counter()
    return lambda: (processor_seconds(pid) - before) / (time.perf_counter() - begun)


@contextmanager
def unlimited(folder: Path, *program: str) -> Iterator[tuple[Served, Host]]:
    """Run `boxtui serve`, or what that program makes of it."""
    home = folder / "home"
    with Served(home, "--anyone", *NO_LIMITS, program=program or BOXTUI) as it:
        yield it, Host(it.process.pid, lambda: Visitor(it.port, "ann"))


@contextmanager
def one_process(folder: Path) -> Iterator[Host]:
    """Run `boxtui serve`."""
    with unlimited(folder) as (_, host):
        yield host


@contextmanager
def one_each(folder: Path) -> Iterator[Host]:
    """Run an sshd with boxtui as the login, as in examples/."""
    with SshHost(folder) as sshd:

        def visitor() -> Visitor:
            number = len(list(folder.glob("player*.pub")))
            return Visitor(sshd.port, USER, asyncssh.read_private_key(sshd.key(f"player{number}")))

        yield Host(sshd.pid, visitor)


@contextmanager
def textish(folder: Path) -> Iterator[Host]:
    """Run boxtui under textish, all players in one process and with one search process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, str(Path(__file__).with_name("textish_host.py")), str(port)]
    env = {**PLAIN, **folders(folder), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=env, cwd=folder, stdout=log, stderr=log)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield Host(process.pid, lambda: Visitor(port, "ann"))
    finally:
        process.kill()
        process.wait()


Run = Callable[[Path], AbstractContextManager[Host]]


@asynccontextmanager
async def _playing(run: Run, number: int) -> AsyncIterator[tuple[Host, list[Visitor]]]:
    """Run a host with so many players in a game."""
    with TemporaryDirectory() as folder, run(Path(folder)) as host:
        players, _ = await host.login(number)
        await all_begin(players)
        yield host, players


async def memory_of_a_player(run: Run) -> str:
    """Return the MiB that a further player in a game takes: 20 after the first 10."""
    async with _playing(run, 10) as (host, _):
        await asyncio.sleep(SETTLED)
        before = host.memory()
        more, _ = await host.login(20)
        await all_begin(more)
        await asyncio.sleep(SETTLED)
        return f"{(host.memory() - before) / 20:.2f} MiB"


async def memory_after_logins(run: Run, logins: int) -> str:
    """Return the MiB after 100 logins and logouts, and after so many.

    One more player stays: an empty host collects all garbage.
    """
    with TemporaryDirectory() as folder, run(Path(folder)) as host:
        figures = []
        await host.login(1)
        for number in range(1, logins + 1):
            (player,), _ = await host.login(1)
            await player.leave()
            if number in (100, logins):
                await asyncio.sleep(SETTLED)
                figures.append(f"{host.memory():.1f} MiB")
        return f"{figures[0]}; after {logins:,}: {figures[1]}"


async def logins_beside(run: Run, number: int) -> str:
    """Return how long further logins take beside so many players in a game."""
    async with _playing(run, number) as (host, _):
        _, times = await host.login(40)
        return percentiles(times)


async def paints(run: Run, number: int) -> tuple[str, str]:
    """Return the time from key to paint with so many players, and the processor time it takes."""
    async with _playing(run, number) as (host, players):
        share = share_of_a_core(host.pid)
        times = await all_play(players, MEASURED, EVERY)
        return percentiles(times), f"{100 * share():.0f}%"


async def rest(run: Run, number: int) -> str:
    """Return the processor time and the bytes for so many players who do nothing in a game."""
    with TemporaryDirectory() as folder, run(Path(folder)) as host:
        players, _ = await host.login(number)
        await asyncio.gather(*(player.begin(WATCHED) for player in players))
        await asyncio.sleep(SETTLED)  # computers that begin make their first moves
        share, before = share_of_a_core(host.pid), sum(player.screen.sent for player in players)
        await asyncio.sleep(MEASURED)
        sent = sum(player.screen.sent for player in players) - before
        return f"{100 * share():.2f}% of a core, {sent} bytes"


async def longest_calls(number: int) -> str:
    """Return how long the longest call on the server's event loop and the longest collection of
    garbage take while so many players log in, play and log out, and one more stays."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "longest"
        program = Path(__file__).with_name("timed_host.py")
        with unlimited(Path(folder), str(program), str(file)) as (it, host):
            it.signal(signal.SIGHUP)  # from now on, they count
            await host.login(1)  # because an empty host collects all garbage at once
            players, _ = await host.login(number)
            await all_begin(players)
            await all_play(players, MEASURED, EVERY)
            for player in players:
                await player.leave()
            await asyncio.sleep(SETTLED)
            it.signal(signal.SIGTERM)
            it.process.wait()
        return ", ".join(taken(float(each)) for each in file.read_text().split()[:2])


async def after_a_kill(number: int) -> str:
    """Return what is left of so many games if the server is killed in the middle of them."""
    with TemporaryDirectory() as folder, unlimited(Path(folder)) as (it, host):
        players, _ = await host.login(number)
        await all_begin(players)
        playing = asyncio.create_task(all_play(players, MEASURED, EVERY))
        await asyncio.sleep(MEASURED / 2)
        kept = {save: read(save).events for player in players for save in it.saves(player.key)}
        it.process.kill()
        it.process.wait()
        lost = sum(read(save).events[: len(was)] != was for save, was in kept.items())
        await playing
        it.start()
        back = sum([await player.goes_on(it.port) for player in players])
        moves = sum(map(len, kept.values()))
        return f"{moves:,} events kept, {lost} of {len(kept)} games lost any, {back} go on"


def _rows() -> Iterator[str]:
    every = (one_each, one_process, textish)
    memory = [asyncio.run(memory_of_a_player(run)) for run in every]
    yield row("memory of a further player in a game", *memory)
    beside = [asyncio.run(logins_beside(run, 50)) for run in every]
    yield row("login to first frame beside 50 players: p50, p95", *beside)
    idle = asyncio.run(rest(one_process, 100))
    yield row("100 players who do nothing", NOT_MEASURED, idle, NOT_MEASURED)
    none = (NOT_MEASURED, NOT_MEASURED)
    for number in CROWDS:
        paint, share = asyncio.run(paints(one_process, number))
        theirs = asyncio.run(paints(textish, number)) if number == COMPARED else none
        said = f"{number} players, a move every {EVERY:.0f} s"
        yield row(f"{said}: key to paint: p50, p95", NOT_MEASURED, paint, theirs[0])
        yield row("processor time of the server", NOT_MEASURED, share, theirs[1])
    longest = asyncio.run(longest_calls(COMPARED))
    said = f"longest call on the loop, longest collection of garbage, with {COMPARED} players"
    yield row(said, NOT_MEASURED, longest, NOT_MEASURED)
    logins = {one_process: 1000, textish: 200}
    after = [asyncio.run(memory_after_logins(run, number)) for run, number in logins.items()]
    yield row("memory after 100 logins and logouts", NOT_MEASURED, *after)
    killed = asyncio.run(after_a_kill(COMPARED))
    yield row(f"`kill -9` in the middle of {COMPARED} games", NOT_MEASURED, killed, NOT_MEASURED)


def _reported(rows: Iterator[str]) -> Iterator[str]:
    """Print each row to standard error, too, as soon as it is measured."""
    for line in rows:
        print(line, file=sys.stderr, flush=True)
        yield line


def main() -> None:
    """Print the page, once all is measured."""
    columns = ("one process per player, sshd", "`boxtui serve`", "textish")
    for line in chain(heading(HEAD), table(columns, _reported(_rows()))):
        print(line, flush=True)


if __name__ == "__main__":
    main()
