"""What commands are given, what they print and where, and how they end if something is missing."""

import builtins
import json
import os
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

import answers
import pytest
from played import Told, exit_code, folders, library_in, ran
from played import command as run
from pty_terminal import PLAIN

from boxtui.commands import arguments, outcome
from boxtui.commands import main as cli
from boxtui.exact import strength
from boxtui.games import GAMES
from boxtui.system import locations
from boxtui.system.limits import NO_PROCESS

pytestmark = pytest.mark.usefixtures("home")

INTERRUPTED = """
import os, signal, sys
from boxtui.commands.main import main

class Interrupted:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for step in range(1000):
            pass

def look(event, arguments):
    if sys.argv[1] in (event, *arguments):
        Interrupted()

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(look)
sys.exit(main(sys.argv[2:]))
"""
"""A command with Ctrl+C at an event, where exceptions are swallowed, as in callbacks of imports."""


def ran_apart(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what a program prints in a process of its own, with its files in that folder."""
    return ran(words, {**PLAIN, **folders(home)})


@pytest.mark.parametrize(("command", "said"), answers.cases("commands/refused.txt"))
def test_a_refused_command_gets_a_sentence_and_its_exit_code(command: str, said: str) -> None:
    assert answers.refused_command(command) == said, "make golden"


def test_a_game_may_be_named_in_any_case(told: Told) -> None:
    names = "free-the-box", "Free-the-Box", "FREE-THE-BOX"
    assert len({told("rules", name) for name in names}) == 1


def test_odds_as_json_have_the_named_figures(told: Told) -> None:
    alone = json.loads(told("odds", "--json"))
    assert set(alone) == {"expected_score", "shut_probability", "rolls"}
    assert alone["expected_score"] == pytest.approx(14761.790728091042, abs=1e-7)
    words = ("odds", "shut-the-box", "--players", "2", "--scoring", "sum", "--stakes", "--json")
    two = json.loads(told(*words, "--up", "1,4,7"))
    assert sum(two["expected_stakes"]) == pytest.approx(0, abs=1e-12)
    assert sum(two["win_probability"]) == pytest.approx(1, abs=1e-12)
    assert two["rolls"]["12"]["set"] == [1, 4, 7]
    assert two["rolls"]["2"]["set"] is None


@pytest.mark.parametrize("key", GAMES)
def test_the_usual_board_is_printed_as_it_is_if_it_can_be_replaced(
    key: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    game = GAMES[key]
    code = exit_code("rules", key, "--board")
    told = capsysbinary.readouterr()
    if game.on_board is None:
        assert code == 2
        assert b"kimbo, free-the-box, free-o" in told.err
    else:
        assert code == 0
        assert game.on_board(told.out).board == told.out == game.board


def test_the_document_about_boards_names_every_file() -> None:
    document = (Path(__file__).parents[2] / "docs" / "boards.md").read_text("utf-8")
    for game in GAMES.values():
        assert not game.board_file or f"| {game.title} | `{game.board_file}` |" in document


def test_the_levels_are_printed_as_text_and_json(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    perfect = strength.Strength(5, "plays perfectly", 14761.8, 0.08, None, 0.5)
    monkeypatch.setattr(strength, "level_strengths", lambda: [perfect])
    assert "Level 5: plays perfectly" in told("levels")
    assert json.loads(told("levels", "--json"))[0]["title"] == "plays perfectly"


def test_rules_are_printed_whole_by_number_and_by_words(told: Told) -> None:
    rules = told("rules", "shut-the-box")
    assert "STB-19" in rules
    one = told("rules", "free-o", "FRO-20")
    assert one.startswith("FRO-20 ")
    assert told("rules", "free-o", "20") == one
    assert max(map(len, (rules + one).splitlines())) <= 80
    about = told("rules", "free-the-box", "bench")
    assert about.startswith("Introduction: Hide and seek")
    assert told("rules", "free-the-box", "Introduction") == about
    found = " ".join(told("rules", "free-o", "card").split())
    assert found.endswith("Add a rule's number, Introduction or Figures in hints to read it.")


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (arguments.seed, {"0": 0, f"{2**63 - 1}": 2**63 - 1}, f"-1 {2**63} 1.0 \u0661 {'9' * 20}"),
        (arguments.count, {"1": 1, "999999999": 999_999_999}, "0 -1 1000000000 1.5 \u00b2"),
        (arguments.position, {"1,234": 1234, "999999999": 999_999_999}, "0 -1 1.5 1,23 1,,2,3 ,"),
        (arguments.position, {"1": 1}, "1000000000"),
        (arguments.minutes_or_zero, {"0": 0.0, "0.0": 0.0, "0.5": 0.5}, "inf -1 1e3"),
        (arguments.minutes, {"10": 10.0, "0.5": 0.5}, "0 0.0 inf nan -1 1e3"),
        (arguments.numbers, {"1,4,7": [1, 4, 7], "1 4": [1, 4]}, f", 1,x -1 \u00b2 {'9' * 5000}"),
    ],
)
def test_numbers_that_are_typed_are_read_or_refused(
    read: Callable[[str], object], good: dict[str, object], bad: str
) -> None:
    assert {text: read(text) for text in good} == good
    for text in ("", *bad.split()):
        with pytest.raises(ArgumentTypeError, match="is not a"):
            read(text)


def test_ctrl_c_while_a_command_loads_prints_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is imported then."""

    def interrupted(name: str, *rest: Any) -> Any:
        if name.startswith(("boxtui", "saves", "tutorials")):
            raise KeyboardInterrupt
        return imported(name, *rest)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", interrupted)
    code = cli.main(("stats",))
    monkeypatch.undo()
    assert code == 130


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("boxtui.commands.parser", "rules box"),
        ("boxtui.commands.watch", "watch shut-the-box --seats level1,level1"),
        ("socket.__new__", "watch shut-the-box --seats level1,level1"),
    ],
    ids=["loading", "loading what computes", "playing"],
)
def test_ctrl_c_ends_a_command_even_where_no_exception_can(
    tmp_path: Path, event: str, words: str
) -> None:
    told = ran_apart(tmp_path, sys.executable, "-c", INTERRUPTED, event, *words.split())
    assert (told.returncode, told.stderr) == (130, "")


