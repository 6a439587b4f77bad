"""What a review says changed the chances most: luck, moves, and estimates that were wrong."""

from html import escape

import pytest
from random_games import played_by_agents

from ai.agent import HUMAN
from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.learn.judging import GOOD, Judged, is_choice
from boxtui.learn.review import Change, Review
from boxtui.learn.review_page import page
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_turns import turning_line, turning_words
from boxtui.learn.review_words import summary_words
from boxtui.lines import UNICODE
from boxtui.play.agents import seats_for
from boxtui.play.match import Match, Seat
from boxtui.views.games import words_of


def one_person(game: str, seats: int = 2) -> Match:
    """Return a finished match between a person and computers."""
    match = played_by_agents(Match(GAMES[game], {}, seats_for(["level1"] * seats), 3))
    match.seats[:] = [Seat("Ann", HUMAN), *(Seat(f"seat {at}", "level1") for at in range(2, 5))]
    del match.seats[seats:]
    return match


def changed(ply: int, end: int, change: float) -> Change:
    return Change(ply, end, (change, -change))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([0.14], ""),
        ([-0.2, 0.06], ""),
        ([-0.2], "Ann's chances too high, by 20 percentage points in all, "),
        ([-0.2, -0.05, 0.01, -0.11], " in all, most before moves 11 and 14."),
        ([-0.01, 0.2], "Ann's chances too low, by 19 percentage points in all, "),
        ([-0.01, 0.2], ", most before move 12."),
    ],
)
def test_a_review_says_where_searches_misjudged_the_chances_of_the_one_person(
    changes: list[float], told: str
) -> None:
    match = one_person("box")
    drift = tuple(changed(at, 10 + at, change) for at, change in enumerate(changes))
    found = Review((0.5, 0.5), (), (), drift, (0.0, 1.0), len(match.moves))
    text = " ".join(summary_words(match, found))
    assert ("The searches" in text) == bool(told)
    assert told in text
    match.seats[1] = Seat("Ben", HUMAN)
    assert "The searches" not in " ".join(summary_words(match, found))


@pytest.mark.parametrize(
    ("drift", "told"),
    [
        (-0.4, "Ann's chances also fell by 40 percentage points through neither luck nor mistakes"),
        (0.2, "Ann's chances also rose by 20 percentage points through neither luck nor mistakes"),
        (-0.1, ""),
    ],
)
def test_estimates_that_differ_by_what_hands_hide_are_told_but_not_called_misjudged(
    drift: float, told: str
) -> None:
    match = one_person("free-o")
    found = Review((0.5, 0.5), (), (), (changed(0, 10, drift),), (0.0, 1.0), len(match.moves))
    text = " ".join(summary_words(match, found))
    assert "The searches" not in text
    assert told in text
    assert ("neither luck" in text) == bool(told)


@pytest.mark.parametrize(
    ("losses", "told"),
    [
        ([0.004], "no mistake in 1 decision."),
        ([0.006, 0.014], "no mistake in 2 decisions (the costliest, move 2, gave away 1 "),
        ([0.014, 0.03], "1 mistake in 2 decisions (move 2)"),
    ],
)
def test_without_mistakes_the_costliest_move_is_named_if_it_gave_anything_away(
    losses: list[float], told: str
) -> None:
    match = one_person("free-the-box")
    judged = []
    for ply, loss in enumerate(losses):
        shares, grade = (0.5 - loss, 0.5 + loss), "slip" if loss >= 0.02 else GOOD
        judged.append(Judged(ply, 0, 1, 2, shares, (0.5, 0.5), 0.0, True, grade))
    found = Review((0.5, 0.5), tuple(judged), (), (), (0.0, 1.0), len(match.moves))
    assert told in summary_words(match, found)[-1]


@pytest.mark.parametrize(
    ("deciders", "told"),
    [
        ([], "Nobody had a move to judge."),
        ([0], "Ann made no mistake in 1 decision. Bob and Zoë had no move to judge."),
        ([2], "Zoë made no mistake in 1 decision. Ann and Bob had no move to judge."),
        ([0, 2], "Ann made no mistake in 1 decision and Zoë made no mistake in 1 decision. Bob"),
    ],
)
def test_seats_without_a_move_to_judge_are_named_together(deciders: list[int], told: str) -> None:
    match = one_person("kimbo", 3)
    match.seats[:] = [Seat(name, HUMAN) for name in ("Ann", "Bob", "Zoë")]
    fair = (1 / 3,) * 3
    judged = [
        Judged(ply, seat, 1, 1, fair, fair, 0.0, True, GOOD) for ply, seat in enumerate(deciders)
    ]
    found = Review(fair, tuple(judged), (), (), (0.0, 0.0, 1.0), len(match.moves))
    assert summary_words(match, found)[-1].startswith(told)


