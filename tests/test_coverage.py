"""Every rule is enforced, proved, taught and stated; and how that is found out."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from played import folders
from pty_terminal import DEADLINE, PLAIN

import ai
import boxtui
import saves
import tutorials
from boxtui.coverage import (
    NEEDS_CHECKOUT,
    Row,
    as_json,
    as_text,
    checkout,
    covered,
    enforced,
    gaps,
    joined,
    proved,
    taught,
)
from boxtui.games import GAMES
from tutorials.lesson import Step
from tutorials.pages import rules_page

TESTS = Path(__file__).parent


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_enforced_proved_taught_and_stated(game: str) -> None:
    rows = covered(game, TESTS)
    assert {rule.number for rule in rules_page(game).rules} <= {row.id for row in rows}
    assert gaps(rows) == []


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


CODE = '''"""Rules TOY-1 to TOY-9."""

LIMIT = 3
"""TOY-2: no function, method or class."""


def fitting():
    """TOY-3, and TOY-3 once more; TOY-10."""
    try:
        pass
    except ValueError:
        def inner():
            "TOY-4"


class Toy:
    """A toy (TOY-5)."""

    @property
    def up(self):
        # TOY-6
        return "TOY-7"

    async def play(self):
        """XTOY-8, TOY-8b, TOYS-8, toy-8; TOY-11."""
'''


def test_code_counts_by_the_docstrings_of_functions_methods_and_classes(tmp_path: Path) -> None:
    write(tmp_path / "boxtui" / "games" / "toy.py", CODE)
    assert enforced(tmp_path / "boxtui" / "games", "TOY") == {
        "TOY-3": ("boxtui/games/toy.py:7 fitting",),
        "TOY-10": ("boxtui/games/toy.py:7 fitting",),
        "TOY-4": ("boxtui/games/toy.py:12 fitting.inner",),
        "TOY-5": ("boxtui/games/toy.py:16 Toy",),
        "TOY-11": ("boxtui/games/toy.py:24 Toy.play",),
    }


CLAIMS = '''"""TOY-1"""

import nothing_that_there_is


def test_toy_1_one():
    def test_toy_2_within_another():
        pass


async def test_toy_10_ten():
    """TOY-3"""


class TestTurns:
    def test_toy_4(self):
        pass

    def toy_5_is_no_test(self):
        pass


class Turns:
    def test_toy_6_of_a_class_that_is_not_collected(self):
        pass


def test_toys_7_another_game():
    pass


def test_toy_12th_is_no_number():
    pass


def test_that_toy_8_does_not_begin_with():
    pass
'''


def test_a_test_counts_by_its_name_and_is_never_imported(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    write(tests / "games" / "test_toy.py", CLAIMS)
    write(tests / "test_more.py", "def test_toy_1_more(): pass")
    write(tests / "toy.py", "def test_toy_9_in_no_test_file(): pass")
    assert proved(tests, "TOY") == {
        "TOY-1": ("tests/games/test_toy.py::test_toy_1_one", "tests/test_more.py::test_toy_1_more"),
        "TOY-10": ("tests/games/test_toy.py::test_toy_10_ten",),
        "TOY-4": ("tests/games/test_toy.py::TestTurns::test_toy_4",),
    }


def step(kind: str, *rules: str) -> Step:
    return Step(
        name=f"a {kind}",
        title="",
        kind=kind,
        rules=rules,
        say="",
        position="",
        players=(),
        look=(),
        plays=(),
        question=None,
    )


def test_a_step_that_only_says_a_rule_does_not_teach_it() -> None:
    steps = [step("say", "TOY-1"), step("show", "TOY-2"), step("auto", "TOY-3", "TOY-2")]
    assert taught([*steps, step("ask", "TOY-4")]) == {
        "TOY-2": ("a show", "a auto"),
        "TOY-3": ("a auto",),
        "TOY-4": ("a ask",),
    }


def toys(*, tests: bool = True) -> list[Row]:
    """A row without a gap, a row with one in each column, and one that the page doesn't have."""
    titles = {"TOY-2": "Two", "TOY-10": "Ten"}
    code = {"TOY-2": ("a",), "TOY-11": ("a", "b")}
    steps = {"TOY-2": ("one", "two")}
    return joined("shut-the-box", titles, code, {"TOY-2": ("t",)} if tests else None, steps)


