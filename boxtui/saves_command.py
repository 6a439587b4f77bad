"""`boxtui saves`: what its five parts print."""

import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from boxtui import transcript
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.record import library, replayed
from boxtui.results import result_of
from saves.errors import SaveError, refusing
from saves.events import End, batches
from saves.journal import read
from saves.library import Entry


def listed() -> Iterator[str]:
    """A line a save, newest first; one that can't be read with the reason."""
    entries = library().entries()
    if not entries:
        yield "There is no saved game yet."
    for entry in entries:
        when = f"{datetime.fromtimestamp(entry.changed):%Y-%m-%d %H:%M}"
        yield f"{entry.name:<34} {when}  {_words(entry)}"


def _words(entry: Entry) -> str:
    if entry.header is None:
        return str(entry.refusal)
    title = GAMES[entry.header.game].title if entry.header.game in GAMES else entry.header.game
    names = ", ".join(name for name, _ in entry.header.seats)
    return f"{title}: {names}; {'ended after' if entry.ended else 'at'} move {entry.moves}"


def shown(name: str) -> Iterator[str]:
    """What a save starts from and its moves as text; SaveError."""
    path = library().find(name)
    contents = read(path)
    match, notice = replayed(contents, path.name, library())
    header = contents.header
    yield f"{match.game.title}, begun {header.when}, seed {header.seed}, dice {header.dice}"
    yield "Options: " + ", ".join(f"{key} {value}" for key, value in match.options.items())
    for number, seat in enumerate(match.seats, 1):
        yield f"Seat {number}: {seat.name}, {seat.player}"
    yield f"Hints: {match.hints}. Taken back: {match.takebacks}."
    if contents.torn:
        yield f"Behind the last move stand {contents.torn} bytes of a move that was cut off."
    yield from [notice] if notice else []
    yield from transcript.move_list(match)
    yield result_of(match) or f"Now: {match.state.text()}"


def exported(name: str) -> str:
    """A save as the text that `imported` reads; SaveError."""
    path = library().find(name)
    contents = read(path)
    match, _ = replayed(contents, path.name, library())
    return transcript.write(match, contents.header)


def imported(file: str) -> str:
    """Make a save of an exported text, from standard input for `-`; its name; SaveError."""
    if file == "-":
        text = sys.stdin.read()
    else:
        with refusing(Path(file), "read"):
            text = Path(file).read_bytes().decode("utf-8", "replace")
    match, header = transcript.read(text, file, library())
    end = [End()] if match.state.player() == OVER else []
    with library().begin(header, [*batches(match.moves), *end]) as journal:
        return journal.path.stem


def last_unfinished() -> Path:
    """The save of the game that was played last and isn't over; SaveError without one."""
    for entry in library().entries():
        if entry.header is not None and not entry.ended:
            return entry.path
    raise SaveError("There is no game to take up.", "Start one with `boxtui`.", "Nothing to resume")
