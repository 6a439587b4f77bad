"""What counts as recent: the moves since the last turn of the person who looks."""

from itertools import groupby
from random import Random

import pytest
from random_games import play_through

from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

SEATS = {"shut-the-box": 2, "box": 2, "kimbo": 4, "free-the-box": 3, "free-o": 3}


def begun(game: str, persons: int) -> tuple[Match, Recent]:
    seats = [Seat(f"P{at}", HUMAN if at < persons else "random") for at in range(SEATS[game])]
    match = Match(GAMES[game], {}, seats, 5)
    return match, Recent(Viewer(match))


def turns(match: Match) -> list[tuple[int, int]]:
    """Return each turn so far: whose it was, and the ply after it."""
    ends, at = [], 0
    for seat, run in groupby(match.log, key=lambda played: played.seat):
        at += len(list(run))
        ends.append((seat, at))
    return ends


@pytest.mark.parametrize("game", GAMES)
def test_in_a_persons_turn_recent_means_everything_since_their_last_turn(game: str) -> None:
    match, recent = begun(game, 1)
    for _ in play_through(match, Random(3), 150):
        if match.state.turn_seat() == 0:
            past = turns(match)
            earlier = past[:-1] if past and past[-1][0] == 0 else past
            assert recent.ply == max((end for seat, end in earlier if seat == 0), default=0)


@pytest.mark.parametrize("game", GAMES)
def test_in_another_turn_recent_begins_with_the_persons_last_turn(game: str) -> None:
    match, recent = begun(game, 1)
    for _ in play_through(match, Random(4), 150):
        if match.log and match.state.turn_seat() != 0:
            past = [(-1, 0), *turns(match)]
            begins = [past[at - 1][1] for at in range(1, len(past)) if past[at][0] == 0]
            assert recent.ply == max(begins, default=0)


@pytest.mark.parametrize("game", GAMES)
def test_without_people_recent_means_the_last_turn(game: str) -> None:
    match, recent = begun(game, 0)
    for _ in play_through(match, Random(5), 100):
        past = turns(match)
        assert recent.ply == (past[-2][1] if len(past) > 1 else 0)


def test_in_a_solo_game_recent_means_the_last_decision_and_what_followed() -> None:
    match = Match(GAMES["shut-the-box"], {}, [Seat("Ann", HUMAN)], 5)
    recent = Recent(Viewer(match))
    for _ in play_through(match, Random(3)):
        assert [played.by_chance for played in recent.lines()].count(False) <= 1
    assert not recent.lines()[0].by_chance


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_lead_from_before_to_the_current_position_even_after_taking_back(
    game: str,
) -> None:
    match, recent = begun(game, 2)
    rng = Random(6)
    for at, _ in enumerate(play_through(match, rng, 120)):
        if at % 17 == 16:
            match.take_back_to(len(match.moves) - rng.randrange(1, 12))
        assert recent.before.text() == match.position_after(recent.ply).text()
        steps = list(recent.steps())
        assert [move for _, move, _ in steps] == match.moves[recent.ply :]


@pytest.mark.parametrize("game", GAMES)
def test_a_digest_has_one_text_for_each_seat_that_decided_and_hides_what_the_log_hides(
    game: str,
) -> None:
    match, recent = begun(game, 1)
    for _ in play_through(match, Random(7), 150):
        digest = words_of(match, recent.viewer).digest(recent)
        seats = [seat for seat, _ in digest]
        decided = {played.seat for played in recent.lines() if not played.by_chance}
        assert len(seats) == len(set(seats))
        assert decided <= set(seats)
        assert all(words for _, words in digest)
