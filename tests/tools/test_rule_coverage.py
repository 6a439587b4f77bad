"""Every rule is enforced, tested, taught and documented, and the tool that checks this works."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import rule_coverage
from rule_coverage import as_text, covered, gaps, main

from boxtui.games import GAMES
from tutorials.lesson import lesson_of
from tutorials.pages import rules_page

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_enforced_tested_taught_and_stated_in_78_columns(game: str) -> None:
    rows, rules = covered(game, TESTS), rules_page(game).rules
    assert {rule.number for rule in rules} <= {row.id for row in rows}
    assert gaps(rows) == []
    table = as_text(game, rows)
    assert max(map(len, table.splitlines())) <= 78
    assert all(rule.title in table for rule in rules)


LOCAL = """
def test_local():
    def test_stb_10_local(): ...


class Turns:
    def test_stb_10_of_no_collected_class(self): ...


class TestTurns:
    def test_stb_20(self): ...
"""


def test_each_gap_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module's docstring, a comment, a local test, a claim without answers don't count."""
    code, tests = tmp_path / "boxtui" / "games", tmp_path / "tests"
    shutil.copytree(rule_coverage.RULES_CORE, code)
    shutil.copytree(TESTS / "games", tests / "games")
    state = code / "shut_the_box" / "state.py"
    text = state.read_text().replace("STB-2:", "").replace("rules STB-1 to", "rules STB-2 to")
    state.write_text(f"{text}\n# STB-2\nNAME = 'STB-2'\n")
    claims = tests / "games" / "shut_the_box" / "said.txt"
    claims.write_text(claims.read_text().replace("# STB-10:", "# STB-10: none\n\n# then"))
    (tests / "test_more.py").write_text(LOCAL)
    lesson = lesson_of("shut-the-box")
    steps = [replace(each, kind="say") if "STB-9" in each.rules else each for each in lesson.steps]
    monkeypatch.setattr(rule_coverage, "RULES_CORE", code)
    monkeypatch.setattr(rule_coverage, "lesson_of", lambda _: replace(lesson, steps=tuple(steps)))
    rows = covered("shut-the-box", tests)
    assert gaps(rows) == [
        "STB-2: no code",
        "STB-9: no step",
        "STB-10: no test",
        "STB-20: not on the page, no code, no step",
    ]
    table = as_text("shut-the-box", rows)
    assert [re.split("  +", line) for line in table.splitlines() if "STB-20" in line] == [
        ["STB-20", "not on the page", "no code", "tests 1", "no step"]
    ]
    assert table.endswith("20 rules: 19 stated, 18 enforced, 19 proved, 18 taught")


def test_rules_of_a_game_without_a_lesson_are_taught_by_no_step_and_why_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rule_coverage.lesson_of", lambda game: lesson_of(f"no-{game}"))
    assert main(["box"]) == 1
    printed = capsys.readouterr()
    assert "no step" in printed.out
    assert printed.err.count("\n") == 1
    assert "lesson.toml" in printed.err


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
