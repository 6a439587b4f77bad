"""The commands that need no terminal: what they print, and their exit codes."""

import builtins
import json
import os
import re
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import answers
import pytest
from people import ANN, BEN
from played import command as run
from played import exit_code, folders, library_in, ran, unlistable_in
from pty_terminal import PLAIN
from random_games import WHOLE, save_game

from ai.agent import HUMAN, Budget, Choice, Stop
from ai.decision import AgentFailed
from ai.worker import Question
from boxtui.arena import arena
from boxtui.arena.sets import Contest
from boxtui.commands import arguments, outcome, watch
from boxtui.commands import main as cli
from boxtui.core import State
from boxtui.games import GAMES, parse_position
from boxtui.play import agents
from boxtui.play.match import Match, Seat
from boxtui.system import locations
from boxtui.system.limits import NO_PROCESS
from saves.errors import SaveError, SaveOutdated, SaveUnreadable

pytestmark = pytest.mark.usefixtures("home")


def a_game(home: Path, *, ended: bool = False) -> str:
    """Save a game for one player, complete or just begun; return its name."""
    moves = WHOLE if ended else 0
    return save_game(library_in(home), Seat("Zoë 神", HUMAN), moves=moves).name


@dataclass
class Here:
    """Runs commands in this process, which is faster."""

    capsys: pytest.CaptureFixture[str]

    def told(self, *words: str, code: int = 0) -> str:
        """Return what a command printed that ended with that code, and how it explained another."""
        assert exit_code(*words) == code
        output = self.capsys.readouterr()
        assert output.err == "" if code == 0 else output.out == ""
        return output.err or output.out


@pytest.fixture
def here(home: Path, capsys: pytest.CaptureFixture[str]) -> Here:
    return Here(capsys)


def test_a_save_is_shown_with_people_and_levels_by_their_names(home: Path, here: Here) -> None:
    seats = [Seat("Zoë 神", HUMAN), Seat("Ben", "level2"), Seat("Seat 3", "level1")]
    shown = here.told("saves", "show", save_game(library_in(home), *seats).name).splitlines()
    assert {"Seat 1: Zoë 神, person", "Seat 2: Ben, level 2", "Seat 3: level 1"} <= set(shown)


@pytest.mark.parametrize("key", GAMES)
def test_a_save_is_shown_with_where_its_dice_come_from_if_its_game_has_dice(
    key: str, home: Path, here: Here
) -> None:
    name = save_game(library_in(home), ANN, Seat("Ben", "level1"), game=key).name
    first, *_ = here.told("saves", "show", name).splitlines()
    assert ("dice" in first) == GAMES[key].has_dice
    assert '\ndice = "rolled"\n' in here.told("saves", "export", name)


def test_saves_are_listed_shown_exported_imported_renamed_and_removed(
    tmp_path: Path, here: Here
) -> None:
    name = a_game(tmp_path, ended=True)
    listed = run(tmp_path, "saves", "list").stdout
    assert re.fullmatch(rf"{name}  just now    ended, \d+ +Zoë 神\n", listed)
    shown = run(tmp_path, "saves", "show", name).stdout
    assert "Zoë 神" in shown
    assert "Scoring: digits" in shown
    record = run(tmp_path, "saves", "export", name)
    assert (record.returncode, record.stderr) == (0, "")
    imported = run(tmp_path, "saves", "import", "-", given=record.stdout)
    assert imported.returncode == 0
    copy = imported.stdout.split()[-1].rstrip(".")
    assert here.told("saves", "export", copy) == record.stdout
    assert here.told("saves", "show", copy) == shown
    assert here.told("saves", "show", "shut-the-box") == shown
    assert here.told("saves", "export", "shut-the-box") == record.stdout
    assert f"`boxtui resume {copy} --plain`" in here.told("resume", copy, code=4)
    assert here.told("resume", code=1)
    taken = here.told("saves", "rename", copy, name, code=1)
    assert f"already a file {name}.box" in taken
    game = here.told("saves", "rename", copy, "Kimbo.box", code=1)
    assert "kimbo is the name of a game" in game
    for act in (["rename", "kimbo", "copied"], ["remove", "kimbo"]):
        assert "kimbo is a game" in here.told("saves", *act, code=1)
    renamed = run(tmp_path, "saves", "rename", f"{copy}.box", "copied")
    assert renamed.stdout == f"Renamed '{copy}' to 'copied'.\n"
    same = here.told("saves", "rename", "copied", "copied.box")
    assert same == "The name is still 'copied'.\n"
    for each in (name, "copied"):
        here.told("saves", "remove", each)
    plain = save_game(library_in(tmp_path), ANN, BEN, game="kimbo")  # without options
    exported = here.told("saves", "export", plain.name)
    elsewhere = run(tmp_path / "elsewhere", "saves", "import", "-", given=exported)
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")
    assert "" not in here.told("saves", "show", plain.name).splitlines()
    assert run(tmp_path, "saves", "remove", plain.name).returncode == 0
    assert "no saved game" in run(tmp_path, "saves", "list").stdout


