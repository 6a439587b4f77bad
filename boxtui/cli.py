"""The command `boxtui`: what it is asked for, and its exit code.

0 good, 1 it failed, 2 wrong usage, 3 a save can't be read, 4 the terminal can't serve, 128 + n a
signal. Textual is imported only by what draws.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from boxtui import __version__, core, locations, settings, terminal
from boxtui.core import GameError
from saves.errors import SaveError, SaveFull, SaveInUse

if TYPE_CHECKING:
    from boxtui.app import BoxTui

FAILED: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
NO_TERMINAL: Final = 4


def built() -> str:
    """Which of the two builds runs: `compiled` or `pure`."""
    return "pure" if core.__file__.endswith(".py") else "compiled"


def complain(sentence: object) -> None:
    """One line for the person, on stderr."""
    print(f"boxtui: {sentence}", file=sys.stderr)


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


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    top = argparse.ArgumentParser(prog="boxtui", description="Board games in the terminal.")
    top.add_argument("--version", action="version", version=f"boxtui {__version__} ({built()})")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    parser().parse_args(arguments)
    try:
        return draw()
    except SaveError as refusal:
        complain(f"{refusal.title}: {refusal}")
        return FAILED if isinstance(refusal, SaveFull | SaveInUse) else UNREADABLE
    except GameError as refusal:
        complain(refusal)
        return USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 128 + 13
