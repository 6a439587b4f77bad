"""Third-party agents are found by their entry point and played; their failures do no harm."""

import io
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random

import pytest
from people import ANN
from played import boxtui, folders, library_in, ran
from pty_terminal import DEADLINE, PLAIN
from random_games import save_game

from ai.agent import Budget
from boxtui.games import GAMES
from boxtui.play.agents import _printing_on_stderr
from boxtui.play.match import Match, Seat

# In one process, because installing the agents takes longer than all tests with them.
pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("plugins")]

EXAMPLE = Path(__file__).parents[2] / "examples" / "tiny-agent"

_AGENTS = """
import ctypes
import os
import sys
from ai.agent import Choice

class Agent:
    def __init__(self, move):
        self.move = move

    def choose(self, state, budget, rng, stop):
        return Choice(self.move(state), (), 1)

def fail(state):
    raise RuntimeError("out of luck")

def hang(state):
    while True:
        pass

def chatty(game):
    print("Hello")
    sys.stdout.flush()
    os.write(1, b"Hello\\n")
    ctypes.CDLL(None).puts(b"Hello")
    return first(game)

def first(game): return Agent(lambda state: state.legal_moves()[0])
def raiser(game): return Agent(fail)
def liar(game): return Agent(lambda state: 77)
def sleeper(game): return Agent(hang)
def dier(game): return Agent(lambda state: os._exit(0))
"""

_NAMES = ("first", "chatty", "raiser", "liar", "sleeper", "dier")


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder in which these agents and those of the example are installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE, source / "example")  # a copy: building writes beside the source
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target"]
    command: list[str | Path] = [sys.executable, "-m", "pip", "install", *options, target]
    subprocess.run([*command, source / "example"], check=True, timeout=DEADLINE)
    (target / "tiny_agents.py").write_text(_AGENTS)
    points = "\n".join(["[boxtui.agents]", *(f"{name} = tiny_agents:{name}" for name in _NAMES)])
    offer(target / "tiny_agents-1.0.dist-info", points.encode())
    return str(target)


def offer(about: Path, points: bytes) -> None:
    """Write what says which agents an installed package offers."""
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-agents\nVersion: 1.0\n")
    (about / "entry_points.txt").write_bytes(points)


def plain(plugins: str, home: Path, command: str, seats: str) -> subprocess.CompletedProcess[str]:
    """Run a command that needs no terminal, with these agents."""
    words = [command, "shut-the-box", "--seats", seats, "--seed", "7"]
    env = {**PLAIN, **folders(home), "PYTHONPATH": plugins}
    return ran([sys.executable, "-m", "boxtui", *words], env)


def test_stdout_is_as_before_if_what_a_plugin_printed_cant_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Closed(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    before = os.fstat(1), len(list(Path("/dev/fd").iterdir()))
    with pytest.raises(BrokenPipeError), _printing_on_stderr():
        monkeypatch.setattr(sys, "stdout", Closed())
    assert (os.fstat(1), len(list(Path("/dev/fd").iterdir()))) == before


@pytest.mark.parametrize(
    ("command", "seats", "says", "aside"),
    [
        ("watch", "first,level1", "first: lays down", ""),
        ("watch", "flat:30,level1", "flat:30: lays down", ""),
        ("watch", "chatty,level1", "chatty: lays down", "Hello\n" * 3),
        ("arena", "first,level2", "first doesn't beat level2", ""),
        ("arena", "chatty,level2", "chatty doesn't beat level2", "Hello\n" * 3),
    ],
)
def test_an_installed_agent_plays_by_its_name_and_is_measured_in_processes_of_their_own(
    plugins: str, tmp_path: Path, command: str, seats: str, says: str, aside: str
) -> None:
    played = plain(plugins, tmp_path, command, seats)
    assert (played.returncode, played.stderr) == (0, aside)
    assert says in played.stdout
    assert "Hello" not in played.stdout
    assert command == "arena" or "wins." in played.stdout


@pytest.mark.parametrize(
    ("command", "agent", "says"),
    [
        ("watch", "raiser", "raiser failed (tiny_agents.py, line 15): RuntimeError: out of luck"),
        ("arena", "raiser", "raiser failed (tiny_agents.py, line 15): RuntimeError: out of luck"),
        ("arena", "dier", "A worker process ended unexpectedly: perhaps dier or level1 ended it."),
        ("watch", "dier", "dier failed: its process ended without an answer."),
    ],
)
def test_the_message_says_in_one_line_which_agent_failed_and_how(
    plugins: str, tmp_path: Path, command: str, agent: str, says: str
) -> None:
    played = plain(plugins, tmp_path, command, f"{agent},level1")
    assert played.returncode == 1
    assert says in played.stderr
    assert played.stderr.count("\n") == 1
    assert "wins" not in played.stdout
    assert command == "watch" or played.stdout == ""


@pytest.mark.parametrize(
    "damaged", [b"[boxtui.agents]\nwithout a value\n", b"[other]\nwithout a value\n", b"\xff\xfe"]
)
def test_a_package_with_damaged_entry_points_offers_none_and_the_others_play(
    plugins: str, tmp_path: Path, damaged: bytes
) -> None:
    offer(tmp_path / "site" / "damaged-1.0.dist-info", damaged)
    both = f"{tmp_path / 'site'}:{plugins}"
    assert plain(both, tmp_path, "watch", "first,level1").returncode == 0


@pytest.mark.parametrize("games", [1, 2, 30])
def test_the_example_asks_before_each_game_whether_to_stop(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    agent = import_module("tiny_agent").make("box")
    match, asked = Match(GAMES["box"], {"balance": "none"}, [ANN] * 2, 1), count(1)
    choice = agent.choose(match.state, Budget(), Random(1), lambda: next(asked) >= games)
    assert choice.iterations == games == sum(each.visits for each in choice.considered)
    assert len(choice.considered) == games
    assert choice.move == choice.considered[0].move
    assert choice.considered[0].value == max(each.value for each in choice.considered)


@pytest.mark.tui
@pytest.mark.parametrize(("agent", "says"), [("liar", "liar chose 77"), ("missing", "missing")])
def test_a_failing_agent_is_named_on_the_screen_and_another_takes_its_seat(
    plugins: str, tmp_path: Path, agent: str, says: str
) -> None:
    save_game(library_in(tmp_path), Seat("Tiny", agent), ANN)
    with boxtui(tmp_path, "resume", env={"PYTHONPATH": plugins}) as terminal:
        terminal.wait_until("can't go on")
        assert says in " ".join(terminal.text().split())
        terminal.send("\x1b[B\x1b[B\r")
        terminal.wait_until("Ann's turn")


@pytest.mark.tui
def test_an_agent_that_hangs_is_stopped_by_esc_in_its_game(plugins: str, tmp_path: Path) -> None:
    save_game(library_in(tmp_path), Seat("Tiny", "sleeper"), ANN)
    with boxtui(tmp_path, "resume", env={"PYTHONPATH": plugins}) as terminal:
        seconds = re.compile(r"Tiny is thinking… \d")
        terminal.reach(lambda: seconds.search(terminal.text()), "it to think")
        terminal.send("\x1b")
        terminal.reply("Stopped", "q")
        terminal.wait_until("Learn a game")
