"""The page of `man boxtui`; only `make written` rewrites it.

The parser supplies the text about commands and options; the troff follows groff_man(7).
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from boxtui import __version__
from boxtui.commands.parser import command_parser
from boxtui.games import GAMES

FILE: Final = Path(__file__).parents[1] / "docs" / "boxtui.6"

ABOUT: Final = """
Without a command the menu opens; Continue is its first entry when a game is waiting. The last lines
of the screen name the keys that do something now: arrows and Enter choose and play, : takes a move
in its notation, ? opens the rules, h gives a hint, u takes back, q goes back and out. Every move is
saved before it is shown. The settings (the comma key) say, among other things, whether moves
without a choice are played for you, and whether dice roll.

With --plain the menu, games, lessons and saves are lines of text with prompts, for a screen reader,
a slow connection or a pipe; type help for a list of commands.
"""

FILES: Final = {
    "~/.local/share/boxtui/saves": (
        "The saves, one per game; below XDG_DATA_HOME if that is set. On macOS, this and all other "
        "folders are in ~/Library/Application Support/boxtui, and the cache is "
        "~/Library/Caches/boxtui, unless XDG_DATA_HOME and its like are set."
    ),
    "~/.local/share/boxtui/lessons": "How far you are in each lesson.",
    "~/.local/share/boxtui/practice": "Your results in practice, and your mistakes to solve.",
    "~/.local/share/boxtui/players": "A folder for each player of boxtui serve.",
    "~/.config/boxtui/settings.toml": "The settings; below XDG_CONFIG_HOME if that is set.",
    "~/.config/boxtui/boards": (
        "Boards and decks of your own, in place of the games' own: kimbo.toml, free_the_box.toml, "
        "free_o.toml. New games use them; watch, arena, train and lessons don't. boxtui rules GAME "
        "--board prints the usual one, and docs/boards.md explains them."
    ),
    "~/.config/boxtui/keys": "The public keys of those who may play on boxtui serve.",
    "~/.config/boxtui/host_key": "The private key by which boxtui serve is recognized.",
    "~/.local/state/boxtui/setups": (
        "The players, names, options and tutor of each game's last setup; below XDG_STATE_HOME if "
        "that is set."
    ),
    "~/.local/state/boxtui/training": "What boxtui train has made, a folder for each network.",
    "~/.local/state/boxtui/boxtui.log": "The error log.",
    "~/.local/state/boxtui/serve.sock": "Where a running boxtui serve says who is playing.",
    "~/.cache/boxtui": (
        "Reviews, results of finished games, and positions found ahead; boxtui makes them again if "
        "it must. Below XDG_CACHE_HOME if that is set."
    ),
}

ENVIRONMENT: Final = {
    "NO_COLOR": "If it is set and not empty, no color is used.",
    "TERM": "If it is dumb or isn't set, only what needs no terminal works, such as --plain.",
    "COLORFGBG": "Says whether the background is light if the terminal doesn't answer that itself.",
    "LC_ALL, LC_CTYPE, LANG": "If the locale they name isn't UTF-8, everything is drawn in ASCII.",
    "SSH_CONNECTION, SSH_TTY": (
        "If one of them is set, the terminal's own background stays and the mouse isn't used."
    ),
    "TMOUT": "boxtui ends after that many seconds without a key.",
    "ESCDELAY": "How many milliseconds a lone Esc waits for the rest of a key's sequence.",
}

EXITS: Final = {
    "0": "It is done.",
    "1": "It failed.",
    "2": "The command line is wrong, or the game refuses an option.",
    "3": "A save can't be read.",
    "4": "The terminal is unsuitable.",
    "128 + n": "Signal n ended it; 142 means that no key came for as long as TMOUT says.",
}

EXAMPLES: Final = {
    "boxtui play kimbo": "Set up a game of Kimbo.",
    "boxtui learn box --practice 17": "Solve position 17 of Box, the same for everybody.",
    "boxtui watch shut-the-box --seats level5,level1": "See the strongest level play the weakest.",
    "boxtui arena kimbo --scheduler tcp://host:8786": (
        "Measure levels 5 and 4 on a Dask cluster; dask scheduler and dask worker start it."
    ),
    "boxtui saves export NAME >game.txt": "Write a save as text, which saves import reads.",
}


def page() -> str:
    """Return the page, in troff."""
    top = command_parser()
    return "\n".join(
        [
            f'.TH BOXTUI 6 "" "boxtui {__version__}" Games',
            ".SH NAME",
            _prose("boxtui - learn and play board games against the computer, in a terminal"),
            ".SH SYNOPSIS",
            *_synopsis(top),
            ".SH DESCRIPTION",
            _prose(str(top.description)),
            *(line for words in ABOUT.split("\n\n") for line in (".PP", _prose(words))),
            ".SH GAMES",
            *_items({game.key: f"{game.title}. {game.blurb}" for game in GAMES.values()}),
            ".SH OPTIONS",
            *_arguments(top),
            ".SH COMMANDS",
            *_commands(top),
            ".SH FILES",
            *_items(FILES),
            ".SH ENVIRONMENT",
            *_items(ENVIRONMENT),
            ".SH EXIT STATUS",
            *_items(EXITS),
            ".SH EXAMPLES",
            *_items(EXAMPLES),
            "",
        ]
    )


def _prose(text: str) -> str:
    """Return a text as one line, with everything escaped that troff would interpret."""
    escaped = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    escaped = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in escaped)
    return rf"\&{escaped}" if escaped.startswith(".") else escaped


def _items(texts: Mapping[str, str]) -> Iterator[str]:
    """Yield each word, with its description below."""
    for word, says in texts.items():
        yield from (".TP", rf"\fB{_prose(word)}\fR", _prose(says))


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a section per command, and one for each subcommand of a command that has some."""
    for command in subcommands_of(parser).values():
        if subcommands_of(command):
            yield from _commands(command)
            continue
        yield from (f".SS {_prose(command.prog)}", *_synopsis(command))
        yield from (".PP", _prose(str(command.description)), *_arguments(command))


def subcommands_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Return the parsers of a command's subcommands, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            subcommands: Mapping[str, argparse.ArgumentParser] = action.choices
            return subcommands
    return {}


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the usage, which troff breaks into lines itself."""
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    rest = usage.removeprefix(parser.prog).strip()
    yield rf"\fB{_prose(parser.prog)}\fR {_prose(rest)}"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the arguments and options of a command, except --help."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
            yield from (".TP", _named(action), _prose(str(action.help)))


def _named(action: argparse.Action) -> str:
    """Return an argument, or an option with its value, as the usage names it."""
    value = str(action.metavar or "|".join(map(str, action.choices or ())))
    options = ", ".join(rf"\fB{_prose(word)}\fR" for word in action.option_strings)
    return f"{options} {_italic(value)}".strip() if options else _italic(value)


def _italic(value: str) -> str:
    return rf"\fI{_prose(value)}\fR" if value else ""


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
