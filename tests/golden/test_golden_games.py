"""Whole games compared with reviewed texts; and no text that is compared is forgotten."""

from pathlib import Path

import pytest
from golden import TEXTS
from golden_games import FOLDER, GOLDEN, play

from boxtui.games import GAMES

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_whole_game_runs_as_it_did(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    assert file.exists(), "make golden"
    assert play(name) == file.read_text()


def test_every_game_has_a_golden_game() -> None:
    assert {key for key, _, _ in GOLDEN.values()} == set(GAMES)


def test_every_text_that_tests_compare_is_written_again_by_make_golden() -> None:
    texts = {file for file in TESTS.rglob("*.txt") if file.parent.name != "fixtures"}
    assert texts == {*TEXTS}, "make golden"