@pytest.mark.parametrize(("command", "said"), answers.cases("commands/refused.txt"))
def test_a_refused_command_gets_a_sentence_and_its_exit_code(command: str, said: str) -> None:
    assert answers.refused_command(command) == said, "make golden"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("review {}", f"no save '{'x' * 50}...'."),
        ("play {}", f"no game '{'x' * 24}...';"),
        ("{}", f"'{'x' * 24}...' is not one of"),
        ("play box {}", f"unexpected argument '{'x' * 24}...'"),
        ("play box --{}", f"no option --{'x' * 22}."),
    ],
)
def test_a_very_long_word_is_cut_where_it_is_refused(words: str, says: str) -> None:
    assert says in answers.refused_command(words.format("x" * 999))


def test_a_game_may_be_named_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for name in ("free-the-box", "Free-the-Box", "FREE-THE-BOX"):
        assert exit_code("rules", name) == 0
        told.append(capsys.readouterr().out)
    assert told == told[:1] * 3


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


def test_names_of_files_reach_the_terminal_only_in_print(tmp_path: Path) -> None:
    saves = tmp_path / "data" / "boxtui" / "saves"
    saves.mkdir(parents=True)
    (saves / f"{CLEARING}.box").touch()
    removed = run(tmp_path, "saves", "remove", CLEARING)
    assert removed.stdout == "Removed '?[2J?'.\n"
    drawn = run(tmp_path, "grid", "--svg", f"{tmp_path}/{CLEARING}")
    assert drawn.stdout.endswith("/?[2J?.\n")


def test_a_file_that_is_not_a_record_is_refused_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long, deep = b"x = " + b"9" * 5000, b"x = " + b"[" * 20000
    for given in (b"", b"moves = 1", b"\xff\xfe", long, deep, b"\x89BOXTUI\n"):
        (tmp_path / "given").write_bytes(given)
        assert exit_code("saves", "import", str(tmp_path / "given")) == 3
        assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_save_is_refused_with_3(tmp_path: Path) -> None:
    name = a_game(tmp_path)
    path = tmp_path / "data" / "boxtui" / "saves" / f"{name}.box"
    path.write_bytes(path.read_bytes()[:30])
    for words in (("saves", "show", name), ("resume", name)):  # before a terminal is asked for
        refused = run(tmp_path, *words)
        assert refused.returncode == 3
        assert "damaged" in refused.stderr


def test_saves_that_may_not_be_read_are_refused_with_3(tmp_path: Path) -> None:
    library = unlistable_in(tmp_path)
    refused = run(tmp_path, "saves", "list")
    assert refused.returncode == 3
    assert f"The folder of saves, {library.folder}, can't be read" in refused.stderr


@pytest.mark.parametrize("fault", [SaveUnreadable, SaveOutdated])
def test_a_save_that_may_not_be_read_or_is_of_older_rules_is_refused_with_3(
    here: Here, monkeypatch: pytest.MonkeyPatch, fault: type[SaveError]
) -> None:
    def refuse(name: str) -> Iterator[str]:
        raise fault("a.box can't be opened.")

    monkeypatch.setattr("boxtui.commands.saves.save_lines", refuse)
    assert "a.box can't be opened." in here.told("saves", "show", "a", code=3)


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
    shell = ["sh", "-c", f'exec "$0" -m boxtui {command}', sys.executable]
    done = ran(shell, {**PLAIN, **folders(tmp_path)})
    assert done.returncode == code
    out = done.stdout + done.stderr
    assert out.startswith(printed) if printed else out == ""
    assert "Traceback" not in out


def test_odds_as_json_have_the_named_figures(tmp_path: Path) -> None:
    alone = json.loads(run(tmp_path, "odds", "--json").stdout)
    assert set(alone) == {"expected_score", "shut_probability", "rolls"}
    assert alone["expected_score"] == pytest.approx(14761.790728091042, abs=1e-7)
    words = ("odds", "shut-the-box", "--players", "2", "--scoring", "sum", "--stakes", "--json")
    two = json.loads(run(tmp_path, *words, "--up", "1,4,7").stdout)
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


