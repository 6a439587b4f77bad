"""The command `boxtui`: what it is asked for, and its exit code.

0 good, 1 it failed, 2 wrong usage, 3 a save can't be read, 4 the terminal can't serve, 128 + n a
signal. Textual is imported only by what draws.
"""

import argparse
import io
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from boxtui import __version__, arguments, core, locations, settings, terminal
from boxtui.core import BadOption, GameError
from boxtui.games import GAMES, game_named
from saves.errors import NotASave, SaveDamaged, SaveError, SaveTooNew, shown
from tutorials.lines import LessonFault

if TYPE_CHECKING:
    from boxtui.app import BoxTui

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

FAILED: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
NO_TERMINAL: Final = 4
BROKEN_PIPE: Final = 128 + 13
INTERRUPTED: Final = 128 + 2


_Run = Callable[[argparse.Namespace], int]


def built() -> str:
    """Which of the two builds runs: `compiled` or `pure`."""
    return "pure" if core.__file__.endswith(".py") else "compiled"


def complain(sentence: object) -> None:
    """One line for the person, on stderr."""
    print(f"boxtui: {sentence}", file=sys.stderr)


def tell(lines: Iterable[str]) -> int:
    """Print the lines as they come."""
    for line in lines:
        print(line, flush=True)
    return 0


def draw(first: "Callable[[BoxTui], None] | None" = None) -> int:
    """Run the app on this terminal; `first` opens what comes over the menu."""
    environ = terminal.as_given()
    refusal = terminal.refusal(environ)
    if refusal:
        complain(refusal)
        return NO_TERMINAL
    chosen, complaint = settings.read(locations.settings())
    look = chosen.look(terminal.Look.of(environ))
    terminal.tame_textual()
    from ai.worker import prepare
    from boxtui import guard
    from boxtui.app import BoxTui

    prepare()
    app = BoxTui(look, chosen, complaint, first)
    mouse = {"on": True, "off": False}.get(chosen.mouse)
    return guard.run(app, log=locations.log(), look=look, mouse=mouse)


def _menu(asked: argparse.Namespace) -> int:
    return draw()


def _play(asked: argparse.Namespace) -> int:
    game = game_named(asked.game)
    return draw(lambda app: app.set_up(game, asked.seed))


def _learn(asked: argparse.Namespace) -> int:
    from tutorials.lesson import lesson_of

    if asked.practice is not None and asked.game is None:
        raise BadOption("Name the game to practise, as in: boxtui learn shut-the-box --practice.")
    if asked.game is None:
        return draw(lambda app: app.open_lessons())
    key = game_named(asked.game).key
    if asked.practice is None:
        lesson_of(key)
        return draw(lambda app: app.teach(key))
    return draw(lambda app: app.practise(key, asked.practice or None))


def _resume(asked: argparse.Namespace) -> int:
    from boxtui.record import library, replayed
    from boxtui.saves_command import to_resume
    from saves.journal import read

    path = library().find(asked.name) if asked.name else to_resume()
    replayed(read(path), shown(path), library())
    return draw(lambda app: app.resume(path))


def _saves(asked: argparse.Namespace) -> int:
    from boxtui import saves_command
    from boxtui.record import library

    if asked.part == "list":
        return tell(saves_command.listed())
    if asked.part == "show":
        return tell(saves_command.shown(asked.name))
    if asked.part == "export":
        sys.stdout.buffer.write(saves_command.exported(asked.name).encode())
        return 0
    if asked.part == "import":
        return tell([f"Saved as {saves_command.imported(asked.file)}."])
    library().remove(asked.name)
    return tell([f"{asked.name} is removed."])


def _rules(asked: argparse.Namespace) -> int:
    from tutorials.pages import rules_page

    if asked.coverage:
        keys = list(GAMES) if asked.game is None else [game_named(asked.game).key]
        return _coverage(keys, asked.json)
    if asked.json:
        raise BadOption("--json is for --coverage: a page of rules is text.")
    if asked.game is None:
        raise BadOption(f"Name the game whose rules you want: {', '.join(GAMES)}.")
    page = rules_page(game_named(asked.game).key)
    print(f"{page.title}\n\n{textwrap.fill(page.about, 78)}")
    for rule in page.rules:
        print(f"\n{rule.number} {rule.title}\n{textwrap.fill(rule.text, 78)}")
    return 0


def _coverage(keys: Sequence[str], json_wanted: bool) -> int:
    """Print the table of these games' rules; `FAILED` where one has a gap."""
    from boxtui import coverage

    root = coverage.checkout()
    tests = root / "tests" if root else None
    rows = [row for key in keys for row in coverage.covered(key, tests)]
    print(json.dumps(coverage.as_json(rows), indent=2) if json_wanted else coverage.as_text(rows))
    if json_wanted and not tests:
        complain(coverage.NEEDS_CHECKOUT)
    return FAILED if coverage.gaps(rows) else 0


def _watch(asked: argparse.Namespace) -> int:
    from ai.worker import AgentFailed
    from boxtui.watch import watch

    game = game_named(asked.game)
    options = arguments.options(game, asked.option)
    try:
        return tell(watch(game, asked.seats.split(","), options, asked.games, asked.seed))
    except AgentFailed as failure:
        complain(failure)
        return FAILED


