"""README.md names commands that exist, and shows a picture of every game."""

import re
import shlex
from pathlib import Path

import pytest
from pictures import PICTURES, page

from boxtui.commands.main import command_parser
from boxtui.games import GAMES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    (boxtui .*?)(?: {2,}.*| #.*| [|>].*)?$", README, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_line_accepts_every_command_in_the_documents(command: str) -> None:
    asked = command_parser().parse_args(shlex.split(command)[1:])
    assert callable(asked.run)


def test_the_commands_of_the_text_are_found() -> None:
    assert {"boxtui resume", "boxtui saves list", "boxtui complete fish"} <= set(COMMANDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_picture(game: str) -> None:
    picture = f"docs/pictures/{game}-80x24-dark.svg"
    assert picture in README
    assert (ROOT / picture).read_text("utf-8").startswith("<svg")
    assert game in PICTURES


def test_the_page_of_pictures_shows_every_picture_and_is_what_the_tool_writes() -> None:
    written = (ROOT / "docs/pictures.md").read_text("utf-8")
    assert written == page()
    shown = re.findall(r"\(pictures/(.+\.svg)\)", written)
    assert {file.name for file in (ROOT / "docs/pictures").iterdir()} == set(shown)


def test_every_link_to_a_file_leads_to_an_existing_file() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    for each in pages:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", each.read_text("utf-8")):
            assert (each.parent / link).exists(), f"{each.name}: {link}"
