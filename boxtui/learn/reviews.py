"""Reviews of saved games, kept in the cache folder: each can be made again at any time."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ai.worker import Searcher
from boxtui import __version__
from boxtui.learn import cache
from boxtui.learn.judging import Judged
from boxtui.learn.puzzles import ask_through
from boxtui.learn.review import Change, Review, review, reviewable
from boxtui.play.match import Match
from boxtui.play.record import open_library, replayed
from boxtui.system import locations
from saves.errors import SaveError, printable_name
from saves.events import Event, Hint, Move, Moves, Undo
from saves.journal import read

FORMAT: Final = 9
"""To be changed whenever a review of the same game would come out differently."""


def to_review(name: str | None) -> Path:
    """Return the path of the save with that name, or of the last finished game.

    Raises SaveError if there is none.
    """
    library = open_library()
    if name is not None:
        return library.find(name)
    for entry in library.entries():
        if entry.header and entry.ended:
            return entry.path
    message = "There is no finished game to review."
    raise SaveError(message, "Finish one: run `boxtui`.", "Nothing to review")


def finished_match(path: Path) -> Match:
    """Return the match in a save. Raises SaveError, or BadOption if it can't be reviewed."""
    contents = read(path)
    match, _ = replayed(contents, printable_name(path), open_library())
    match.hinted = hinted_plies(contents.events)
    reviewable(match)
    return match


def hinted_plies(events: Iterable[Event]) -> frozenset[int]:
    """Return the plies at which a hint was given, of those that weren't taken back since."""
    ply, hinted = 0, set[int]()
    for event in events:
        match event:
            case Hint():
                hinted.add(ply)
            case Move():
                ply += 1
            case Moves(moves):
                ply += len(moves)
            case Undo(ply):
                hinted = {each for each in hinted if each <= ply}
    return frozenset(hinted)


async def reviewed(
    match: Match,
    searcher: Searcher,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Return the review of a finished match, from the cache if it is there.

    `progress` and the errors raised are those of `review`. If the review can't be kept, it is
    computed again the next time.
    """
    reviewable(match)
    digest = digest_of(match)
    if kept := await asyncio.to_thread(kept_review, digest):
        return kept
    found = await review(match, ask_through(searcher, match.game), progress)
    await asyncio.to_thread(cache.keep, locations.review(digest), asdict(found))
    return found


def kept_review(digest: str) -> Review | None:
    """Return the review of the match with that digest that is in the cache, or None."""
    found = cache.kept(locations.review(digest))
    return _of_json(found) if found else None


def digest_of(match: Match) -> str:
    """Return what identifies a match and the program that reviews it."""
    names = [seat.name for seat in match.seats]
    played = [match.game.key, sorted(match.options.items()), names, match.seed, match.moves]
    board = cache.checksum(match.game.board.hex())
    return cache.checksum(json.dumps([FORMAT, __version__, board, *played]))


def _of_json(found: dict[str, Any]) -> Review:
    """Return the review from the data that `asdict` returned."""
    return Review(
        start=tuple(found["start"]),
        judged=tuple(Judged(**_tuples(each)) for each in found["judged"]),
        luck=tuple(Change(**_tuples(each)) for each in found["luck"]),
        drift=tuple(Change(**_tuples(each)) for each in found["drift"]),
        result=tuple(found["result"]),
        plies=found["plies"],
    )


def _tuples(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with tuples in place of lists."""
    return {
        key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()
    }