def test_ctrl_c_while_a_page_is_made_leaves_no_unfinished_file(tmp_path: Path) -> None:
    code = (
        "import signal; from boxtui.commands.main import main; from boxtui.games.box import paper; "
        "signal.signal(signal.SIGINT, signal.default_int_handler); "
        "paper.svg_page = lambda size: signal.raise_signal(signal.SIGINT); "
        f"raise SystemExit(main(['grid', '--svg', {str(tmp_path / 'page.svg')!r}]))"
    )
    told = ran_apart(tmp_path, sys.executable, "-c", code)
    assert (told.returncode, told.stderr) == (130, "")
    assert not list(tmp_path.iterdir())


def loaded_by(home: Path, code: str) -> tuple[str, set[str]]:
    """Return what a program prints, and the modules that are loaded then."""
    shown = f"import sys; {code}; print(); print(*sys.modules)"
    *printed, loaded = ran_apart(home, sys.executable, "-c", shown).stdout.splitlines()
    return "\n".join(printed).rstrip(), set(loaded.split())


def test_the_version_is_printed_without_loading_games_or_textual(tmp_path: Path) -> None:
    code = "from boxtui.commands.main import main; assert main(['--version']) == 0"
    version, loaded = loaded_by(tmp_path, code)
    assert version == run(tmp_path, "--version").stdout.strip()
    assert not loaded & {"textual", "argparse", "ai", "distributed", "boxtui.games"}


def test_the_menu_loads_no_games_ai(tmp_path: Path) -> None:
    _, loaded = loaded_by(tmp_path, "import boxtui.tui.app, boxtui.tui.screens.menu")
    assert {name for name in loaded if name.startswith("ai.")} == {"ai.agent"}


