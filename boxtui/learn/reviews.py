"""Reviews of saved games, kept in the cache folder: each can be made again at any time."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from boxtui import __version__
from boxtui.learn import cache
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, GRADES
from boxtui.learn.review import Review, review_match, review_spec
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.play.replay import match_in
from boxtui.system import locations

FORMAT: Final = 14
"""To be changed whenever a review of the same game would come out differently."""

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
    progress: Callable[[int], None] = lambda done: None,
) -> Review:
    """Return the review of a match, from the cache if it is there.

    `progress` and the errors raised are those of `review_match`. If the review can't be kept, it is
    computed again the next time.
    """
    review_spec(match)
    if kept := await asyncio.to_thread(_kept_of, match):
        return kept
    found = await review_match(match, ask, progress)
    await asyncio.to_thread(cache.keep, locations.review(review_key(match)), found)
    return found


def kept_review(digest: str) -> Review | None:
    """Return the review of the match with that digest that is in the cache, or None."""
    found = cache.kept(locations.review(digest), Review)
    return found if found and _adds_up(found) else None


def _kept_of(match: Match) -> Review | None:
    """Return the review of a match that is in the cache, or None."""
    found = kept_review(review_key(match))
    return found if found and _is_of(found, match) else None


def review_key(match: Match) -> str:
    """Return what identifies a match and the program that reviews it."""
    seats = [(seat.name, seat.player) for seat in match.seats]
    played = [match.game.key, sorted(match.options.items()), seats, match.seed, match.moves]
    board = cache.checksum(match.game.board.hex())
    return cache.checksum(json.dumps([FORMAT, __version__, board, *played]))


def _adds_up(review: Review) -> bool:
    """Whether all shares of a review are those of the same seats."""
    seats = len(review.result)
    pairs = [(each.shares, each.best_shares) for each in review.judged]
    changes = [each.changes for each in (*review.luck, *review.drift)]
    shares = [review.start, *changes, *(each for pair in pairs for each in pair)]
    return all(len(each) == seats for each in shares) and all(
        each.seat in range(seats) and each.grade in _GRADES for each in review.judged
    )


def _is_of(review: Review, match: Match) -> bool:
    """Whether a review is about the moves of that match."""
    changes = [*review.luck, *review.drift]
    if (
        (len(review.result), review.plies) != (len(match.seats), len(match.moves))
        or not all(0 <= each.ply <= each.end <= review.plies for each in changes)
        or [each.ply for each in review.judged] != sorted({each.ply for each in review.judged})
    ):
        return False
    judged = {each.ply: each for each in review.judged}
    state = match.position_after(0)
    for ply, move in enumerate(match.moves):
        each = judged.pop(ply, None)
        if each and (each.seat, each.move) != (state.current_player(), move):
            return False
        if each and each.best != move and state.why_not(each.best):
            return False
        state.apply(move)
    return not judged