def _arena(asked: argparse.Namespace) -> int:
    from ai.worker import AgentFailed
    from boxtui import arena, arena_report

    game = game_named(asked.game)
    options = arguments.options(game, asked.option)
    contest = arena.Contest(game.key, tuple(asked.seats.split(",")), options, asked.seed)
    pace = arena.Pace(asked.games, asked.workers, asked.minutes, not asked.all)
    try:
        with arena_report.ProgressLine(sys.stderr) as line:
            outcome = arena.play(contest, pace, line.show)
    except AgentFailed as failure:
        complain(failure)
        return FAILED
    found = arena_report.as_json(outcome)
    print(json.dumps(found, indent=2) if asked.json else arena_report.as_text(outcome))
    return INTERRUPTED if outcome.stopped == arena.INTERRUPTED else 0


def _odds(asked: argparse.Namespace) -> int:
    from boxtui import odds

    _check_exact(asked.game)
    found = odds.odds(asked.players, asked.scoring, asked.stakes, asked.up, asked.scores)
    print(json.dumps(odds.as_json(found), indent=2) if asked.json else odds.as_text(found))
    return 0


def _levels(asked: argparse.Namespace) -> int:
    from boxtui import strength

    _check_exact(asked.game)
    rows = strength.level_strengths()
    print(json.dumps(strength.as_json(rows), indent=2) if asked.json else strength.as_text(rows))
    return 0


def _check_exact(key: str) -> None:
    if game_named(key).key != "shut-the-box":
        raise BadOption(f"Exact figures are known for shut-the-box, not for {key}.")


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    top = argparse.ArgumentParser(
        prog="boxtui",
        description="Learn and play board games against the computer, in a terminal.",
        epilog="Without a command the menu opens. Exit codes: 0 good, 1 it failed, 2 wrong usage, "
        "3 a save can't be read, 4 the terminal can't serve, 128 + n signal n.",
    )
    top.add_argument("--version", action="version", version=f"boxtui {__version__} ({built()})")
    top.set_defaults(run=_menu)
    commands = top.add_subparsers(metavar="COMMAND", title="commands")
    _add_games(commands)
    _add_agents(commands)
    _add_saves(commands)
    _add_odds(commands)
    return top


def _command(commands: "Commands", name: str, says: str, run: _Run) -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
    made.set_defaults(run=run)
    return made


def _add_games(commands: "Commands") -> None:
    games = f"one of: {', '.join(GAMES)}"
    play = _command(commands, "play", "set up a new game", _play)
    play.add_argument("game", help=games)
    play.add_argument("--seed", type=arguments.seed, help="of the dice or cards; else drawn by lot")
    learn = _command(commands, "learn", "take a game's lesson, or solve positions", _learn)
    learn.add_argument("game", nargs="?", help=f"{games}; else all lessons are listed")
    learn.add_argument(
        "--practice",
        type=arguments.count,
        nargs="?",
        const=0,
        metavar="NUMBER",
        help="positions to solve, from that number on or from one drawn by lot",
    )
    resume = _command(commands, "resume", "take up the game played last, or a save", _resume)
    resume.add_argument("name", nargs="?", help="the name of a save, as `boxtui saves list` has it")
    rules = _command(commands, "rules", "print the rules of a game", _rules)
    rules.add_argument("game", nargs="?", help=games)
    rules.add_argument(
        "--coverage", action="store_true", help="where each rule is in code, tests and lessons"
    )
    rules.add_argument("--json", action="store_true", help="the coverage as JSON")


def _add_agents(commands: "Commands") -> None:
    watch = _command(commands, "watch", "let agents play each other, as plain lines", _watch)
    arena = _command(commands, "arena", "measure how often an agent beats others", _arena)
    for command, seats, games in ((watch, "level5,level1", 1), (arena, "level5,level4", 400)):
        command.add_argument("game", help=f"one of: {', '.join(GAMES)}")
        command.add_argument("--seats", default=seats, help=f"agents, as in {seats}")
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


def _add_saves(commands: "Commands") -> None:
    saves = _command(commands, "saves", "list, show, export, import or remove saves", _saves)
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


def _add_odds(commands: "Commands") -> None:
    odds = _command(commands, "odds", "the exact figures of Shut-the-Box", _odds)
    odds.add_argument("game", nargs="?", default="shut-the-box", help="shut-the-box")
    odds.add_argument("--players", type=arguments.count, default=1, help="how many play")
    odds.add_argument("--scoring", choices=("digits", "sum"), default="digits")
    odds.add_argument("--stakes", action="store_true", help="pub stakes")
    odds.add_argument("--up", type=arguments.numbers, help="the tiles that are up, as in 1,4,7")
    odds.add_argument("--scores", type=arguments.numbers, default=[], help="of the seats before")
    odds.add_argument("--json", action="store_true", help="as JSON")
    levels = _command(commands, "levels", "how strong the levels are, computed exactly", _levels)
    levels.add_argument("game", nargs="?", default="shut-the-box", help="shut-the-box")
    levels.add_argument("--json", action="store_true", help="as JSON")


def _drop_output() -> None:
    """What is still to be written can't be: else the interpreter tries again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    asked = parser().parse_args(arguments)
    try:
        code = int(asked.run(asked))
        sys.stdout.flush()
        return code
    except SaveError as refusal:
        complain(refusal)
        return UNREADABLE if isinstance(refusal, SaveDamaged | SaveTooNew | NotASave) else FAILED
    except GameError as refusal:
        complain(refusal)
        return USAGE
    except LessonFault as fault:
        complain(fault)
        return FAILED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as fault:
        _drop_output()
        complain(f"It can't be written or read: {fault.strerror or fault}.")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
