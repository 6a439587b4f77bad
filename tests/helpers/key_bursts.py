"""Bursts of keys sent to the app on real terminals, as a slow connection batches them.

`python -m key_bursts --bursts 50000` sends more than the test suite does and prints what failed.
"""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count, cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from played import boxtui, library_in
from pty_terminal import PtyTerminal, click_at
from random_games import do, finished
from textual.binding import Binding
from textual.dom import DOMNode

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record
from boxtui.tui import boards, screens, widgets
from saves.events import End, Move
from saves.header import TUTOR_OFF, TUTOR_VERDICTS

LONGEST: Final = 8
"""The most keys in a burst."""

PAUSE: Final = 0.3
"""The longest pause between two bursts, in seconds."""

SESSION: Final = 15
"""Bursts per session; afterwards the app must still react to the keys that quit it."""

PATIENCE: Final = 90.0
"""Seconds in which the app must quit when asked to."""

SENT: Final = {
    "enter": "\r", "escape": "\x1b", "space": " ", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "colon": ":", "question_mark": "?", "slash": "/",
    "comma": ",", "backspace": "\x7f", "tab": "\t", "delete": "\x1b[3~",
}  # fmt: skip
"""What a terminal sends for keys that aren't single letters."""

LIVELY: Final = ("\r", "\x1b", " ", "\x1b[B", "l", "q", "h", "u", "r", "s", "c", "?", ":")
"""Keys that play, ask for something, or lead to another screen or back."""

LEVELS: Final = ("level3", "level4", "level5")
"""The opponents in games that nothing covers; levels 1 and 2 play under the logs and the rules."""

SIZES: Final = ((80, 24), (60, 20), (120, 40), (30, 10), (80, 24))
"""Window sizes that sessions are sometimes resized to."""


@cache
def known_keys() -> tuple[str, ...]:
    """Return what is sent for every key that a screen or widget binds, and for a few others."""
    names = {"backspace", "tab", "delete", "z", "7", "4", "+"}
    for package in (screens, boards, widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for owner in vars(importlib.import_module(module.name)).values():
                if isinstance(owner, type) and issubclass(owner, DOMNode):
                    names |= {key for one in owner.BINDINGS for key in _keys_of(one)}
    return tuple(SENT.get(name, name) for name in sorted(names) if name in SENT or len(name) == 1)


def _keys_of(binding: Binding | tuple[str, ...]) -> list[str]:
    return (binding.key if isinstance(binding, Binding) else binding[0]).split(",")


@dataclass(frozen=True)
class Place:
    """Where a session begins: the command's arguments, and the keys to press first.

    A `match` is saved first and then resumed; with `is_over` it has been played to its end.
    """

    kind: str
    game: str = ""
    arguments: tuple[str, ...] = ()
    keys: str = ""
    match: Match | None = None
    is_over: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind} {self.game}".strip()


def places() -> list[Place]:
    """Return every screen: menu, setups, games at all levels, lessons, practice, dialogs, pages."""
    found = [
        Place("menu"),
        Place("saves", keys="s"),
        Place("remove a save", keys="sx", match=_match("box", "level1")),
        Place("settings", keys="o"),
        Place("progress", keys="p"),
        Place("rules", keys="?"),
    ]
    for game in GAMES:
        found += [
            Place("setup", game, ("play", game)),
            Place("lesson", game, ("learn", game)),
            Place("lesson steps", game, ("learn", game), "l"),
            Place("practice", game, ("learn", game, "--practice", "17")),
            Place("log", game, ("resume",), "l", _match(game, "level1")),
            Place("rules over", game, ("resume",), "?", _match(game, "level2")),
            Place("two people", game, ("resume",), "", _match(game, HUMAN)),
            Place("end", game, ("resume",), "", _match(game, "level1"), is_over=True),
            Place("tutor", game, ("resume",), "", _match(game, "level2", TUTOR_VERDICTS)),
            Place("review", game, ("review",), "", _match(game, "level1"), is_over=True),
        ]
        found += [Place(level, game, ("resume",), "", _match(game, level)) for level in LEVELS]
    return found


def few_places() -> list[Place]:
    """Return every kind of screen with two games, which take turns."""
    games, kinds = cycle(GAMES), dict.fromkeys(place.kind for place in places() if place.game)
    chosen = {(kind, next(games)) for kind in kinds for _ in range(2)}
    return [each for each in places() if not each.game or (each.kind, each.game) in chosen]


def _match(game: str, other: str, tutor: str = TUTOR_OFF) -> Match:
    return Match(GAMES[game], {}, [Seat("Ann", HUMAN), Seat("Ben", other)], 7, tutor=tutor)


@dataclass
class Tally:
    """Results of the sessions: bursts sent, and a line for each session that failed."""

    bursts: int = 0
    sessions: int = 0
    broken: list[str] = field(default_factory=list)


