"""What the tutor warns of, and what it says of a move."""

import asyncio
from collections import Counter
from dataclasses import replace
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
from boxtui.core import OptionValue, State
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, SURE_ERRORS, limit_for
from boxtui.learn.review import review_match
from boxtui.learn.tutor import Tutor, tutor_words, warned_words
from boxtui.play.agents import seats_for
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.presenter import Opinion
from boxtui.system.settings import POINTS
from boxtui.views.games import words_of
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
    match, asked = at_a_choice(game, seed=987_654), Watched(judges((-0.1,) * 4))
    opinion(match, asked, match.state.legal_moves()[1])
    assert asked.noted
    assert not any(str(match.seed) in seed for _, _, seed, _ in asked.noted)


def opinion(match: Match, asked: AskAgent, move: int, points: int = 5) -> Opinion:
    return asyncio.run(Tutor(match, asked, lambda: points).opinion(move))


def two_warnings(match: Match) -> list[str]:
    """Return what a tutor warns of twice, before the same bad move."""
    tutor, other = Tutor(match, judges((-0.4,) * 4), lambda: 5), match.state.legal_moves()[1]
    return [asyncio.run(tutor.opinion(other)).warning for _ in range(2)]


def from_there(state: State) -> Match:
    """Return a match of FREE-O in which Ann is given verdicts, from that position."""
    begun = match_at(GAMES["free-o"], state.text(), [ANN, COMPUTER])
    return Match(begun.game, {}, begun.seats, 7, tutor=TUTOR_VERDICTS)


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
            assert (
                -mean(asked) > (points - 0.1) / 100 - 1e-12
            )  # it is the difference of two rounded shares
            assert -mean(asked) >= SURE_ERRORS * (variance(asked) / len(asked)) ** 0.5
            warned += 1
        assert opinion(match, judges(leads), best, points) == Opinion(remark="best")
    assert warned > 10


