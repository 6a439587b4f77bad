"""Lessons and practice on a real terminal: played by keys, left, and resumed."""

import re
from pathlib import Path

import pytest
from played import begin_at, boxtui, saves
from pty_terminal import DOWN, END, ENTER, ESC, HOME, UP, PtyTerminal

from boxtui.lines import wrapped
from tutorials.lesson import lesson_of
from tutorials.runner import Phase, Runner

SIDE_CELLS = 30
"""The width of the text beside the board of an 80 × 24 screen, without its margins."""


def kept(home: Path, game: str = "shut-the-box") -> str:
    return (home / "data" / "boxtui" / "lessons" / f"{game}.toml").read_text()


def wait_for(terminal: PtyTerminal, runner: Runner) -> None:
    """Wait until the screen shows what the lesson says now, at least its first line."""
    terminal.wait_until(f"{runner.at + 1} of {len(runner.lesson.steps)}")
    first = wrapped(runner.words[0], SIDE_CELLS)[0]
    terminal.wait_until(" ".join(first.split()[:3]))


@pytest.mark.parametrize("game", ["shut-the-box", "free-o"])
def test_a_lesson_is_played_to_its_end_by_keys(game: str, tmp_path: Path) -> None:
    runner = Runner(lesson_of(game), "Ann")
    with boxtui(tmp_path, "learn", game) as terminal:
        while True:
            wait_for(terminal, runner)
            if runner.phase is Phase.ASKING:
                move = runner.asked_move
                terminal.send(f":{runner.state.move_text(move)}{ENTER}")
                runner.attempt(move)
            else:
                terminal.send(ENTER)
                runner.go_on()
            if runner.phase is Phase.OVER:
                break
        terminal.wait_until(f"You have finished the {runner.lesson.title} lesson.")
        terminal.wait_until("▶  Play a game")
        terminal.send_until(END, "▶  Back")  # the first keys are ignored
        terminal.send(HOME, "▶  Play a game", ENTER)
        # The level is short where the seat's own text leaves no more room.
        terminal.wait(lambda: re.search(r", level 1\b| L1\b", terminal.text()), "the level")
        terminal.wait_until("h hint")
    assert "finished = true" in kept(tmp_path, game)
    assert len(saves(tmp_path)) == 1


def to_the_question(terminal: PtyTerminal) -> None:
    """Go to the third step of the lesson of Shut-the-Box, which asks for 8 with two tiles."""
    for step in (1, 2, 2):
        terminal.reply(f"step {step} of", ENTER)
        terminal.wait_quiet()
    terminal.wait_until("step 3 of")


def test_wrong_and_illegal_moves_are_explained_and_a_second_hint_picks_the_move(
    tmp_path: Path,
) -> None:
    with boxtui(tmp_path, "learn", "shut-the-box") as terminal:
        to_the_question(terminal)
        terminal.send("8" + ENTER, "The 8 alone fits")
        assert "│ 8 │" not in terminal.text()
        terminal.send(ENTER, "Your move.")
        assert "│ 8 │" in terminal.text()
        terminal.go("Lay down any set", "9" + ENTER, "doesn't make 8")
        terminal.go("STB-3 Laying down", "5", "picked: 5", ENTER, "5 alone", "3", "picked: 8")
        terminal.send("h", "▼", "h", "One answer: 7+1.")
        terminal.wait(lambda: "▼" not in terminal.text(), "no mark")
        terminal.send(ENTER, "Enter: go on.")
        assert "│ 7 │" not in terminal.text()


def test_a_question_begins_at_a_piece_it_names_also_after_a_refusal(tmp_path: Path) -> None:
    begin_at(tmp_path, "kimbo", "straight-on")
    with boxtui(tmp_path, "learn", "kimbo") as terminal:
        before = "c5 to c3 by 2"
        terminal.go(before, ":2 c5-d6" + ENTER, "KIM-", ESC, before)


def test_a_second_hint_names_all_moves_that_are_asked_for_and_picks_each(tmp_path: Path) -> None:
    begin_at(tmp_path, "kimbo", "two-pieces")
    with boxtui(tmp_path, "learn", "kimbo") as terminal:
        terminal.go("step 9 of", "h", "by the 5 alone", "h", "One answer: c5 to c10 by 5,")
        terminal.go("then e4 to e6 by 2.", "", "c5 to c10 by 5", ENTER)
        terminal.go("e4 to e6 by 2", ENTER, "Both dice are")


def test_a_move_before_the_lesson_asks_for_one_says_what_enter_does(tmp_path: Path) -> None:
    begin_at(tmp_path, "shut-the-box", "tiles-and-dice")
    with boxtui(tmp_path, "learn", "shut-the-box") as terminal:
        terminal.go("step 2 of", "7", "Press Enter to watch.")
        terminal.go("Enter: watch.", ENTER, "Enter: go on.", "7", "Press Enter to go on.")


