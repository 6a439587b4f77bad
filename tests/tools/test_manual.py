"""Documentation of the commands: the manual page and the help."""

import argparse
import re
import subprocess
from collections.abc import Iterator
from shutil import which

import pytest
from manual_page import FILE, page, parts_of

from boxtui.commands.main import command_parser
from boxtui.games import GAMES


def every_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for part in parts_of(parser).values():
        yield from every_parser(part)


PARSERS = {parser.prog: parser for parser in every_parser(command_parser())}


def test_the_manual_page_agrees_with_the_parser() -> None:
    assert FILE.read_text("utf-8") == page(), "make written"


def test_the_manual_page_names_every_command_option_and_game() -> None:
    text = page().replace(r"\-", "-")
    for parser in PARSERS.values():
        assert parser.prog in text
        words = {word for action in parser._actions for word in action.option_strings}
        assert all(word in text for word in words - {"-h", "--help"})
    assert all(f"\\fB{key}\\fR" in text for key in GAMES)


@pytest.mark.skipif(which("groff") is None, reason="there is no groff here")
def test_groff_sets_the_manual_page_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-rLL=78n", str(FILE)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", shown.stdout)
    assert "boxtui saves import [-h] FILE" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("prog", PARSERS)
def test_help_describes_everything_within_80_columns(
    prog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    parser = PARSERS[prog]
    assert max(map(len, parser.format_help().splitlines())) <= 80
    assert parser.description
    for action in parser._actions:
        assert action.help or isinstance(action, argparse._SubParsersAction)