@pytest.mark.parametrize(
    ("lead", "points", "verdict", "warns"),
    [
        (-0.11, 5, "a blunder that costs 11.0", True),
        (-0.0996, 5, "a blunder that costs 10.0", True),
        (-0.096, 5, "a bad move that costs 9.6", True),
        (-0.09, 9, "a bad move that costs 9.0", True),
        (-0.09, 10, "a bad move that costs 9.0", False),
        (-0.0496, 5, "a bad move that costs 5.0", True),
        (-0.046, 5, "a slip that costs 4.6", False),
        (-0.021, 5, "a slip that costs 2.1", False),
        (-0.016, 5, "good", False),  # as in practice
        (0.01, 5, "one of the best", False),
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


@pytest.mark.parametrize(("value", "remark"), [(0.495, "one of the best"), (0.45, "best")])
def test_a_best_move_is_the_only_one_unless_a_hint_rates_another_as_good(
    value: float, remark: str
) -> None:
    match, judge = at_a_choice("free-o", TUTOR_VERDICTS), judges((-0.4,) * 4)
    best, other = match.state.legal_moves()[:2]
    choice = Choice(best, (Considered(best, 0.5, 1), Considered(other, value, 1)), 1)

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        return choice if move is None else await judge(state, player, seed, move)

    as_good = ROSTERS["free-o"].as_good(choice, match.state)
    assert opinion(match, answer, best).remark == remark
    tutor = Tutor(match, judge, lambda: 5)
    for move in (best, *as_good):
        assert asyncio.run(tutor.opinion(move, [best, *as_good])) == Opinion(remark=remark)
    assert asyncio.run(tutor.opinion(other, [best])).warning


def test_with_exact_figures_the_best_moves_are_those_that_are_equal() -> None:
    """Whatever is rolled later, both sets win."""
    position = "scoring=digits stake=0 round=1 first=1 scores=4568,- phase=lay seat=2 "
    text = f"{position}up=4,5,6,7,9 dice=6+5"
    match = match_at(GAMES["shut-the-box"], text, [COMPUTER, ANN])
    match.tutor = TUTOR_VERDICTS
    remarks = {
        match.state.move_text(move): opinion(match, players_of("shut-the-box"), move).remark
        for move in match.state.legal_moves()
    }
    assert remarks == dict.fromkeys(["6+5", "7+4"], "one of the best")


def test_every_threshold_warns_of_a_loss_of_exactly_that_many_points() -> None:
    match = at_a_choice("box")
    other = match.state.legal_moves()[1]
    for points in POINTS:
        assert opinion(match, judges((-points / 100,) * 4), other, points).warning
        assert not opinion(match, judges((-(points - 1) / 100,) * 4), other, points).warning


@pytest.mark.parametrize(("computers", "least"), [(1, "5"), (3, "2.5")])
def test_with_four_players_it_warns_earlier(computers: int, least: str) -> None:
    warned, good = -float(least) / 100, 0.001 - float(least) / 100
    match = at_a_choice("free-the-box", computers=computers)
    other = match.state.legal_moves()[1]
    assert opinion(match, judges((warned,) * 4), other).warning
    assert not opinion(match, judges((good,) * 4), other).warning
    told = f"Tutor: warns you before a move that costs {least} percentage points"
    when = f"{told} or more of your chances"
    setting = "see the settings" if computers == 1 else "5 with two players"
    assert (
        tutor_words(match, warned_words(match.game, len(match.seats), 5)) == f"{when} ({setting})."
    )


@pytest.mark.parametrize("key", REVIEWED)
def test_what_the_tutor_does_not_judge_is_said_with_what_it_does(key: str) -> None:
    spec = ROSTERS[key].review
    assert spec
    match = at_a_choice(key)
    match.tutor = TUTOR_VERDICTS
    assert tutor_words(match, "").removeprefix(
        "Tutor: warns you, and judges each of your moves."
    ) == (f" {spec.not_judged}".rstrip())
    match.tutor = TUTOR_OFF
    assert tutor_words(match, "") == "Tutor: off."


@pytest.mark.parametrize("key", REVIEWED)
def test_the_least_loss_shown_that_the_tutor_warns_of_is_told(key: str) -> None:
    for seats, points in product(GAMES[key].seats, POINTS):
        told = warned_words(GAMES[key], seats, points)
        least = float(told.removeprefix("before a move that costs ").split()[0])
        assert round(least - 0.1, 1) < limit_for(seats, points) <= least
        assert (" percentage point " in told) == (least == 1)
        what = "solo rating" if seats == 1 else "chances"
        assert f" or more of your {what} (" in told


def test_stb_14_a_warning_says_once_how_a_share_of_the_stakes_relates_to_stakes() -> None:
    options = {"pub_stakes": True, "stake": 5}
    match = dealt(Match(GAMES["shut-the-box"], options, [ANN, COMPUTER], 7, tutor=TUTOR_WARNS))
    words = words_of(match)
    assert "stake 5, pool 10" in words.round_words()
    note = words.chance_note
    assert "comes out even has 50%, and each stake won or lost changes that by 25%" in note
    assert words.measure == ""  # a hint's figures are stakes
    afterwards = [warning.partition(". ")[2] for warning in two_warnings(match)]
    assert [told.startswith(note) for told in afterwards] == [True, False]


def test_a_warning_says_once_what_its_reasons_are_measured_in() -> None:
    match = at_a_choice("kimbo")
    measure = words_of(match).measure
    assert [measure in warning for warning in two_warnings(match)] == [True, False]


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
    hinted = asyncio.run(tutor.opinion(done, [done]))
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
    asked, turn = Counter[tuple[str, int | None]](), asyncio.Lock()
    answer, match = judges((-0.01,) * 4), at_a_choice("box")

    async def counted(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        asked[seed, move] += 1
        assert not turn.locked()
        async with turn:
            await asyncio.sleep(0)
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
        match = from_there(free_o_play.at("house:2,wild,captured", theirs))
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
    match = from_there(free_o_play.at(held, "truck:3", demand="any"))
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
