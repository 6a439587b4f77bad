"""A lesson as a state machine: what it waits for, says and shows, without a screen."""

import pytest

from boxtui.core import GameError
from tutorials.lesson import lesson_of
from tutorials.runner import Phase, Runner


@pytest.fixture
def score() -> Runner:
    """At the step that asks for 5 with 1, 4, 5 and 9 up."""
    return Runner(lesson_of("shut-the-box"), "Ann", "the-score", "the-score")


def phase(runner: Runner) -> Phase:
    return runner.phase


def attempt(runner: Runner, notation: str) -> None:
    runner.attempt(runner.board.read(notation))


def test_a_wrong_move_is_answered_and_its_consequence_played_out_before_it_is_taken_back(
    score: Runner,
) -> None:
    begun = score.state.text()
    attempt(score, "5")
    assert score.phase is Phase.ANSWERING
    assert "Three tiles stay up" in score.words[0]
    assert "up=1,4,9" in score.state.text()
    score.go_on()
    assert score.words == ("Ann rolls 6 and 2: nothing fits, scores 149.",)
    assert "scores=149" in score.state.text()
    score.go_on()
    assert phase(score) is Phase.ASKING
    assert score.state.text() == begun
    assert score.words == ("Lay down 5 so that the fewest tiles stay up.",)


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


def test_what_is_no_move_is_said_so_and_asked_again(score: Runner) -> None:
    with pytest.raises(GameError) as refusal:
        attempt(score, "what?")
    score.refuse(refusal.value)
    assert "can't be read" in score.words[0]
    assert score.words[1] == "Lay down 5 so that the fewest tiles stay up."


def test_hints_come_in_two_stages_and_begin_anew_with_the_next_decision() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "shutting-the-box")
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


def test_fro_22_a_lesson_tells_no_card_that_another_draws() -> None:
    runner = Runner(lesson_of("free-o"), "Ann", "two-cards-left")
    attempt(runner, "house")
    told = []
    while runner.plays_next:
        runner.go_on()
        told.append(runner.words[0])
    assert (told[2], told[4]) == ("Max draws a card.", "Ann draws truck.")


def test_only_steps_already_reached_can_be_gone_to() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "laying-down", "one-die")
    runner.go_to("winning")
    assert runner.step.name == "laying-down"
    runner.go_to("one-die")
    assert runner.step.name == "one-die"
    runner.go_to("the-aim")
    assert (runner.step.name, runner.reached) == ("the-aim", 5)


def test_a_step_that_is_no_longer_in_the_lesson_is_the_first() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "gone", "gone too")
    assert (runner.at, runner.reached) == (0, 0)


def test_the_end_says_what_was_learned_and_stays_the_end() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "ties-for-the-pool")
    for _ in range(4):
        runner.go_on()
    assert runner.phase is Phase.OVER
    assert runner.words == (runner.lesson.learned,)


def test_an_auto_step_carries_on_from_the_answer_given() -> None:
    runner = Runner(lesson_of("shut-the-box"), "Ann", "one-die")
    attempt(runner, "6+1")
    runner.go_on()
    assert runner.step.kind == "auto"
    assert "up=2,4" in runner.state.text()
    assert runner.plays_next
    runner.go_on()
    assert "up=4" in runner.state.text()


def test_while_a_consequence_is_to_be_seen_going_on_plays_it(score: Runner) -> None:
    attempt(score, "5")
    assert score.plays_next
    score.go_on()
    assert (phase(score), score.plays_next) == (Phase.ANSWERING, False)
