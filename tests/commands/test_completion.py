"""Word completion: the words boxtui offers, and the shells that ask for them."""

import sys
from pathlib import Path
from shutil import which

import answers
import pytest
from played import folders, ran
from pty_terminal import PLAIN

from ai.levels import ROSTERS
from boxtui.commands.completion import answer, candidates
from boxtui.commands.parser import TRAINED, command_parser
from boxtui.games import GAMES

SAVE = "kimbo-20261121-120000"


def in_shell(home: Path, *command: str) -> str:
    """Return what a shell that has the command `boxtui` prints."""
    boxtui = home / "bin" / "boxtui"
    boxtui.parent.mkdir(exist_ok=True)
    boxtui.write_text(f'#!/bin/sh\nexec {sys.executable} -m boxtui "$@"\n')
    boxtui.chmod(0o755)
    env = {**PLAIN, **folders(home), "PATH": f"{boxtui.parent}:{PLAIN['PATH']}"}
    done = ran(command, env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def script_of(shell: str, home: Path) -> Path:
    script = home / f"completion.{shell}"
    script.write_text(in_shell(home, "boxtui", "complete", shell))
    return script


@pytest.mark.parametrize(("typed", "words"), answers.cases("commands/completed.txt"))
def test_a_word_is_completed_to_what_is_accepted(typed: str, words: str) -> None:
    assert answers.completed(typed) == words, "make golden"


def test_the_games_that_can_be_trained_are_those_with_something_to_learn() -> None:
    assert list(TRAINED) == [key for key in GAMES if ROSTERS[key].values or ROSTERS[key].policy]


def test_every_command_is_offered_with_its_description_from_the_help() -> None:
    told = dict(candidates(command_parser(), [""]))
    help_text = command_parser().format_help()
    for command, says in told.items():
        assert f"    {command} " in help_text
        assert says.endswith(".")
    assert len(told) > 10


def test_every_word_is_a_line_with_its_description_if_the_shell_shows_descriptions() -> None:
    found = [("a:b", "what it is"), ("c", "")]
    assert answer("bash", found) == ["a:b", "c"]
    assert answer("zsh", found) == [r"a\:b:what it is", "c:"]
    assert answer("fish", found) == ["a:b\twhat it is", "c\t"]


def test_bash_completes_commands_games_options_saves_and_files(tmp_path: Path) -> None:
    (tmp_path / "data" / "boxtui" / "saves").mkdir(parents=True)
    for name in (SAVE, "my game", "k$(ls)", "k;ls", "k\nls"):  # bash would take them for commands
        (tmp_path / "data" / "boxtui" / "saves" / f"{name}.box").touch()
    asks = f"""
        . {script_of("bash", tmp_path)}
        compopt() {{ COMPREPLY=("$*"); }}  # only works while somebody types
        complete -p boxtui
        complete_words() {{
            COMP_WORDS=(boxtui "$@") COMP_CWORD=$#
            _boxtui boxtui
            echo "${{COMPREPLY[@]}}"
        }}
        complete_words pla
        complete_words play ''
        complete_words play box --
        complete_words saves remove k
        complete_words saves remove m
        complete_words saves rename 'my\\ g'
        complete_words review k
        complete_words saves import x
        complete_words train box --folder x
        complete_words play box --seed ''
    """
    assert in_shell(tmp_path, "bash", "--norc", "--noprofile", "-c", asks).splitlines() == [
        "complete -F _boxtui boxtui",
        "play",
        " ".join(GAMES),
        "--help --seed --tutor --plain",
        SAVE,
        r"my\ game",
        r"my\ game",
        f"kimbo {SAVE}",
        "-o default",
        "-o dirnames",
        "",
    ]


def test_a_bash_without_compopt_completes_files_and_shows_no_error(tmp_path: Path) -> None:
    """As that of macOS."""
    asks = f"""
        enable -n compopt
        . {script_of("bash", tmp_path)}
        complete -p boxtui
        COMP_WORDS=(boxtui saves import x) COMP_CWORD=3
        _boxtui boxtui 2>&1
        echo "${{#COMPREPLY[@]}}"
    """
    assert in_shell(tmp_path, "bash", "--norc", "--noprofile", "-c", asks).splitlines() == [
        "complete -o default -F _boxtui boxtui",
        "0",
    ]


@pytest.mark.skipif(which("zsh") is None, reason="there is no zsh here")
def test_zsh_reads_its_script(tmp_path: Path) -> None:
    assert in_shell(tmp_path, "zsh", "-n", str(script_of("zsh", tmp_path))) == ""


@pytest.mark.skipif(which("fish") is None, reason="there is no fish here")
def test_fish_completes_commands_games_and_files(tmp_path: Path) -> None:
    script = script_of("fish", tmp_path)
    begun = str(script)[:-3]
    asked = ["pl", f"saves import {begun}", f"train box --folder {tmp_path}/b", "play box --seed "]
    asks = "; ".join([f"source {script}", *(f"complete -C 'boxtui {words}'" for words in asked)])
    told = in_shell(tmp_path, "fish", "--no-config", "-c", asks).splitlines()
    found = [line.partition("\t")[0] for line in told]
    assert found == ["play", str(script), f"{tmp_path}/bin/"]
