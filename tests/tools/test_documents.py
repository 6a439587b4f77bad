"""The documents agree with the commands, games and colors as they are now."""

import argparse
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import games_page
import manual_page
import palette_figures
import pictures
import pytest
from per_game import line_for

from boxtui.commands.parser import command_parser
from boxtui.commands.runs import RUNS
from boxtui.core import Game
from boxtui.games import GAMES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^    (boxtui .*?)(?: {2,}.*| #.*| [|>].*)?$", README, re.MULTILINE)


def every_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for part in manual_page.subcommands_of(parser).values():
        yield from every_parser(part)


PARSERS = {parser.prog: parser for parser in every_parser(command_parser())}


def test_the_written_pages_are_what_the_tools_write() -> None:
    page = games_page.FILE.read_text("utf-8")
    assert games_page.written(page) == page, "make written"
    assert manual_page.FILE.read_text("utf-8") == manual_page.page(), "make written"
    palette = palette_figures.FILE.read_text("utf-8").splitlines()
    assert palette == list(palette_figures.page()), "make palette"
    shown = (ROOT / "docs/pictures.md").read_text("utf-8")
    assert shown == pictures.page()
    files = {file.name for file in (ROOT / "docs/pictures").iterdir()}
    assert files == set(re.findall(r"\(pictures/(.+\.svg)\)", shown))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_pictures_and_one_of_at_most_20_rows(game: Game) -> None:
    _, heading, part = games_page.FILE.read_text("utf-8").partition(f"### {game.title}\n")
    assert heading, "make written"
    assert 3 < len(part.split("```\n")[1].splitlines()) <= games_page.ROWS
    picture = f"docs/pictures/{game.key}-80x24-dark.svg"
    assert picture in README, f"show {picture} in README.md"
    line_for(game.key, pictures.PICTURES, "PICTURES of tools/pictures.py, then make pictures")
    assert (ROOT / picture).read_text("utf-8").startswith("<svg")


def test_the_manual_page_names_every_command_option_and_game() -> None:
    text = manual_page.page().replace(r"\-", "-")
    for parser in PARSERS.values():
        assert parser.prog in text
        words = {word for action in parser._actions for word in action.option_strings}
        assert all(word in text for word in words - {"-h", "--help"})
    assert all(f"\\fB{key}\\fR" in text for key in GAMES)


@pytest.mark.skipif(which("groff") is None, reason="there is no groff here")
def test_groff_sets_the_manual_page_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-rLL=78n", str(manual_page.FILE)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", shown.stdout)
    assert "boxtui saves import [-h] FILE" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("prog", PARSERS)
def test_help_describes_all_within_80_columns(prog: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    parser = PARSERS[prog]
    assert max(map(len, parser.format_help().splitlines())) <= 80
    assert parser.description
    for action in parser._actions:
        assert action.help or isinstance(action, argparse._SubParsersAction)


def test_the_command_line_accepts_every_command_in_the_documents() -> None:
    assert {"boxtui resume", "boxtui saves list", "boxtui complete fish"} <= set(COMMANDS)
    for command in COMMANDS:
        asked = command_parser().parse_args(shlex.split(command)[1:])
        assert asked.command in RUNS, command


def test_every_link_to_a_file_leads_to_an_existing_file() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    for each in pages:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", each.read_text("utf-8")):
            assert (each.parent / link).exists(), f"{each.name}: {link}"