@pytest.mark.parametrize(
    ("grade", "made"), [(GOOD, "no mistake in 1 decision"), ("slip", "1 mistake in 1 decision")]
)
def test_a_person_without_a_decision_leaves_whole_sentences_and_no_moves_to_compare(
    grade: str, made: str
) -> None:
    match = one_person("free-the-box")
    judged = Judged(0, 1, 1, 2, (0.5, 0.5), (0.5, 0.5), 0.0, True, grade)
    luck = changed(0, 10, -0.4)
    found = Review((0.5, 0.5), (judged,), (luck,), (), (0.1, 0.9), len(match.moves))
    *_, told, mistakes = summary_words(match, found)
    assert told == "Luck was against Ann."
    assert mistakes == f"seat 2 made {made}. Ann had no move to judge."


def test_what_changed_the_chances_most_is_listed_in_order_with_its_cause() -> None:
    match = one_person("free-the-box")
    plies = range(len(match.moves))
    roll, *_ = (ply for ply in plies if match.position_after(ply).current_player() == CHANCE)
    moved, *_ = (ply for ply in plies if match.position_after(ply).current_player() == 0)
    move = match.moves[moved]
    lost = Judged(moved, 0, move, move, (0.3, 0.7), (0.5, 0.5), 0.0, True, "blunder")
    small = [changed(20 + at, 21 + at, 0.021) for at in range(4)]
    luck = (changed(roll, roll + 1, 0.2), *small)
    drift = (changed(30, 32, -0.1), changed(40, 41, 0.01))
    found = Review((0.3, 0.7), (lost,), luck, drift, (1.0, 0.0), len(match.moves))
    told = turning_words(match, found, 0)
    assert len(told) == 5
    rolled = f"{match.seats[match.log[roll].seat].name} {match.named(match.log[roll].sentence)}"
    assert f"Move {roll + 1}, luck ({rolled}): 30.0% to 50.0%" in told
    name = words_of(match).move_name(match.position_after(moved), move)
    assert f"Move {moved + 1}, {name} by Ann: 50.0% to 30.0%" in told
    assert told[-1].startswith("Moves 31 to 32, the searches' estimates: ")
    before = Review((0.3, 0.7), (), (), (changed(30, 30, 0.1),), (1.0, 0.0), len(match.moves))
    assert turning_words(match, before, 0)[0].startswith("Before move 31, the searches'")
    numbers = [int(line.split(",")[0].split()[1]) for line in told]
    assert numbers == sorted(numbers)
    assert all(line in "\n".join(text_lines(match, found, UNICODE)) for line in told[:1])
    assert escape("What changed Ann's chance to win most:") in page(match, found)
    line = turning_line(match, found, 0)
    assert line
    assert all(each[1:] in line for each in told)


def test_the_chances_before_and_after_a_decision_are_those_that_it_was_judged_by() -> None:
    match = one_person("box")
    plies = range(3, 9)
    shares, judged, drift = 0.5, list[Judged](), list[Change]()
    for at, ply in enumerate(plies):
        drift.append(changed(ply, ply, 0.05 + at / 100))  # each search begins by seeing it anew
        best = shares + 0.05 + at / 100
        shares = best - 0.1
        both = (shares, 1 - shares), (best, 1 - best)
        judged.append(Judged(ply, 0, match.moves[ply], 2, *both, 0.0, True))
    found = Review((0.5, 0.5), tuple(judged), (), tuple(drift), (1.0, 0.0), len(match.moves))
    turns = found.turns(0)
    assert [turn.ply for turn in turns] == [ply for ply in plies for _ in range(2)]
    for turn in turns:
        if turn.judged:
            assert turn.before == pytest.approx(turn.judged.best_shares[0])
            assert turn.after == pytest.approx(turn.judged.shares[0])


def test_luck_with_a_choice_in_between_isnt_put_down_to_one_roll() -> None:
    match = one_person("free-the-box")
    plies = range(len(match.moves))
    rolls = [ply for ply in plies if match.position_after(ply).current_player() == CHANCE]
    chosen = [ply for ply in plies if is_choice(match.game, match.position_after(ply))]
    ply = next(each for each in chosen if each + 1 in rolls)
    luck = (changed(ply, ply + 2, 0.2),)
    found = Review((0.5, 0.5), (), luck, (), (1.0, 0.0), len(match.moves))
    (told,) = turning_words(match, found, 0)
    assert told == (
        f"Moves {ply + 1} to {ply + 2}, luck and moves that aren't judged: 50.0% to 70.0%"
    )
