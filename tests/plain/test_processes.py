"""Plain mode as a real process: whole games and lessons, and how a session ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from per_game import line_for
from plain_session import DUMB, PlainSession, begun, chosen_by_level1
from played import FAST, boxtui, folders, library_in, saves, settings, unlistable_in
from pty_terminal import DEADLINE
from transcripts import TWO

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.learn.progress import read
from boxtui.play.match import Match
from boxtui.play.record import Record
from tutorials.lesson import lesson_of
from tutorials.runner import Phase, Runner

pytestmark = pytest.mark.waits

RAISER = """
class Raiser:
    def __init__(self, game): pass
    def choose(self, state, budget, rng, stop):
        raise RuntimeError("out of luck")
"""
SETUPS = {
    "shut-the-box": ("", "", "1", "", "", "", "", ""),
    "box": ("", "1", "6", "", "", "", "none", "", ""),
    "kimbo": ("", "", "1", "", ""),
    "free-the-box": ("", "", "1", "", "", ""),
    "free-o": ("", "", "1", "", ""),
}
"""Answers to each game's setup: a person against level 1, with the smallest options."""

ASKED = ("Your move:", "You say:")
ENTERS = ("Press Enter to go on:", "Press Enter to see what happens:")
IN_A_LESSON = (*ASKED, *ENTERS, "--practice --plain.")


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_and_all_reported_is_on_disk(tmp_path: Path, key: str) -> None:
    with PlainSession(tmp_path, "play", key, "--seed", "7") as session:
        begun(session, *line_for(key, SETUPS, "SETUPS of tests/plain/test_processes.py"))
        while not session.lines[-1].endswith("quit?"):
            match = session.on_disk()
            assert match.by_person()
            session.answer(chosen_by_level1(match), "your move:", "quit?")
        ended = session.on_disk()
        assert ended.state.current_player() == OVER
        hidden = GAMES[key].hidden  # cards that are dealt together share a line
        lines = [played for played in ended.log if not (hidden and played.by_chance)]
        names = tuple(seat.name for seat in ended.seats)
        assert len([line for line in session.lines if line.startswith(names)]) >= len(lines)
        assert any(line.endswith((" wins.", "A draw.")) for line in session.lines)
        assert session.end("quit") == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_played_to_its_end_with_its_answers(tmp_path: Path, key: str) -> None:
    runner = Runner(lesson_of(key), "Ann")
    with PlainSession(tmp_path, "learn", key) as session:
        session.until(*IN_A_LESSON)
        while not session.lines[-1].endswith(IN_A_LESSON[-1]):
            is_asked = session.lines[-1].endswith(ASKED)
            assert is_asked == (runner.phase is Phase.ASKING)
            session.type(runner.state.move_text(runner.asked_move) if is_asked else "")
            if is_asked:
                runner.attempt(runner.asked_move)
            else:
                runner.go_on()
            session.until(*IN_A_LESSON)
        assert runner.phase is Phase.OVER
        assert session.end() == 0
        titles = [line for line in session.lines if line.startswith("Step ")]
        assert len(titles) == len(runner.lesson.steps)
    progress, complaint = read(tmp_path / "data" / "boxtui" / "lessons" / f"{key}.toml")
    assert (progress.finished, complaint) == (True, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_a_session_that_is_ended_goes_on_where_it_was(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    with PlainSession(tmp_path, "play", "kimbo", "--seed", "7") as session:
        begun(session, *SETUPS["kimbo"])
        for _ in range(3):
            session.answer(chosen_by_level1(session.on_disk()), "your move:")
        session.process.send_signal(number)
        assert session.process.wait(DEADLINE) == code
        before = session.on_disk()
    with PlainSession(tmp_path, "resume", saves(tmp_path)[0].stem) as session:
        told = session.until("your move:")
        assert f"Moves played: {len(before.log)}. The last of them:" in told
        assert session.on_disk().state.text() == before.state.text()
        session.answer(chosen_by_level1(before), "your move:")
        after = session.on_disk().moves
        assert len(after) > len(before.moves)
        assert after[: len(before.moves)] == before.moves


def test_ctrl_c_leaves_no_save_of_a_game_that_nobody_has_played(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "kimbo") as session:
        begun(session, *SETUPS["kimbo"])
        session.process.send_signal(signal.SIGINT)
        assert session.process.wait(DEADLINE) == 130
    assert saves(tmp_path) == []


def test_a_move_that_cant_be_saved_is_reported_and_tried_again_when_asked(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        begun(session, *SETUPS["box"])
        save = saves(tmp_path)[0]
        at_first = save.stat().st_size
        session.answer("c3", "your move:")
        before, size = session.on_disk().moves, save.stat().st_size
        session.allow(size)
        assert "Not saved" in session.answer("d5", "your move:")
        assert session.on_disk().moves == before
        session.allow(size + (size - at_first) // 2 + 1)  # enough for one of two moves
        assert "Ann marks d5." in session.answer("d5", "quit to leave:")
        assert len(session.on_disk().moves) == len(before) + 1
        session.allow()
        assert "Seat 2 marks" in session.answer("", "your move:")
        assert session.end("quit") == 0
        assert "The game is saved. To continue it:" in session.lines


@pytest.mark.parametrize("last", [[], ["hint"], ["quit"]])
def test_leaving_without_a_move_that_cant_be_saved_is_a_failure_and_said(
    last: list[str], tmp_path: Path
) -> None:
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        begun(session, *SETUPS["box"])
        session.answer("c3", "your move:")
        session.allow(saves(tmp_path)[0].stat().st_size)
        session.answer("d5", "your move:")
        assert session.end(*last) == 1
    told = " ".join(session.lines)
    assert "The last step isn't saved." in told
    assert "The game is saved" not in told


def test_a_failing_agent_is_reported_and_another_takes_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "site" / "tiny-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Name: tiny\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[boxtui.agents]\nRaiser = tiny_agents:Raiser\n")
    (about.parent / "tiny_agents.py").write_text(RAISER)
    path = os.pathsep.join([str(about.parent), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    failed = "Raiser failed (tiny_agents.py, line 5): RuntimeError: out of luck"
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        begun(session, "Ann", "Raiser", *SETUPS["box"][2:])
        assert failed in session.answer("c3", "Who:")
        assert "There is no player 'nobody'" in session.answer("nobody", "Who:")
        assert "Press Enter to let it try again" in session.answer("?", "Who:")
        for again in ("raiser", ""):
            assert failed in session.answer(again, "Who:")
        assert session.on_disk().seats[1].player == "Raiser"
        assert "Seat 2 marks" in session.answer("level1", "your move:")
        assert session.on_disk().seats[1].player == "level1"


def test_an_unreadable_folder_is_reported_at_first_and_if_saves_are_wanted(tmp_path: Path) -> None:
    unlistable_in(tmp_path)
    fault = "can't be read: Not a directory."
    with PlainSession(tmp_path) as session:
        assert sum(fault in line for line in session.until("or help:")) == 1
        assert fault not in session.answer("help", "or help:")
        assert session.answer("saves", "or help:").count(fault) == 1
        assert session.end("quit") == 0


def test_after_the_idle_limit_it_ends_and_below_the_prompt_it_says_why(tmp_path: Path) -> None:
    with boxtui(tmp_path, "--plain", env={"TERM": "dumb", "TMOUT": "1"}) as terminal:
        assert terminal.exit_code() == 142
        assert b" help: \r\nboxtui: ended because" in terminal.raw
        assert b"What was played is saved." in terminal.raw


def test_a_terminal_gets_prompts_on_the_input_line_and_its_locales_letters(tmp_path: Path) -> None:
    settings(tmp_path, FAST.replace("Ann", "Zoë"))
    with boxtui(tmp_path, "play", "shut-the-box", "--plain", env={"TERM": "dumb"}) as terminal:
        terminal.go("players, ", "\r" * 8, "Zoë, your move:")
        assert terminal.raw.endswith("Zoë, your move: ".encode())
        terminal.send("quit\r")
        assert terminal.process.wait(DEADLINE) == 0
        assert b"\x1b" not in terminal.raw


def test_plain_mode_never_imports_textual(tmp_path: Path) -> None:
    settings(tmp_path)
    script = (
        "import sys\n"
        "from boxtui.commands.main import main\n"
        "codes = [main(words.split()) for words in sys.argv[1:]]\n"
        "print(codes, sorted(name for name in sys.modules if name.startswith('textual')))\n"
    )
    Record.begin(Match(GAMES["box"], {}, TWO, 7), library_in(tmp_path)).close()
    commands = (
        "resume --plain",
        "play box --plain",
        "learn kimbo --plain",
        "learn shut-the-box --practice 4 --plain",
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *commands],
        env={**DUMB, **folders(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        input=b"\n\n\n\n\n\n\n\n\n",
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == b"[0, 0, 0, 0] []"
