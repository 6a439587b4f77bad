"""Sessions of plain mode as text: `make golden` rewrites them, on purpose.

The first line of a file is the command, and what is typed follows `> `. The rest is what is said,
and at the end what touched a file on the loop, which is nothing, and what is on the disk. `SAVE`
stands for the save that was named last.
"""

import asyncio
import os
import re
import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from io import StringIO
from itertools import count
from math import inf
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from game_screens import Deciding
from loop_watch import watching
from people import ANN, BEN
from played import begin_at, folders, library_in, saves, settings
from random_games import any_move, do, of_bad_decisions

from ai.levels import plugins
from boxtui.commands.main import main
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.plain import play as plain_play
from boxtui.plain import session, waiting
from boxtui.plain.line_io import LineIO
from boxtui.play import stories
from boxtui.play.match import Match
from boxtui.play.record import Record, header_of
from boxtui.play.replay import replayed
from saves.events import Move
from saves.journal import Journal, read

FOLDER: Final = Path(__file__).parents[1] / "plain" / "transcripts"

TWO: Final = (ANN, BEN)

_NAME: Final = re.compile(r"[a-z-]+-\d{8}-\d{6}(?:-\d+)?")
"""The name of a save."""

_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?")


def save_a_torn_game(home: Path) -> None:
    """Save a game of Box of which the last move was cut off."""
    record = Record.begin(Match(GAMES["box"], {"balance": "none"}, TWO, 7), library_in(home))
    for move in range(11):
        do(record, Move(move))
    record.close()
    (save,) = saves(home)
    save.write_bytes(save.read_bytes()[:-1])


def save_before_the_last_move(home: Path) -> None:
    """Save a game of FREE-O of two people that ends with the next move."""
    match, rng = Match(GAMES["free-o"], {}, TWO, 86421), Random(3)
    while match.state.current_player() != OVER:
        match.play(any_move(match, rng))
    last = match.undo_ply()
    assert last is not None
    header = header_of(match, library_in(home).keep_data(match.game.board))
    library_in(home).begin(header, [*map(Move, match.moves[:last])]).close()


PREPARED: Final[Mapping[str, Callable[[Path], object]]] = {
    "review": lambda home: of_bad_decisions(library_in(home)),
    "torn": save_a_torn_game,
    "seed-at-the-end": save_before_the_last_move,
    "lesson-named-once": partial(begin_at, game="free-o", step="stop-her"),
    "lesson-game": partial(begin_at, game="free-o", step="a-few-turns"),
    "lesson-example": partial(begin_at, game="kimbo", step="the-last-piece"),
    "lesson-by-hand": partial(begin_at, game="shut-the-box", step="one-die"),
}
"""What is done before some of the sessions."""


async def play(name: str, home: Path, patch: pytest.MonkeyPatch) -> str:
    """Return a session, played below `home`, as text."""
    command, *lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    typed = [line[2:] for line in lines if line.startswith("> ")]
    told, begun, seeds = StringIO(f"{command}\n"), list[Coroutine[Any, Any, None]](), count(7)
    told.seek(0, os.SEEK_END)

    async def next_line(_: LineIO) -> bytes:
        if not typed:
            return b""
        line = typed.pop(0)
        if "SAVE" in line:
            line = line.replace("SAVE", _NAME.findall(told.getvalue())[-1])
        told.write(f"> {line}\n")
        return f"{line}\n".encode()

    plugins()  # which a host finds before the first login
    settings(home)
    if name in PREPARED:
        PREPARED[name](home)
    for variable, value in (folders(home) | {"LC_ALL": "C"}).items():
        patch.setenv(variable, value)
    patch.setattr(LineIO, "receive", next_line)
    patch.setattr(session, "SearchProcess", Deciding)
    patch.setattr(plain_play, "SAY_AFTER", inf)
    patch.setattr(waiting, "SAY_AFTER", inf)
    patch.setattr(waiting, "LONG", inf)
    patch.setattr(stories, "ago_words", lambda *_: "just now")  # on a slow machine, too
    patch.setattr(os, "isatty", lambda _: False)
    patch.setattr(SystemRandom, "randrange", lambda *_: next(seeds))
    patch.setattr(asyncio, "run", begun.append)
    code = main(command.split()[1:])
    patch.setattr(sys, "stdout", told)
    with watching(patch) as watch:
        await begun[0]
    assert not typed, f"nobody asked for {typed}"
    for each in dict.fromkeys(watch.found):
        told.write(f"on the loop: {each}\n")
    told.write(f"exit code {code}\n{on_disk(home)}")
    return _DATE.sub("DATE", _NAME.sub("SAVE", told.getvalue()))


def on_disk(home: Path) -> str:
    """Return what is in the saves, the newest one last, and in the files about lessons."""
    lines = []
    for path in sorted(saves(home), key=lambda save: save.stat().st_mtime_ns):
        Journal.open(path).close()  # which nobody else has open
        match, _ = replayed(read(path), path.name, library_in(home))
        seats = ", ".join(f"{seat.name} ({seat.player})" for seat in match.seats)
        counts = {each: getattr(match, each) for each in ("hints", "warnings", "ignored")}
        lines += [
            f"{match.game.title}: {seats}; seed {match.seed}; by hand: {match.by_hand}",
            f"  {match.options}; tutor {match.tutor}; {counts}",
            f"  moves {match.moves}",
        ]
    lessons = (home / "data" / "boxtui" / "lessons").glob("*.toml")
    return "\n".join([*lines, "", *(file.read_text() for file in sorted(lessons))])


def rewritten(name: str) -> str:
    run = asyncio.run
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as changes:
        return run(play(name, Path(folder), changes))


TEXTS: Final = {file: partial(rewritten, file.stem) for file in sorted(FOLDER.glob("*.txt"))}
