"""`boxtui complete`: completes the words of the command for a shell.

A shell's script passes on what was typed, and boxtui answers from its own parser, games and saves,
so no script ever goes stale.
"""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from boxtui.commands import parser as commands
from boxtui.games import GAMES
from boxtui.play.own_saves import open_library
from saves.journal import SUFFIX

_HARMLESS: Final = re.compile(r"\w[\w .+-]*")
"""The names of saves that are offered: bash puts a word into the command line as it is.

Only spaces are escaped for it.
"""

_ESCAPED: Final = "\\ "

LEFT_TO_SHELL: Final = ("/file", "/folder")
"""The words that stand for any name of a file or a folder, which the shell completes."""

Candidate = tuple[str, str]
"""A word that fits, and its help text ("" if it has none)."""


def candidates(top: argparse.ArgumentParser, typed: Sequence[str]) -> list[Candidate]:
    """Return the completions of the last word typed after `boxtui`.

    Empty if boxtui can't know, as for a number; the names of files and folders are left to the
    shell. The words are as they were typed, so spaces may follow a backslash.
    """
    *before, begun = typed or [""]
    begun = begun.replace(_ESCAPED, " ")
    place = _Place(top)
    for word in before:
        place.pass_by(word)
    offered = place.offered(begun)
    return [each for each in offered if each[0].startswith(begun) or each[0] in LEFT_TO_SHELL]


def answer(shell: str, found: Sequence[Candidate]) -> list[str]:
    """Return the candidates as lines for a shell's script."""
    if shell == "bash":
        return [word.replace(" ", _ESCAPED) for word, _ in found]
    if shell == "zsh":
        return [":".join((word.replace(":", r"\:"), text)) for word, text in found]
    return [f"{word}\t{text}" for word, text in found]


class _Place:
    """The place of the next word in a command: whose argument or option value it would be."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._enter(parser)
        self._wanted: argparse.Action | None = None

    def _enter(self, parser: argparse.ArgumentParser) -> None:
        self._options = parser._option_string_actions
        self._left = [action for action in parser._actions if not action.option_strings]

    def pass_by(self, word: str) -> None:
        """Move past a word: an option, the value that it takes, or an argument."""
        if self._wanted and not (self._wanted.nargs == "?" and word.startswith("-")):
            self._wanted = None
        elif word.startswith("-"):
            option = self._options.get(word)
            self._wanted = option if option and option.nargs != 0 else None
        elif self._left:
            argument = self._left.pop(0)
            if isinstance(argument.choices, Mapping) and word in argument.choices:
                self._enter(argument.choices[word])

    def offered(self, begun: str) -> Iterator[Candidate]:
        """Yield what may come here; options only if one is begun or nothing else is left."""
        may_be_option = not self._wanted or self._wanted.nargs == "?"
        if self._wanted and not (may_be_option and begun.startswith("-")):
            yield from _values(self._wanted)
        elif self._left and not begun.startswith("-"):
            yield from _values(self._left[0])
        else:
            options = self._options.items()
            yield from ((word, each.help or "") for word, each in options if len(word) > 2)


def _values(action: argparse.Action) -> Iterator[Candidate]:
    """Yield what can be given for an argument or an option."""
    kind = action.metavar
    if isinstance(action.choices, Mapping):
        yield from ((name, part.description) for name, part in action.choices.items())
    elif action.choices:
        yield from ((choice, "") for choice in action.choices)
    elif kind in (commands.GAME, commands.SAVE, commands.SAVE_OR_GAME):
        if kind != commands.SAVE:
            yield from ((key, game.title) for key, game in GAMES.items())
        if kind != commands.GAME:
            paths = sorted(open_library().folder.glob(f"*{SUFFIX}"))
            yield from ((path.stem, "") for path in paths if _HARMLESS.fullmatch(path.stem))
    elif kind in (commands.FILE, commands.FOLDER):
        yield f"/{kind.lower()}", ""
    elif isinstance(kind, str) and kind.islower():
        yield kind, action.help or ""
