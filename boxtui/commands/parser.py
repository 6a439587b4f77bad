"""The parser of the command line: its commands, their options and their help."""

import argparse
import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from difflib import get_close_matches
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, Any, Final, NoReturn

from boxtui.commands import arguments
from boxtui.commands.outcome import USAGE, complain
from boxtui.commands.shells import SCRIPTS
from boxtui.games import GAMES
from boxtui.games.box.board import SIZES
from boxtui.games.shut_the_box.tiles import WORST
from boxtui.serve.limits import Limits
from boxtui.system.release import version_words
from boxtui.wording import listed, quoted, shortened
from saves.header import TUTOR_MODES

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction["Parser"]

_PLAIN: Final = "lines of text with prompts; works without a terminal"
_GAMES: Final = f"one of: {', '.join(GAMES)}"
TRAINED: Final = ("box", "kimbo", "free-the-box", "free-o")
"""The games with something to learn; their rosters are slow to import."""

_SOLVED: Final = "shut-the-box"

_NAMED: Final = "the name of a save, as listed by `boxtui saves list`"
_NAMED_OR_GAME: Final = f"{_NAMED}, or that of a game for its latest one"

GAME: Final = "GAME"
SAVE: Final = "SAVE"
SAVE_OR_GAME: Final = "SAVE|GAME"
FILE: Final = "FILE"
FOLDER: Final = "FOLDER"
"""How the usage names what is a game's key, or the name of a save, a file or a folder.

A metavar in small letters stands for itself.
"""


