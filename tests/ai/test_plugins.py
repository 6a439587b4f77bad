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

pytestmark = pytest.mark.waits

EXAMPLE = Path(__file__).parents[2] / "examples" / "tiny-agent"

_AGENTS = '''
import os
from ai.agent import Choice

class First:
    """Plays the first legal move."""
    def choose(self, state, budget, rng, stop):
        return Choice(state.legal_moves()[0], (), 1, 0.0)

class Raiser:
    def choose(self, state, budget, rng, stop):
        raise RuntimeError("out of luck")

class Liar:
    def choose(self, state, budget, rng, stop):
        return Choice(77, (), 1, 0.0)

class Sleeper:
    def choose(self, state, budget, rng, stop):
        while True:
            pass

class Dier:
    def choose(self, state, budget, rng, stop):
        os._exit(0)

def first(game): return First()
def raiser(game): return Raiser()
def liar(game): return Liar()
def sleeper(game): return Sleeper()
def dier(game): return Dier()
'''

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
[tool.setuptools]
py-modules = ["tiny_agents"]
"""


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder in which a real package with agents is installed."""
    source, target = tmp_path_factory.mktemp("tiny"), tmp_path_factory.mktemp("site")
    (source / "pyproject.toml").write_text(_PROJECT)
    (source / "tiny_agents.py").write_text(_AGENTS)
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--target",
        str(target),
    ]
    for package in (source, EXAMPLE):
        # From a copy: building writes beside the source.
        copy = tmp_path_factory.mktemp("copy") / package.name
        shutil.copytree(package, copy)
        subprocess.run([*install, str(copy)], check=True, timeout=DEADLINE)
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


def test_an_installed_agent_plays_by_its_name(plugins: str, tmp_path: Path) -> None:
    played = plain(plugins, tmp_path, "watch", "first,level1")
    assert (played.returncode, played.stderr) == (0, "")
    assert "first: lays down" in played.stdout
    assert "wins." in played.stdout


@pytest.mark.parametrize("seats", ["flat:30,level1"])
def test_the_example_of_an_agent_plays_whole_games(
    plugins: str, tmp_path: Path, seats: str
) -> None:
    played = plain(plugins, tmp_path, "watch", seats)
    assert (played.returncode, played.stderr) == (0, "")
    assert f"{seats.partition(',')[0]}: lays down" in played.stdout


def test_an_installed_agent_is_measured_in_processes_of_their_own(
    plugins: str, tmp_path: Path
) -> None:
    played = plain(plugins, tmp_path, "arena", "first,level2")
    assert (played.returncode, played.stderr) == (0, "")
    assert "first doesn't beat level2" in played.stdout


@pytest.mark.parametrize("command", ["watch", "arena"])
@pytest.mark.parametrize(
    ("agent", "says"), [("raiser", "RuntimeError: out of luck"), ("liar", "not a legal move")]
)
def test_the_message_says_which_agent_failed_and_how(
    plugins: str, tmp_path: Path, command: str, agent: str, says: str
) -> None:
    played = plain(plugins, tmp_path, command, f"{agent},level1")
    assert (played.returncode, played.stdout.count("wins")) == (1, 0)
    assert agent in played.stderr
    assert says in played.stderr
    assert played.stderr.count("\n") == 1


def test_an_agent_that_ends_its_process_ends_the_arena(plugins: str, tmp_path: Path) -> None:
    played = plain(plugins, tmp_path, "arena", "dier,level1")
    assert (played.returncode, played.stdout) == (1, "")
    assert "A worker process ended unexpectedly" in played.stderr
    assert played.stderr.count("\n") == 1


def a_game_against(agent: str, home: Path) -> None:
    """Save a game in which that agent moves next."""
    library = library_in(home)
    seats = [Seat("Tiny", agent), Seat("Ann", HUMAN)]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 7), library)
    record.close()


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
