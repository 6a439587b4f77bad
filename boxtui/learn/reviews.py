"""Reviews of saved games, kept in the cache folder: each can be made again at any time.

A review that isn't done yet is kept in a folder of its own and as another type, so that nothing
can take it for a whole one.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from boxtui import __version__
from boxtui.learn import cache
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, GRADES, Judged
from boxtui.learn.review import BegunReview, Review, review_match, review_spec
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.play.replay import match_in
from boxtui.system import locations

FORMAT: Final = 17
"""To be changed whenever a review of the same game would come out differently."""

KEEP_SECONDS: Final = 5.0
"""How often what is judged is written; when a review is left, it is written as well."""

_GRADES: Final = (GOOD, *(name for name, _ in GRADES))


def match_to_review(path: Path) -> Match:
    """Return the match in a save. Raises SaveError, or Refused if it can't be reviewed."""
    match = match_in(path, open_library())
    review_spec(match)
    return match


def match_of_record(record: Record) -> Match:
    """Return the match of an open record, as `match_to_review` does.

    If its save was removed, it is written again. Raises SaveError if that fails.
    """
    record.restore()
    return match_to_review(record.path)


async def reviewed(
    match: Match,
    ask: AskAgent,
    progress: Callable[[Review], None] = lambda so_far: None,
) -> Review:
    """Return the review of a match, from the cache if it is there.

    A review that was left is continued: what it has judged isn't judged again. `progress` and
    the errors raised are those of `review_match`. If the review can't be kept, it is computed
    again the next time.
    """
    review_spec(match)
    if kept := await asyncio.to_thread(_kept_of, match):
        return kept
    begun = await asyncio.to_thread(_begun_of, match)
    writing = _Writing(locations.begun_review(review_key(match)), begun)
    try:
        found = await review_match(match, ask, progress, begun, writing.keep)
    except BaseException:  # also when it is left, which is a cancellation
        await writing.write()
        raise
    await asyncio.to_thread(cache.keep, locations.review(review_key(match)), found)
    await writing.remove()
    return found


class _Writing:
    """Writes a begun review to its file, every few seconds."""

    def __init__(self, path: Path, begun: BegunReview) -> None:
        self._path = path
        self._begun = self._written = begun
        self._when = monotonic()

    async def keep(self, begun: BegunReview) -> None:
        """Write what is judged if the last time is long enough ago."""
        self._begun = begun
        if monotonic() - self._when >= KEEP_SECONDS:
            await self.write()

    async def write(self) -> None:
        """Write what is judged, if it is more than the file has."""
        if self._begun != self._written:
            self._written = self._begun
            await asyncio.to_thread(cache.keep, self._path, self._begun)
            self._when = monotonic()

    async def remove(self) -> None:
        """Remove the file, because the review is done."""
        with suppress(OSError):
            await asyncio.to_thread(self._path.unlink)


def kept_review(digest: str) -> Review | None:
    """Return the review of the match with that digest that is in the cache, or None."""
    found = cache.kept(locations.review(digest), Review)
    if found is None:
        return None
    seats = len(found.result)
    shares = [found.start, *(each.changes for each in (*found.luck, *found.drift))]
    has_all = all(len(each) == seats for each in shares)
    return found if has_all and all(_is_sound(each, seats) for each in found.judged) else None


def _kept_of(match: Match) -> Review | None:
    """Return the review of a match that is in the cache, or None."""
    found = kept_review(review_key(match))
    is_of = (
        found is not None
        and (len(found.result), found.plies) == (len(match.seats), len(match.moves))
        and all(0 <= each.ply <= each.end <= found.plies for each in (*found.luck, *found.drift))
        and _are_of(found.judged, match)
    )
    return found if is_of else None


def review_key(match: Match) -> str:
    """Return what identifies a match and the program that reviews it."""
    seats = [(seat.name, seat.player) for seat in match.seats]
    played = [match.game.key, sorted(match.options.items()), seats, match.seed, match.moves]
    board = cache.checksum(match.game.board.hex())
    return cache.checksum(json.dumps([FORMAT, __version__, board, *played]))


def _begun_of(match: Match) -> BegunReview:
    """Return what a review of a match has judged that was left; nothing if there is none."""
    found = cache.kept(locations.begun_review(review_key(match)), BegunReview)
    is_of = (
        found is not None
        and found.plies <= len(match.moves)
        and all(_is_sound(each, len(match.seats)) for each in found.judged)
        and all(len(each.before) == len(each.after) == len(match.seats) for each in found.drawn)
        and _are_of(found.judged, match)
    )
    return found if found and is_of else BegunReview()


def _is_sound(judged: Judged, seats: int) -> bool:
    """Whether a decision has a grade, and was made by one of that many seats."""
    has_all = len(judged.shares) == len(judged.best_shares) == seats
    return has_all and judged.seat in range(seats) and judged.grade in _GRADES


def _are_of(decisions: Sequence[Judged], match: Match) -> bool:
    """Whether decisions are some of that match, in order."""
    judged = {each.ply: each for each in decisions}
    if [each.ply for each in decisions] != sorted(judged):
        return False
    state = match.position_after(0)
    for ply, move in enumerate(match.moves):
        each = judged.pop(ply, None)
        if each and (each.seat, each.move) != (state.current_player(), move):
            return False
        if each and each.best != move and state.why_not(each.best):
            return False
        state.apply(move)
    return not judged
