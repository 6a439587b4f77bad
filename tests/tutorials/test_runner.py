"""A lesson as a state machine: what it waits for, says and shows, without a screen."""

from functools import partial
from pathlib import Path

import pytest

from boxtui.core import GameError
from tutorials.lesson import Lesson, lesson_of, read_lesson
from tutorials.lines import LessonFault
from tutorials.runner import Phase, Runner, verify


def scores(step: str) -> Runner:
    """Return a runner at a step of a short lesson of Shut-the-Box."""
    return Runner(read("shut-the-box", "scores.toml"), "Ann", step)


def read(game: str, name: str) -> Lesson:
    file = Path(__file__).with_name(name)
    return read_lesson(game, file.read_text("utf-8"), name)


@pytest.fixture
def score() -> Runner:
    """At the step that asks for 5 with 1, 4, 5 and 9 up."""
    return scores("the-score")


def phase(runner: Runner) -> Phase:
    return runner.phase


def attempt(runner: Runner, notation: str) -> None:
    runner.attempt(runner.state.read_move(notation))


def test_a_wrong_move_is_answered_and_its_consequence_played_out_before_it_is_taken_back(
    score: Runner,
) -> None:
    begun = score.state.text()
    attempt(score, "5")
    assert score.phase is Phase.ANSWERING
    assert "Three tiles stay up" in score.words[0]
    assert "up=1,4,9" in score.state.text()
    assert score.plays_next
    score.go_on()
    assert not score.plays_next
    assert score.words == ("Ann rolls 6 and 2: nothing fits, scores 149.",)
    assert "scores=149" in score.state.text()
    score.go_on()
    assert phase(score) is Phase.ASKING
    assert score.state.text() == begun
    assert score.words == ("Lay down 5 so that the fewest tiles stay up.",)
    assert score.explanation == score.step.say


ANY_ROLL = """
title = "Shut-the-Box"
learned = "That is all."
[[step]]
name = "first"
title = "Laying down"
kind = "ask"
rules = ["STB-3"]
position = "scoring=digits stake=0 round=1 first=1 scores=- phase=lay seat=1 up=1,2,3,5,9 dice=4+1"
players = ["You"]
say = "Several sets make 5."
ask = "Lay down the 5."
goal = { plays = ["5"] }
answer = ["5"]
right = "Right."
hint = [{ say = "One tile.", look = ["tile 5"] }]
wrong = [
  { when = { parts = 2 }, say = "Two tiles.", then = ["3 2", "*"], close = "The turn goes on." },
]
"""


def test_a_consequence_may_have_any_move_which_is_the_first_legal_one() -> None:
    lesson = read_lesson("shut-the-box", ANY_ROLL, "any.toml")
    verify(lesson)
    runner = Runner(lesson, "Ann")
    attempt(runner, "3+2")
    runner.go_on()
    first = runner.state.legal_moves()[0]
    runner.go_on()
    assert runner.match.moves[-1] == first
    assert runner.words == ("The turn goes on.",)


def test_any_move_is_refused_where_there_is_none() -> None:
    over = ANY_ROLL.replace('"*"', '"*", "6 6", "*"')
    with pytest.raises(LessonFault, match=r"any.toml, step 'first': The game is over"):
        verify(read_lesson("shut-the-box", over, "any.toml"))


def test_the_right_move_plays_the_script_and_goes_on(score: Runner) -> None:
    attempt(score, "4+1")
    assert score.phase is Phase.SOLVED
    assert "scores=59,-" in score.state.text()
    score.go_on()
    assert score.step.name == "one-die"


def test_an_illegal_try_is_explained_by_its_rule_and_changes_nothing(score: Runner) -> None:
    begun = score.state.text()
    with pytest.raises(GameError) as refusal:
        attempt(score, "9")
    score.refuse(refusal.value)
    assert score.words[0] == "9 adds up to 9; the roll is 5."
    assert score.words[1] == "Lay down 5 so that the fewest tiles stay up."
    assert score.words[2].startswith("STB-3 Laying down: Roll both dice")
    assert (score.phase, score.state.text()) == (Phase.ASKING, begun)


def test_a_text_that_is_not_a_move_is_refused_and_asked_for_again(score: Runner) -> None:
    with pytest.raises(GameError) as refusal:
        attempt(score, "what?")
    score.refuse(refusal.value)
    assert "can't be read" in score.words[0]
    assert score.words[1] == "Lay down 5 so that the fewest tiles stay up."


def test_hints_come_in_two_stages_and_start_over_with_the_next_decision() -> None:
    runner = scores("shutting-the-box")
    runner.hint()
    assert runner.look == ("tile 2", "tile 3")
    assert "The move" not in runner.words[0]
    runner.hint()
    assert runner.words[0] == "The move: 5+1."
    attempt(runner, "5+1")
    assert runner.phase is Phase.ASKING
    assert "Ann lays down 5+1." in runner.words
    runner.hint()
    assert "The die shows 5. What do your last tiles add up to?" in runner.words
    assert runner.told_move is None


