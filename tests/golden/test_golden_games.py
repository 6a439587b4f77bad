"""Whole games, move by move, compared with reviewed texts."""

import pytest
from golden_games import FOLDER, GOLDEN, play

from boxtui.games import GAMES


@pytest.mark.parametrize("name", GOLDEN)
def test_a_whole_game_runs_as_it_did(name: str) -> None:
    assert play(name) == (FOLDER / f"{name}.txt").read_text()


def test_every_game_has_a_golden_game_and_every_file_is_one() -> None:
    assert {key for key, _, _ in GOLDEN.values()} == set(GAMES)
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GOLDEN)
