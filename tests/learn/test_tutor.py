"""Help in a match: what the tutor warns of and says of a move, and hints, each telling more."""

import asyncio
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from statistics import mean, variance
from typing import Final

import free_o_play
import pytest
from per_game import REVIEWED
from random_games import (
    dealt,
    finished,
    first_move,
    has_to_choose,
    moved,
    play_through,
    played_by_agents,
)
from some_puzzles import Watched, choice_of, judges, players_of

from ai.agent import HUMAN, Choice, Considered
from ai.decision import AgentFailed
from ai.levels import ROSTERS
from ai.shared.reasons import unclear
from boxtui.core import OptionValue, State
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent
from boxtui.learn.hints import Hints
from boxtui.learn.judging import GOOD, SURE_ERRORS, limit_for
from boxtui.learn.review import review_match
from boxtui.learn.tutor import Tutor, tutor_words, warned_words
from boxtui.play.agents import seats_for
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.presenter import Opinion
from boxtui.system.settings import POINTS
from boxtui.views.games import words_of
from boxtui.wording import capitalized, listed
from saves.header import TUTOR_OFF, TUTOR_VERDICTS, TUTOR_WARNS

ANN, COMPUTER = Seat("Ann", HUMAN), Seat("Computer", "level1")


def at_a_choice(game: str, mode: str = TUTOR_WARNS, computers: int = 1, seed: int = 7) -> Match:
    """Return a match at the first decision of Ann's that its judges can judge."""
    seats = [ANN, *(replace(COMPUTER, name=f"Computer {at}") for at in range(computers))]
    match = Match(GAMES[game], {}, seats, seed, tutor=mode)
    tutor, spec = Tutor(match, judges(()), lambda: 5), ROSTERS[game].review
    assert spec
    while not (tutor.can_judge() and spec.is_judged(match.state)):
        match.play(first_move(match))
    return match