def test_a_key_skips_what_is_left_of_a_wrong_moves_consequence(tmp_path: Path) -> None:
    begin_at(tmp_path, "kimbo", "the-dearest-fence")
    with boxtui(tmp_path, "learn", "kimbo") as terminal:
        terminal.go("Your move.", ":d3/d4 h11/h12" + ENTER, "Enter: watch, e: try again.")
        terminal.go("e try again", ENTER, "You roll 4 and 1.", "e", "Your move.")
        assert "h11/h12" not in terminal.text()
        terminal.send("e")
        terminal.go("e does nothing here.", ":d3/d4 h11/h12" + ENTER, "Enter: watch, e: try again.")
        terminal.send_until(ENTER, "Enter: try again.")
        terminal.send("e", "Your move.")


def test_looking_around_while_a_lesson_tells_something_describes_spaces(tmp_path: Path) -> None:
    with boxtui(tmp_path, "learn", "free-the-box") as terminal:
        terminal.wait_until("step 1 of")
        terminal.go("↑↓ look", UP, "1 red's STARTING BOX", UP, "2 house, also on 32.")


def test_the_example_in_the_line_for_a_move_is_not_the_move_asked_for(tmp_path: Path) -> None:
    begin_at(tmp_path, "free-o", "you-are-captured")
    with boxtui(tmp_path, "learn", "free-o") as terminal:
        terminal.go("Rosa draw two.", ":", "Esc:")
        terminal.wait_quiet()
        assert re.findall(r"for\s+example\s+([a-z0-9+]+),", terminal.text()) == ["house"]


def test_rows_that_the_input_line_leaves_free_are_used_for_the_lessons_text(tmp_path: Path) -> None:
    begin_at(tmp_path, "kimbo", "a-fence")
    with boxtui(tmp_path, "learn", "kimbo") as terminal:
        terminal.go("step 5 of", ":F c5/c6>b6/b7" + ENTER, "(KIM-10)")
        terminal.wait_quiet()
        before = len(above_the_request(terminal))
        terminal.send(ESC)
        terminal.wait(lambda: len(above_the_request(terminal)) > before, "more of the text")


def above_the_request(terminal: PtyTerminal) -> list[str]:
    """Return the lines above what the lesson waits for."""
    return terminal.text().partition("Your move.")[0].split("\n")


def test_a_lesson_left_goes_on_at_its_step_and_reached_ones_can_be_chosen(tmp_path: Path) -> None:
    with boxtui(tmp_path, "learn", "shut-the-box") as terminal:
        to_the_question(terminal)
        terminal.send(ESC)  # which leaves no lesson
        terminal.wait_quiet()
        terminal.go("step 3 of", "q", "Settings", "l", "at step 3 of", "q", "Settings", "q")
        assert terminal.exit_code() == 0
    assert 'step = "laying-down"' in kept(tmp_path)
    with boxtui(tmp_path, "learn", "shut-the-box") as terminal:
        terminal.go("step 3 of", "l", "4. Rolling on (new)", "k" + ENTER, "step 2 of", "l")
        terminal.wait_until("3. Laying down")
        assert "3. Laying down (new)" not in terminal.text()


def test_unreadable_progress_is_reported_and_the_lesson_begins(tmp_path: Path) -> None:
    file = tmp_path / "data" / "boxtui" / "lessons" / "shut-the-box.toml"
    file.parent.mkdir(parents=True)
    file.write_text("nonsense")
    with boxtui(tmp_path, "learn", "shut-the-box") as terminal:
        terminal.wait_until("The lesson starts at its first")
        terminal.wait_until("step 1 of")
        assert file.read_text() == "nonsense"


def test_practice_judges_a_move_asks_again_shows_the_best_and_is_played_on(tmp_path: Path) -> None:
    """All in one session, because it takes seconds to find a position.

    Esc closes the input line, and only q leaves. A typed resign, where nobody can, and two Enters
    in one burst answer nothing.
    """
    with boxtui(tmp_path, "learn", "shut-the-box", "--practice", "4") as terminal:
        terminal.go("Which move is best here?", DOWN, "picked", ":resign" + ENTER * 2)
        terminal.wait_until("can't resign")
        terminal.wait_quiet()
        assert "Which move is best here?" in terminal.text()
        terminal.send(ESC)
        terminal.wait(lambda: "can't resign" not in terminal.text(), "the line closed")
        for _ in range(2):
            terminal.send(ESC)
            terminal.wait_quiet()
        terminal.go("position 4", ":4+2+1" + ENTER, "Try another move.")
        terminal.go("h hint", "h", "Ask again for the move.")
        terminal.go("s show me", "s", "percentage")
        terminal.go("Enter next", ENTER, "position 5")
        terminal.go("Which move is best here?", "g4" + ENTER, "position 4")
        terminal.go("Which move is best here?", "g0" + ENTER, "is not a number from 1", ESC)
        terminal.go("c play on", "c", "c tutor")
        terminal.go("h hint", "q", "c play on", "q", "Settings")


def test_lessons_are_listed_without_a_game_and_practice_needs_one(tmp_path: Path) -> None:
    with boxtui(tmp_path, "learn") as terminal:
        terminal.go("Lesson: Shut-the-Box", "j" + ENTER, "Practice Shut-the-Box")
    with boxtui(tmp_path, "learn", "--practice") as terminal:
        assert terminal.exit_code() == 2
        assert "Name the game to practice" in terminal.text()
