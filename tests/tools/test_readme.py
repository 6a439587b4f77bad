"""README.md's instructions, and the games that it shows."""

import re
import shlex

import pytest
from readme_games import FILE, ROWS, written

from boxtui.commands.main import understood
from boxtui.games import GAMES

README = FILE.read_text("utf-8")
COMMANDS = re.findall(r"^    (boxtui .*?)(?: {2,}.*| #.*| [|>].*)?$", README, re.MULTILINE)


def test_the_games_are_shown_as_they_are_now() -> None:
    assert written(README) == README, "make written"


def test_there_is_a_picture_of_every_game_of_twenty_rows_at_most() -> None:
    for game in GAMES.values():
        part = README.partition(f"### {game.title}\n")[2]
        picture = part.split("```\n")[1]
        assert 3 < len(picture.splitlines()) <= ROWS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_that_the_command_line_takes(command: str) -> None:
    asked = understood().parse_args(shlex.split(command)[1:])
    assert callable(asked.run)


def test_the_commands_of_the_text_are_found() -> None:
    assert {"boxtui resume", "boxtui saves list", "boxtui complete fish"} <= set(COMMANDS)