class Parser(argparse.ArgumentParser):
    """A parser that says in a sentence what is wrong, and where to read more.

    Its help raises OSError if it can't be written, which argparse would ignore.
    """

    _words: Sequence[str] = ()
    """The words that it parses, or has parsed."""

    top: "Parser"
    """The parser that has all commands."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._words = list(args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, which may repeat words as they were given, and exit.

        An unknown option is named first: its value may have been taken for something else.
        """
        wrong = self._unknown_option_words() or self._wrong_words(message)
        end = "" if wrong.endswith((".", "?")) else "."
        complain(f"{wrong}{end} See: {self.prog} --help", self.prog)
        raise SystemExit(USAGE)

    def _wrong_words(self, message: str) -> str:
        """Return what argparse says is wrong, in our words."""
        wrong = message.removeprefix("argument ")
        name, surplus, given = wrong.partition(": ignored explicit argument ")
        if surplus:
            value = ast.literal_eval(given)
            wrong = _takes_no_value(name.rpartition("/")[2], value or "=")
        if missing := wrong.partition(" required: ")[2]:
            named = (each for each in self._actions if missing == (each.metavar or each.dest))
            offered = "".join(map(_what_is_offered, named)) or self._hyphen_words()
            wrong = f"name the {' and the '.join(missing.split(', '))}{offered}"
        return wrong

    def _unknown_option_words(self) -> str:
        """Return that the first unknown option of a command is unknown; "" if all are known."""
        if any(self.commands()):  # the words are those of its commands, too
            return ""
        for word in takewhile("--".__ne__, self._words):
            name = word.partition("=")[0]
            if name.startswith("--") and not any(
                known.startswith(name) for known in self._option_string_actions
            ):
                return self._no_option_words(name)
        return ""

    def _no_option_words(self, name: str) -> str:
        """Return that there is no option of that name, and what may be meant."""
        owners = [f"`{each.prog}`" for each in self.top.commands() if each.has_option(name)]
        elsewhere = f" here; it belongs to {listed(owners)}" if owners else ""
        meant = elsewhere or _meant(name, self._option_string_actions) or self._hyphen_words()
        return f"there is no option {shortened(name)}{meant}"

    def refuse(self, unknown: str, words: Sequence[str]) -> NoReturn:
        """Print that one of the words is unknown, and exit."""
        if unknown.startswith("-"):
            self.error(self._no_option_words(unknown.partition("=")[0]))
        last = max(at for at, word in enumerate(words) if word == unknown)
        before = self._option_string_actions.get(words[last - 1]) if last else None
        if before is not None and before.nargs == 0:
            self.error(_takes_no_value(words[last - 1], unknown))
        self.error(f"unexpected argument {quoted(unknown)}")

    def _hyphen_words(self) -> str:
        """Return how to name a save that was taken for an option, as another sentence, or ""."""
        takes_save = any(action.metavar in (SAVE, SAVE_OR_GAME) for action in self._actions)
        options = [word for word in takewhile("--".__ne__, self._words) if word.startswith("-")]
        if takes_save and not all(map(self.has_option, options)):
            return ". Put -- before the name of a save that begins with a hyphen"
        return ""

    def has_option(self, name: str) -> bool:
        """Whether there is an option of that name."""
        return name in self._option_string_actions

    def commands(self) -> Iterator["Parser"]:
        """Yield the parsers of all commands."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from action.choices.values()

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what isn't one of the choices; argparse's own message has no suggestion."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            word = str(value)
            told = f"{quoted(word)} is not one of: {', '.join(names)}{_meant(word, names)}"
            if action.choices is TRAINED and word == _SOLVED:
                told = f"{word} is solved, so it has nothing to learn; choose {listed(names, 'or')}"
            if len(names) == 1:
                told = f"{quoted(word)} is not {names[0]}, {action.help}"
            raise argparse.ArgumentError(action if action.option_strings else None, told)

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        (file or sys.stdout).write(self.format_help())


def _takes_no_value(option: str, given: str) -> str:
    return f"{option} takes no value: leave out {quoted(given)}"


def _what_is_offered(action: argparse.Action) -> str:
    """Return what a required argument can be, to end a sentence, or ""."""
    if action.choices:
        return f", one of: {', '.join(action.choices)}"
    return f", {_GAMES}" if action.metavar == GAME else ""


def _meant(word: str, names: Iterable[str]) -> str:
    """Return which of the names the word may have been meant for, as another sentence, or ""."""
    near = get_close_matches(word, names, 1, 0.7)
    return f". Did you mean {near[0]}?" if near else ""


def command_parser() -> Parser:
    """Return the parser of the command line; its `command` is "" if none is given."""
    top = Parser(
        prog="boxtui",
        description="Learn and play board games against the computer, in a terminal.",
        epilog="Without a command the menu opens. Exit codes: 0 success, 1 failure, 2 wrong usage, "
        "3 unreadable save, 4 unsuitable terminal, 128 + n killed by signal n.",
    )
    top.add_argument("--version", action="version", version=version_words())
    top.add_argument("--plain", action="store_true", help=f"the menu as {_PLAIN}")
    top.set_defaults(command="", parser=top)
    commands = top.add_subparsers(metavar="COMMAND", title="commands")
    _add_games(commands)
    _add_rules(commands)
    _add_agents(commands)
    _add_training(commands)
    _add_review(commands)
    _add_saves(commands)
    _add_odds(commands)
    _add_grid(commands)
    _add_serve(commands)
    _add_complete(commands)
    _show_top(top, top)
    return top


def _show_top(parser: Parser, top: Parser) -> None:
    """Have a parser and its commands know the one that has all commands."""
    parser.top = top
    for each in parser.commands():
        _show_top(each, top)


def _command(commands: "Commands", name: str, text: str) -> Parser:
    made = _subcommand(commands, name, text)
    made.set_defaults(command=name)
    return made


def _subcommand(commands: "Commands", name: str, text: str) -> Parser:
    made = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    made.set_defaults(parser=made)
    return made


def _add_number(
    command: Parser,
    name: str,
    text: str,
    default: float | None = None,
    kind: Callable[[str], float] = arguments.count,
) -> None:
    """Add an option that takes a number; its help is the text, and its default if it has one."""
    shown = text if default is None else f"{text} (default: {default})"
    command.add_argument(name, type=kind, default=default, metavar="NUMBER", help=shown)


def _add_games(commands: "Commands") -> None:
    play = _command(commands, "play", "set up a new game")
    play.add_argument("game", metavar=GAME, help=_GAMES)
    same = "the same number gives the same dice or cards (default: random)"
    _add_number(play, "--seed", same, kind=arguments.seed)
    play.add_argument(
        "--tutor",
        choices=TUTOR_MODES,
        help="what the tutor does: nothing; warn before a clear mistake; judge each of your moves, "
        "too (default: as last time)",
    )
    learn = _command(commands, "learn", "take the lesson of a game, or solve positions")
    learn.add_argument(
        "game",
        nargs="?",
        metavar=GAME,
        help=f"{_GAMES} (default: a list of lessons; required with --plain)",
    )
    solve = "solve positions, starting at that number (default: your mistakes, then the next ones)"
    learn.add_argument(
        "--practice", type=arguments.position, nargs="?", const=0, metavar="NUMBER", help=solve
    )
    resume = _command(commands, "resume", "continue the last game, or a save")
    default = "(default: the game played last)"
    resume.add_argument("name", nargs="?", metavar=SAVE_OR_GAME, help=f"{_NAMED_OR_GAME} {default}")
    for command in (play, learn, resume):
        # No default here: the option may also stand before the command.
        command.add_argument(
            "--plain", action="store_true", default=argparse.SUPPRESS, help=f"use {_PLAIN}"
        )


def _add_rules(commands: "Commands") -> None:
    rules = _command(commands, "rules", "print the rules of a game")
    rules.add_argument("game", metavar=GAME, help=_GAMES)
    found = "numbers of rules, or words to find rules by (default: all rules)"
    rules.add_argument("wanted", nargs="*", default=[], metavar="RULE", help=found)
    board = "print the file of the usual board or deck instead, to make your own from"
    rules.add_argument("--board", action="store_true", help=board)


def _add_agents(commands: "Commands") -> None:
    watch = _command(
        commands, "watch", "let agents play each other on the usual board, in lines of text"
    )
    _add_contest(watch, "level5,level1", 1)
    arena = _command(
        commands, "arena", "measure how often an agent beats others on the usual board"
    )
    _add_contest(arena, "level5,level4", 400)
    arena.add_argument(
        "--minutes",
        type=arguments.minutes,
        default=inf,
        metavar="NUMBER",
        help="start no more games after this many minutes",
    )
    _add_workers(arena)
    arena.add_argument(
        "--all", action="store_true", help="play all games, even if a winner is clear"
    )
    arena.add_argument("--json", action="store_true", help="print JSON")


def _add_workers(command: Parser) -> None:
    """Add which processes play."""
    where = command.add_mutually_exclusive_group()
    # No default here: argparse takes an option that is given with its default for one that isn't.
    workers = "worker processes (default: one per CPU)"
    where.add_argument("--workers", type=arguments.count, metavar="NUMBER", help=workers)
    cluster = "play on the Dask cluster with that scheduler, as in tcp://host:8786"
    where.add_argument("--scheduler", type=arguments.scheduler, metavar="ADDRESS", help=cluster)


def _add_training(commands: "Commands") -> None:
    train = _command(commands, "train", "let the computer learn a game from its own games")
    offered = f"one of: {', '.join(TRAINED)}"
    train.add_argument("game", type=str.lower, choices=TRAINED, metavar=GAME, help=offered)
    train.add_argument(
        "--policy",
        action="store_true",
        help="train the policy, which says at a glance what moves are worth (free-o), instead of "
        "values",
    )
    _add_number(train, "--generations", "number of generations", 4)
    games = (
        "games played per generation, rounded up to whole chunks; about a tenth are held out for "
        "testing"
    )
    _add_number(train, "--games", games, 20_000)
    _add_number(train, "--seed", "seed for everything random", 1, arguments.seed)
    folder = "where everything is kept, and continued from (default: in the state folder)"
    train.add_argument("--folder", type=arguments.folder, metavar=FOLDER, help=folder)
    _add_workers(train)


def _add_contest(command: Parser, seats: str, games: int) -> None:
    """Add who plays what, how often and with which seed."""
    command.add_argument("game", metavar=GAME, help=_GAMES)
    who = f"who plays (default: {seats}); uct:500 makes uct use 500 iterations"
    command.add_argument(
        "--seats", type=arguments.agents, default=seats, metavar="AGENTS", help=who
    )
    _add_number(command, "--games", "number of games", games)
    _add_number(command, "--seed", "seed for dice, cards and openings", 1, arguments.seed)
    option = "an option of the game, as in scoring=sum; can be repeated"
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=option)


def _add_review(commands: "Commands") -> None:
    review = _command(commands, "review", "see what a game turned on")
    review.add_argument(
        "name",
        nargs="?",
        metavar=SAVE_OR_GAME,
        help=f"{_NAMED}, or that of a game for its last finished one (default: of any game)",
    )
    forms = review.add_mutually_exclusive_group()
    lines = "print the review as lines of text"
    # No default here either: see `_add_games`.
    forms.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help=lines)
    forms.add_argument("--json", action="store_true", help="print JSON")
    page = "write a web page with the chart and boards; - for standard output"
    forms.add_argument("--html", type=arguments.file, metavar=FILE, help=page)
    purpose = (
        "print statistics of your finished games, without games between several people, imported "
        "games, and games continued from a review or practice"
    )
    stats = _command(commands, "stats", purpose)
    stats.add_argument("game", nargs="?", metavar=GAME, help=f"{_GAMES} (default: all)")
    stats.add_argument("--json", action="store_true", help="print JSON")


def _add_saves(commands: "Commands") -> None:
    saves = _command(commands, "saves", "list, show, rename, export, import or remove saves")
    subcommands = saves.add_subparsers(
        metavar="SUBCOMMAND", required=True, dest="subcommand", title="subcommands"
    )
    _subcommand(subcommands, "list", "list every save, newest first")
    for name, text in (
        ("show", "print a save's moves as text"),
        ("export", "print a save as a text record: all of it, hidden cards and the seed too"),
    ):
        shown = _subcommand(subcommands, name, text)
        shown.add_argument("name", metavar=SAVE_OR_GAME, help=_NAMED_OR_GAME)
    remove = _subcommand(subcommands, "remove", "delete a save")
    remove.add_argument("name", metavar=SAVE, help=_NAMED)
    rename = _subcommand(subcommands, "rename", "give a save another name")
    rename.add_argument("name", metavar=SAVE, help=_NAMED)
    rename.add_argument("new", metavar="NEWNAME", help="its new name")
    _subcommand(subcommands, "import", "make a save from a text record").add_argument(
        "file", type=arguments.file, metavar=FILE, help="the record, or - for standard input"
    )


def _add_odds(commands: "Commands") -> None:
    odds = _command(commands, "odds", "print exact probabilities and scores for Shut-the-Box")
    _add_solved(odds)
    _add_number(odds, "--players", "number of players", 1, arguments.players)
    scoring = "read the tiles left up as one number, or add them up (default: digits)"
    odds.add_argument("--scoring", choices=tuple(WORST), default="digits", help=scoring)
    odds.add_argument("--stakes", action="store_true", help="play with pub stakes")
    tiles = "the tiles that are still up, as in 1,4,7 (default: all)"
    odds.add_argument("--up", type=arguments.numbers, metavar="TILES", help=tiles)
    scores = "the scores of the seats that have had their turn, as in 145,79"
    odds.add_argument("--scores", type=arguments.scores, default=[], metavar="NUMBERS", help=scores)
    odds.add_argument("--json", action="store_true", help="print JSON")
    levels = _command(commands, "levels", "compute how strong the levels of Shut-the-Box are")
    _add_solved(levels)
    levels.add_argument("--json", action="store_true", help="print JSON")


def _add_grid(commands: "Commands") -> None:
    grid = _command(commands, "grid", "print a grid for playing Box on paper")
    squares = f"squares per side (default: 10): {', '.join(map(str, SIZES))}"
    grid.add_argument("--size", type=arguments.squares, default=10, metavar="NUMBER", help=squares)
    page = "write a page to print to that file, as SVG; - for standard output"
    grid.add_argument("--svg", type=arguments.file, metavar=FILE, help=page)


def _add_serve(commands: "Commands") -> None:
    serve = _command(commands, "serve", "let others play over SSH, all in this process")
    who = serve.add_mutually_exclusive_group()
    who.add_argument(
        "--keys",
        type=arguments.file,
        metavar=FILE,
        help="the public keys of those who may play, one per line (default: keys in the config "
        "folder)",
    )
    who.add_argument("--anyone", action="store_true", help="admit every key as a player")
    who.add_argument("--status", action="store_true", help="print who is playing what, and end")
    address = "the address to listen on (default: 127.0.0.1, this machine only)"
    where = arguments.address
    serve.add_argument("--host", type=where, default="127.0.0.1", metavar="ADDRESS", help=address)
    port = "the port to listen on; 0 for any that is free (default: 2222)"
    serve.add_argument("--port", type=arguments.port, default=2222, metavar="PORT", help=port)
    shared = (
        "search processes, shared by all players, at most "
        f"{arguments.MOST_SEARCHERS} (default: one fewer than CPUs)"
    )
    _add_number(serve, "--searchers", shared, kind=arguments.searchers)
    for limit in fields(Limits):
        name, default = limit.name.replace("_", "-"), getattr(Limits, limit.name)
        kind = arguments.minutes_or_zero if limit.type is float else arguments.count
        _add_number(serve, f"--{name}", limit.metadata["help"], default, kind)
    serve.add_argument("--as-root", action="store_true", help="serve even as root")


def _add_solved(command: Parser) -> None:
    """Add the game that exact figures are for."""
    command.add_argument(
        "game",
        nargs="?",
        type=str.lower,
        choices=(_SOLVED,),
        default=_SOLVED,
        metavar=_SOLVED,
        help="the only game that is solved",
    )


def _add_complete(commands: "Commands") -> None:
    complete = _command(commands, "complete", "print a script for shell completion")
    complete.add_argument("shell", choices=tuple(SCRIPTS), help="the shell to print the script for")
    words = complete.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="WORD",
        help="after --, the words typed so far; prints completions of the last one instead",
    )
    words.required = False  # argparse takes it for required, although no word is enough