TWO_DECISIONS = """
title = "Shut-the-Box"
learned = "That is all."
[[step]]
name = "first"
title = "Shutting the box"
kind = "ask"
rules = ["STB-9"]
position = "scoring=digits stake=0 round=1 first=1 scores=- phase=lay seat=1 up=1,2,3,5 dice=4+2"
players = ["You"]
say = "Two decisions."
ask = "Shut the box."
goal = { tells = "shuts the box" }
answer = ["5+1", "3+2"]
script = ["5"]
right = "Right."
hint = [{ say = "One.", look = [] }, { say = "Two.", look = [] }]
wrong = [
  { at = 2, when = { not_described = "shuts the box" }, say = "Wrong at the second." },
  { at = 1, when = { not_described = "shuts the box" }, say = "Wrong at the first." },
]
"""


def test_a_wrong_move_gets_the_answer_for_its_own_decision() -> None:
    runner = Runner(read_lesson("shut-the-box", TWO_DECISIONS, "two.toml"), "Ann")
    attempt(runner, "3+2+1")
    assert runner.words == ("Wrong at the first.",)
    runner.go_on()
    attempt(runner, "5+1")
    attempt(runner, "3+2")
    assert runner.phase is Phase.SOLVED


def test_there_is_no_hint_where_nothing_is_asked() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann")
    said = runner.words
    runner.hint()
    assert runner.words == said


def test_an_example_is_played_move_by_move_then_the_next_step_begins() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "going-on")
    told = []
    while runner.step.name == "going-on":
        told.append(runner.words[0])
        runner.go_on()
    assert told[2] == "Ann lays down 8+2."
    assert len(told) == 1 + len(runner.lesson.steps[3].plays)
    assert runner.step.name == "the-score"


def test_fro_22_a_lesson_names_no_card_that_another_draws() -> None:
    runner = Runner(read("free-o", "hands.toml"), "Ann", "two-cards-left")
    attempt(runner, "house")
    told = []
    while runner.plays_next:
        runner.go_on()
        told.append(runner.words[0])
    assert told[2] == "Max draws a card."
    assert told[3].startswith("A Wild can't be your last card")


def test_every_step_can_be_gone_to_and_the_one_before_begun() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "laying-down", "one-die")
    runner.go_to("winning")
    assert (runner.step.name, runner.reached) == ("winning", runner.at)
    runner.go_back()
    assert runner.at == runner.reached - 1
    runner.go_to("the-aim")
    runner.go_back()
    assert runner.step.name == "the-aim"
    assert runner.reached > 0


def test_a_step_that_is_no_longer_in_the_lesson_is_the_first() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "gone", "gone too")
    assert (runner.at, runner.reached) == (0, 0)


def test_the_end_says_what_was_learned_and_stays_the_end() -> None:
    runner = scores("shutting-the-box")
    attempt(runner, "5+1")
    attempt(runner, "3+2")
    for _ in range(4):
        runner.go_on()
    assert runner.phase is Phase.OVER
    assert runner.words == (runner.lesson.learned,)


def test_an_auto_step_carries_on_from_the_answer_given() -> None:
    runner = scores("one-die")
    attempt(runner, "6+1")
    runner.go_on()
    assert runner.step.kind == "auto"
    assert "up=2,4" in runner.state.text()
    assert runner.plays_next
    runner.go_on()
    assert "up=4" in runner.state.text()


def test_ftb_25_the_lesson_says_that_without_the_card_the_center_is_cleared() -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", "two-in-the-center", "two-in-the-center")
    while runner.plays_next:
        runner.go_on()
    assert "FTB-25" in runner.step.rules
    assert runner.words[0].endswith("you would be out: all three would have left the board.")


def test_a_moves_description_names_the_players() -> None:
    runner = Runner(read("free-o", "hands.toml"), "Ann", "stop-her")
    attempt(runner, "captured")
    told = "Ann plays captured, which cancels the house: Rosa is captured (FRO-16)."
    assert runner.words[0] == told


def test_while_it_asks_its_explanation_is_ready_and_a_second_hint_names_the_move(
    score: Runner,
) -> None:
    assert (score.explanation, score.told_move) == ("", None)
    score.hint()
    assert score.look
    assert (score.explanation, score.told_move) == (score.step.say, None)
    score.hint()
    assert (score.look, score.told_move) == ((), score.asked_move)
    assert score.state.move_text(score.asked_move) == "4+1"
    attempt(score, "4+1")
    assert score.explanation == ""


def test_what_solves_a_decision_is_found_out_again_for_the_next_one() -> None:
    runner = scores("shutting-the-box")
    before = runner.solving_moves()
    assert runner.state.read_move("5+1") in before
    attempt(runner, "5+1")
    assert runner.phase is Phase.ASKING
    after = runner.solving_moves()
    assert after
    assert after <= set(runner.state.legal_moves())
    assert after != before


