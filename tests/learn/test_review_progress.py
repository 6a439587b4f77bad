"""The progress of a review: the time left in coarse steps, without jitter."""

import re
from itertools import pairwise
from math import ceil
from random import Random

from people import ANN
from random_games import finished

from boxtui.games import GAMES
from boxtui.learn.review_progress import ReviewProgress
from boxtui.play.match import Match, Seat


def minutes_said(match: Match, seconds: float, spread: float = 0.0) -> list[tuple[int, int, float]]:
    """Return what is said after each move: done, minutes said (0: nothing), and the minutes left.

    Each decision takes about `seconds`, chance moves none.
    """
    rng, now = Random(7), 0.0
    took = [
        0.0 if played.by_chance else seconds * rng.uniform(1 - spread, 1 + spread)
        for played in match.log
    ]
    progress, said = ReviewProgress(match, lambda: now), list[tuple[int, int, float]]()
    for ply, each in enumerate(took):
        now += each
        progress.count(ply + 1)
        words = progress.words()
        assert words.startswith(f"{ply + 1} of {len(took)}")
        found = re.search(r", (?:about (\d+) minutes|less than a minute) left$", words)
        minutes = int(found[1] or 1) if found else 0
        said.append((ply + 1, minutes, sum(took[ply + 1 :]) / 60))
    return said


def long_game(key: str) -> Match:
    return finished(Match(GAMES[key], {}, [ANN, Seat("Ben", "level1")], 7))


def test_nothing_is_said_of_the_time_before_some_decisions_took_some_time() -> None:
    match = long_game("free-o")
    decisions = 0
    for done, minutes, _ in minutes_said(match, 20.0):
        decisions += not match.log[done - 1].by_chance
        assert (minutes > 0) == (decisions >= 5)
    quick = minutes_said(match, 1e-5)
    assert not any(minutes for _, minutes, _ in quick)


def test_the_time_is_rounded_up_in_coarse_steps_that_only_fall_at_an_even_pace() -> None:
    for key in GAMES:
        said = [
            (minutes, left) for _, minutes, left in minutes_said(long_game(key), 20.0) if minutes
        ]
        shown = [minutes for minutes, _ in said]
        assert shown == sorted(shown, reverse=True)
        for minutes, left in said:
            assert left - 1e-9 <= minutes <= max(1, left * 2 + 1)
            assert minutes <= 5 or minutes % 5 == 0


def test_time_before_the_first_decision_is_waiting_and_not_pace() -> None:
    now = 0.0
    match = long_game("box")
    progress = ReviewProgress(match, lambda: now)
    now = 600.0
    for ply in range(30):
        progress.count(ply + 1)
        now += 1.0
    assert progress.words().endswith(f", about {ceil((len(match.moves) - 30) / 60)} minutes left")


def test_uneven_decisions_dont_make_it_jitter() -> None:
    for key in GAMES:
        said = [minutes for _, minutes, _ in minutes_said(long_game(key), 20.0, 0.9) if minutes]
        rises = sum(after > before for before, after in pairwise(said))
        assert rises <= 1 + len(said) // 1000, (key, rises, len(said))
