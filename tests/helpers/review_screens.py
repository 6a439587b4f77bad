"""The screen of a review inside the test process, of a match and with decisions made up here."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import Any, cast

import pytest
from canvas_text import until_shown
from game_screens import running, settled
from random_games import finished
from textual.pilot import Pilot

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.learn.judging import Judged
from boxtui.learn.review import Review
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_steps import ReviewSteps
from boxtui.lines import plain
from boxtui.play.match import Match, Seat
from boxtui.system.terminal import Look
from boxtui.tui.screens.review import ReviewScreen


def judged(match: Match, ply: int, best: int, *, is_sure: bool = True, **more: Any) -> Review:
    """Return a review with one decision, in which that move is found better than any other.

    The decision has `more` fields.
    """
    seat, move = match.log[ply].seat, match.moves[ply]
    before = (0.5,) * len(match.seats)
    after = tuple(0.3 if at == seat and move != best else 0.5 for at in range(len(before)))
    decision = Judged(ply, seat, move, best, after, before, 0.0, is_sure, **more)
    return Review(before, (decision,), (), (), tuple(match.state.returns()), len(match.moves))


@asynccontextmanager
async def reviewing(
    match: Match,
    review: Callable[..., Awaitable[Review]] | None = None,
    clock: Callable[[], float] = monotonic,
) -> AsyncIterator[tuple[Pilot[int], ReviewScreen]]:
    """Run the app with a finished match on the screen of its review, which `review` finds.

    `clock` tells the seconds that the review takes.
    """

    async def found(*_: object) -> Review:
        return judged(match, len(match.moves) - 1, match.moves[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("boxtui.tui.screens.review.reviewed", review or found)
        timed = partial(ReviewProgress, clock=clock)
        patch.setattr("boxtui.tui.screens.review.ReviewProgress", timed)
        async with running(look=Look(color=False)) as (pilot, app):
            await app.push_screen(ReviewScreen(match))
            await until_shown(pilot, "title", "Review of")
            await settled(pilot)
            yield pilot, cast("ReviewScreen", app.screen)


def drawn(screen: ReviewScreen, review: Review) -> list[str]:
    """Return the board at the decision of a review, without styles."""
    screen._steps = ReviewSteps(screen._whole, review)
    screen._show(review.judged[0].ply)
    return drawn_now(screen)


def drawn_now(screen: ReviewScreen) -> list[str]:
    return [plain(line) for line in screen.board.board_lines(21)]


def played(key: str, other: str = HUMAN, first: str = HUMAN, **options: OptionValue) -> Match:
    """Return a finished game of random moves, which don't depend on who plays."""
    return finished(Match(GAMES[key], options, [Seat("Ann", first), Seat("Ben", other)], 7))


def choices(match: Match) -> Iterator[tuple[int, list[int]]]:
    """Yield the plies of the first decisions between several moves, and the moves not played."""
    for ply, move in enumerate(match.moves[:200]):
        state = match.position_after(ply)
        others = [each for each in state.legal_moves() if each != move]
        if state.current_player() >= 0 and others:
            yield ply, others
