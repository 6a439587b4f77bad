"""The parser of the command line: its commands, their options and their help."""

import argparse
import os
from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING, Final

from boxtui.games import GAMES
from boxtui.games.box.board import SIZES
from boxtui.play import arguments

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

Run = Callable[[argparse.Namespace], int]
"""Runs a command and returns its exit code."""

_PLAINLY: Final = "as lines of text with prompts; needs no terminal"
_GAMES: Final = f"one of: {', '.join(GAMES)}"
_NAMED: Final = "its name, as `boxtui saves list` has it"

GAME: Final = "GAME"
SAVE: Final = "SAVE"
FILE: Final = "FILE"
"""How the usage names an argument that is a game's key, a save's name or a file's name.

A metavar in small letters stands for itself.
"""

SHELLS: Final = ("bash", "zsh", "fish")
"""The shells that words can be completed in."""


def parser(runs: Mapping[str, Run], version: str) -> argparse.ArgumentParser:
    """Return the parser; `runs` has the function of each command, "" of none."""
    top = argparse.ArgumentParser(
        prog="boxtui",
        description="Learn and play board games against the computer, in a terminal.",
        epilog="Without a command the menu opens. Exit codes: 0 good, 1 it failed, 2 wrong usage, "
        "3 a save can't be read, 4 the terminal can't serve, 128 + n signal n.",
    )
    top.add_argument("--version", action="version", version=version)
    top.add_argument("--plain", action="store_true", help=f"the menu {_PLAINLY}")
    top.set_defaults(run=runs[""])
    commands = top.add_subparsers(metavar="COMMAND", title="commands")
    _add_games(commands, runs)
    _add_rules(commands, runs)
    _add_agents(commands, runs)
    _add_saves(commands, runs)
    _add_odds(commands, runs)
    _add_grid(commands, runs)
    _add_complete(commands, runs)
    return top


def _command(
    commands: "Commands", name: str, says: str, runs: Mapping[str, Run]
) -> argparse.ArgumentParser:
    made = _part(commands, name, says)
    made.set_defaults(run=runs[name])
    return made


def _part(commands: "Commands", name: str, says: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")


def _add_games(commands: "Commands", runs: Mapping[str, Run]) -> None:
    play = _command(commands, "play", "set up a new game", runs)
    play.add_argument("game", metavar=GAME, help=_GAMES)
    says = "the same number has the same dice or cards fall; else it is drawn by lot"
    play.add_argument("--seed", type=arguments.seed, metavar="NUMBER", help=says)
    learn = _command(commands, "learn", "take a game's lesson, or solve positions", runs)
    says = f"{_GAMES}; else all lessons are listed"
    learn.add_argument("game", nargs="?", metavar=GAME, help=says)
    says = "positions to solve, from that number on or from one drawn by lot"
    learn.add_argument(
        "--practice", type=arguments.count, nargs="?", const=0, metavar="NUMBER", help=says
    )
    resume = _command(commands, "resume", "take up the game played last, or a save", runs)
    resume.add_argument("name", nargs="?", metavar=SAVE, help=_NAMED)
    for command in (play, learn, resume):
        # No default here: the option may also stand before the command.
        command.add_argument(
            "--plain", action="store_true", default=argparse.SUPPRESS, help=_PLAINLY
        )


def _add_rules(commands: "Commands", runs: Mapping[str, Run]) -> None:
    rules = _command(commands, "rules", "print the rules of a game", runs)
    rules.add_argument("game", nargs="?", metavar=GAME, help=_GAMES)


def _add_agents(commands: "Commands", runs: Mapping[str, Run]) -> None:
    watch = _command(commands, "watch", "let agents play each other, as plain lines", runs)
    _add_contest(watch, "level5,level1", 1)
    arena = _command(commands, "arena", "measure how often an agent beats others", runs)
    _add_contest(arena, "level5,level4", 400)
    arena.add_argument(
        "--minutes",
        type=arguments.minutes,
        default=inf,
        metavar="NUMBER",
        help="begin no more games after that",
    )
    arena.add_argument(
        "--workers",
        type=arguments.count,
        default=os.cpu_count() or 1,
        metavar="NUMBER",
        help="how many processes play, else one a processor",
    )
    arena.add_argument("--all", action="store_true", help="go on when it is clear who is better")
    arena.add_argument("--json", action="store_true", help="as JSON")


def _add_contest(command: argparse.ArgumentParser, seats: str, games: int) -> None:
    """Add who plays what, how often and with which seed."""
    command.add_argument("game", metavar=GAME, help=_GAMES)
    says = f"who plays, else {seats}; uct:500 has 500 iterations"
    command.add_argument("--seats", default=seats, metavar="AGENTS", help=says)
    says = f"how many games, else {games}"
    command.add_argument(
        "--games", type=arguments.count, default=games, metavar="NUMBER", help=says
    )
    says = "of dice, cards and openings, else 1"
    command.add_argument("--seed", type=arguments.seed, default=1, metavar="NUMBER", help=says)
    says = "of the game, as in scoring=sum; can be given again"
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=says)


