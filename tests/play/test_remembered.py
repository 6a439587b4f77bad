"""The last setup of each game: written whole, and replaced by the defaults if it is wrong."""

from pathlib import Path

import pytest

from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.play import remembered
from boxtui.play.match import HUMAN

BOX = GAMES["box"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_setup_is_read_as_it_was_written(tmp_path: Path, game: Game) -> None:
    file = tmp_path / "setups" / f"{game.key}.toml"
    assert remembered.read(file, game) == (remembered.usual(game), "")
    last = {option.key: option.choices[-1] for option in game.options if not option.carried}
    options = game.with_defaults(last)
    assert remembered.write(file, game, ["level5", HUMAN], options) == ""
    found = remembered.Remembered(["level5", HUMAN], options)
    assert remembered.read(file, game) == (found, "")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    "text",
    [
        "players = [",
        "players = 3",
        'players = ["human"]',
        'players = ["human", "nobody"]',
        'players = ["human", [1]]',
        'players = ["human", "level1"]\noptions = 3',
        'players = ["human", "level1"]\n[options]\nsize = 7000',
        'players = ["human", "level1"]\n[options]\nunknown = 1',
    ],
)
def test_a_wrong_file_is_named_and_the_defaults_are_offered(tmp_path: Path, text: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(text)
    found, complaint = remembered.read(file, BOX)
    assert found == remembered.usual(BOX)
    assert complaint.startswith("The setup starts with the defaults: ")
    assert str(file) in complaint
