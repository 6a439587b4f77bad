"""The steps of a review: which moves it leads to, without a screen."""

from dataclasses import replace

import pytest
from random_games import finished

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.box.moves import RESIGN
from boxtui.learn.judging import GOOD, Judged
from boxtui.learn.review import Review
from boxtui.learn.review_page import page
from boxtui.learn.review_steps import ReviewSteps
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_words import notes, summary_words, verdict_words
from boxtui.lines import ASCII, plain
from boxtui.play.match import Match, Seat

PLY = 9

_OF_BEN = "Ben made no mistake in 1 decision."
_TOO_EARLY = "Ann resigned too early (move 10)."


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
        judged = Judged(PLY, seat, RESIGN, best, (0.0, 1.0), (0.5, 0.5), 0.0, True)
        resigned = replace(judged, grade=grade, is_resignation=True)
        review = Review((0.5, 0.5), (resigned,), (), (), (0.0, 1.0), len(match.moves))
        steps = ReviewSteps(match, review)
        expected = [PLY] if is_bad and is_reviewed else []
        assert steps.bad_plies() == expected
        assert [each.ply for each in steps.to_practice(len(match.moves))] == expected
        assert [each.ply for each in steps.to_practice(PLY)] == ([PLY] if is_reviewed else [])
        assert steps.judged_plies() == ([PLY] if is_reviewed else [])
        assert steps.marked(PLY) == best
        assert steps.marked(PLY - 1) is None


def test_a_decision_has_its_number_among_those_of_its_seat_that_the_summary_counts() -> None:
    match = finished(Match(GAMES["box"], {}, [Seat("Ann", HUMAN), Seat("Ben", "level1")], 7))
    even, plies = (0.5, 0.5), range(2, 12)
    judged = tuple(
        Judged(ply, match.log[ply].seat, match.moves[ply], 0, even, even, 0.0, True)
        for ply in plies
    )
    review = Review(even, judged, (), (), (1.0, 0.0), len(match.moves))
    steps, own = ReviewSteps(match, review), [ply for ply in plies if match.log[ply].seat == 0]
    told = [steps.decision_words(ply) for ply in range(len(match.moves) + 1)]
    assert [each for each in told if each] == [f"decision {at} of {len(own)}" for at in range(1, 6)]
    assert [ply for ply, each in enumerate(told) if each] == own
    assert f"Ann made no mistake in {len(own)} decisions" in summary_words(match, review)[-1]


@pytest.mark.parametrize(
    ("has_moved", "grade", "summary"),
    [
        (False, GOOD, "There was no other move to judge."),
        (False, "blunder", f"{_TOO_EARLY} There was no other move to judge."),
        (True, GOOD, f"{_OF_BEN} Ann had no other move to judge."),
        (True, "blunder", f"{_OF_BEN} {_TOO_EARLY} Ann had no other move to judge."),
    ],
)
def test_a_resignation_that_was_judged_is_told_and_marked_if_it_was_bad(
    has_moved: bool, grade: str, summary: str
) -> None:
    match = finished(Match(GAMES["box"], {}, [Seat("Ann", HUMAN), Seat("Ben", "level1")], 7))
    match.take_back_to(PLY)
    match.play(RESIGN)
    match.seats[:] = match.seats[:: 1 if match.log[PLY].seat == 0 else -1]
    even, seat = (0.5, 0.5), match.log[PLY].seat
    lost = (0.0, 1.0) if seat == 0 else (1.0, 0.0)
    best = match.position_after(PLY).legal_moves()[0]
    resigned = Judged(PLY, seat, RESIGN, best, lost, even, 0.0, True, grade, is_resignation=True)
    moved = Judged(0, 1 - seat, match.moves[0], match.moves[0], even, even, 0.0, True)
    judged = (*([moved] if has_moved else []), resigned)
    review = Review(even, judged, (), (), lost, len(match.moves))
    assert summary_words(match, review)[-1] == summary
    is_bad = grade != GOOD
    gave_away = ", which gave away 50 percentage points," if is_bad else ""
    verdict = f"Ann resigned{gave_away} and had no other move to judge."
    assert verdict_words(match, review, seat) == verdict
    steps, drawn = ReviewSteps(match, review), list(text_lines(match, review, ASCII))
    (title,) = (at for at, line in enumerate(drawn) if ", move by move" in line)
    marked = ", x below the resignation:" if is_bad else ":"
    assert drawn[title].endswith(f"move by move{marked}")
    assert [line.strip() for line in drawn].count("x") == is_bad
    assert (plain(steps.chart(seat, 0, ASCII, 40, 5)[-1]).count("x") > 0) == is_bad
    assert page(match, review).count("<circle") == is_bad


