"""A lesson as a state machine: what it waits for, says and shows, without a screen."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
from lesson_check import verify
from lesson_scripts import LESSONS, TAUGHT

import tutorials
from ai.levels import ROSTERS
from ai.shared.reasons import OUTWEIGHED
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.play.match import YOU
from boxtui.wording import with_name
from tutorials.errors import LessonFault
from tutorials.lesson import lesson_of, read_lesson
from tutorials.runner import Phase, Runner


@pytest.mark.parametrize("name", TAUGHT.texts())
def test_a_lesson_is_taught_as_its_script_says(name: str) -> None:
    assert TAUGHT.now(name) == TAUGHT.texts()[name]


def phase(runner: Runner) -> Phase:
    return runner.phase


def attempt(runner: Runner, notation: str) -> None:
    runner.attempt(runner.state.read_move(notation))


def test_any_move_is_refused_where_there_is_none() -> None:
    text = (LESSONS / "any.toml").read_text("utf-8")
    over = text.replace('"*"', '"*", "6 6", "*"')
    with pytest.raises(LessonFault, match=r"any.toml, line \d+: The game is over"):
        verify(read_lesson("shut-the-box", over, "any.toml"))


def test_what_follows_wrong_answers_is_played_out_wherever_right_ones_lead() -> None:
    text = (Path(tutorials.__file__).parent / "free_the_box" / "lesson.toml").read_text("utf-8")
    enters = 'when = { other_than = ["enter"] }\n'
    after_a_7 = 'then = ["5", "A:31-36", "3", "A:20-23"]\n'  # a 2 is right, too
    wrong = text.replace(enters, enters + after_a_7, 1)
    with pytest.raises(LessonFault, match=r"With a roll of 3, A's move is A:15-18\."):
        verify(read_lesson("free-the-box", wrong, "any.toml"))


@pytest.mark.parametrize("watched", range(7))
def test_the_consequence_of_a_wrong_answer_can_be_skipped_wherever_it_is(watched: int) -> None:
    runner = Runner(lesson_of("kimbo"), "Ann", "the-dearest-fence")
    before = runner.state.text()
    attempt(runner, "F d3/d4>h11/h12")
    for _ in range(watched):
        assert runner.shows_consequence
        runner.go_on()
    assert runner.shows_consequence == (watched < 6)
    runner.try_again()
    assert (runner.phase, runner.words) == (Phase.ASKING, (runner.request,))
    assert (runner.state.text(), runner.plays_scripted) == (before, False)
    attempt(runner, "F d3/d4>h10/h11")
    assert phase(runner) is Phase.SOLVED


@pytest.mark.parametrize("drawn", [True, False])
def test_after_a_wrong_answer_a_board_tells_again_what_led_to_the_second_decision(
    drawn: bool,
) -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", "moving", drawn=drawn)
    attempt(runner, "6")
    runner.try_again()
    assert list(runner.words) == [runner.request]
    attempt(runner, "7")
    assert list(runner.words) == ["You roll 7.", runner.request]
    attempt(runner, "A:13-20")
    runner.try_again()
    assert list(runner.words) == ["You roll 7."] * drawn + [runner.request]


def test_a_learner_with_the_name_of_another_player_has_a_number() -> None:
    for name, shown in (("Rosa", "Rosa 2"), ("Ann", "Ann")):
        runner = Runner(lesson_of("kimbo"), name, "the-board")
        assert runner.players() == [shown, "Rosa"]
        assert runner.match.seats[0].name == f"{shown}{YOU}"


def test_a_step_that_is_no_longer_in_the_lesson_is_the_first() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "gone", "gone too")
    assert (runner.at, runner.reached) == (0, 0)


def test_what_is_found_out_changes_nothing_until_it_is_done(game: Runner) -> None:
    position, words = game.state.text(), game.words
    for find in (game.prepare_hint, partial(game.prepare_attempt, game.state.legal_moves()[0])):
        follow = find()
        assert (game.state.text(), game.words, game.hinted_move) == (position, words, None)
    follow()
    position, words = game.state.text(), game.words
    go_on = game.prepare_next()
    assert (game.state.text(), game.words) == (position, words)
    go_on()
    assert game.words != words


@pytest.fixture
def game() -> Runner:
    """At the short game that ends a lesson, at the learner's first decision."""
    runner = Runner(lesson_of("free-the-box"), "Ann", "a-few-turns")
    runner.go_on()
    return runner


