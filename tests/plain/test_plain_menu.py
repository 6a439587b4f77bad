"""The menu as lines of text, read from a real process on pipes."""

import subprocess
import sys
from pathlib import Path

import pytest
from plain_session import DUMB, PlainSession
from played import folders, unlistable_in
from pty_terminal import DEADLINE

from boxtui.games import GAMES
from boxtui.plain.session import WORDS

pytestmark = pytest.mark.waits

PROMPT = "or help:"


def test_the_menu_names_the_games_and_help_its_words(tmp_path: Path) -> None:
    with PlainSession(tmp_path) as session:
        said = " ".join(session.until(PROMPT))
        assert all(f"{game.key}: " in said for game in GAMES.values())
        said = session.answer("help", PROMPT)
        assert all(f"{word}: {says}" in said for word, says in WORDS.items())
        assert session.end("quit") == 0


def mark_an_intersection(session: PlainSession) -> None:
    """Begin a game of Box, and make the first move: a game without one leaves no save."""
    session.answer("play box" + "\n" * 9, "your move:")
    state = session.on_disk().state
    session.answer(state.move_text(state.legal_moves()[0]), "your move:")


def test_leaving_a_game_leads_to_the_menu_and_continue_resumes_it(tmp_path: Path) -> None:
    with PlainSession(tmp_path) as session:
        session.until(PROMPT)
        mark_an_intersection(session)
        left = session.on_disk().state.text()
        said = session.answer("quit", PROMPT)
        assert "continue (Box: unfinished, 0:0, just now; Ann, Seat 2)" in said
        assert "Box: Ann, Seat 2" in session.answer("continue", "your move:")
        assert session.on_disk().state.text() == left
        assert session.end() == 0


def test_leaving_a_setup_a_lesson_or_practice_leads_to_the_menu(tmp_path: Path) -> None:
    with PlainSession(tmp_path) as session:
        session.until(PROMPT)
        for begun, asked in [
            ("play box", "[Ann]:"),
            ("learn box", "Press Enter to go on:"),
            ("practice shut-the-box 17", "Your move:"),
        ]:
            session.answer(begun, asked)
            session.answer("quit", PROMPT)
        assert any(line.startswith("Shut-the-Box, position 17,") for line in session.lines)
        assert session.end() == 0


ANSWERS = {
    "continue": "There is no game to continue.",
    "saves": "There are no saved games yet.",
    "play": "Name the game, as in: play shut-the-box.",
    "play nim": "There is no game 'nim'",
    "resume": "Name the save, as in: resume NAME. Type saves for a list.",
    "resume x": "There is no save x.",
    "review": "There is no finished game to review.",
    "review x": "There is no save x.",
    "remove": "Name the save, as in: remove NAME.",
    "remove ../../etc/passwd": "can't be the name of a save",
    "rules box 3": "BOX-3",
    "practice box 1000000000": "'1000000000' is not a number from 1 to 999,999,999.",
    "practice box x": "'x' is not a number",
    "practise box x": "'x' is not a number",
    "quit now": "quit: leave",
    "!sh": "quit: leave",
}


def test_any_text_is_answered_with_a_sentence(tmp_path: Path) -> None:
    with PlainSession(tmp_path) as session:
        session.until(PROMPT)
        for line, sentence in ANSWERS.items():
            assert sentence in session.answer(line, PROMPT)


def test_a_save_is_resumed_and_removed_by_its_name(tmp_path: Path) -> None:
    with PlainSession(tmp_path) as session:
        session.until(PROMPT)
        mark_an_intersection(session)
        session.answer("quit", PROMPT)
        name = session.answer("saves", PROMPT).split()[0]
        assert "Box: Ann, Seat 2" in session.answer(f"resume {name}", "your move:")
        session.answer("quit", PROMPT)
        assert "This game isn't over" in session.answer(f"review {name}", PROMPT)
        assert f"Removed {name}." in session.answer(f"remove {name}", PROMPT)
        assert "There are no saved games yet." in session.answer("saves", PROMPT)


def test_an_unreadable_folder_of_saves_is_reported_and_the_menu_goes_on(tmp_path: Path) -> None:
    unlistable_in(tmp_path)
    with PlainSession(tmp_path) as session:
        assert "can't be read: Not a directory." in " ".join(session.until(PROMPT))
        assert "can't be read: Not a directory." in session.answer("saves", PROMPT)
        assert session.end("quit") == 0


def test_plain_may_stand_before_the_command() -> None:
    command = [sys.executable, "-m", "boxtui", "--plain", "learn"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "learn shut-the-box --plain" in done.stderr


def test_after_the_idle_limit_it_ends_and_says_so(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "boxtui", "--plain"],
        env={**DUMB, **folders(tmp_path), "TMOUT": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.wait(DEADLINE) == 142
        assert running.stderr
        assert "What was played is saved." in running.stderr.read()
