"""Saves in words: the game, how it stands, when it was played, and who plays."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from sys import maxsize
from time import time
from typing import Final

from boxtui.games import GAMES
from boxtui.lines import NO_BREAK, cells_of, filled, wrapped
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.replay import match_in
from boxtui.play.results import (
    ENDED,
    UNFINISHED,
    figures_words,
    standing_words,
    tally_meaning,
)
from boxtui.wording import counted, printable, quoted
from saves.errors import SaveError
from saves.files import is_locked
from saves.library import LONGEST_NAME, Entry, Library, game_in_name

_AGO_CELLS: Final = 10
_STORY_CELLS: Final = 21
_MOST_STORY_CELLS: Final = 33
"""The width of the columns of a list of saves: the longest of `ago_words`, such as a date, and how
most games of four seats stand; the latter is wider if longer ones are listed, up to a limit, which
games of six seats with the usual names keep.
"""

REPLAYED: Final = 50
REPLAYED_BYTES: Final = 512 * 1024
"""How many of the latest saves are replayed to tell how they stand, and how many bytes of them.

A long game takes about 10 KB, and a save that is built to be slow takes seconds for 256 KB.
"""

IN_USE: Final = "in use"
"""How a match stands, or a note on it if it is over, while its save is open in another session."""

NEW_NAME: Final = "Its new name"
"""What asks for the name that a save is to get."""

NO_SAVES: Final = "There are no saved games yet."


@dataclass(frozen=True)
class Story:
    """How the game of a save stands, or why the save can't be read.

    Attributes:
        standing: how it stands, as in `Green won`.
        figures: the figures that follow, as in `3:4`, or "".
        note: `begun midway` if it was played on from elsewhere, and `in use` if it is over and
            open in another session; or "".
    """

    standing: str
    figures: str = ""
    note: str = ""

    @property
    def words(self) -> str:
        """How it stands and the figures, as in `Green won, 3:4`."""
        return ", ".join(filter(None, (self.standing, self.figures)))


def story_of(match: Match, *, is_in_use: bool = False) -> Story:
    """Return how a match stands; `is_in_use` if its save is open in another session.

    One that isn't over is then `in use` instead of `unfinished`, so it fits into its column.
    """
    notes = [
        "begun midway" if match.begun_midway and not match.only_elsewhere else "",
        IN_USE if is_in_use and match.is_over else "",
    ]
    standing = IN_USE if is_in_use and not match.is_over else standing_words(match)
    return Story(standing, figures_words(match), ", ".join(filter(None, notes)))


def stories(library: Library, entries: Sequence[Entry]) -> dict[str, Story]:
    """Return the stories of these saves, by the saves' names; the latest are replayed.

    A save that can't be replayed has a short story without figures.
    """
    found = {
        entry.name: Story(ENDED if entry.ended else UNFINISHED)
        if entry.header
        else Story(str(entry.refusal))
        for entry in entries
    }
    readable = [entry for entry in entries if entry.header]
    taken = 0
    for entry in readable[:REPLAYED]:
        taken += entry.bytes
        if taken > REPLAYED_BYTES:
            break
        with suppress(SaveError):  # resuming the save says what is wrong
            match = match_in(entry.path, library)
            found[entry.name] = story_of(match, is_in_use=is_locked(entry.path))
    return found


def figures_meaning(entry: Entry, story: Story, cells: int, rows: int = 1) -> str:
    """Return what the figures of a save's story count, and whose they are; "" if it has none.

    If the names don't fit into rows of that many cells, the figures stand without them. In several
    rows, none ends between a name and its figure.
    """
    if not entry.header or not story.figures:
        return ""
    meaning = tally_meaning(GAMES[entry.header.game])
    names = (name for name, _ in entry.header.seats)
    gap = NO_BREAK if rows > 1 else " "
    figures = map(f":{gap}".join, zip(names, story.figures.split(":"), strict=True))
    named = f"{meaning}: {', '.join(figures)}"
    return named if len(wrapped(named, cells)) <= rows else f"{story.figures}: {meaning}"


def listed_saves() -> list[tuple[Entry, Story]]:
    """Return each save, newest first, and its story."""
    library = open_library()
    entries = library.entries()
    by_name = stories(library, entries)
    return [(entry, by_name[entry.name]) for entry in entries]


def list_sentences() -> Iterator[str]:
    """Yield how each save's game stands, newest first, in sentences to be wrapped or read aloud."""
    found = listed_saves()
    for entry, story in found:
        yield f"{name_of(entry)}: {entry_sentence(entry, story)}"
    yield from [] if found else [NO_SAVES]