@pytest.mark.parametrize(
    ("game", "options", "ply", "told"),
    [
        ("box", {"balance": "none"}, 0, "Start: the chance to win at the start."),
        ("box", {"balance": "none"}, 2, "the chance to win before move 3, the first one judged."),
        ("box", {"balance": "none"}, None, "because no decision was judged."),
        ("kimbo", {}, 4, "Start: an equal share for each player, because luck comes before the "),
        ("shut-the-box", {}, 1, "Start: the chance to win at the start."),
    ],
)
def test_the_notes_say_of_which_position_the_first_figure_is(
    game: str, options: dict[str, OptionValue], ply: int | None, told: str
) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    match, even = finished(Match(GAMES[game], options, seats, 7)), (0.5, 0.5)
    judged = () if ply is None else (Judged(ply, 0, 0, 0, even, even, 0.0, True),)
    review = Review(even, judged, (), (), even, len(match.moves))
    assert told in notes(match, review)[0]


@pytest.mark.parametrize(
    ("players", "bad_seats", "whose"),
    [
        ([HUMAN, "level1"], [0, 1], " of Ann's"),  # of two, only hers are led to
        ([HUMAN, "level1"], [1], ""),
        ([HUMAN, "level1"], [], ""),
        ([HUMAN, HUMAN], [0], ""),
        (["level1", "level1"], [0], ""),
    ],
)
def test_whose_mistakes_it_leads_to_is_said_of_one_person(
    players: list[str], bad_seats: list[int], whose: str
) -> None:
    seats = [Seat(name, player) for name, player in zip(("Ann", "Ben"), players, strict=True)]
    match = finished(Match(GAMES["box"], {}, seats, 7))
    even = (0.5, 0.5)
    judged = tuple(Judged(ply, ply, 1, 2, even, even, 0.0, True, "slip") for ply in bad_seats)
    steps = ReviewSteps(match, Review(even, judged, (), (), even, len(match.moves)))
    assert steps.whose_mistakes() == whose


@pytest.mark.parametrize(("cells", "rows", "whose"), [(60, 40, " by Ann: "), (24, 12, ", Ann: ")])
def test_a_list_of_mistakes_that_is_cut_spares_cells_for_the_moves(
    cells: int, rows: int, whose: str
) -> None:
    seats = [Seat("Ann", "level1"), Seat("Ben", "level1")]
    match = finished(Match(GAMES["free-the-box"], {}, seats, 7))
    chosen = [
        ply for ply, played in enumerate(match.log) if not played.by_chance and not played.seat
    ]
    even = (0.5, 0.5)
    judged = tuple(
        Judged(ply, 0, match.moves[ply], match.moves[ply], even, even, 0.0, True, "slip")
        for ply in chosen[:9]
    )
    steps = ReviewSteps(match, Review(even, judged, (), (), even, len(match.moves)))
    listed = [plain(line) for line in steps.summary(cells, rows, "...") if "slip" in plain(line)]
    assert listed
    assert all(f"slip{whose}" in line for line in listed)


@pytest.mark.parametrize(
    ("stakes", "cells", "title"),
    [
        (False, 28, "Ann's chance to win: 100.0%"),
        (False, 27, "Ann to win: 100.0%"),
        (False, 18, "Ann: 100.0%"),
        (True, 34, "Ann's share of the stakes: 100.0%"),
        (True, 33, "Ann: 100.0%"),
    ],
)
def test_a_chart_says_what_it_shows_if_there_is_room(stakes: bool, cells: int, title: str) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    match = Match(GAMES["shut-the-box"], {"pub_stakes": stakes}, seats, 7)
    review = Review((0.5, 0.5), (), (), (), (1.0, 0.0), 0)
    (line, *_) = ReviewSteps(match, review).chart(0, 0, ASCII, cells, 5)
    assert plain(line).strip() == title