def test_a_faulty_file_is_not_wrong_usage(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = locations.boards() / GAMES["free-o"].board_file
    deck.parent.mkdir(parents=True)
    deck.write_text("no deck")
    played = run(home, "play", "free-o", "--plain", given="\n" * 20)
    assert (played.returncode, str(deck) in played.stderr) == (1, True)
    assert exit_code("serve", "--as-root", "--keys", str(home / "none")) == 1
    assert "There is no file of keys" in capsys.readouterr().err


class NoHome:
    """Folders of a user without a home folder, whom the system doesn't know."""

    def __getattr__(self, name: str) -> Path:
        raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("words", ["saves list", "serve --status", "serve --as-root"])
def test_without_a_home_folder_commands_say_how_to_name_one(
    words: str, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr("boxtui.system.locations._DIRS", NoHome())
    says = "boxtui: The home folder can't be read or written: set HOME to one.\n"
    assert told(*words.split(), code=1) == says


def test_where_the_current_folder_was_removed_every_command_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    arena = "arena shut-the-box --games 2 --workers 1"
    says = "The current folder no longer exists: change to another one, then try again."
    for words in ("", "stats", "resume x", "grid --svg y", "play kimbo --plain", arena):
        assert told(*words.split(), code=1) == f"boxtui: {says}\n"
    for words in ("--version", "--help", "arena --help"):
        told(*words.split())


def test_a_very_long_word_is_cut_where_a_command_fails(
    home: Path, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    long = "x" * 10_000
    monkeypatch.setattr(locations, "saves", lambda: home / long / "saves")
    for words, code, says in (
        (f"grid --svg {long}", 1, "... can't be written: File name too long."),
        ("resume free-o-1", 3, "..., can't be read: File name too long."),
    ):
        said = told(*words.split(), code=code)
        assert says in said
        assert len(said) < 400


THREADLESS = (
    "import sys, threading; threading.stack_size(1 << 60); from boxtui.commands import main;"
    "sys.exit(main.main())"
)
"""Runs a command in a process in which no thread can start."""


@pytest.mark.parametrize("words", ["play box --plain", "arena box --seats level1,level2 --games 4"])
def test_a_command_that_cant_start_a_thread_says_so(words: str, tmp_path: Path) -> None:
    ended = ran_apart(tmp_path, sys.executable, "-c", THREADLESS, *words.split())
    assert (ended.returncode, ended.stderr) == (outcome.FAILED, f"boxtui: {NO_PROCESS}\n")


@pytest.mark.parametrize(
    ("command", "code", "printed"),
    [
        ("rules kimbo >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("play shut-the-box --plain >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("saves list >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("grid --svg - >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("saves list >&- 2>&-", 1, ""),
        ("arena shut-the-box --games 2 --workers 1 --json >&- 2>/dev/null", 1, ""),
        ("arena kimbo --games 1000000 >&-", 1, "boxtui: The output can't be written: it is closed"),
        ("train kimbo >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("odds --up 12 >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("play shut-the-box >&-", 4, "boxtui: "),
        ("saves show nix 2>&-", 1, ""),
        ("play shut-the-box --plain <&- >&-", 1, "boxtui: The output can't be written"),
        ("saves import - <&-", 3, "boxtui: "),
        ("arena shut-the-box --games 2 --workers 1 <&-", 0, "Shut-the"),
        ("rules shut-the-box >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("--version >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("saves list >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("grid --svg /dev/full", 1, "boxtui: /dev/full can't be "),
        ("--help >/dev/full 2>&1", 1, ""),
        ("nix >/dev/full 2>&1", 2, ""),
        ("saves show nix >/dev/full 2>&1", 1, ""),
    ],
)
def test_with_a_closed_input_or_a_closed_or_full_output_the_exit_code_is_right(
    tmp_path: Path, command: str, code: int, printed: str
) -> None:
    done = ran_apart(tmp_path, "sh", "-c", f'exec "$0" -m boxtui {command}', sys.executable)
    assert done.returncode == code
    out = done.stdout + done.stderr
    assert out.startswith(printed) if printed else out == ""
    assert "Traceback" not in out


@pytest.mark.parametrize("words", ["--help", "saves show --help"])
def test_unbuffered_help_that_cannot_be_written_is_a_failure(tmp_path: Path, words: str) -> None:
    shell = f'"$0" -u -m boxtui {words} >/dev/full'
    failed = ran_apart(tmp_path, "sh", "-c", shell, sys.executable)
    assert failed.returncode == 1
    assert "No space left" in failed.stderr


def test_help_that_nobody_reads_ends_as_any_output_does(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as unread:
        command = [sys.executable, "-m", "boxtui", "--help"]
        env = {**PLAIN, **folders(tmp_path)}
        ended = subprocess.run(command, env=env, stdout=unread, stderr=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (128 + 13, b"")


def test_an_output_that_is_no_longer_read_ends_the_command(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "boxtui", "watch", "kimbo", "--seats", "random,random"],
        env={**PLAIN, **folders(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 128 + 13


CLEARING = "\x1b[2J\x07"
"""What clears a terminal's screen, and rings its bell."""


@pytest.mark.parametrize(
    "words",
    [
        (CLEARING,),
        (f"--{CLEARING}",),
        ("play", CLEARING),
        ("play", "box", f"--{CLEARING}"),
        ("saves", "show", CLEARING),
        ("saves", "import", CLEARING),
        ("watch", "box", "--option", f"size={CLEARING}"),
        ("grid", "--svg", f"/nowhere/{CLEARING}"),
        ("odds", "--up", CLEARING),
    ],
)
def test_a_word_of_the_command_reaches_the_terminal_only_in_print(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert exit_code(*words) in (1, 2)
    said = "".join(capsys.readouterr())
    assert "[2J" in said
    assert said.replace("\n", "").isprintable()


def test_names_of_files_reach_the_terminal_only_in_print(home: Path, told: Told) -> None:
    library_in(home).folder.mkdir(parents=True)
    (library_in(home).folder / f"{CLEARING}.box").touch()
    assert told("saves", "remove", CLEARING) == "Removed '?[2J?'.\n"
    assert told("grid", "--svg", f"{home}/{CLEARING}").endswith("/?[2J?.\n")


def test_printed_lines_send_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome.print_lines([f"one{CLEARING}", "two\nthree"]) == 0
    assert capsys.readouterr().out == "one?[2J?\ntwo\nthree\n"


@pytest.mark.parametrize("wanted", [(), ("FRO-20",)])
def test_rules_fit_the_terminal_that_they_are_printed_on(
    wanted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    assert max(map(len, told("rules", "free-o", *wanted).splitlines())) in range(25, 31)


def test_a_files_name_may_be_as_long_as_the_system_allows(home: Path, told: Told) -> None:
    for name in ("x" * 255, "é" * 127):
        told("grid", "--svg", str(home / name))
        assert (home / name).read_bytes()


def test_a_page_isnt_written_to_links_that_form_a_loop(home: Path, told: Told) -> None:
    (home / "a").symlink_to("b")
    (home / "b").symlink_to("a")
    refused = told("grid", "--svg", str(home / "a"), code=1)
    assert refused.startswith(f"boxtui: {home / 'a'} can't be written: ")
    assert refused.count("\n") == 1
    assert (home / "a").is_symlink()
