"""What a player notices, measured on a real pseudo-terminal: medians for the running build."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from played import FAST, boxtui, library_in, settings
from pty_terminal import PLAIN, PtyTerminal
from random_games import LONG_THINKER, against, has_to_choose, play_on
from shown import ARROWS, keys_shown

STARTS = 21
KEYS = 60
LOCAL: Mapping[str, str] = {}
OVER_SSH: Mapping[str, str] = {"SSH_CONNECTION": "::1 1 ::1 22"}
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    CSS = "Static { height: auto; }"
    def compose(self):
        yield Static("Settings")
Bare().run()
"""


@dataclass(frozen=True)
class Start:
    """What it takes to start an app, up to its first frame.

    Attributes:
        seconds: the time
        processor: the seconds of processor time
        sent: the bytes sent until nothing more was drawn
        memory: the memory in MiB at that time
    """

    seconds: float
    processor: float
    sent: float
    memory: float


def started(begins: Sequence[Callable[[], PtyTerminal]]) -> list[Start]:
    """Measure starts of each app in turn, up to the frame that shows the word Settings."""
    runs = [[_until_shown(begin, "Settings") for begin in begins] for _ in range(STARTS)]
    return [Start(*map(median, zip(*starts, strict=True))) for starts in zip(*runs, strict=True)]


def _until_shown(begin: Callable[[], PtyTerminal], text: str) -> tuple[float, float, int, float]:
    start = time.perf_counter()
    with begin() as terminal:
        terminal.reach(lambda: text.encode() in terminal.raw, text)
        seconds = time.perf_counter() - start
        processor = processor_seconds(terminal.process.pid)
        terminal.wait_quiet(0.3)
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
        return seconds, processor, len(terminal.raw), memory


def processor_seconds(pid: int) -> float:
    """Return the processor time that all threads of a process have used, more exact than ticks."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def bare(home: Path) -> PtyTerminal:
    """Start a Textual app that shows one word."""
    return PtyTerminal([sys.executable, "-c", BARE], env={**PLAIN, "HOME": str(home)})


def waiting_game(home: Path, game: str, computer: str, seat: int) -> None:
    """Save a match, a few moves after its start, in which that seat has to choose."""
    record = against(computer, game, library_in(home))
    play_on(record, lambda match: len(match.moves) > 2 and has_to_choose(match, seat))
    record.close()


def continued(home: Path, env: Mapping[str, str] = LOCAL) -> PtyTerminal:
    """Open the menu, where `c` continues the saved match."""
    terminal = boxtui(home, env=env, fresh=True)
    terminal.wait_until("Continue")
    terminal.wait_quiet(0.3)
    return terminal


def to_paint(terminal: PtyTerminal, key: str) -> float:
    """Return the seconds from a key to the first output; 0 if nothing is drawn."""
    start = time.perf_counter()
    terminal.send(key)
    drawn = terminal.read(1)
    seconds = time.perf_counter() - start
    terminal.wait_quiet(0.02)
    return seconds if drawn else 0.0


@dataclass(frozen=True)
class Board:
    """Bytes for a game's screen and for a cursor move; sorted seconds to paint cursor moves."""

    first: int
    cursor: float
    paints: list[float]


def at_a_decision(home: Path, game: str, env: Mapping[str, str]) -> Board:
    """Measure what a board sends and how soon it paints while the player picks a move."""
    waiting_game(home, game, "level1", 0)
    with continued(home, env) as terminal:
        first = terminal.sent_for("c", "Ann's turn", quiet=0.3)
        key = next(key for key in keys_shown(terminal) if key[-1] in ARROWS)
        there_and_back = [ARROWS[key[-1]], ARROWS[key[-2]]]
        moves = [terminal.sent_for(arrow, quiet=0.3) for arrow in there_and_back * 2]
        paints = [to_paint(terminal, arrow) for arrow in there_and_back * (KEYS // 2)]
        return Board(first, median(filter(None, moves)), sorted(filter(None, paints)))


def bytes_of_computers_move(home: Path, game: str, env: Mapping[str, str]) -> int:
    """Return the bytes sent for a computer's move, which at this pace waits for a key."""
    settings(home, FAST.replace("at once", "by key"))
    waiting_game(home, game, "level1", 1)
    with continued(home, env) as terminal:
        terminal.sent_for("c", "Press Space to go on", quiet=0.3)
        return terminal.sent_for(" ", quiet=0.3)


def paints_while_it_thinks(home: Path, game: str) -> list[float]:
    """Return the sorted seconds to paint for keys on the rules page while the computer thinks."""
    waiting_game(home, game, LONG_THINKER, 1)
    with continued(home) as terminal:
        terminal.sent_for("c", "is thinking", quiet=0.3)
        terminal.sent_for("?", "Rules of", quiet=0.3)
        pairs = KEYS // 2
        paints = [to_paint(terminal, ARROWS[key]) for _ in range(pairs) for key in "↓↑"]
        terminal.sent_for("q", "is thinking", quiet=0.3)
        return sorted(filter(None, paints))