def test_what_is_found_out_changes_nothing_until_it_is_done(game: Runner) -> None:
    position, words = game.state.text(), game.words
    for find in (game.found_hint, partial(game.found_on, game.state.legal_moves()[0])):
        follow = find()
        assert (game.state.text(), game.words, game.told_move) == (position, words, None)
    follow()
    position, words = game.state.text(), game.words
    go_on = game.found_next()
    assert (game.state.text(), game.words) == (position, words)
    go_on()
    assert game.words != words


def test_moves_that_reach_the_goal_in_other_ways_are_solving_moves() -> None:
    runner = Runner(lesson_of("box"), "Ann", "a-fair-mark")
    found = {runner.state.move_text(move) for move in runner.solving_moves()}
    assert found == {"white a1", "white g1", "white a7", "white g7"}


@pytest.mark.parametrize(
    ("game", "step", "moves", "then"),
    [
        # Either die may come first.
        ("kimbo", "two-pieces", ["2 e4-e6"], Phase.ASKING),
        ("kimbo", "two-pieces", ["2 e4-e6", "5 c5-c10"], Phase.SOLVED),
        # A die for another piece may come before the one that is asked for.
        ("kimbo", "going-home", ["5 b2-b7"], Phase.ASKING),
        ("kimbo", "going-home", ["5 b2-b7", "3 h4-HOME"], Phase.SOLVED),
        # The goal can't be reached any more.
        ("kimbo", "going-home", ["3 b2-b5"], Phase.ANSWERING),
        # The learner says what card begins the turn.
        ("free-o", "through-a-wild", ["truck"], Phase.ASKING),
        ("free-o", "through-a-wild", ["house"], Phase.ASKING),
        ("free-o", "through-a-wild", ["wild"], Phase.ANSWERING),
        ("free-o", "through-a-wild", ["mailbox", "wild", "draw-a-card 3"], Phase.SOLVED),
    ],
)
def test_a_first_move_is_right_as_long_as_the_goal_can_still_be_reached(
    game: str, step: str, moves: list[str], then: Phase
) -> None:
    runner = Runner(lesson_of(game), "Ann", step)
    for move in moves:
        assert runner.phase is Phase.ASKING
        attempt(runner, move)
    assert phase(runner) is then


def test_after_a_first_move_the_rest_of_the_answer_is_asked_for() -> None:
    runner = Runner(lesson_of("kimbo"), "Ann", "two-pieces")
    attempt(runner, "2 e4-e6")
    assert runner.state.move_text(runner.asked_move) == "5 c5-c10"


def test_the_learner_says_what_is_rolled_where_that_is_asked() -> None:
    runner = Runner(lesson_of("free-the-box"), "Ann", "the-jump")
    attempt(runner, "4")
    assert phase(runner) is Phase.ANSWERING
    runner.go_on()
    attempt(runner, "3")
    assert runner.words[0] == "Ann rolls 3."
    attempt(runner, "B:57-60")
    assert phase(runner) is Phase.SOLVED


def test_what_is_in_braces_is_said_only_where_the_board_is_drawn() -> None:
    lesson = lesson_of("shut-the-box")
    said: list[str] = []
    for drawn in (True, False):
        runner = Runner(lesson, "Ann", "tiles-and-dice", drawn=drawn)
        runner.go_on()
        said += runner.words
    assert said[0].endswith("add up to 8: they are listed below the dice.")
    assert said[1].endswith("add up to 8.")


@pytest.fixture
def game() -> Runner:
    """At the short game that ends a lesson, at the learner's first decision."""
    runner = Runner(lesson_of("free-the-box"), "Ann", "a-few-turns")
    runner.go_on()
    return runner


def test_each_move_of_the_game_that_ends_a_lesson_gets_a_comment(game: Runner) -> None:
    moves = 0
    while game.phase is not Phase.OVER:
        if game.phase is Phase.ASKING:
            game.attempt(game.state.legal_moves()[0])
            assert game.words[0].startswith(("Level 4 would have played", "That was your only"))
            moves += 1
        else:
            game.go_on()
    assert moves == 4


def test_the_hint_in_a_game_is_what_the_adviser_would_play(game: Runner) -> None:
    game.hint()
    text = game.state.move_text(game.asked_move)
    assert game.words[0] == f"Level 4 would play {text}."
    assert game.told_move == game.asked_move
    game.attempt(game.asked_move)
    assert game.words[0] == "Level 4 would have played that, too."


def test_an_illegal_move_in_a_game_is_explained_and_asked_for_again(game: Runner) -> None:
    before = game.state.text()
    with pytest.raises(GameError) as refusal:
        attempt(game, "C:1-7")
    game.refuse(refusal.value)
    assert (game.state.text(), game.words[1]) == (before, "It is your turn.")
