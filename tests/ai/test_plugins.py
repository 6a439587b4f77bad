"""Third-party agents are found by their entry point and played; their failures do no harm."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from played import boxtui, folders, library_in
from pty_terminal import DEADLINE, PLAIN

from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record

# In one process, because installing the agents takes longer than all tests with them.
pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("plugins")]

EXAMPLE = Path(__file__).parents[2] / "examples" / "tiny-agent"

_AGENTS = """
import os
from ai.agent import Choice

class Agent:
    def __init__(self, move):
        self.move = move

    def choose(self, state, budget, rng, stop):
        return Choice(self.move(state), (), 1, 0.0)

def fail(state):
    raise RuntimeError("out of luck")

def hang(state):
    while True:
        pass

def first(game): return Agent(lambda state: state.legal_moves()[0])
def raiser(game): return Agent(fail)
def liar(game): return Agent(lambda state: 77)
def sleeper(game): return Agent(hang)
def dier(game): return Agent(lambda state: os._exit(0))
def quitter(game): raise SystemExit("no license")
"""

_PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "tiny-agents"
version = "1.0"
[project.entry-points."boxtui.agents"]
first = "tiny_agents:first"
raiser = "tiny_agents:raiser"
liar = "tiny_agents:liar"
sleeper = "tiny_agents:sleeper"
dier = "tiny_agents:dier"
quitter = "tiny_agents:quitter"
[tool.setuptools]
py-modules = ["tiny_agents"]
"""


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder in which these agents and those of the example are installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE, source / "example")  # a copy: building writes beside the source
    (source / "tiny").mkdir()
    (source / "tiny" / "pyproject.toml").write_text(_PROJECT)
    (source / "tiny" / "tiny_agents.py").write_text(_AGENTS)
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, target, *source.iterdir()],
        check=True,
        timeout=DEADLINE,
    )
    return str(target)


def plain(plugins: str, home: Path, command: str, seats: str) -> subprocess.CompletedProcess[str]:
    """Run a command that needs no terminal, with these agents."""
    return subprocess.run(
        [sys.executable, "-m", "boxtui", command, "shut-the-box", "--seats", seats, "--seed", "7"],
        env={**PLAIN, **folders(home), "PYTHONPATH": plugins},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "seats", "says"),
    [
        ("watch", "first,level1", "first: lays down"),
        ("watch", "flat:30,level1", "flat:30: lays down"),
        ("arena", "first,level2", "first doesn't beat level2"),
    ],
)
def test_an_installed_agent_plays_by_its_name_and_is_measured_in_processes_of_their_own(
    plugins: str, tmp_path: Path, command: str, seats: str, says: str
) -> None:
    played = plain(plugins, tmp_path, command, seats)
    assert (played.returncode, played.stderr) == (0, "")
    assert says in played.stdout
    assert command == "arena" or "wins." in played.stdout


@pytest.mark.parametrize(
    ("command", "agent", "says"),
    [
        ("watch", "raiser", "raiser failed: RuntimeError: out of luck"),
        ("arena", "raiser", "raiser failed: RuntimeError: out of luck"),
        ("watch", "liar", "liar chose 77, which is not a legal move"),
        ("arena", "liar", "liar chose 77, which is not a legal move"),
        ("arena", "dier", "A worker process ended unexpectedly"),
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


def test_an_agent_that_exits_while_it_is_loaded_is_refused_in_a_sentence(
    plugins: str, tmp_path: Path
) -> None:
    played = plain(plugins, tmp_path, "watch", "quitter,level1")
    assert played.returncode == 2
    assert "'quitter' (tiny_agents:quitter) can't be loaded: no license" in played.stderr


def a_game_against(agent: str, home: Path) -> None:
    """Save a game in which that agent moves next."""
    seats = [Seat("Tiny", agent), Seat("Ann", HUMAN)]
    Record.begin(Match(GAMES["shut-the-box"], {}, seats, 7), library_in(home)).close()


@pytest.mark.tui
@pytest.mark.parametrize(("agent", "says"), [("liar", "liar chose 77"), ("missing", "missing")])
def test_a_failing_agent_is_named_on_the_screen_and_another_takes_its_seat(
    plugins: str, tmp_path: Path, agent: str, says: str
) -> None:
    a_game_against(agent, tmp_path)
    with boxtui(tmp_path, "resume", env={"PYTHONPATH": plugins}) as terminal:
        terminal.wait_until("can't go on")
        assert says in " ".join(terminal.text().split())
        terminal.send("\x1b[B\x1b[B\r")
        terminal.wait_until("Ann's turn")


@pytest.mark.tui
def test_an_agent_that_hangs_is_stopped_by_esc_and_the_game_goes_on(
    plugins: str, tmp_path: Path
) -> None:
    a_game_against("sleeper", tmp_path)
    with boxtui(tmp_path, "resume", env={"PYTHONPATH": plugins}) as terminal:
        terminal.reach(lambda: "Tiny is thinking… 1" in terminal.text(), "it to think")
        terminal.send("\x1b")
        terminal.reply("Stopped", "q")
        terminal.wait_until("Learn a game")
