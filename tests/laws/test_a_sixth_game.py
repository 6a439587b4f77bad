"""ARCHITECTURE.md's recipe for a new game, put to the test: a tiny game is added and played.

Its files are in `sixth_game/`; `LINES` are the lines that the recipe adds to tables. Its last step,
tests and documents, isn't followed here.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from plain_session import PlainSession
from played import boxtui, folders
from pty_terminal import ENTER, PLAIN, PtyTerminal

pytestmark = pytest.mark.xdist_group("a sixth game")

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "sixth_game"
LINES = {
    "boxtui/games/__init__.py": """
from boxtui.games.pebbles.game import GAME
GAMES[GAME.key] = GAME
""",
    "boxtui/tui/boards/games.py": """
from boxtui.tui.boards.pebbles import PebblesBoard
GAME_BOARDS["pebbles"] = PebblesBoard
""",
    "boxtui/views/games.py": """
from boxtui.views.pebbles import PebblesWords
GAME_WORDS["pebbles"] = PebblesWords
""",
    "ai/levels.py": """
from ai.pebbles.roster import ROSTER
ROSTERS["pebbles"] = ROSTER
""",
}

ENTERS = ("Press Enter to go on:", "Press Enter to see what happens:")
PROMPTS = ("Your move:", *ENTERS, "--practice --plain.")


def added() -> set[str]:
    return {str(path.relative_to(FILES)) for path in FILES.rglob("*.*") if path.suffix != ".pyc"}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the running boxtui and its tests, with a sixth game added."""
    copy = tmp_path_factory.mktemp("house")
    stale = shutil.ignore_patterns("__pycache__")
    for package in ("boxtui", "ai", "tutorials", "saves"):
        spec = find_spec(package)
        assert spec
        assert spec.origin
        shutil.copytree(Path(spec.origin).parent, copy / package, ignore=stale)
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=stale)
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(FILES, copy, ignore=stale, dirs_exist_ok=True)
    for table, lines in LINES.items():
        with (copy / table).open("a") as file:
            file.write(lines)
    return copy


@pytest.fixture
def there(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run everything in that copy."""
    monkeypatch.chdir(house)
    monkeypatch.setenv("PYTHONPATH", str(house))


def run(home: Path, *words: str) -> str:
    env = {**os.environ, **PLAIN, **folders(home)}
    return subprocess.run(
        [sys.executable, "-m", *words], env=env, capture_output=True, text=True, check=True
    ).stdout


def left(terminal: PtyTerminal) -> int:
    """Return the number of pebbles left according to the title; -1 without such a title."""
    found = re.search(r"Pebbles, (\d+) left", terminal.text())
    return int(found[1]) if found else -1


def take_one(terminal: PtyTerminal) -> None:
    """Take the one picked pebble, and wait until the computer has moved or the game is over."""
    before = left(terminal)

    def is_taken() -> bool:
        return 0 <= left(terminal) < before - 1 or is_over(terminal)

    terminal.send(ENTER)
    terminal.wait(lambda: is_taken() or "Press Enter" in terminal.text(), "a computer's move")
    if not is_taken():  # the key may have been meant for an only move that was just played
        terminal.send(ENTER)
        terminal.wait(is_taken, "a computer's move")
    terminal.wait(lambda: "Enter take" in terminal.text() or is_over(terminal), "what comes next")


def is_over(terminal: PtyTerminal) -> bool:
    return bool(re.search(r"\w wins\.", terminal.text()))


def test_the_recipe_names_every_file_that_a_new_game_touches() -> None:
    _, _, recipe = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("\n1. ")
    recipe, _, _ = recipe.partition("\n7. ")  # tests and documents
    named = {path.replace("NAME", "pebbles") for path in re.findall(r"`([\w/]+/[\w.]+)`", recipe)}
    assert added() | set(LINES) == named


@pytest.mark.usefixtures("there")
def test_the_laws_of_every_game_hold_for_it(tmp_path: Path) -> None:
    laws = ("tests/laws/test_tables.py", "tests/laws/test_lessons.py", "tests/laws/test_words.py")
    pytest_words = ("pytest", "-q", "-p", "no:cacheprovider")
    passed = run(tmp_path, *pytest_words, "-k", "pebbles", *laws)
    assert int(passed.split(" passed")[0].split()[-1]) > 30
    # Without -k: most laws of the contract draw their positions from all games.
    run(tmp_path, *pytest_words, "tests/laws/test_contract.py")


@pytest.mark.usefixtures("there")
def test_the_menu_lists_it_and_a_match_is_left_resumed_and_played_to_its_end(
    tmp_path: Path,
) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.wait_until("Pebbles")
    with boxtui(tmp_path, "play", "pebbles", "--seed", "7") as terminal:
        terminal.wait_until("Start the game")
        terminal.send("s")
        terminal.wait_until("Enter take")
        take_one(terminal)
        there = left(terminal)
        terminal.send("q")
        terminal.wait_until("Continue")
        terminal.send(ENTER)
        terminal.wait(lambda: left(terminal) == there, "as many pebbles as there were")
        terminal.wait_until("Enter take")
        while not is_over(terminal):
            take_one(terminal)
    assert " won  " in run(tmp_path, "boxtui", "saves", "list")


@pytest.mark.usefixtures("there")
def test_its_lesson_is_played_to_its_end(tmp_path: Path) -> None:
    answers = ["4", "4", "1", "1"]
    with PlainSession(tmp_path, "learn", "pebbles") as session:
        session.until(*PROMPTS)
        while session.lines[-1].endswith(PROMPTS[:-1]):
            is_asked = session.lines[-1].endswith(PROMPTS[0])
            session.answer(answers.pop(0) if is_asked else "", *PROMPTS)
        assert answers == []
    with boxtui(tmp_path, "learn", "pebbles") as terminal:
        terminal.wait_until("step 1 of 5")


@pytest.mark.usefixtures("there")
def test_it_is_played_in_plain_mode_left_and_resumed(tmp_path: Path) -> None:
    with PlainSession(tmp_path, "play", "pebbles", "--seed", "7") as session:
        session.type("", "1", "")
        session.until("your move:")
        session.answer("1", "your move:")
        there = next(line for line in reversed(session.lines) if "pebbles are left" in line)
        assert session.end("quit") == 0
    with PlainSession(tmp_path, "resume") as session:
        assert there in session.until("your move:")
        while not session.lines[-1].endswith("quit?"):
            session.answer("1", "your move:", "quit?")
        assert any(line.endswith(" wins.") for line in session.lines)


@pytest.mark.usefixtures("there")
def test_agents_play_it(tmp_path: Path) -> None:
    told = run(tmp_path, "boxtui", "watch", "pebbles", "--games", "2")
    assert "after 2 games" in told
