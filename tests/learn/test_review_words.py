"""What a review says and which moves it leads to, with figures that are made up."""

from dataclasses import replace

import pytest
from random_games import finished
from review_scripts import REVIEWS

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.games.box.moves import RESIGN
from boxtui.learn.judging import GOOD, Judged
from boxtui.learn.review import Change, Review
from boxtui.learn.review_steps import ReviewSteps
from boxtui.play.match import Match, Seat

PLY = 9
EVEN = (0.5, 0.5)


@pytest.mark.parametrize("name", REVIEWS.texts())
def test_a_review_says_what_its_script_says(name: str) -> None:
    assert REVIEWS.now(name) == REVIEWS.texts()[name]


@pytest.mark.parametrize("other", [HUMAN, "level1"])
@pytest.mark.parametrize("first", [HUMAN, "level1"])
def test_a_reviewed_persons_bad_resignation_is_led_to_and_practiced(first: str, other: str) -> None:
    match = finished(Match(GAMES["box"], {}, [Seat("Ann", first), Seat("Ben", other)], 7))
    match.take_back_to(PLY)
    match.play(RESIGN)
    seat = match.log[PLY].seat
    is_reviewed = match.is_human(seat) or not match.persons()
    best = match.position_after(PLY).legal_moves()[0]
    for grade, is_bad in ((GOOD, False), ("blunder", True)):
        judged = Judged(PLY, seat, RESIGN, best, (0.0, 1.0), EVEN, 0.0, True)
        resigned = replace(judged, grade=grade, is_resignation=True)
        review = Review(EVEN, (resigned,), (), (), (0.0, 1.0), len(match.moves))
        steps = ReviewSteps(match, review)
        expected = [PLY] if is_bad and is_reviewed else []
        assert steps.bad_plies() == expected
        assert [each.ply for each in steps.to_practice(len(match.moves))] == expected
        assert [each.ply for each in steps.to_practice(PLY)] == ([PLY] if is_reviewed else [])
        assert steps.judged_plies() == ([PLY] if is_reviewed else [])
        assert steps.marked(PLY) == best
        assert steps.marked(PLY - 1) is None


def test_the_chances_before_and_after_a_decision_are_those_that_it_was_judged_by() -> None:
    plies = range(3, 9)
    shares, judged, drift = 0.5, list[Judged](), list[Change]()
    for at, ply in enumerate(plies):
        seen_anew = 0.05 + at / 100  # as each search sees it
        drift.append(Change(ply, ply, (seen_anew, -seen_anew)))
        best = shares + seen_anew
        shares = best - 0.1
        both = (shares, 1 - shares), (best, 1 - best)
        judged.append(Judged(ply, 0, 1, 2, *both, 0.0, True))
    turns = Review(EVEN, tuple(judged), (), tuple(drift), (1.0, 0.0), 20).turns(0)
    assert [turn.ply for turn in turns] == [ply for ply in plies for _ in range(2)]
    for turn in turns:
        if turn.judged:
            assert turn.before == pytest.approx(turn.judged.best_shares[0])
            assert turn.after == pytest.approx(turn.judged.shares[0])
