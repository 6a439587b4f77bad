"""The output of `boxtui saves` and its subcommands."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ai.levels import level_words
from boxtui.games import GAMES
from boxtui.lines import cells_of, filled, fitted
from boxtui.plain.words import position_words
from boxtui.play import transcript
from boxtui.play.choosing import to_show
from boxtui.play.own_saves import open_library
from boxtui.play.record import remarks_of, store_board
from boxtui.play.replay import replayed
from boxtui.play.results import result_of, tally_meaning, used_words
from boxtui.play.stories import (
    NO_SAVES,
    Story,
    entry_columns,
    has_own_name,
    listed_saves,
    name_of,
    story_cells,
    title_of,
)
from boxtui.play.viewer import Viewer
from boxtui.system.textfile import MOST_BYTES
from boxtui.wording import counted
from saves.errors import NotASave, SaveError, printable_name
from saves.events import End, as_events
from saves.journal import read
from saves.library import Entry, Library
from saves.wire import MAGIC

_NAME_CELLS: Final = 32
"""The most cells of the column of the saves' names; boxtui's own names have room in it."""


def list_lines(cells: int | None = None) -> Iterator[str]:
    """Yield one line for each save, newest first, in columns; an unreadable save has the reason.

    With the `cells` of a terminal, lines are cut to that width (`save_lines` has all names of
    players), except that the name of a save is never cut; one that a player gave is followed by the
    game. Two notes follow: what the figures count, and which torn saves have a copy.
    """
    found = listed_saves()
    named = [name_of(entry) if cells is None else _named(entry) for entry, _ in found]
    names = min(max(map(cells_of, named), default=0), _NAME_CELLS)
    stands = story_cells(story for entry, story in found if entry.header)
    for name, (entry, story) in zip(named, found, strict=True):
        words = "".join(entry_columns(entry, story, stands))
        if entry.header and cells is not None:
            words = fitted(words, max(cells - names - 2, 0), "...").rstrip()
        yield f"{filled(name, names)}  {words}"
    if not found:
        yield NO_SAVES
    if cells is not None:
        yield from _meanings(found)
        yield from _torn_words(open_library())


def _named(entry: Entry) -> str:
    """Return a save's name, with the game if a player gave it, as in `on the train (Kimbo)`."""
    name = name_of(entry)
    return f"{name} ({title_of(entry)})" if entry.header and has_own_name(entry) else name


def _meanings(found: Sequence[tuple[Entry, Story]]) -> Iterator[str]:
    """Yield an empty line and what the figures of the games in a list count, if there are any."""
    keys = {entry.header.game for entry, story in found if entry.header and story.figures}
    if keys:
        yield ""
        yield "The figures count, seat by seat:"
        yield from (
            f"  {game.title}: {tally_meaning(game)}" for game in GAMES.values() if game.key in keys
        )


def _torn_words(library: Library) -> Iterator[str]:
    """Yield an empty line and the files with moves that were cut off, if there are any."""
    if torn := library.torn_tails():
        yield ""
        yield f"Incomplete last moves that were cut off are kept in {library.folder}:"
        yield from (f"  {printable_name(path)}" for path in torn)


def save_lines(name: str) -> Iterator[str]:
    """Yield what a save starts from, its moves, and its result or position. Raises SaveError.

    Of hidden hands, only that of the one person who plays is shown before the end. The name may be
    that of a game, for its latest save; so, too, for `export_text`.
    """
    path = to_show(name)
    contents = read(path)
    match, notice = replayed(contents, printable_name(path), open_library())
    header = contents.header
    seed = "shown at the end" if match.is_seed_secret else header.seed
    dice = f", dice {header.dice}" if match.game.has_dice else ""
    yield f"{match.game.title}, begun {header.when}, seed {seed}{dice}"
    if options := match.game.relevant_options(match.options, len(match.seats)):
        yield "; ".join(f"{each.title}: {each.words(match.options[each.key])}" for each in options)
    for number, seat in enumerate(match.seats, 1):
        who = level_words(match.game.key, seat.player) or "person"
        place = f"Seat {number}"
        yield f"{place}: {who if seat.name == place else f'{seat.name}, {who}'}"
    if used := used_words(match):
        yield used
    if contents.torn:
        yield f"After the last move: {counted(contents.torn, 'byte')} of an incomplete move."
    if notice:
        yield notice
    yield from transcript.move_list(match)
    if match.is_over:
        yield result_of(match)
    else:
        yield from ("Now:", *position_words(Viewer(match)))


def export_text(name: str) -> str:
    """Return a save as the text that `import_file` reads. Raises SaveError."""
    path = to_show(name)
    contents = read(path)
    match, _ = replayed(contents, printable_name(path), open_library())
    return transcript.as_text(match, contents.header)


def import_file(file: str) -> str:
    """Make a save from an exported text (`-` is standard input), and return its name.

    Raises SaveError if the text can't be read.
    """
    name = "Standard input" if file == "-" else file
    library = open_library()
    match, header = transcript.from_text(_content(file, name), name, library)
    end = [End()] if match.is_over else []
    store_board(match, library)
    moves = as_events(match.moves, remarks_of(match))
    with library.begin(header, [*moves, *end]) as journal:
        return journal.path.stem


def _content(file: str, name: str) -> str:
    """Return a record's text. Raises SaveError, which calls the file `name`, if it isn't one."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as record:
                content = record.read(MOST_BYTES + 1)
    except OSError as fault:
        message = f"{name} can't be read: {fault.strerror}."
        raise SaveError(message, "Name a file made by `boxtui saves export`.") from fault
    if content.startswith(MAGIC):
        message = f"{name} is a save, not a text record of one."
        raise NotASave(message, f"Copy it into {open_library().folder} to play it.")
    if len(content) > MOST_BYTES:
        raise NotASave(f"{name} is too long for a record.", transcript.EXPORT)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise NotASave(f"{name} is not text in UTF-8.", transcript.EXPORT) from fault