def _add_saves(commands: "Commands", runs: Mapping[str, Run]) -> None:
    saves = _command(commands, "saves", "list, show, export, import or remove saves", runs)
    parts = saves.add_subparsers(metavar="PART", required=True, dest="part", title="parts")
    _part(parts, "list", "list every save, newest first")
    for name, says in (
        ("show", "print a save's moves as text"),
        ("export", "print a save as a text record"),
        ("remove", "delete a save"),
    ):
        _part(parts, name, says).add_argument("name", metavar=SAVE, help=_NAMED)
    _part(parts, "import", "make a save of a text record").add_argument(
        "file", metavar=FILE, help="the record, or - for standard input"
    )


def _add_odds(commands: "Commands", runs: Mapping[str, Run]) -> None:
    odds = _command(commands, "odds", "print the exact figures of Shut-the-Box", runs)
    _add_solved(odds)
    says = "how many play, else 1"
    odds.add_argument("--players", type=arguments.count, default=1, metavar="NUMBER", help=says)
    says = "what is up read as one number, or added up; else digits"
    odds.add_argument("--scoring", choices=("digits", "sum"), default="digits", help=says)
    odds.add_argument("--stakes", action="store_true", help="with pub stakes")
    says = "in a turn with these tiles up, as in 1,4,7"
    odds.add_argument("--up", type=arguments.numbers, metavar="TILES", help=says)
    says = "of the seats whose turns are over, as in 145,79"
    odds.add_argument("--scores", type=arguments.numbers, default=[], metavar="NUMBERS", help=says)
    odds.add_argument("--json", action="store_true", help="as JSON")
    levels = _command(commands, "levels", "compute how strong the levels are", runs)
    _add_solved(levels)
    levels.add_argument("--json", action="store_true", help="as JSON")


def _add_grid(commands: "Commands", runs: Mapping[str, Run]) -> None:
    grid = _command(commands, "grid", "print the grid of Box, for play on paper", runs)
    says = f"squares a side, else 10: {', '.join(map(str, SIZES))}"
    grid.add_argument("--size", type=arguments.count, default=10, metavar="NUMBER", help=says)
    grid.add_argument("--svg", metavar=FILE, help="write a page for a printer to that file")


def _add_solved(command: argparse.ArgumentParser) -> None:
    """Add the game that exact figures are for: the only one that is solved."""
    solved = "shut-the-box"
    command.add_argument(
        "game", nargs="?", default=solved, metavar=solved, help="the one game that is solved"
    )


def _add_complete(commands: "Commands", runs: Mapping[str, Run]) -> None:
    complete = _command(commands, "complete", "make a shell complete these words", runs)
    complete.add_argument("shell", choices=SHELLS, help="whose script is printed")
    complete.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="WORD",
        help="behind --, what was typed so far: what its last word may become is printed instead",
    )