def title_of(entry: Entry) -> str:
    """Return a save's game, or its key if it is unknown here, or what is wrong with the save."""
    if entry.header is None:
        return entry.refusal.title if entry.refusal else ""
    key = entry.header.game
    return GAMES[key].title if key in GAMES else key


def name_of(entry: Entry) -> str:
    """Return a save's name in printable form."""
    return printable(entry.name)


def quoted_name(path: Path) -> str:
    """Return the whole name of the save at that path in quotes, for a sentence."""
    return quoted(path.stem, LONGEST_NAME)


def label_of(entry: Entry) -> str:
    """Return a save's game, and the name that it was given if it was, as in `Kimbo: on the train`.

    Without one, the name has only the game and the time.
    """
    title = title_of(entry)
    return f"{title}: {name_of(entry)}" if entry.header and has_own_name(entry) else title


def has_own_name(entry: Entry) -> bool:
    """Whether a save has another name than boxtui gave it, or can't be read."""
    return not entry.header or game_in_name(entry.name) != entry.header.game


def renamed_words(path: Path, new: Path) -> str:
    """Return what is said once the save at `path` was given the name of `new`."""
    if new == path:
        return f"The name is still {quoted_name(path)}."
    return f"Renamed {quoted_name(path)} to {quoted_name(new)}."


def removed_words(path: Path) -> str:
    """Return what is said once the save at `path` was removed."""
    return f"Removed {quoted_name(path)}."


def story_cells(listed: Iterable[Story]) -> int:
    """Return the width of the column in a list that says how games stand."""
    widths = (cells_of(story.words) for story in listed)
    return max((each for each in widths if each <= _MOST_STORY_CELLS), default=0)


def entry_columns(entry: Entry, story: Story, stands: int = 0) -> tuple[str, str, str]:
    """Return the columns of a save: when it was played and how it stands, figures, who plays.

    In a list, `stands` are the `story_cells`. The story's note precedes the players, where it isn't
    cut before them.
    """
    figures = f", {story.figures}" if story.figures else ""
    text = f"{filled(ago_words(entry, time()), _AGO_CELLS)}  {story.standing}"
    if not entry.header:
        return text, "", ""
    gap = max(max(_STORY_CELLS, stands) - cells_of(story.words), 0) + 2
    note = f"({story.note}) " if story.note else ""
    return text, figures, f"{' ' * gap}{note}{players_of(entry)}"


def entry_sentence(entry: Entry, story: Story) -> str:
    """Return a save in words of a sentence, with what its figures count."""
    if not entry.header:
        return f"{title_of(entry)}: {story.words}"
    ago, figures = ago_words(entry, time()), figures_meaning(entry, story, maxsize)
    stands = ", ".join(filter(None, (story.standing, story.note)))
    return f"{title_of(entry)}: {stands}, {ago}; {figures or players_of(entry)}"


def players_of(entry: Entry) -> str:
    """Return the names of the players of a readable save."""
    return ", ".join(name for name, _ in entry.header.seats) if entry.header else ""


def changed_words(entry: Entry) -> str:
    """Return when a save last changed, or "?" for a time outside the calendar, as on some disks."""
    try:
        return f"{datetime.fromtimestamp(entry.changed):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


def ago_words(entry: Entry, now: float) -> str:
    """Return how long before `now` a save last changed; a date from ten days on, or if ahead."""
    minutes = (now - entry.changed) / 60
    if not 0 <= minutes < 60 * 24 * 10:
        return changed_words(entry).partition(" ")[0]
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{int(minutes)} min ago"
    if minutes < 60 * 24:
        return f"{int(minutes / 60)} h ago"
    return f"{counted(int(minutes / 60 / 24), 'day')} ago"
