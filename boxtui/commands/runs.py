"""What each command does.

Each imports only what it needs, and Textual only what draws.
"""

import gc
import os
import shlex
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from boxtui.commands.measuring import MEASURING
from boxtui.commands.outcome import (
    FAILED,
    IDLE,
    NO_TERMINAL,
    SHOW_SAVES,
    complain,
    line_cells,
    print_lines,
    put_page,
)

if TYPE_CHECKING:
    import argparse

    from boxtui.commands.measuring import Run
    from boxtui.core import Game
    from boxtui.plain.session import Session
    from boxtui.tui.app import BoxTui
    from tutorials.pages import RulesPage


def run_app(first: "Callable[[BoxTui], None] | None" = None, *asked: str) -> int:
    """Run the app on this terminal; return the exit code. `first` opens a screen over the menu.

    `asked` are the words that asked for it, which are named if it needs a terminal and has none.
    """
    from boxtui.system import locations, settings, terminal

    environ = terminal.as_given()
    refusal = terminal.refusal(environ, shlex.join(["boxtui", *asked, "--plain"]))
    if refusal:
        complain(refusal)
        return NO_TERMINAL
    chosen, complaint = settings.read(locations.settings())
    terminal_look = terminal.Look.of(environ)
    terminal.tame_textual()
    gc.disable()  # off until the first frame: little of what is loaded for it is garbage
    from boxtui.tui import guard
    from boxtui.tui.app import BoxTui

    app = BoxTui(terminal_look, chosen, complaint, first)
    idle = terminal.idle_limit(environ)
    code = guard.run(
        app,
        log=locations.log(),
        look=chosen.look(terminal_look),
        mouse=chosen.uses_mouse(terminal_look),
        idle=idle,
    )
    if code == IDLE:
        complain(terminal.IDLE_WORDS)
    return code


def run_plain(part: "Callable[[Session], Awaitable[None]]") -> int:
    """Run a part of plain mode, on any input and output, and return the exit code.

    It is a failure if the last step of the game that was left last couldn't be saved.
    """
    import asyncio

    from boxtui.plain.line_io import Idle
    from boxtui.plain.session import Session
    from boxtui.system import terminal
    from boxtui.system.signals import interruptible

    session = Session.here()
    try:
        with interruptible():
            asyncio.run(session.run(part))
    except Idle:
        complain(terminal.IDLE_WORDS)
        return IDLE
    return FAILED if session.last_is_unsaved else 0


def _menu(args: "argparse.Namespace") -> int:
    if not args.plain:
        return run_app()
    from boxtui.plain.menu import PlainMenu

    return run_plain(lambda session: PlainMenu(session).run())


def _play(args: "argparse.Namespace") -> int:
    from boxtui.games import game_named

    game = game_named(args.game)
    if args.plain:
        return run_plain(lambda session: session.play(game, args.seed, args.tutor))
    asked = "play", game.key, *_given(args, "seed"), *_given(args, "tutor")
    return run_app(lambda app: app.set_up(game, args.seed, args.tutor), *asked)


def _given(args: "argparse.Namespace", name: str) -> list[str]:
    """Return an option as it was given, or nothing."""
    value = getattr(args, name)
    return [] if value is None else [f"--{name}", str(value)]


def _learn(args: "argparse.Namespace") -> int:
    from boxtui.core import BadOption
    from boxtui.games import game_named
    from tutorials.lesson import lesson_of

    if args.practice is not None and args.game is None:
        raise BadOption("Name the game to practice, as in: boxtui learn shut-the-box --practice.")
    if args.plain and args.game is None:
        raise BadOption("Name the game to learn, as in: boxtui learn shut-the-box --plain.")
    if args.game is None:
        return run_app(lambda app: app.open_lessons(), "learn", "GAME")
    game = game_named(args.game)
    number = args.practice or None
    if args.practice is None:
        lesson_of(game.key)
        if args.plain:
            return run_plain(lambda session: session.learn(game.key))
        return run_app(lambda app: app.teach(game.key), "learn", game.key)
    if args.plain:
        return run_plain(lambda session: session.practice(game, number))
    asked = "learn", game.key, "--practice", *([str(number)] if number else [])
    return run_app(lambda app: app.practice(game.key, number), *asked)


def _resume(args: "argparse.Namespace") -> int:
    from boxtui.play.choosing import to_resume
    from boxtui.play.own_saves import open_library
    from boxtui.play.replay import match_in

    path, notice = to_resume(args.name)
    # Refused before the app takes the terminal: that would end with exit code 0.
    match_in(path, open_library())
    if args.plain:
        return run_plain(lambda session: session.resume(path, notice))
    return run_app(lambda app: app.resume(path, notice), "resume", *_named(args))


def _named(args: "argparse.Namespace") -> list[str]:
    """Return the name of the save that a command names, or nothing."""
    return [] if args.name is None else [args.name]


def _saves(args: "argparse.Namespace") -> int:
    from shutil import get_terminal_size

    from boxtui.commands import saves
    from boxtui.play.choosing import remove_save, rename_save, to_change
    from boxtui.play.stories import removed_words, renamed_words

    if args.subcommand == "list":
        # Scripts that read the list get nothing but its lines.
        cells = get_terminal_size().columns if sys.stdout.isatty() else None
        return print_lines(saves.list_lines(cells))
    if args.subcommand == "show":
        return print_lines(saves.save_lines(args.name))
    if args.subcommand == "export":
        sys.stdout.buffer.write(saves.export_text(args.name).encode())
        return 0
    if args.subcommand == "import":
        return print_lines([f"Saved as {saves.import_file(args.file)}."])
    if args.subcommand == "rename":
        path = to_change(args.name)
        return print_lines([renamed_words(path, rename_save(path, args.new))])
    return print_lines([removed_words(remove_save(args.name))])