class Unseen(PtyTerminal):
    """A terminal whose screen is computed only on demand."""

    pending = b""

    def _show(self, got: bytes) -> None:
        self.pending += got

    def seen(self) -> str:
        """Return the screen after everything drawn so far."""
        super()._show(self.pending)
        self.pending = b""
        return self.text()


def run(where: list[Place], bursts: int, seed: int, at_once: int = 6) -> Tally:
    """Send at least that many bursts, in `at_once` parallel sessions that keep the processors busy.

    Every place is used, and once before any is used again; each session's keys depend on `seed`
    and on its number.
    """
    tally, numbers, lock = Tally(), count(), Lock()
    Random(seed).shuffle(where)

    def play_on() -> None:
        while True:
            with lock:
                number = next(numbers)
                if number >= len(where) and tally.bursts >= bursts:
                    return
            place = where[number % len(where)]
            sent, fault = _session(place, Random(f"{seed} {number}"))
            with lock:
                tally.bursts += len(sent)
                tally.sessions += 1
                if fault:
                    tally.broken.append(f"{place.name}: {fault}\nafter {sent[-12:]}")

    with ThreadPoolExecutor(at_once) as pool:
        for done in [pool.submit(play_on) for _ in range(at_once)]:
            done.result()
    return tally


def _session(place: Place, rng: Random) -> tuple[list[str], str]:
    """Start the app at a place, send bursts until it ends or there were enough; make it quit.

    Returns the bursts, and what went wrong or "".
    """
    sent: list[str] = []
    with TemporaryDirectory() as folder:
        home = Path(folder)
        _prepare(home, place)
        with boxtui(home, *place.arguments, kind=Unseen) as terminal:
            assert isinstance(terminal, Unseen)
            terminal.reach(lambda: b"\x1b[?25l" in terminal.raw, "the app to draw", PATIENCE)
            if rng.random() < 0.8:  # otherwise the first burst comes before the first screen
                _rest(terminal, 0.5)
            terminal.send(place.keys)
            while len(sent) < SESSION and terminal.process.poll() is None:
                sent.append(burst(rng))
                if rng.random() < 0.03:
                    terminal.resize(*rng.choice(SIZES))
                _type(terminal, sent[-1])
                _rest(terminal, rng.uniform(0, PAUSE))
            return sent, "\n".join([_fault(terminal), *_left_behind(home)]).strip()


def _prepare(home: Path, place: Place) -> None:
    if not place.match:
        return
    record = Record.begin(place.match.restarted(), library_in(home))
    if place.is_over:
        for move in _moves_to_the_end(place.match.game.key):
            do(record, Move(move))
        if "review" in place.arguments:
            do(record, End())
    record.close()


@cache
def _moves_to_the_end(game: str) -> list[int]:
    """Return the moves of a whole two-player match played at random."""
    return finished(_match(game, "level1")).moves


def burst(rng: Random) -> str:
    """Return a few keys: any, only lively ones, or at most three; some play a move first."""
    every = known_keys()
    few = rng.sample(every, rng.randint(1, 3))
    keys: Sequence[str] = rng.choices((every, LIVELY, few), weights=(1, 2, 1))[0]
    drawn = ["\x1b[B", "\r"] if rng.random() < 0.3 else []
    drawn += [rng.choice(keys) for _ in range(rng.randint(1, LONGEST - len(drawn)))]
    if rng.random() < 0.03:
        drawn.append(click_at(rng.randrange(80), rng.randrange(24)))
    return "".join(drawn)


def _type(terminal: Unseen, keys: str) -> None:
    """Send the keys in a single write, unless the app has ended."""
    with suppress(OSError):
        terminal.send(keys)


def _rest(terminal: Unseen, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and terminal.process.poll() is None:
        terminal.read(min(left, 0.1))


def _fault(terminal: Unseen) -> str:
    """Make the app quit by Esc and q; return what went wrong, or ""."""
    end = time.monotonic() + PATIENCE
    while terminal.process.poll() is None:
        if time.monotonic() > end:
            return f"it hangs:\n{terminal.seen()}"
        _type(terminal, "\x1b")
        _rest(terminal, 0.15)
        _type(terminal, "q")
        _rest(terminal, 0.15)
    terminal.read(0)
    code = terminal.process.returncode
    return "" if code == 0 else f"exit code {code}"


def _left_behind(home: Path) -> list[str]:
    """Return the end of every error log, and why saves can't be read; both should be empty."""
    logs = [log.read_text()[-1500:] for log in (home / "state").rglob("*.log")]
    return logs + [str(save.refusal) for save in library_in(home).entries() if save.refusal]


def main() -> int:
    """Run as many bursts as asked for and print what failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bursts", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = run(places(), asked.bursts, asked.seed)
    total = f"{tally.bursts} bursts in {tally.sessions} sessions, {len(tally.broken)} faults"
    print("\n".join([*tally.broken, total]))  # noqa: T201
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
