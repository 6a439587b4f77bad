"""Games as lines of text, each played by a real process on pipes."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from plain_session import DUMB, PlainSession, begun, chosen_by
from played import FAST, boxtui, folders, library_in, saves, settings
from pty_terminal import DEADLINE

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.plain.play import WORDS
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from boxtui.play.setup import next_games
from tutorials.pages import rule_named

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


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_to_its_end_and_everything_reported_is_on_disk(
    tmp_path: Path, key: str
) -> None:
    with PlainSession(tmp_path, "play", key, "--seed", "7") as session:
        begun(session, *SETUPS[key])
        while not session.lines[-1].endswith("quit?"):
            match = session.on_disk()
            assert match.by_person()
            session.answer(chosen_by("level1", match), "your move:", "quit?")
        ended = session.on_disk()
        assert ended.state.current_player() == OVER
        hidden = GAMES[key].hidden  # cards that are dealt together share a line
        lines = [played for played in ended.log if not (hidden and played.by_chance)]
        names = {seat.name for seat in ended.seats}
        named = [line for line in session.lines if any(map(line.startswith, names))]
        assert len(named) >= len(lines)
        assert any(line.endswith((" wins.", "A draw.")) for line in session.lines)
        assert session.end("quit") == 0


WRONG = {
    "1": "1 adds up to 1",
    "nonsense": "can't be read",
    "\x1b[2J\x9b31m": "can't be read",
    "pass": "(STB-4)",
    "moves 7": "There is no page '7'",
    "rules 99": "No rule matches '99'",
    "rules tied": "STB-11",
    "rules tile": "rules match. Add a rule's number to read that rule.",
    "x" * 9000: "can't be read",
    "": "to lay down",
}


def test_every_word_does_what_help_says_and_wrong_input_gets_a_sentence(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "shut-the-box", "--seed", "7") as session:
        begun(session, *SETUPS["shut-the-box"])
        before = session.on_disk()
        said = {word: session.answer(word, "your move:") for word in WORDS if word != "quit"}
        assert all(f"{word}: {says}" in said["help"] for word, says in WORDS.items())
        moves = [before.state.move_text(move) for move in before.state.legal_moves()]
        assert all(move in said["moves"] for move in moves)
        assert "Hint: Look at" in said["hint"]
        assert "You have no move to take back" in said["undo"]
        assert "There is nothing to play again" in said["redo"]
        assert "+---+" in said["board"]
        assert "Tiles up: 1, 2, 3" in said["position"]
        assert "STB-3" in said["rules"]
        assert "Ann rolls" in said["log"]
        assert session.answer("log 0", "your move:") == "Ann, your move:"
        assert "is not a number" in session.answer("log x", "your move:")
        for typed, says in WRONG.items():
            assert says in session.answer(typed, "your move:")
        assert (session.on_disk().moves, session.on_disk().hints) == (before.moves, 1)
        assert session.end("quit") == 0


def test_moves_taken_back_are_reported_and_can_be_played_again(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        begun(session, *SETUPS["box"])
        session.answer("c3", "your move:")
        played = session.on_disk().moves
        back = session.answer("undo", "your move:")
        assert "Taken back. Moves played: 0." in back
        assert "marks none" in back
        assert session.on_disk().moves == []
        assert "Ann marks c3." in session.answer("redo", "your move:")
        assert session.on_disk().moves[:1] == played[:1]


def test_the_tutor_warns_asks_and_gives_a_verdict_and_is_switched_by_a_word(
    tmp_path: Path,
) -> None:
    words = ("play", "shut-the-box", "--seed", "7", "--tutor", "verdicts")
    with PlainSession(tmp_path, *words) as session:
        begun(session, *SETUPS["shut-the-box"][:-1])
        asks = "Type yes or no:"
        assert "This gives away 18.1 points." in session.answer("7+3+1", asks)
        for answer in ("maybe", "7+3+1", "hint"):
            assert session.answer(answer, asks).endswith(asks)
        session.answer("no", "your move:")
        assert (len(session.on_disk().moves), session.on_disk().warnings) == (1, 1)
        session.answer("7+3+1", asks)
        said = session.answer("yes", "your move:")
        assert "Ann lays down 7+3+1 (a blunder, 18.1 points: 9+2 was better)." in said
        match = session.on_disk()
        assert (match.warnings, match.ignored) == (1, 1)
        assert "is not a mode of the tutor" in session.answer("tutor loud", "your move:")
        assert "judges each of your moves" in session.answer("tutor", "your move:")
        assert "Tutor: off." in session.answer("tutor off", "your move:")
        session.process.send_signal(signal.SIGKILL)
        session.process.wait(DEADLINE)
    with PlainSession(tmp_path, "resume") as session:
        session.until("your move:")
        match = session.on_disk()
        assert (match.tutor, match.warnings, match.ignored) == ("off", 1, 1)


def test_a_killed_session_goes_on_where_it_was(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "kimbo", "--seed", "7") as session:
        begun(session, *SETUPS["kimbo"])
        for _ in range(3):
            session.answer(chosen_by("level1", session.on_disk()), "your move:")
        session.process.send_signal(signal.SIGKILL)
        session.process.wait(DEADLINE)
        before = session.on_disk()
    with PlainSession(tmp_path, "resume") as session:
        told = session.until("your move:")
        assert f"Moves played: {before.decisions()}. The last of them:" in told
        assert session.on_disk().state.text() == before.state.text()
        session.answer(chosen_by("level1", before), "your move:")
        after = session.on_disk()
        assert len(after.moves) > len(before.moves)
        assert after.moves[: len(before.moves)] == before.moves


def test_the_end_of_input_leaves_with_0_and_says_how_to_go_on(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "shut-the-box", "--seed", "7") as session:
        begun(session, *SETUPS["shut-the-box"])
        session.answer(chosen_by("level1", session.on_disk()), "your move:")
        assert session.end() == 0
        name = saves(tmp_path)[0].stem
        assert session.lines[-1] == f"boxtui resume {name} --plain"
    with PlainSession(tmp_path, "resume", name) as session:
        session.until("your move:")


@pytest.mark.parametrize("answers", [(), ("2", "Ann"), ("quit",)])
def test_a_setup_that_is_left_begins_no_game(tmp_path: Path, answers: tuple[str, ...]) -> None:
    with PlainSession(tmp_path, "play", "shut-the-box") as session:
        assert session.end(*answers) == 0
    assert saves(tmp_path) == []


def test_ctrl_c_leaves_with_130_and_the_moves_stay(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        begun(session, *SETUPS["box"])
        session.answer("c3", "your move:")
        assert session.interrupt() == 130
        assert len(session.on_disk().moves) == 2


def test_the_setup_has_help_and_counts_computers_if_one_has_the_first_seat(
    tmp_path: Path,
) -> None:
    with PlainSession(tmp_path, "play", "kimbo") as session:
        session.until("]:")
        assert "Press Enter for the answer in brackets" in session.answer("help", "]:")
        session.type("2", "level1", "level1", "", "", "", "", "")
        told = session.until("for a list of commands.")
        assert told[-1].startswith("Kimbo: Red, Yellow.")


def test_the_setup_takes_seats_options_and_dice_by_hand_and_says_what_is_wrong(
    tmp_path: Path,
) -> None:
    with PlainSession(tmp_path, "play", "shut-the-box", "--seed", "11") as session:
        session.type("0", "13", "x", "3", "level9", "Zed", "level 2", "human")
        session.type("kings", "sum", "rolled for", "yes", "0", "5", "maybe", "hand", "")
        told = session.until("as in 6 6:")
        for says in (
            "Shut-the-Box takes 1 to 12 players.",
            "'x' is not a whole number.",
            "There is no player 'level9'",
            "Scoring can't be 'kings'; choose from: digits, sum.",
            "can't be '0'",
            "'maybe' is not an answer here; type rolled or hand.",
            "The seed is 11.",
        ):
            assert any(says in line for line in told)
        assert sum("Shut-the-Box takes 1 to 12 players." in line for line in told) == 2
        match = session.on_disk()
        seats = [(seat.name, seat.player) for seat in match.seats]
        assert seats == [("Zed", "human"), ("Seat 2", "level2"), ("Player 3", "human")]
        assert (match.options["scoring"], match.options["stake"]) == ("sum", 5)
        assert match.by_hand
        assert "leans or left the tray" in session.answer("help", "as in 6 6:")
        assert "not 7" in session.answer("7 1", "as in 6 6:")
        assert "Zed rolls 5 and 3 for the first turn." in session.answer("3 5", "as in 6 6:")


def test_after_the_end_it_is_played_again_taken_back_or_left(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "shut-the-box", "--seed", "7") as session:
        session.type("1", "", "", "", "", "", "")
        session.until("your move:")
        while not session.lines[-1].endswith("quit?"):
            session.answer(chosen_by("level1", session.on_disk()), "your move:", "quit?")
        assert "Ann's game is over." in session.lines
        assert "score" in session.answer("position", "quit?")
        assert "again: play again" in session.answer("?", "quit?")
        last = session.answer("log 1", "quit?")
        assert last.startswith("Ann rolls")
        assert last in session.answer("log", "quit?")
        assert "Taken back" in session.answer("undo", "your move:")
        session.answer(chosen_by("level1", session.on_disk()), "your move:", "quit?")
        while not session.lines[-1].endswith("quit?"):
            session.answer(chosen_by("level1", session.on_disk()), "your move:", "quit?")
        session.answer("same", "your move:")
        assert session.on_disk().seed == 7
        assert len(saves(tmp_path)) == 2


def test_after_the_end_the_seats_are_swapped_a_level_is_raised_or_another_game_is_set_up(
    tmp_path: Path,
) -> None:
    match = Match(GAMES["box"], {}, [Seat("Ann", HUMAN), Seat("Seat 2", "level1")], 7)
    for word, seats in (
        ("swap", [("Seat 1", "level1"), ("Ann", HUMAN)]),
        ("higher", [("Ann", HUMAN), ("Seat 2", "level2")]),
    ):
        with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
            begun(session, *SETUPS["box"])
            session.answer("resign", "quit?")
            assert next_games(match)[word] in session.answer("?", "quit?")
            assert "There is no game 'nim'" in session.answer("play nim", "quit?")
            session.type(word)
            session.until("Type help for a list of commands.")
            session.until("your move:")
            there = session.on_disk()
            assert [(seat.name, seat.player) for seat in there.seats] == seats
            session.answer("resign", "quit?")
            assert "Kimbo: a new game." in session.answer("play kimbo", "]:")
            assert session.end("quit") == 0


def test_help_in_the_setup_explains_an_option_by_its_rule(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "box") as session:
        session.type("", "", "")
        while not session.until("]:")[-1].startswith("Claiming"):
            pass
        explained = rule_named("box", "BOX-11").text
        assert explained in " ".join(session.answer("help", "]:").split())


def test_a_move_that_cant_be_saved_is_reported_and_tried_again_when_asked(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:

        def allow(size: int) -> None:
            most = (size, resource.RLIM_INFINITY)
            resource.prlimit(session.process.pid, resource.RLIMIT_FSIZE, most)

        begun(session, *SETUPS["box"])
        save = saves(tmp_path)[0]
        at_first = save.stat().st_size
        session.answer("c3", "your move:")
        before, size = session.on_disk().moves, save.stat().st_size
        allow(size)
        assert "Not saved" in session.answer("d5", "your move:")
        assert session.on_disk().moves == before
        allow(size + (size - at_first) // 2 + 1)  # enough for one of two moves
        assert "Ann marks d5." in session.answer("d5", "quit to leave:")
        assert len(session.on_disk().moves) == len(before) + 1
        allow(resource.RLIM_INFINITY)
        assert "Seat 2 marks" in session.answer("", "your move:")


def test_a_failing_agent_is_reported_and_another_takes_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "tiny-1.dist-info").mkdir(parents=True)
    (site / "tiny-1.dist-info" / "METADATA").write_text("Name: tiny\nVersion: 1\n")
    (site / "tiny-1.dist-info" / "entry_points.txt").write_text(
        "[boxtui.agents]\nRaiser = tiny_agents:Raiser\n"
    )
    (site / "tiny_agents.py").write_text(RAISER)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))
    with PlainSession(tmp_path, "play", "box", "--seed", "7") as session:
        session.type("Ann", "Raiser", "6", "", "", "", "none", "", "")
        session.until("your move:")
        assert session.on_disk().seats[1].player == "Raiser"
        assert "Raiser failed: RuntimeError: out of luck" in session.answer("c3", "Who:")
        assert "There is no player 'nobody'" in session.answer("nobody", "Who:")
        assert "Raiser failed: RuntimeError: out of luck" in session.answer("raiser", "Who:")
        assert "Raiser failed: RuntimeError: out of luck" in session.answer("", "Who:")
        assert session.on_disk().seats[1].player == "Raiser"
        assert "Seat 2 marks" in session.answer("level1", "your move:")
        assert session.on_disk().seats[1].player == "level1"


def test_a_locale_that_has_more_than_ascii_shows_it(tmp_path: Path) -> None:
    settings(tmp_path, FAST.replace("Ann", "Zoë"))
    env = {**DUMB, "LC_ALL": "C.UTF-8"}
    with PlainSession(tmp_path, "play", "box", env=env) as session:
        begun(session, *SETUPS["box"])
        assert session.lines[-1] == "Zoë, your move:"


def test_a_terminal_gets_prompts_on_the_input_line_and_no_escape_sequence(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box", "--plain", env={"TERM": "dumb"}) as terminal:
        for prompt in (
            "players, ",
            "seat 1",
            "seat 2",
            "Scoring",
            "First",
            "stakes",
            "dice",
            "tutor",
        ):
            terminal.wait_until(prompt)
            terminal.send("\r")
        terminal.wait_until("your move:")
        assert terminal.raw.endswith(b"your move: ")
        terminal.send("quit\r")
        assert terminal.process.wait(DEADLINE) == 0
        assert b"\x1b" not in terminal.raw


def test_plain_mode_never_imports_textual(tmp_path: Path) -> None:
    settings(tmp_path)
    script = (
        "import sys\n"
        "from boxtui.commands.main import main\n"
        "if __name__ == '__main__':\n"
        "    codes = [main(words.split()) for words in sys.argv[1:]]\n"
        "    print(codes, sorted(name for name in sys.modules if name.startswith('textual')))\n"
    )
    seats = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]
    Record.begin(Match(GAMES["box"], {}, seats, 7), library_in(tmp_path)).close()
    file = tmp_path / "script.py"
    file.write_text(script)
    commands = (
        "resume --plain",
        "play box --plain",
        "learn kimbo --plain",
        "learn shut-the-box --practice 17 --plain",
    )
    ran = subprocess.run(
        [sys.executable, str(file), *commands],
        env={**DUMB, **folders(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        input=b"\n\n\n\n\n\n\n\n\n",
        capture_output=True,
        timeout=DEADLINE,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == b"[0, 0, 0, 0] []"