def _review(args: "argparse.Namespace") -> int:
    from boxtui.commands import review
    from boxtui.learn.reviews import match_to_review
    from boxtui.play.choosing import to_review

    path = to_review(args.name)
    if args.json:
        return print_lines([review.json_review(path)])
    if args.html is not None:
        return review.write_page(path, args.html)
    if args.plain:
        return print_lines(review.plain_review(path))
    match_to_review(path)  # refused before the app takes the terminal, as in `_resume`
    return run_app(lambda app: app.review(path), "review", *_named(args))


def _stats(args: "argparse.Namespace") -> int:
    import json

    from boxtui.games import GAMES, game_named
    from boxtui.learn import stats
    from boxtui.play.own_saves import open_library
    from boxtui.system.terminal import Look
    from boxtui.wording import counted

    only = None if args.game is None else game_named(args.game)
    keys = (only.key,) if only else GAMES
    library = open_library()
    games = [each for each in stats.finished_games(library) if each.game in keys]
    if unread := sum(1 for entry in library.entries() if entry.refusal):
        unreadable = f"{counted(unread, 'save')} can't be read, and so can't be counted."
        complain(f"{unreadable} {SHOW_SAVES}")
    if args.json:
        return print_lines([json.dumps(stats.as_json(games), indent=2)])
    glyphs = Look.here().plain_glyphs
    return print_lines(stats.text_lines(games, glyphs, only.title if only else ""))


def _rules(args: "argparse.Namespace") -> int:
    from textwrap import fill

    from boxtui.core import BadOption
    from boxtui.games import game_named
    from tutorials.pages import FIGURES, rules_page

    game = game_named(args.game)
    if args.board:
        if args.wanted:
            raise BadOption("--board prints no rules: leave out either it or the rules.")
        return _print_board(game)
    page = rules_page(game.key)
    if args.wanted:
        return _print_found(page, " ".join(args.wanted))
    cells = line_cells()
    print(f"{page.title}\n\n{fill(page.about, cells)}")
    for rule in page.rules:
        print(f"\n{fill(f'{rule.number} {rule.title}', cells)}\n{fill(rule.text, cells)}")
    if page.figures:
        print(f"\n{FIGURES}\n{fill(page.figures, cells)}")
    return 0


def _print_found(page: "RulesPage", wanted: str) -> int:
    """Print the rules that match a number or words, as plain mode shows them."""
    from textwrap import fill

    from boxtui.core import BadOption
    from boxtui.plain.words import rules_on

    lines = list(rules_on(page, wanted, ""))
    if not page.found(wanted):
        raise BadOption(*lines)
    return print_lines(fill(line, line_cells()) for line in lines)


def _print_board(game: "Game") -> int:
    """Print the file of a game's usual board or deck, as it is."""
    from boxtui.core import BadOption
    from boxtui.games import GAMES

    if game.on_board is None:
        others = ", ".join(key for key, each in GAMES.items() if each.on_board)
        raise BadOption(f"{game.title} has no board that can be replaced; these have: {others}.")
    sys.stdout.flush()
    sys.stdout.buffer.write(game.board)
    return 0


def _grid(args: "argparse.Namespace") -> int:
    from boxtui.games.box.paper import printed_grid, svg_page

    if args.svg is not None:
        return put_page(args.svg, lambda: svg_page(args.size))
    print(printed_grid(args.size), end="")
    return 0


def _serve(args: "argparse.Namespace") -> int:
    from dataclasses import fields
    from pathlib import Path

    from boxtui.commands.arguments import MOST_SEARCHERS
    from boxtui.core import BadOption
    from boxtui.serve.limits import Limits
    from boxtui.system import locations
    from boxtui.system.extras import needs_extra

    if args.status:
        return _show_status()
    with needs_extra("ssh"):
        from boxtui.serve.host import Serving
        from boxtui.serve.server import serve
    if os.geteuid() == 0 and not args.as_root:
        raise BadOption("`boxtui serve` doesn't run as root: use another user, or pass --as-root.")
    limits = Limits(**{field.name: getattr(args, field.name) for field in fields(Limits)})
    keys = None if args.anyone else Path(args.keys) if args.keys else locations.served_keys()
    usual = min(max((os.cpu_count() or 1) - 1, 1), MOST_SEARCHERS)
    searchers = args.searchers or usual
    serving = Serving(args.host, args.port, keys, searchers, limits)
    return serve(serving, lambda message: print(message, flush=True))


def _show_status() -> int:
    import asyncio

    from boxtui.serve.status import fetch_status, status_lines

    playing = asyncio.run(fetch_status())
    if playing is None:
        complain("No `boxtui serve` is running here.")
        return FAILED
    return print_lines(status_lines(playing))


def _complete(args: "argparse.Namespace") -> int:
    from boxtui.commands import completion
    from boxtui.commands.parser import command_parser
    from boxtui.commands.shells import SCRIPTS

    if not args.words:
        return print_lines([SCRIPTS[args.shell].strip()])
    found = completion.candidates(command_parser(), args.words)
    for line in completion.answer(args.shell, found):
        print(line)
    return 0


RUNS: "Final[dict[str, Run]]" = {
    "": _menu,
    "play": _play,
    "learn": _learn,
    "resume": _resume,
    "rules": _rules,
    "review": _review,
    "saves": _saves,
    "stats": _stats,
    "grid": _grid,
    "serve": _serve,
    "complete": _complete,
    **MEASURING,
}
"""What each command does; "" stands for no command."""