def test_the_hint_in_a_game_is_what_the_adviser_would_play(game: Runner) -> None:
    game.hint()
    assert game.words[0] == f"Advice: {game.state.move_advice(game.asked_move)}."
    assert game.hinted_move == game.asked_move
    game.attempt(game.asked_move)
    assert game.words[0] == "The adviser would have chosen that, too."


ITS_OWN = "The adviser would have chosen that, too."
AS_GOOD = "The adviser rates your move about as good as Fence."


@pytest.mark.parametrize(
    ("move", "end", "said"),
    [
        ("fence", [OUTWEIGHED], [ITS_OWN, "Fence against fence.", OUTWEIGHED]),
        ("house", [], [AS_GOOD, "House against fence."]),
        ("house", [OUTWEIGHED], [AS_GOOD]),
    ],
)
def test_a_move_as_good_as_the_advisers_is_called_that_with_reasons_only_if_they_favor_another(
    move: str, end: list[str], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def reasons(state: State, move: int, best: int, *_: Sequence[int]) -> list[str]:
        return [f"{state.move_text(move)} against {state.move_text(best)}.", *end]

    monkeypatch.setitem(ROSTERS, "free-o", replace(ROSTERS["free-o"], reasons=reasons))
    game = Runner(lesson_of("free-o"), "Ann", "a-few-turns")
    for each in ("tree", "wild", move):
        while game.phase is not Phase.ASKING:
            game.go_on()
        attempt(game, each)
    assert list(game.words) == said


def test_in_the_game_that_ends_a_lesson_whatever_of_others_stands_out_is_told() -> None:
    """Also what the learner plays, if it ends the hand."""
    ended = 0
    games = product(("free-o", "free-the-box", "shut-the-box"), range(10))
    for key, seed in (*games, ("free-the-box", 48)):  # four plain moves follow a capture in 48
        runner, rng = Runner(lesson_of(key), "Ann", "a-few-turns"), Random(seed)
        runner._moves_left = 12
        while not runner.is_done:
            ply, was_asked = len(runner.match.log), runner.phase is Phase.ASKING
            if was_asked:
                runner.attempt(rng.choice(runner.state.legal_moves()))
            else:
                runner.go_on()
            for line in runner.match.log[ply:]:
                said = with_name(line.sentence, line.seat, runner.players())
                ends_hand = "FRO-20" in said
                ended += was_asked and ends_hand
                if line.is_striking and (ends_hand or not was_asked):
                    assert f"{said}." in runner.words
    assert ended


@pytest.mark.parametrize("moves", [0, 1])
def test_a_lesson_deals_again_only_if_the_learner_has_moves_left(moves: int) -> None:
    text = (Path(tutorials.__file__).parent / "free_o" / "lesson.toml").read_text("utf-8")
    begun, last = text[: text.rindex("pile=")], text[text.rindex("pile=") :]
    for held, left in (
        ("pile=house:8,car:9", "pile=house:9,car:10"),
        ("fence:8,mailbox", "fence:10,mailbox"),
        ("wild:11 hands=house:1,car:1,tree:1,fence:2,wild:1;", "wild:12 hands=tree:1;"),
    ):
        assert held in last
        last = last.replace(held, left)
    runner = Runner(read_lesson("free-o", begun + last, "any.toml"), "Ann", "a-few-turns")
    runner._moves_left = moves
    runner.go_on()
    attempt(runner, "tree")
    assert runner.words[-1].startswith("Ann plays Tree and goes out (FRO-18); Ann scores 0")
    assert runner.is_done == (moves == 0)


@pytest.mark.parametrize("key", GAMES)
def test_the_game_that_ends_a_lesson_comments_every_move_counts_choices_and_ends_with_a_turn(
    key: str,
) -> None:
    said = "The adviser ", "That was your only move.", "No move changes anything any more."
    for seed in range(3):
        runner, rng, choices = Runner(lesson_of(key), "Ann", "a-few-turns"), Random(seed), 0
        runner.go_on()
        while not runner.is_done:
            if runner.phase is Phase.ASKING:
                choices += runner.state.only_move() is None
                runner.attempt(rng.choice(runner.state.legal_moves()))
                assert runner.words[0].startswith(said)
            else:
                runner.go_on()
        learner = runner.match.persons()[0]
        assert runner.match.is_over or choices >= runner.step.moves
        assert runner.match.is_over or runner.state.turn_seat() != learner
        runner.go_on()
        assert phase(runner) is Phase.OVER