def test_rules_stand_by_number_with_those_that_only_code_tests_or_lessons_name() -> None:
    assert [row.id for row in toys()] == ["TOY-2", "TOY-10", "TOY-11"]
    for more in ({"TOY-3": ("x",)}, {"TOY-11": ("x",)}):
        assert {row.id for row in joined("", {}, {}, more, {})} == set(more)
        assert {row.id for row in joined("", {}, {}, {}, more)} == set(more)


def test_each_gap_is_named() -> None:
    assert gaps(toys()) == [
        "TOY-10: no code, no test, no step",
        "TOY-11: not on the page, no test, no step",
    ]
    lines = as_text(toys()).splitlines()
    assert [re.split("  +", line) for line in lines[2:5]] == [
        ["TOY-2", "Two", "code 1", "tests 1", "steps 2"],
        ["TOY-10", "Ten", "no code", "no test", "no step"],
        ["TOY-11", "not on the page", "code 2", "no test", "no step"],
    ]
    assert lines[-1] == "3 rules: 2 stated, 2 enforced, 1 proved, 1 taught"


def test_the_table_is_within_78_columns() -> None:
    for game in GAMES:
        for tests in (TESTS, None):
            table = as_text(covered(game, tests))
            assert max(map(len, table.splitlines())) <= 78
            assert all(rule.title in table for rule in rules_page(game).rules)


def test_away_from_a_checkout_no_test_is_missed_and_the_table_says_what_it_needs() -> None:
    rows = toys(tests=False)
    assert gaps(rows) == ["TOY-10: no code, no step", "TOY-11: not on the page, no step"]
    assert as_json(rows)[0] == {
        "id": "TOY-2",
        "game": "shut-the-box",
        "code": ("a",),
        "tests": None,
        "steps": ("one", "two"),
        "page": "Two",
    }
    table = as_text(rows)
    assert " ".join(table.split()).endswith(NEEDS_CHECKOUT)
    assert "proved" not in table
    assert NEEDS_CHECKOUT not in " ".join(as_text(toys()).split())


def test_a_checkout_has_a_pyproject_and_tests_beside_the_package(tmp_path: Path) -> None:
    source = tmp_path / "boxtui" / "coverage.py"
    assert checkout(source) is None
    project = write(tmp_path / "pyproject.toml", "")
    assert checkout(source) is None
    write(tmp_path / "tests" / "test_toy.py", "")
    assert checkout(source) == tmp_path
    project.unlink()
    assert checkout(source) is None


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the four packages as plain sources, and nothing else."""
    for package in (boxtui, ai, tutorials, saves):
        source = Path(str(package.__file__)).parent
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(source, tmp_path / "site" / source.name, ignore=ignored)
    return tmp_path / "site"


def rules(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boxtui", "rules", *words],
        cwd=site,
        env={**PLAIN, **folders(site.parent)},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )


def test_the_command_prints_all_games_and_reads_tests_only_in_a_checkout(site: Path) -> None:
    away = rules(site, "--coverage", "--json")
    assert away.stderr == f"boxtui: {NEEDS_CHECKOUT}\n"
    rows = json.loads(away.stdout)
    assert {row["game"] for row in rows} == set(GAMES)
    assert {row["tests"] for row in rows} == {None}
    shutil.copytree(TESTS, site / "tests")
    shutil.copy(TESTS.parent / "pyproject.toml", site)
    whole = rules(site, "--coverage", "--json", "shut-the-box")
    assert (whole.returncode, whole.stderr) == (0, "")
    assert json.loads(whole.stdout) == json.loads(
        json.dumps(as_json(covered("shut-the-box", TESTS)))
    )


def test_the_command_fails_on_a_gap_and_names_it(site: Path) -> None:
    assert rules(site, "--coverage").returncode == 0
    with (site / "tutorials" / "rulebook" / "shut-the-box.md").open("a") as page:
        page.write("\n## STB-99 Made up\nNo code knows of it.\n")
    failed = rules(site, "--coverage", "shut-the-box")
    assert failed.returncode == 1
    (line,) = [line for line in failed.stdout.splitlines() if "STB-99" in line]
    assert re.split("  +", line) == ["STB-99", "Made up", "no code", "tests ?", "no step"]


@pytest.mark.parametrize(
    ("words", "says"), [(("--coverage", "chess"), "no game 'chess'"), (("--json",), "--coverage")]
)
def test_wrong_usage_is_refused_with_a_sentence(
    site: Path, words: tuple[str, ...], says: str
) -> None:
    refused = rules(site, *words)
    assert refused.returncode == 2
    assert says in refused.stderr
    assert refused.stderr.count("\n") == 1
