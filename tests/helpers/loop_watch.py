"""A watch over an event loop: what touches files or computes on its thread; a disk that is held."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event as Signal
from types import FrameType
from typing import Any

import pytest
from pty_terminal import DEADLINE

from ai.levels import ROSTERS
from saves import files
from tutorials import runner
from tutorials.decision import Decision

ROOT = str(Path(__file__).parents[2])
SOURCES = tuple(f"{ROOT}/{each}/" for each in ("boxtui", "saves", "tutorials", "ai"))
INSTALLED = ("/boxtui/", "/saves/", "/tutorials/", "/ai/")

EVENTS = frozenset(
    ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove", "os.link")
)
"""The audit events of calls that touch files."""

CALLS = ("fsync", "fdatasync", "pread", "pwrite", "stat", "lstat", "truncate", "ftruncate")
"""Functions of `os` that touch files and have no audit event."""

BEATS = 3
"""How often the loop must turn while the disk is synced."""

_watches: list["LoopWatch"] = []


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if event in EVENTS:
        for watch in _watches:
            watch.note(event, given[0] if given else "")


sys.addaudithook(_audit)  # for good: a hook can't be removed


def _places(frame: FrameType | None) -> list[str]:
    """Return where in our sources a call comes from, the innermost first; none for an import."""
    found = []
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            return []
        _, is_installed, module = file.rpartition("site-packages")
        if file.startswith(SOURCES) or (is_installed and module.startswith(INSTALLED)):
            found.append(f"{Path(file).name}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    return found


class LoopWatch:
    """Notes calls on the loop's thread that touch files, with their places; imports don't count.

    Every sync of the disk waits until the loop has turned `BEATS` times. One that is on the loop's
    thread can't wait, and is noted.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.syncs = 0
        self._thread = threading.get_ident()
        self._beats = 0
        self._turned = threading.Condition()

    def note(self, call: str, what: object) -> None:
        """Note a call, if it is on the loop's thread and comes from our sources."""
        if threading.get_ident() == self._thread and (places := _places(sys._getframe(2))):
            self.found.append(f"{call} {what} in {' < '.join(places[:4])}")

    async def beat(self) -> None:
        """Count the turns of the loop."""
        while True:
            with self._turned:
                self._beats += 1
                self._turned.notify_all()
            await asyncio.sleep(0.001)

    def synced(self) -> None:
        """Wait until the loop has turned a few times, unless this is its own thread."""
        self.syncs += 1
        if threading.get_ident() == self._thread:
            return
        with self._turned:
            goal = self._beats + BEATS
            self._turned.wait_for(lambda: self._beats >= goal, DEADLINE)


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopWatch]:
    """Watch the running loop."""
    watch = LoopWatch()

    def patch(owner: Any, name: str, *, syncs: bool) -> None:
        real: Callable[..., Any] = getattr(owner, name)

        def watched(*given: Any, **named: Any) -> Any:
            watch.note(name, given[0] if given else "")
            if syncs:
                watch.synced()
            return real(*given, **named)

        monkeypatch.setattr(owner, name, watched)

    for name in CALLS:
        if hasattr(os, name):
            patch(os, name, syncs=name in ("fsync", "fdatasync"))
    patch(files, "sync_data", syncs=True)  # bound when it was imported
    patch(Path, "replace", syncs=True)
    beating = asyncio.get_running_loop().create_task(watch.beat())
    _watches.append(watch)
    try:
        yield watch
    finally:
        _watches.remove(watch)
        beating.cancel()


def held(
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    when: Callable[..., object] = lambda *_: True,
    fails: Exception | None = None,
) -> tuple[Signal, Signal]:
    """Hold the calls of a function; return what they set, and what lets them go on once set.

    Only calls with arguments for which `when` holds are held. If it `fails`, they then raise that.
    """
    begun, goes_on, real = Signal(), Signal(), getattr(owner, name)

    def waiting(*given: Any, **named: Any) -> Any:
        if when(*given, **named):
            begun.set()
            goes_on.wait(DEADLINE)
            if fails is not None:
                raise fails
        return real(*given, **named)

    monkeypatch.setattr(owner, name, waiting)
    return begun, goes_on


def waits_for(
    begun: Signal, goes_on: Signal, first: Callable[[], object], second: Callable[[], object]
) -> bool:
    """Whether a call waits for a first one that is held; each is made in a thread of its own."""
    one, other = (threading.Thread(target=call) for call in (first, second))
    one.start()
    begun.wait(DEADLINE)
    other.start()
    other.join(0.2)
    waited = other.is_alive()
    goes_on.set()
    for thread in (one, other):
        thread.join()
    return waited


async def held_at(
    monkeypatch: pytest.MonkeyPatch,
    begin: Callable[[], object],
    owner: Any,
    name: str,
    **how: Any,
) -> Signal:
    """Begin what calls a function, hold that call as `held` does; return what lets it go on."""
    begun, goes_on = held(monkeypatch, owner, name, **how)
    begin()
    assert await asyncio.to_thread(begun.wait, DEADLINE)
    return goes_on


class HeldDisk:
    """Holds writes, from `hold` on, until they may go on; one on the loop's thread for a second.

    Attributes:
        is_held: whether a write waits.
        fault: the error that writes fail with, or None.
        begun: set once a write was held.
        goes_on: to be set, so that writes go on.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_held = False
        self.fault: OSError | None = None
        self.begun, self.goes_on = Signal(), Signal()
        self._holds = False
        self._thread = threading.get_ident()
        for owner, name in ((Path, "replace"), (os, "fsync"), (files, "sync_data")):
            monkeypatch.setattr(owner, name, self._holding(getattr(owner, name)))

    def hold(self) -> None:
        """Hold what is written from now on."""
        self._holds = True

    def _holding(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def held(*given: Any) -> Any:
            if self._holds:
                self.is_held = True
                self.begun.set()
                self.goes_on.wait(1 if threading.get_ident() == self._thread else DEADLINE)
                self.is_held = False
            if self.fault:
                raise self.fault
            return real(*given)

        return held


class Computing:
    """Notes where functions run.

    Attributes:
        beside: the names of those that ran outside the thread that this was made on.
        on_loop: the names of those that ran on it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.beside: set[str] = set()
        self.on_loop: set[str] = set()
        self._patch = monkeypatch
        self._thread = threading.get_ident()

    def watch_lessons(self) -> None:
        """Note where a lesson finds out what takes a while."""
        for name in ("comment", "advice", "play_others_move"):
            self._patch.setattr(runner, name, self._noting(name, getattr(runner, name)))
        self._patch.setattr(Decision, "leads", self._noting("leads", Decision.leads))

    def watch_reasons(self, game: str) -> None:
        """Note where the reasons for moves are found."""
        roster = ROSTERS[game]
        reasons = self._noting("reasons", roster.reasons)
        self._patch.setitem(ROSTERS, game, replace(roster, reasons=reasons))

    def _noting(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            on_loop = threading.get_ident() == self._thread
            (self.on_loop if on_loop else self.beside).add(name)
            return real(*given)

        return noted
