"""What the command line understands: its commands, their options, and what help says of them."""

import argparse
import os
from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING

from boxtui import arguments
from boxtui.games import GAMES

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

Run = Callable[[argparse.Namespace], int]
"""Does what a command is asked for; its exit code."""

_PLAINLY = "as lines of text with prompts; needs no terminal"


def parser(runs: Mapping[str, Run], version: str) -> argparse.ArgumentParser:
    """What the command understands; `runs` are what its commands do, "" is none."""
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
    _add_agents(commands, runs)
    _add_saves(commands, runs)
    _add_odds(commands, runs)
    return top


def _command(
    commands: "Commands", name: str, says: str, runs: Mapping[str, Run]
) -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
    made.set_defaults(run=runs[name])
    return made


def _add_games(commands: "Commands", runs: Mapping[str, Run]) -> None:
    games = f"one of: {', '.join(GAMES)}"
    play = _command(commands, "play", "set up a new game", runs)
    play.add_argument("game", help=games)
    play.add_argument("--seed", type=arguments.seed, help="of the dice or cards; else drawn by lot")
    learn = _command(commands, "learn", "take a game's lesson, or solve positions", runs)
    learn.add_argument("game", nargs="?", help=f"{games}; else all lessons are listed")
    learn.add_argument(
        "--practice",
        type=arguments.count,
        nargs="?",
        const=0,
        metavar="NUMBER",
        help="positions to solve, from that number on or from one drawn by lot",
    )
    resume = _command(commands, "resume", "take up the game played last, or a save", runs)
    resume.add_argument("name", nargs="?", help="the name of a save, as `boxtui saves list` has it")
    for command in (play, learn, resume):
        # Without a default of its own: it may stand before the command, too.
        command.add_argument(
            "--plain", action="store_true", default=argparse.SUPPRESS, help=_PLAINLY
        )
    rules = _command(commands, "rules", "print the rules of a game", runs)
    rules.add_argument("game", nargs="?", help=games)
    rules.add_argument(
        "--coverage", action="store_true", help="where each rule is in code, tests and lessons"
    )
    rules.add_argument("--json", action="store_true", help="the coverage as JSON")


def _add_agents(commands: "Commands", runs: Mapping[str, Run]) -> None:
    watch = _command(commands, "watch", "let agents play each other, as plain lines", runs)
    arena = _command(commands, "arena", "measure how often an agent beats others", runs)
    for command, seats, games in ((watch, "level5,level1", 1), (arena, "level5,level4", 400)):
        command.add_argument("game", help=f"one of: {', '.join(GAMES)}")
        command.add_argument(
            "--seats", default=seats, help=f"agents, as in {seats}; uct:500 has 500 iterations"
        )
        command.add_argument("--games", type=arguments.count, default=games, help="how many games")
        command.add_argument("--seed", type=arguments.seed, default=1, help="of dice and cards")
        command.add_argument(
            "--option", action="append", default=[], metavar="KEY=VALUE", help="as in scoring=sum"
        )
    arena.add_argument(
        "--minutes", type=arguments.minutes, default=inf, help="begin no more games after that"
    )
    processors = os.cpu_count() or 1
    arena.add_argument(
        "--workers", type=arguments.count, default=processors, help="how many processes play"
    )
    arena.add_argument("--all", action="store_true", help="go on when it is clear who is better")
    arena.add_argument("--json", action="store_true", help="as JSON")


def _add_saves(commands: "Commands", runs: Mapping[str, Run]) -> None:
    saves = _command(commands, "saves", "list, show, export, import or remove saves", runs)
    parts = saves.add_subparsers(metavar="PART", required=True, dest="part")
    parts.add_parser("list", help="every save, newest first")
    for part, says in (
        ("show", "a save's moves as text"),
        ("export", "a save as a text record"),
        ("remove", "delete a save"),
    ):
        parts.add_parser(part, help=says).add_argument("name", help="the save's name")
    parts.add_parser("import", help="make a save of a text record").add_argument(
        "file", help="the record, or - for standard input"
    )


def _add_odds(commands: "Commands", runs: Mapping[str, Run]) -> None:
    odds = _command(commands, "odds", "the exact figures of Shut-the-Box", runs)
    odds.add_argument("game", nargs="?", default="shut-the-box", help="shut-the-box")
    odds.add_argument("--players", type=arguments.count, default=1, help="how many play")
    odds.add_argument("--scoring", choices=("digits", "sum"), default="digits")
    odds.add_argument("--stakes", action="store_true", help="pub stakes")
    odds.add_argument("--up", type=arguments.numbers, help="the tiles that are up, as in 1,4,7")
    odds.add_argument("--scores", type=arguments.numbers, default=[], help="of the seats before")
    odds.add_argument("--json", action="store_true", help="as JSON")
    grid = _command(commands, "grid", "print the grid of Box, for play on paper", runs)
    grid.add_argument("--size", type=arguments.count, default=10, help="squares a side")
    grid.add_argument("--svg", metavar="FILE", help="as a page in that file")
    levels = _command(commands, "levels", "how strong the levels are, computed exactly", runs)
    levels.add_argument("game", nargs="?", default="shut-the-box", help="shut-the-box")
    levels.add_argument("--json", action="store_true", help="as JSON")