def test_levels_and_rules_are_printed(tmp_path: Path, here: Here) -> None:
    assert "Level 5: plays perfectly" in run(tmp_path, "levels").stdout
    rules = run(tmp_path, "rules", "shut-the-box").stdout
    assert "STB-19" in rules
    assert max(map(len, rules.splitlines())) <= 80
    one = here.told("rules", "free-o", "FRO-20")
    assert one.startswith("FRO-20 ")
    assert here.told("rules", "free-o", "20") == one
    assert max(map(len, one.splitlines())) <= 80
    about = here.told("rules", "free-the-box", "bench")
    assert about.startswith("Introduction: Hide and seek")
    assert here.told("rules", "free-the-box", "Introduction") == about
    found = " ".join(here.told("rules", "free-o", "card").split())
    assert found.endswith("Add a rule's number, Introduction or Figures in hints to read it.")


@pytest.mark.parametrize("wanted", [(), ("FRO-20",)])
def test_rules_fit_the_terminal_that_they_are_printed_on(
    wanted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, here: Here
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    assert max(map(len, here.told("rules", "free-o", *wanted).splitlines())) in range(25, 31)


def test_watch_prints_games_and_a_tally(tmp_path: Path) -> None:
    words = ("watch", "shut-the-box", "--seats", "level2,level2", "--games", "3", "--seed", "7")
    told = run(tmp_path, *words, "--option", "pub_stakes=yes").stdout
    assert told.count("Game ") == 3
    assert "after 3 games" in told
    assert told == run(tmp_path, *words, "--option", "pub_stakes=yes").stdout


def test_watch_says_which_color_a_seat_has_where_moves_are_told_by_colors(tmp_path: Path) -> None:
    told = run(tmp_path, "watch", "free-the-box", "--seats", "level1,level1", "--seed", "7").stdout
    assert "\nColors: level1 (1) is red, level1 (2) is blue.\n" in told
    told = run(tmp_path, "watch", "shut-the-box", "--seats", "level1,level1", "--seed", "7").stdout
    assert "Colors" not in told


def test_watch_refuses_a_seed_that_too_few_others_follow(tmp_path: Path) -> None:
    words = ("watch", "shut-the-box", "--seats", "level1,level1", "--games", "2", "--seed")
    refused = run(tmp_path, *words, str(2**63 - 1))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"at most {2**63 - 2}" in refused.stderr
    assert run(tmp_path, *words, str(2**63 - 2)).returncode == 0


def test_a_very_long_name_is_listed_whole_and_others_keep_their_columns(tmp_path: Path) -> None:
    record, _ = (save_game(library_in(tmp_path), ANN, BEN, game="kimbo") for _ in range(2))
    record.path.rename(record.path.with_name(f"{'x' * 200}.box"))
    lines = run(tmp_path, "saves", "list").stdout.splitlines()
    assert [line.rstrip()[-8:] for line in lines] == ["Ann, Ben"] * 2
    short, long = sorted(lines, key=len)
    assert len(short) <= 80
    assert long.startswith("x" * 200)


def test_a_files_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    for name in ("x" * 255, "é" * 127):
        assert run(tmp_path, "grid", "--svg", str(tmp_path / name)).returncode == 0
        assert (tmp_path / name).read_bytes()


def test_a_page_isnt_written_to_links_that_form_a_loop(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    refused = run(tmp_path, "grid", "--svg", str(tmp_path / "a"))
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"boxtui: {tmp_path / 'a'} can't be written: ")
    assert refused.stderr.count("\n") == 1
    assert (tmp_path / "a").is_symlink()


def test_watch_calls_seats_by_their_names(tmp_path: Path) -> None:
    words = ("watch", "free-o", "--seats", "level2,level1", "--seed", "7")
    told = run(tmp_path, *words).stdout
    assert "level2: plays You Are Captured" in told
    assert "level1 is captured (FRO-16)" in told
    assert re.search(r"level2 scores -?\d+, total -?\d+; level1 scores", told)
    assert "seat " not in told


@pytest.mark.parametrize("games", [2, 5])
def test_the_tally_has_averages_and_every_game_has_its_own_seed(games: int) -> None:
    told = list(watch.watch(GAMES["shut-the-box"], ["level2", "level1"], {}, games, 7))
    assert sum(float(line.split()[-1]) for line in told[-2:]) == pytest.approx(1)
    begun = [at for at, line in enumerate(told) if line.startswith("Game ")]
    assert [told[at].split()[-1] for at in begun] == [str(7 + number) for number in range(games)]
    assert len({tuple(told[at + 1 : told.index("", at)]) for at in begun}) == games


def test_a_single_game_has_no_tally() -> None:
    told = list(watch.watch(GAMES["shut-the-box"], ["level2", "level1"], {}, 1, 7))
    assert not told[-1]
    assert told[-2].endswith("wins.")


def test_fro_22_watched_agents_see_only_their_own_hands() -> None:
    true_hands: list[bool] = []

    def choose(question: Question) -> Choice:
        seen = parse_position(question.game, question.position, question.board)
        assert seen.view(seen.current_player()) == match.state.view(match.state.current_player())
        true_hands.append(question.position == match.state.text())
        return Choice(seen.legal_moves()[0], (), 1)

    match = Match(GAMES["free-o"], {}, agents.seats_for(["level1"] * 3), 7)
    for _ in zip(range(200), watch._game_lines(match, choose)):
        pass
    assert true_hands.count(True) < len(true_hands) / 4


def test_fro_22_measured_agents_see_only_their_own_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    true_hands: list[bool] = []

    class Looker:
        """Plays the first legal move, and compares the position it receives with the match's."""

        def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
            assert state.view(state.current_player()) == match.state.view(state.current_player())
            true_hands.append(state.text() == match.state.text())
            return Choice(state.legal_moves()[0], (), 1)

    monkeypatch.setattr(agents, "agent_and_budget", lambda key, who: (Looker(), Budget()))
    match = Match(GAMES["free-o"], {}, agents.seats_for(["level1"] * 3), 7)
    for _ in zip(range(200), agents.steps(match, agents.choosing_here(match))):
        pass
    assert true_hands.count(True) < len(true_hands) / 4


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


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (
            arguments.seed,
            {"0": 0, f"{2**63 - 1}": 2**63 - 1},
            ["-1", str(2**63), "", "1.0", "\u0661", "9" * 20],
        ),
        (
            arguments.count,
            {"1": 1, "999999999": 999_999_999},
            ["0", "-1", "1000000000", "", "1.5", "\u00b2"],
        ),
        (
            arguments.position,
            {"1": 1, "1,234": 1234, "999999999": 999_999_999},
            ["0", "-1", "1000000000", "", "1.5", "1,23", "1,,2,3", ","],
        ),
        (
            arguments.minutes_or_zero,
            {"0": 0.0, "0.0": 0.0, "0.5": 0.5},
            ["inf", "-1", "1e3", ""],
        ),
        (
            arguments.minutes,
            {"10": 10.0, "0.5": 0.5},
            ["0", "0.0", "inf", "nan", "-1", "1e3", ""],
        ),
        (
            arguments.numbers,
            {"1,4,7": [1, 4, 7], "1 4": [1, 4]},
            ["", ",", "1,x", "-1", "\u00b2", "9" * 5000],
        ),
    ],
)
def test_numbers_that_are_typed_are_read_or_refused(
    read: Callable[[str], object], good: dict[str, object], bad: list[str]
) -> None:
    assert {text: read(text) for text in good} == good
    for text in bad:
        with pytest.raises(ArgumentTypeError, match="is not a"):
            read(text)


