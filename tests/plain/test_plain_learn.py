"""Lessons and practice as lines of text, run by a real process on pipes."""

from pathlib import Path

import pytest
from plain_session import PlainSession
from played import begin_at, library_in, saves
from random_games import play_first_moves

from boxtui.games import GAMES
from boxtui.learn.progress import Progress, read
from boxtui.plain.learn import WORDS
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from tutorials.lesson import lesson_of
from tutorials.runner import Phase, Runner

pytestmark = pytest.mark.waits

PROMPTS = ("Your move:", "Press Enter to go on:", "--practice --plain.")


def kept(home: Path, key: str) -> Progress:
    progress, complaint = read(home / "data" / "boxtui" / "lessons" / f"{key}.toml")
    assert complaint == ""
    return progress


def go_on_to_a_question(session: PlainSession) -> None:
    session.until(*PROMPTS)
    while session.lines[-1] != "Your move:":
        session.answer("", *PROMPTS)


def give_answer(runner: Runner) -> str:
    """Go on in a lesson, and return what must be typed for it."""
    if runner.phase is not Phase.ASKING:
        runner.go_on()
        return ""
    text = runner.state.move_text(runner.asked_move)
    runner.attempt(runner.asked_move)
    return text


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_played_to_its_end_with_its_answers(tmp_path: Path, key: str) -> None:
    runner = Runner(lesson_of(key), "Ann")
    with PlainSession(tmp_path, "learn", key) as session:
        session.until(*PROMPTS)
        while session.lines[-1] in PROMPTS:
            is_asked = session.lines[-1] == "Your move:"
            assert is_asked == (runner.phase is Phase.ASKING)
            session.answer(give_answer(runner), *PROMPTS)
            if session.lines[-1].endswith(PROMPTS[-1]):
                break
        assert runner.phase is Phase.OVER
        assert session.end() == 0
        titles = [line for line in session.lines if line.startswith("Step ")]
        assert len(titles) == len(runner.lesson.steps)
    assert kept(tmp_path, key).finished


def test_every_word_of_a_lesson_does_what_help_says(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "shut-the-box") as session:
        go_on_to_a_question(session)
        title = next(line for line in reversed(session.lines) if line.startswith("Step "))
        words = [word for word in WORDS if word not in ("back", "quit")]
        said = {word: session.answer(word, *PROMPTS) for word in words}
        assert all(f"{word}: {says}" in said["help"] for word, says in WORDS.items())
        assert "The move:" not in said["hint"]
        assert title in said["again"]
        assert "1. What it is about" in said["steps"]
        assert "(new)" in said["steps"]
        assert "7+1" in said["moves"]
        assert "Tiles up" in said["position"]
        assert "+---+" in said["board"]
        assert "STB-" in said["rules"]
        session.answer("hint", *PROMPTS)
        assert "The move: 7+1." in session.answer("hint", *PROMPTS)
        assert "Step 2 of" in session.answer("back", *PROMPTS)
        assert "Step 2 of" in session.answer("steps 2", *PROMPTS)
        assert "Step 1 of" in session.answer("back", *PROMPTS)
        assert "Step 10 of" in session.answer("steps 10", *PROMPTS)
        assert "Choose a step" in session.answer("steps 100", *PROMPTS)
        session.answer("steps 2", *PROMPTS)
        assert "Enter alone" in session.answer("7+1", *PROMPTS)
        assert session.end("quit") == 0


def test_a_wrong_move_is_answered_and_asked_again(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "shut-the-box") as session:
        go_on_to_a_question(session)
        assert "STB-3 Laying down" in session.answer("9", *PROMPTS)
        session.answer("8", *PROMPTS)
        assert session.lines[-1] == "Press Enter to go on:"
        assert "Your move was taken back." in session.answer("", *PROMPTS)
        assert session.lines[-1] == "Your move:"
        assert "Lay down any set of tiles" in session.answer("", *PROMPTS)


def test_places_that_a_lesson_points_at_are_described(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "free-the-box") as session:
        assert "Look at red's tokens." in session.until(*PROMPTS)
        told = session.answer("", *PROMPTS)
        starting, jump = "space 1 (red's STARTING BOX)", "space 60 (red's JUMP TO CENTER)"
        assert f"Look at {starting} and {jump}." in told


def test_a_move_that_the_lesson_names_is_named_once(tmp_path: Path) -> None:
    begin_at(tmp_path, "free-o", "stop-her")
    with PlainSession(tmp_path, "learn", "free-o") as session:
        session.until(*PROMPTS)
        told = session.answer("captured", *PROMPTS)
        assert told.count("plays captured: Rosa is captured (FRO-16).") == 1


def test_the_example_in_the_help_is_not_the_move_asked_for(tmp_path: Path) -> None:
    begin_at(tmp_path, "kimbo", "the-last-piece")
    with PlainSession(tmp_path, "learn", "kimbo") as session:
        session.until(*PROMPTS)
        said = session.answer("help", *PROMPTS)
        assert "A move, as in: " in said
        assert "as in: 6 h1-HOME" not in said
    with PlainSession(tmp_path, "learn", "shut-the-box", "--practice", "4") as session:
        session.until("Your move:")
        said = session.answer("help", "Your move:")
        example = said.partition("as in: ")[2].split()[0]
        assert "Try another move." in session.answer(example, "Your move:")


def test_a_lesson_that_is_left_goes_on_at_its_step(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "box") as session:
        session.until(*PROMPTS)
        while not any(line.startswith("Step 2 ") for line in session.lines):
            session.answer("", *PROMPTS)
        assert session.end() == 0
    assert kept(tmp_path, "box").step == lesson_of("box").steps[1].name
    with PlainSession(tmp_path, "learn", "box") as session:
        assert any(line.startswith("Step 2 ") for line in session.until(*PROMPTS))


AFTERWARDS = "next 17 or quit:"


def test_a_position_to_solve_is_described_judged_and_followed_by_the_next(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "shut-the-box", "--practice", "4") as session:
        told = session.until("Your move:")
        assert told[1].startswith("Shut-the-Box, position 4,")
        assert "moves:" in session.answer("moves", "Your move:")
        assert "next: the next position" in session.answer("help", "Your move:")
        assert "(STB-3)" in session.answer("9", "Your move:")
        assert "Ask again for the move." in session.answer("hint", "Your move:")
        assert "Try another move." in session.answer("4+2", "Your move:")
        said = session.answer("6", AFTERWARDS)
        assert "Right. 6:" in said
        assert "It counts as missed" in said
        assert "Your rating" in said
        assert "position 5," in session.answer("", "Your move:")
        assert "percentage points better" not in session.answer("show", AFTERWARDS)
        assert "There is no" not in session.answer("next 4", "Your move:")
        assert session.end("quit") == 0


def test_a_position_is_played_on_in_a_new_game(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "learn", "shut-the-box", "--practice", "4") as session:
        session.until("Your move:")
        assert "Computer" in session.answer("play", "your move:")
        assert session.end("quit") == 0
    assert len(saves(tmp_path)) == 1


def test_mistakes_of_a_review_come_first_in_practice_and_on_the_page_of_progress(
    tmp_path: Path,
) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 4), library_in(tmp_path))
    play_first_moves(record)
    record.close()
    with PlainSession(tmp_path) as session:
        session.until("or help:")
        session.answer("review", "press Enter to go on:")
        assert "added to practice" in session.answer("practice", "press Enter to go on:")
        session.answer("", "or help:")
        assert "Own mistakes: " in session.answer("progress", "or help:")
        assert "your own mistake" in session.answer("practice shut-the-box", "Your move:")
        assert session.end("quit") == 0
