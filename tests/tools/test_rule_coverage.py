"""Every rule is enforced, tested, taught and documented, and the tool that checks this works."""

import re
from pathlib import Path
from typing import Any

import pytest
from rule_coverage import Row, as_text, covered, enforced, gaps, joined, main, proved, taught

from boxtui.games import GAMES
from tutorials.lesson import Step
from tutorials.pages import rules_page

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_enforced_tested_taught_and_stated_in_78_columns(game: str) -> None:
    rows, rules = covered(game, TESTS), rules_page(game).rules
    assert {rule.number for rule in rules} <= {row.id for row in rows}
    assert gaps(rows) == []
    table = as_text(rows)
    assert max(map(len, table.splitlines())) <= 78
    assert all(rule.title in table for rule in rules)


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


def test_a_test_counts_by_its_name_and_what_is_said_by_its_claim(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    write(tests / "games" / "test_toy.py", CLAIMS)
    write(tests / "test_more.py", "def test_toy_1_more(): pass")
    write(tests / "toy.py", "def test_toy_9_in_no_test_file(): pass")
    said = "# TOY-4: four\nTOY-5 x=1\n  'TOY-6' -> yes\n# of TOY-7: seven\n\n# TOY-8: nothing\n"
    write(tests / "games" / "said.txt", said + "\n# more\nTOY-9 x=1\n  '9' -> no\n")
    assert proved(tests, "TOY") == {
        "TOY-1": ("tests/games/test_toy.py::test_toy_1_one", "tests/test_more.py::test_toy_1_more"),
        "TOY-10": ("tests/games/test_toy.py::test_toy_10_ten",),
        "TOY-4": (
            "tests/games/test_toy.py::TestTurns::test_toy_4",
            "tests/games/said.txt: # TOY-4: four",
        ),
    }


def step(kind: str, *rules: str) -> Step:
    nothing: dict[str, Any] = dict.fromkeys(("title", "say", "position"), "")
    nothing |= dict.fromkeys(("players", "pointed_at", "plays"), ())
    return Step(name=f"a {kind}", kind=kind, rules=rules, question=None, moves=0, **nothing)


def test_a_step_that_only_says_a_rule_does_not_teach_it() -> None:
    steps = [step("say", "TOY-1"), step("show", "TOY-2"), step("auto", "TOY-3", "TOY-2")]
    assert taught([*steps, step("ask", "TOY-4")]) == {
        "TOY-2": ("a show", "a auto"),
        "TOY-3": ("a auto",),
        "TOY-4": ("a ask",),
    }


def toys() -> list[Row]:
    """Return a row without gaps, one with a gap in each column, and one that isn't on the page."""
    titles = {"TOY-2": "Two", "TOY-10": "Ten"}
    code = {"TOY-2": ("a",), "TOY-11": ("a", "b")}
    steps = {"TOY-2": ("one", "two")}
    return joined("shut-the-box", titles, code, {"TOY-2": ("t",)}, steps)


def test_rules_are_sorted_by_number_and_include_those_that_no_page_states() -> None:
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


def test_the_command_prints_these_games_or_all_and_fails_on_a_gap(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([]) == 0
    told = capsys.readouterr().out
    assert all(f"{game.title}\n" in told for game in GAMES.values())
    monkeypatch.setattr("rule_coverage.proved", lambda tests, prefix: {})
    assert main(["shut-the-box"]) == 1
    told = capsys.readouterr().out
    assert "Kimbo" not in told
    assert "no test" in told