@pytest.mark.parametrize("game", REVIEWED)
def test_what_the_tutor_asks_doesnt_tell_the_seed(game: str) -> None:
    match, seeds, answer = at_a_choice(game, seed=987_654), set[str](), judges((-0.1,) * 4)

    async def noted(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        seeds.add(seed)
        return await answer(state, player, seed, move)

    opinion(match, noted, match.state.legal_moves()[1])
    assert seeds
    assert not any(str(match.seed) in seed for seed in seeds)


def opinion(match: Match, asked: AskAgent, move: int, points: int = 5) -> Opinion:
    return asyncio.run(Tutor(match, asked, lambda: points).opinion(move))


@pytest.mark.parametrize("game", ["box", "kimbo", "free-o"])
def test_the_tutor_warns_only_of_a_loss_at_the_threshold_that_all_searches_agree_on(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    roster = ROSTERS[game]
    monkeypatch.setitem(ROSTERS, game, replace(roster, reasons=lambda *_: []))
    match, rng = at_a_choice(game, TUTOR_VERDICTS), Random(game)
    best, *others = match.state.legal_moves()
    warned = 0
    for _ in range(300):
        leads = tuple(rng.choice([0.01, -0.01, -0.03, -0.06, -0.1, -0.3]) for _ in range(4))
        points = rng.choice([1, 2, 5, 10, 20, 50])
        found = opinion(match, judges(leads), rng.choice(others), points)
        if found.warning:
            asked = leads[:3] if game == "box" else leads
            assert max(asked) < 0
            assert -mean(asked) > (points - 0.5) / 100 - 1e-12  # it is shown rounded
            assert -mean(asked) >= SURE_ERRORS * (variance(asked) / len(asked)) ** 0.5
            warned += 1
        assert opinion(match, judges(leads), best, points) == Opinion(remark="best")
    assert warned > 10


@pytest.mark.parametrize(
    ("lead", "points", "verdict", "warns"),
    [
        (-0.11, 5, "a blunder that costs 11", True),
        (-0.096, 5, "a blunder that costs 10", True),
        (-0.09, 8, "a bad move that costs 9", True),
        (-0.09, 9, "a bad move that costs 9", True),
        (-0.09, 10, "a bad move that costs 9", False),
        (-0.09, 50, "a bad move that costs 9", False),
        (-0.056, 5, "a bad move that costs 6", True),
        (-0.054, 5, "a bad move that costs 5", True),
        (-0.046, 5, "a bad move that costs 5", True),
        (-0.044, 5, "a slip that costs 4", False),
        (-0.021, 5, "a slip that costs 2", False),
        (-0.014, 5, "good", False),
        (0.01, 5, "best", False),
    ],
)
def test_a_verdict_is_a_reviews_grade_and_it_warns_if_the_loss_shown_is_at_least_a_setting(
    lead: float, points: int, verdict: str, warns: bool
) -> None:
    match = at_a_choice("box", TUTOR_VERDICTS)
    best, other = match.state.legal_moves()[:2]
    found = opinion(match, judges((lead,) * 4), other, points)
    lost = f" percentage points of the chance to win; {match.state.move_text(best)} was better"
    assert found.remark == verdict + (lost if " costs " in verdict else "")
    shown = verdict.partition(" that costs ")[2]
    assert found.warning.startswith(f"This gives away {shown} percentage points") == warns
    better = f"of your chance to win, compared with {match.state.move_text(best)}."
    assert (better in found.warning) == warns
    match.tutor = TUTOR_WARNS
    assert opinion(match, judges((lead,) * 4), other, points).remark == ""


def test_every_threshold_warns_of_a_loss_of_exactly_that_many_points() -> None:
    match = at_a_choice("box")
    other = match.state.legal_moves()[1]
    for points in POINTS:
        assert opinion(match, judges((-points / 100,) * 4), other, points).warning
        assert not opinion(match, judges((-(points - 1) / 100,) * 4), other, points).warning


@pytest.mark.parametrize(("computers", "warned", "good"), [(1, -0.05, -0.04), (3, -0.03, -0.02)])
def test_with_four_players_it_warns_earlier(computers: int, warned: float, good: float) -> None:
    match = at_a_choice("free-the-box", computers=computers)
    other = match.state.legal_moves()[1]
    assert opinion(match, judges((warned,) * 4), other).warning
    assert not opinion(match, judges((good,) * 4), other).warning
    told = f"Tutor: warns you before a move that costs {-100 * warned:.0f} percentage points"
    when = f"{told} or more of your chances"
    setting = "see the settings" if computers == 1 else "5 with two players"
    assert (
        tutor_words(match, warned_words(match.game, len(match.seats), 5)) == f"{when} ({setting})."
    )


@pytest.mark.parametrize("key", REVIEWED)
def test_the_least_loss_shown_that_the_tutor_warns_of_is_told(key: str) -> None:
    step = 0.1 if key == "shut-the-box" else 1
    for seats, points in product(GAMES[key].seats, POINTS):
        told = warned_words(GAMES[key], seats, points)
        least = float(told.removeprefix("before a move that costs ").split()[0])
        assert round(least - step, 1) < limit_for(seats, points) <= least
        assert (" percentage point " in told) == (least == 1)


def test_stb_14_a_warning_says_once_how_a_share_of_the_stakes_relates_to_stakes() -> None:
    options = {"pub_stakes": True, "stake": 5}
    match = dealt(Match(GAMES["shut-the-box"], options, [ANN, COMPUTER], 7, tutor=TUTOR_WARNS))
    words, tutor = words_of(match), Tutor(match, judges((-0.4,) * 4), lambda: 5)
    assert "stake 5, pool 10" in words.round_words()
    note = words.chance_note
    assert "comes out even has 50%, and each stake won or lost changes that by 25%" in note
    assert words.measure == ""  # a hint's figures are stakes
    other = match.state.legal_moves()[1]
    warnings = [asyncio.run(tutor.opinion(other)).warning for _ in range(2)]
    assert [note in warning for warning in warnings] == [True, False]


CLAIMS: Final[dict[str, OptionValue]] = {"size": 6, "balance": "none", "claiming": "by hand"}


@pytest.mark.parametrize(
    ("options", "moves"),
    [({"balance": "swap"}, []), ({"balance": "swap"}, ["black c4"]), ({"balance": "bid"}, [])],
)
def test_where_only_resigning_could_be_judged_nothing_is(
    options: dict[str, OptionValue], moves: list[str]
) -> None:
    match = moved(Match(GAMES["box"], options, [ANN, ANN], 7, tutor=TUTOR_VERDICTS), *moves)
    spec = ROSTERS["box"].review
    assert spec
    assert not spec.is_judged(match.state)
    tutor = Tutor(match, judges((-0.4,) * 4), lambda: 5)
    assert not tutor.can_judge()
    for move in match.state.legal_moves():
        assert asyncio.run(tutor.opinion(move)) == Opinion()


def test_box_11_a_box_left_unclaimed_is_judged_and_the_warning_names_it() -> None:
    match = Match(GAMES["box"], CLAIMS, [ANN, ANN], 7, tutor=TUTOR_VERDICTS)
    moved(match, "a1", "g7", "a6", "f5", "f1", "d7", "f6")
    claim, done = (match.state.read_move(text) for text in ("a1-f6", "done"))
    tutor = Tutor(match, players_of("box", 50), lambda: 5)
    assert asyncio.run(tutor.opinion(claim)) == Opinion(remark="best")
    found = asyncio.run(tutor.opinion(done))
    assert found.remark.endswith("; a1-f6 was better")
    assert found.warning.endswith("a1-f6 wins 25 squares.")
    hinted = asyncio.run(tutor.opinion(done, was_advised=True))
    assert hinted == Opinion(remark="best"), "nothing is wrong with a move that a hint named"
    assert ROSTERS["box"].puzzles.theme(match.state, claim) == "claims a box"


@pytest.mark.parametrize("game", REVIEWED)
def test_only_the_choices_of_people_are_judged_while_it_is_on(game: str) -> None:
    match = Match(GAMES[game], {}, [ANN, COMPUTER], 7, tutor=TUTOR_WARNS)
    tutor, judged = Tutor(match, judges(()), lambda: 5), 0
    for _ in play_through(match, Random(3), 60):
        assert has_to_choose(match, 0) or not tutor.can_judge()
        judged += tutor.can_judge()
        match.tutor = TUTOR_OFF
        assert not tutor.can_judge()
        match.tutor = TUTOR_WARNS
    assert judged


def test_each_question_is_asked_once_one_at_a_time_and_prepared_ones_suffice() -> None:
    asked, under_way = Counter[tuple[str, int | None]](), 0
    answer, match = judges((-0.01,) * 4), at_a_choice("box")

    async def counted(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        nonlocal under_way
        asked[seed, move] += 1
        assert under_way == 0
        under_way += 1
        await asyncio.sleep(0)
        under_way -= 1
        return await answer(state, player, seed, move)

    tutor = Tutor(match, counted, lambda: 5)
    best, other = match.state.legal_moves()[:2]

    async def several() -> None:
        await asyncio.gather(tutor.prepare(), tutor.opinion(best))
        known = asked.total()
        await tutor.opinion(best)
        assert asked.total() == known
        await asyncio.gather(tutor.opinion(other), tutor.opinion(other), tutor.prepare())

    asyncio.run(several())
    assert max(asked.values()) == 1
    assert asked.total() == 7  # the adviser; three judges of each move


def test_after_a_failure_it_asks_again() -> None:
    match, unsteady = at_a_choice("box"), Watched(judges((-0.3,) * 4), "out of luck")
    tutor = Tutor(match, unsteady, lambda: 5)
    with pytest.raises(AgentFailed):
        asyncio.run(tutor.prepare())
    with pytest.raises(AgentFailed):
        asyncio.run(tutor.opinion(match.state.legal_moves()[1]))
    unsteady.failure = ""
    assert asyncio.run(tutor.opinion(match.state.legal_moves()[1])).warning


@pytest.mark.parametrize("move", ["house", "wild", "captured"])
def test_fro_22_its_words_do_not_depend_on_the_others_hands(move: str) -> None:
    """The true hands differ, but what Ann sees doesn't, so neither do the questions or the
    opinions.
    """
    told: set[tuple[object, ...]] = set()
    for theirs in ("truck:3,wild:2", "tree:2,fence:3", "captured:2,truck:2,draw-a-card"):
        position = free_o_play.at("house:2,wild,captured", theirs).text()
        game = match_at(GAMES["free-o"], position, [ANN, COMPUTER]).game
        match = Match(game, {}, [ANN, COMPUTER], 7, tutor=TUTOR_VERDICTS)
        heard = Watched(judges((-0.3,) * 4))
        found = opinion(match, heard, match.state.read_move(move))
        assert theirs not in found.warning
        questions = [(state.text(), *more) for state, *more in heard.noted]
        told.add((found, *questions, match.state.view(0)))
    assert len(told) == 1


def test_the_tutor_and_the_review_judge_alike() -> None:
    asked = judges((-0.04, -0.05, -0.06, -0.05))
    match = played_by_agents(Match(GAMES["box"], {}, seats_for(["level1"] * 2), 2))
    found = {each.ply: each for each in asyncio.run(review_match(match, asked)).judged}
    compared = 0
    for ply, judged in list(found.items())[:12]:
        there = match.until(ply)
        there.seats, there.tutor = [ANN, ANN], TUTOR_VERDICTS
        remark = opinion(there, asked, match.moves[ply]).remark
        grade = "best" if judged.best == judged.move else judged.grade
        assert remark.removeprefix("a ").startswith(grade)
        compared += grade != "best"
    assert compared


@pytest.mark.parametrize(
    ("held", "missed"),
    [("fence,wild", "Wild, then Fence, would have won the hand"), ("fence:2,wild", "")],
)
def test_fro_18_a_hand_that_could_have_been_won_is_told_of_a_move_that_loses_little(
    held: str, missed: str
) -> None:
    position = free_o_play.at(held, "truck:3", demand="any")
    game = match_at(GAMES["free-o"], position.text(), [ANN, COMPUTER]).game
    match = Match(game, {}, [ANN, COMPUTER], 7, tutor=TUTOR_VERDICTS)
    best = match.state.read_move("wild")

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        moves = state.legal_moves()
        chosen = best if best in moves else moves[0]
        value = 0.5 if move in (None, chosen) else 0.49
        return choice_of(chosen if move is None else move, value, state)

    move = next(each for each in match.state.legal_moves() if each != best)
    assert opinion(match, answer, move).remark == (f"good, but {missed}" if missed else "good")
    match.play(move)
    judged = asyncio.run(review_match(finished(match), answer)).judged_at(0)
    assert judged
    assert judged.grade == GOOD
    assert ("wins the hand (FRO-18)" in " ".join(judged.why)) is bool(missed)


REASONS = ["It does this.", "It does that."]


def choice_at(match: Match) -> Choice:
    """Return an adviser's choice that finds the first four moves best, in this order."""
    moves = match.state.legal_moves()[:4]
    seen = tuple(Considered(move, 0.5 - 0.1 * at, 9) for at, move in enumerate(moves))
    return Choice(moves[0], seen, 9)


def told(hints: Hints, match: Match) -> list[str]:
    return hints.words(words_of(match), choice_at(match), REASONS)


def second_and_third(match: Match, choice: Choice) -> list[list[str]]:
    """Return the second and the third hint, to a person who has asked for the values of moves."""
    hints = Hints()
    hints.skip_where_to_look(match)
    return [hints.words(words_of(match), choice, REASONS) for _ in range(2)]


def test_the_first_hint_names_the_move_if_nothing_else_can_be_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, hints = at_a_choice("free-the-box"), Hints()
    words, choice = words_of(match), choice_at(match)
    monkeypatch.setattr(type(words), "where_words", lambda self, move: "")
    assert told(hints, match)[0] == words.hint_words(choice)
    assert hints.names_the_move
    assert told(hints, match)[0].startswith("Best: ")


@pytest.mark.parametrize("game", REVIEWED)
def test_each_hint_tells_more_until_two_alternate_and_a_decision_starts_over(game: str) -> None:
    match, hints = at_a_choice(game), Hints()
    words, state = words_of(match), match.state
    choice = choice_at(match)
    if where := words.where_words(choice.move):
        first = " ".join(told(hints, match))
        assert where in first
        assert "to win" not in first
        assert not hints.names_the_move
        assert hints.typed_words(match, choice.move) == ""
    move, *why = told(hints, match)
    assert move == words.hint_words(choice)
    assert why == [*REASONS, *filter(None, [words.measure])]
    notation = state.move_text(choice.move)
    is_name = state.move_name(choice.move).casefold() == notation.casefold()
    typed = "" if is_name else f"To play it, type: {notation}"
    assert hints.typed_words(match, choice.move) == typed
    assert hints.names_the_move
    for explained in (False, True, False):
        if explained:
            assert told(hints, match) == [words.hint_words(choice), *REASONS]
            continue
        (three,) = told(hints, match)
        best = words.move_name(state, choice.move)
        worth, *_ = words.worths_words([seen.value for seen in choice.considered])
        assert three.startswith(f"Best: {best}: {worth}; ")
        assert three.count(";") == min(len(state.legal_moves()), 3) - 1
        assert hints.typed_words(match, choice.move) == typed.replace(" it,", " the first,")
    match.apply(choice.move)
    is_only = len(words.choices()) == 1
    names_it = is_only or not words.where_words(choice_at(match).move)
    assert ("Ask again" in told(hints, match)[0]) != names_it
    assert hints.names_the_move == names_it


@pytest.mark.parametrize(
    ("game", "alike"),
    [*((game, 1) for game in REVIEWED), *(("kimbo", count) for count in range(2, 7))],
)
def test_hints_name_some_moves_about_as_good_before_the_reasons(game: str, alike: int) -> None:
    match = at_a_choice(game)
    words, (best, *others) = words_of(match), match.state.legal_moves()
    values = {best: 0.5, **dict.fromkeys(others, 0.3), **dict.fromkeys(others[:alike], 0.5)}
    seen = tuple(Considered(move, value, 9) for move, value in values.items())
    second, third = second_and_third(match, Choice(best, seen, 9))
    names = [words.move_name(match.state, move) for move in others[:alike]]
    told = names if alike <= 3 else [*names[:2], "others"]
    good = f"{words.about}as good"
    assert second[1] == f"{capitalized(listed(told))} {'is' if alike == 1 else 'are'} {good}."
    assert second[2:4] == REASONS
    best_three, *more = third
    assert all(name in best_three for name in names[:2])
    unlisted = names[2:] if alike <= 5 else [*names[2:4], "others"]
    verb = "is" if alike == 3 else "are"
    assert more == [f"{capitalized(listed(unlisted))} {verb} {good}."] * (alike > 2)


def test_an_advised_move_is_listed_first_with_its_figure_though_another_has_a_higher_one() -> None:
    match = at_a_choice("box")
    words, (best, advised, *_) = words_of(match), match.state.legal_moves()
    choice = Choice(advised, (Considered(best, 0.506, 9), Considered(advised, 0.5, 9)), 18)
    second, (third,) = second_and_third(match, choice)
    name, other = [words.move_name(match.state, move) for move in (advised, best)]
    worth = words.worth_words(0.5)
    assert second[:2] == [f"Hint: {name}, {worth}.", f"{capitalized(other)} is about as good."]
    assert third == f"Best: {name} or {other}: each {worth}."


def test_the_best_moves_are_listed_by_their_figures() -> None:
    match, hints = at_a_choice("box"), Hints()
    words, (best, second, third, *_) = words_of(match), match.state.legal_moves()
    seen = (Considered(best, 0.5, 9), Considered(second, 0.3, 5), Considered(third, 0.4, 4))
    hints.skip_to_best(match)
    (listed_moves,) = hints.words(words, Choice(best, seen, 18), REASONS)
    named = [(best, 0.5), (third, 0.4), (second, 0.3)]
    figures = [f"{words.move_name(match.state, at)}: {words.worth_words(v)}" for at, v in named]
    assert listed_moves == f"Best: {'; '.join(figures)}."


@pytest.mark.parametrize(("game", "is_listed"), [("box", False), ("free-o", True)])
def test_in_box_the_values_of_moves_seldom_visited_are_left_out(game: str, is_listed: bool) -> None:
    match = at_a_choice(game)
    best, other, *_ = match.state.legal_moves()
    choice = Choice(best, (Considered(best, 0.5, 160), Considered(other, 0.5, 9)), 169)
    second, third = second_and_third(match, choice)
    assert ("as good" in second[1]) == is_listed
    assert (third[1:] == ["The search found no other move worth a look."]) != is_listed


@pytest.mark.parametrize("are_alike", [False, True])
def test_of_moves_that_are_about_as_good_none_is_called_best(are_alike: bool) -> None:
    match, hints = at_a_choice("free-o"), Hints()
    best, other, *_ = match.state.legal_moves()
    seen = (Considered(best, 0.5, 9), Considered(other, 0.5 if are_alike else 0.2, 9))
    hints.skip_where_to_look(match)
    said = hints.words(words_of(match), Choice(best, seen, 18), ["A reason.", unclear()])
    assert "A reason." in said
    assert (unclear() in said) != are_alike


def test_in_a_position_to_solve_no_other_move_is_called_as_good() -> None:
    match, hints = at_a_choice("kimbo"), Hints(one_is_best=True)
    words, moves = words_of(match), match.state.legal_moves()[:4]
    choice = Choice(moves[0], tuple(Considered(move, 0.5, 9) for move in moves), 9)
    told = [hints.words(words, choice, REASONS) for _ in range(3)]
    assert told[1][1:3] == REASONS
    assert len(told[2]) == 1


def test_a_move_whose_value_is_unknown_keeps_its_reasons_in_the_third_hint() -> None:
    match, hints = at_a_choice("box"), Hints()
    choice = Choice(match.state.legal_moves()[0], (), 0)
    said = [hints.words(words_of(match), choice, REASONS) for _ in range(3)]
    assert said[2] == said[1]
    assert said[1][1:] == REASONS


def test_another_decision_after_as_many_moves_starts_over() -> None:
    hints, begun = Hints(), Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 1)
    for mark in ("a1", "b2"):
        match = begun.until(0)
        match.play(match.state.read_move(mark))
        assert "Ask again" in told(hints, match)[0]
        assert "Ask again" not in told(hints, match)[0]


def test_what_reasons_are_measured_in_is_said_once_also_if_another_match_follows() -> None:
    match, hints = at_a_choice("kimbo"), Hints()
    for is_first in (True, False):
        assert "Ask again" in told(hints, match)[0]
        said = " ".join(told(hints, match))
        assert ("a turn plays two" in said) == is_first
        hints.begin()


def test_between_the_best_moves_only_the_part_of_a_difference_that_lasts_is_told() -> None:
    match, hints = at_a_choice("kimbo"), Hints()
    told(hints, match)
    told(hints, match)
    worth, lasting = words_of(match).worth_words, ROSTERS["kimbo"].lasting
    name = partial(words_of(match).move_name, match.state)
    best, second, third = match.state.legal_moves()[:3]
    (listed,) = told(hints, match)
    assert listed.startswith(f"Best: {name(best)}: {worth(0.5)}; ")
    for at, move in enumerate((second, third), 1):
        assert f"{name(move)}: {worth(0.5 - 0.1 * at * lasting)}" in listed


@pytest.mark.parametrize("game", REVIEWED)
def test_where_to_look_doesnt_name_the_move(game: str) -> None:
    match = at_a_choice(game)
    words, state = words_of(match), match.state
    for move in state.legal_moves()[:200]:
        assert not re.search(rf"\b{re.escape(state.move_text(move))}\b", words.where_words(move))


@pytest.mark.parametrize(
    ("game", "options", "seats", "words"),
    [
        ("free-o", {}, 2, "chance to win the game"),
        ("kimbo", {}, 2, "chance to win"),
        ("shut-the-box", {"pub_stakes": True}, 2, "share of the stakes"),
        ("shut-the-box", {}, 1, "solo rating"),
    ],
)
def test_what_a_move_gives_away_is_named(
    game: str, options: dict[str, OptionValue], seats: int, words: str
) -> None:
    match = Match(GAMES[game], options, [Seat("Ann", HUMAN)] * seats, 1)
    assert words_of(match).chance_words == words
