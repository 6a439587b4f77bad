"""The progress of a review: the time left in coarse steps, without jitter."""

import re
from collections.abc import Callable
from itertools import accumulate, pairwise
from random import Random

import pytest
from people import ANN
from random_games import finished

from boxtui.games import GAMES
from boxtui.learn.judging import can_judge
from boxtui.learn.review import review_spec
from boxtui.learn.review_progress import ReviewProgress
from boxtui.play.match import Match, Seat
from boxtui.wording import coarse_minutes


def minutes_said(match: Match, seconds: float, spread: float = 0.0) -> list[tuple[int, int, float]]:
    """Return what is said after each move: done, minutes said (0: nothing), and the minutes left.

    Each decision that is judged takes about `seconds`, all other moves none.
    """
    rng = Random(7)
    took = [
        seconds * rng.uniform(1 - spread, 1 + spread) if is_judged else 0.0
        for is_judged in judged_decisions(match)
    ]
    return said_of(match, took)


def judged_decisions(match: Match) -> list[bool]:
    """Return of each move whether a review judges it."""
    spec, state, found = review_spec(match), match.position_after(0), list[bool]()
    for move in match.moves:
        found.append(can_judge(match.game, spec, state, move))
        state.apply(move)
    return found


def said_of(match: Match, took: list[float]) -> list[tuple[int, int, float]]:
    """Return what is said after each move if it takes so many seconds, as `minutes_said` does."""
    now = 0.0
    progress, said = timed(match, lambda: now), list[tuple[int, int, float]]()
    for ply, each in enumerate(took):
        now += each
        progress.count(ply + 1)
        words = progress.words()
        assert words.startswith(f"{ply + 1} of {len(took)}")
        found = re.search(r", (?:about (\d+) minutes|less than a minute) left$", words)
        minutes = int(found[1] or 1) if found else 0
        said.append((ply + 1, minutes, sum(took[ply + 1 :]) / 60))
    return said


def timed(match: Match, clock: Callable[[], float]) -> ReviewProgress:
    progress = ReviewProgress(match, clock)
    progress.find_decisions()
    return progress


def long_game(key: str) -> Match:
    return finished(Match(GAMES[key], {}, [ANN, Seat("Ben", "level1")], 7))


def test_nothing_is_said_of_the_time_before_some_decisions_took_some_time() -> None:
    match = long_game("free-o")
    decisions, are_judged = 0, judged_decisions(match)
    for done, minutes, _ in minutes_said(match, 20.0):
        decisions += are_judged[done - 1]
        assert (minutes > 0) == (decisions >= 5)
    quick = minutes_said(match, 1e-5)
    assert not any(minutes for _, minutes, _ in quick)


def test_the_time_is_rounded_up_in_coarse_steps_that_only_fall_at_an_even_pace() -> None:
    for key in GAMES:
        said = [each[1:] for each in minutes_said(long_game(key), 20.0) if each[1]]
        shown = [minutes for minutes, _ in said]
        assert shown == sorted(shown, reverse=True)
        for minutes, left in said:
            assert left - 1e-9 <= minutes <= max(1, left * 2 + 1)
            assert minutes <= 5 or minutes % 5 == 0


@pytest.mark.parametrize(("plies", "break_at"), [(30, 0), (60, 30)])
def test_neither_waiting_for_the_first_decision_nor_a_break_sets_the_pace(
    plies: int, break_at: int
) -> None:
    now = 0.0
    match = long_game("box")
    progress, left = timed(match, lambda: now), sum(judged_decisions(match)[plies:])
    for ply in range(plies):
        if ply == break_at:
            now += 6000.0
            if ply:
                progress.go_on()
        progress.count(ply + 1)
        now += 5.0
    assert progress.words().endswith(f", about {coarse_minutes(5 * left / 60)} minutes left")


@pytest.mark.parametrize("key", ["free-the-box", "free-o", "box"])
def test_moves_that_take_no_time_leave_the_estimate_as_it_is(key: str) -> None:
    """In Free the Box and FREE-O most moves are forced, and so are the last ones of Box."""
    minutes, left = next(each[1:] for each in minutes_said(long_game(key), 30.0) if each[1])
    assert minutes == coarse_minutes(left)


@pytest.mark.parametrize("factor", [2.0, 0.5])
def test_the_time_follows_another_pace_within_thirty_decisions(factor: float) -> None:
    match = long_game("free-the-box")
    are_judged = judged_decisions(match)
    decided = list(accumulate(are_judged))
    changed = decided[-1] // 3
    took = [
        is_judged * (30.0 * factor if count > changed else 30.0)
        for is_judged, count in zip(are_judged, decided, strict=True)
    ]
    (minutes, left), *_ = (
        (minutes, left)
        for done, minutes, left in said_of(match, took)
        if decided[done - 1] == changed + 30
    )
    assert left / 1.5 <= minutes <= coarse_minutes(left)


def test_uneven_decisions_dont_make_it_jitter() -> None:
    for key in GAMES:
        said = [minutes for _, minutes, _ in minutes_said(long_game(key), 20.0, 0.9) if minutes]
        rises = sum(after > before for before, after in pairwise(said))
        assert rises <= 1 + len(said) // 1000, (key, rises, len(said))