def test_help_that_nobody_reads_ends_as_any_output_does(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as unread:
        command = [sys.executable, "-m", "boxtui", "--help"]
        env = {**PLAIN, **folders(tmp_path)}
        ended = subprocess.run(command, env=env, stdout=unread, stderr=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (128 + 13, b"")


@pytest.mark.parametrize("words", [["resume"], ["review"], ["stats"]])
def test_an_empty_name_is_refused_and_names_nothing_else(words: list[str], tmp_path: Path) -> None:
    a_game(tmp_path, ended=words != ["resume"])
    assert run(tmp_path, *words, "").returncode == (2 if words == ["stats"] else 1)


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


def test_the_version_is_printed_without_loading_games_or_textual(tmp_path: Path) -> None:
    code = (
        "import sys; from boxtui.commands.main import main; assert main(['--version']) == 0; "
        "tops = {name.split('.')[0] for name in sys.modules}; "
        "print(sorted(tops & {'textual', 'argparse', 'ai', 'distributed'}), "
        "[name for name in sys.modules if name.startswith('boxtui.games')])"
    )
    told = ran([sys.executable, "-c", code], {**PLAIN, **folders(tmp_path)})
    version, loaded = told.stdout.splitlines()
    assert version == run(tmp_path, "--version").stdout.strip()
    assert loaded == "[] []"


def test_the_menu_loads_no_games_ai(tmp_path: Path) -> None:
    code = (
        "import sys; import boxtui.tui.app, boxtui.tui.screens.menu; "
        "print(*(name for name in sys.modules if name.startswith('ai.')))"
    )
    told = ran([sys.executable, "-c", code], {**PLAIN, **folders(tmp_path)})
    assert told.stdout.split() == ["ai.agent"]


@pytest.mark.parametrize("words", [(), ("--all",)])
def test_the_arena_stops_when_it_is_decided_unless_all_games_are_asked_for(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[arena.Pace] = []

    def play(contest: Contest, pace: arena.Pace, on_progress: arena.OnSets) -> arena.Outcome:
        paces.append(pace)
        raise AgentFailed("enough")

    monkeypatch.setattr(arena, "play", play)
    assert cli.main(["arena", "shut-the-box", "--workers", "3", "--games", "10", *words]) == 1
    assert paces == [arena.Pace(10, 3, early=not words)]


@pytest.mark.parametrize("words", ["--help", "saves show --help"])
def test_unbuffered_help_that_cannot_be_written_is_a_failure(tmp_path: Path, words: str) -> None:
    shell = ["sh", "-c", f'"$0" -u -m boxtui {words} >/dev/full', sys.executable]
    failed = ran(shell, {**PLAIN, **folders(tmp_path)})
    assert failed.returncode == 1
    assert "No space left" in failed.stderr


def test_a_faulty_file_is_not_wrong_usage(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = locations.boards() / GAMES["free-o"].board_file
    deck.parent.mkdir(parents=True)
    deck.write_text("no deck")
    played = run(home, "play", "free-o", "--plain", given="\n" * 20)
    assert (played.returncode, str(deck) in played.stderr) == (1, True)
    assert exit_code("serve", "--as-root", "--keys", str(home / "none")) == 1
    assert "There is no file of keys" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["kimbo"], ["Kimbo"], ["--plain", "kimbo"], ["kimbo", "--plain"]]
)
def test_a_games_name_alone_says_how_to_play_it(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(*words) == 2
    plain = " --plain" if "--plain" in words else ""
    assert capsys.readouterr().err == (
        f"boxtui: kimbo is a game, not a command; play it with: boxtui play kimbo{plain}\n"
    )


class NoHome:
    """Folders of a user without a home folder, whom the system doesn't know."""

    def __getattr__(self, name: str) -> Path:
        raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("words", ["saves list", "serve --status", "serve --as-root"])
def test_without_a_home_folder_commands_say_how_to_name_one(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boxtui.system.locations._DIRS", NoHome())
    assert exit_code(*words.split()) == 1
    says = "boxtui: The home folder can't be read or written: set HOME to one.\n"
    assert capsys.readouterr().err == says


def test_where_the_current_folder_was_removed_every_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    arena = "arena shut-the-box --games 2 --workers 1"
    for words in ("", "stats", "resume x", "grid --svg y", "play kimbo --plain", arena):
        assert exit_code(*words.split()) == 1
        output = capsys.readouterr()
        says = "The current folder no longer exists: change to another one, then try again."
        assert (output.out, output.err) == ("", f"boxtui: {says}\n")
    for words in ("--version", "--help", "arena --help"):
        assert exit_code(*words.split()) == 0


def test_a_very_long_word_is_cut_where_a_command_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "x" * 10_000
    monkeypatch.setattr(locations, "saves", lambda: tmp_path / long / "saves")
    for words, says in (
        (f"grid --svg {long}", "... can't be written: File name too long."),
        ("resume free-o-1", "..., can't be read: File name too long."),
    ):
        assert exit_code(*words.split()) != 0
        told = capsys.readouterr().err
        assert says in told
        assert len(told) < 400


def test_printed_lines_send_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome.print_lines([f"one{CLEARING}", "two\nthree"]) == 0
    assert capsys.readouterr().out == "one?[2J?\ntwo\nthree\n"


THREADLESS = (
    "import sys, threading; threading.stack_size(1 << 60); from boxtui.commands import main;"
    "sys.exit(main.main())"
)
"""Runs a command in a process in which no thread can start."""


@pytest.mark.parametrize("words", ["play box --plain", "arena box --seats level1,level2 --games 4"])
def test_a_command_that_cant_start_a_thread_says_so(words: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", THREADLESS, *words.split()],
        env={**os.environ, **folders(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (outcome.FAILED, f"boxtui: {NO_PROCESS}\n")
