"""The command `boxtui`: runs what was asked for and returns the exit code.

`--version` imports nothing that it doesn't need.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from boxtui.commands.outcome import (
    BROKEN_PIPE,
    FAILED,
    INTERRUPTED,
    SHOW_SAVES,
    UNREADABLE,
    USAGE,
    Nowhere,
    complain,
    refuse_lost_output,
)
from boxtui.commands.runs import RUNS, run_app
from boxtui.system import limits, signals
from boxtui.system.release import version_words

if TYPE_CHECKING:
    from boxtui.core import GameError
    from saves.errors import SaveError
    from tutorials.errors import LessonFault

_NO_FOLDER: Final = "The current folder no longer exists: change to another one, then try again."


def _drop_unwritten() -> None:
    """Discard output that can't be written, which the interpreter would try again at exit."""
    for fd, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), fd)


def _report(refusal: "SaveError | GameError | LessonFault") -> int:
    """Print why the command failed, and return the exit code."""
    from boxtui.core import BadOption
    from saves.errors import (
        BoardMissing,
        NotASave,
        Remedy,
        SaveDamaged,
        SaveError,
        SaveOutdated,
        SaveTooNew,
        SaveUnreadable,
    )

    remedies = {
        Remedy.LIST_SAVES: SHOW_SAVES,
        Remedy.START_A_GAME: "Start one: run `boxtui`, or `boxtui play GAME`.",
        Remedy.FINISH_A_GAME: "Finish one, or name another from `boxtui saves list`.",
    }
    complain(refusal.words(remedies) if isinstance(refusal, SaveError) else refusal)
    if isinstance(refusal, BadOption):
        return USAGE
    unread = SaveDamaged | SaveOutdated | SaveTooNew | SaveUnreadable | NotASave | BoardMissing
    return UNREADABLE if isinstance(refusal, unread) else FAILED


def _replace_closed_streams() -> None:
    """Open /dev/null in place of an input or output that the shell closed (`<&-`, `>&-`).

    In this order each gets its own descriptor, here and in the processes started from here.
    Otherwise a pipe to a search process would get it, and would be lost there, because that process
    replaces its standard streams.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            raw = Nowhere(os.devnull, mode)
            os.set_inheritable(raw.fileno(), True)
            buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
            stream = io.TextIOWrapper(buffer)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)  # which the host puts back


def _in_a_folder(run: Callable[[], int]) -> int:
    """Run a command, unless the current folder was removed: no process can be started there."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        complain(_NO_FOLDER)
        return FAILED
    return run()


def _run(words: Sequence[str]) -> int:
    """Run the command that the words ask for; without words, the menu, with no parser to load."""
    if not words:
        return _in_a_folder(run_app)
    from boxtui.commands.parser import command_parser
    from boxtui.games import GAMES

    first, *more = [word.lower() for word in words]
    named = more[0] if first == "--plain" and more else first
    if named in GAMES:
        plain = " --plain" if "--plain" in words else ""
        complain(f"{named} is a game, not a command; play it with: boxtui play {named}{plain}")
        return USAGE
    try:
        parser = command_parser()
        # First what stands before the command: the value of an unknown option isn't a command.
        before = list(takewhile(lambda word: word.startswith("-"), words))
        for some_words in (before, words):
            args, unknown = parser.parse_known_args(some_words)
            if unknown:
                args.parser.refuse(unknown[0], some_words)
    except SystemExit as done:  # after the help, the version, or what is wrong with the words
        return int(done.code or 0)
    return _in_a_folder(lambda: RUNS[args.command](args))


def _run_refusable(words: Sequence[str]) -> int:
    """Run the command that the words ask for; a refusal is printed."""
    if list(words) == ["--version"]:
        print(version_words())
        return 0
    from boxtui.core import GameError
    from boxtui.system.failure import Failure
    from saves.errors import SaveError
    from tutorials.errors import LessonFault

    try:
        return _run(words)
    except (SaveError, GameError, LessonFault) as refusal:
        return _report(refusal)
    except Failure as failure:
        complain(failure)
        return FAILED


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code."""
    signals.end_on_ctrl_c()
    try:
        _replace_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        code = _run_refusable(sys.argv[1:] if arguments is None else arguments)
        if code == 0:
            refuse_lost_output()
        return code
    except BrokenPipeError:
        return BROKEN_PIPE
    except (OSError, RuntimeError) as fault:
        if limits.is_reached(fault):
            complain(limits.NO_PROCESS)
        elif isinstance(fault, OSError):
            what = f"{fault.filename} can't be read or" if fault.filename else "The output can't be"
            complain(f"{what} written: {fault.strerror or fault}.")
        else:
            raise
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        _drop_unwritten()
