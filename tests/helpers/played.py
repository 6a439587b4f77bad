"""boxtui itself on a terminal, with separate data, config and state folders."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from pty_terminal import DEADLINE, KIND, PLAIN, PtyTerminal

from boxtui.commands import main as cli
from boxtui.learn import progress
from boxtui.learn.progress import Progress
from saves.library import Library

FAST = 'name = "Ann"\npace = "at once"\n'
"""Settings for tests: a known name, and no delays after the computer's moves."""

LEFT_TO_ANN = FAST + 'only_moves = "left to you"\n'
"""These settings, but every decision waits for the player, even if there is only one move."""


Told = Callable[..., str]
"""The fixture `told` of `tests/commands`."""

READ_AT_START = ("LANG", "LC_", "PYTHON")
"""How the names of variables begin that Python reads only when it starts."""


def folders(home: Path) -> dict[str, str]:
    """Return the environment that keeps everything boxtui writes below `home`."""
    names = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state"}
    names["XDG_CACHE_HOME"] = "cache"
    return {variable: str(home / name) for variable, name in names.items()} | {"HOME": str(home)}


def settings(home: Path, text: str = FAST) -> None:
    """Write the settings file."""
    file = home / "config" / "boxtui" / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def boxtui(
    home: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
    around: Sequence[str] = (),
    kind: type[PtyTerminal] = PtyTerminal,
    beyond: Callable[[], Sequence[int]] = tuple,
    answer: bytes = KIND,
    fresh: bool = False,
) -> PtyTerminal:
    """Return boxtui on a terminal; its settings are `FAST` unless there are some already.

    The words `around` it are a command that runs it; `beyond` lists further processes that draw.
    The terminal gives that `answer` to the question for its kind. boxtui is forked (`forked.py`)
    unless it is to be `fresh`, `env` changes what Python reads when it starts, or something is
    around it.
    """
    if not (home / "config").exists():
        settings(home)
    changed = dict(env or {})
    if "PYTHONPATH" in os.environ:
        changed.setdefault("PYTHONPATH", os.environ["PYTHONPATH"])
    fresh = fresh or bool(around) or any(name.startswith(READ_AT_START) for name in changed)
    command = [*around, *([sys.executable] if fresh else []), "-m", "boxtui", *arguments]
    whole = {**PLAIN, **folders(home), **changed}
    return kind(command, env=whole, size=size, forks=not fresh, beyond=beyond, answer=answer)


def ran(
    command: Sequence[str | Path], env: Mapping[str, str] = PLAIN, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Return what a command printed that ran without a terminal; `given` was all its input."""
    return subprocess.run(
        command, env=env, input=given, capture_output=True, text=True, timeout=DEADLINE, check=False
    )


def command(home: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Return what boxtui, run with these words and without a terminal, printed."""
    return ran([sys.executable, "-m", "boxtui", *words], {**PLAIN, **folders(home)}, given)


def exit_code(*words: str) -> int:
    """Run a command in this process, which is faster, and return its exit code."""
    try:
        return cli.main(words)
    except SystemExit as ended:
        return cast("int", ended.code)


def begin(terminal: PtyTerminal) -> None:
    """Go from the menu into a game of Shut-the-Box against the computer.

    With this seed, a choice follows Ann's first one, whichever moves are played for her.
    """
    terminal.reply("Settings", "\r")
    terminal.reply("Start the game", "\x1b[F\r")
    terminal.reply("The seed, a whole number", "13\r")
    terminal.wait(lambda: re.search("Seed .* 13 ", terminal.text()), "the seed")
    terminal.send("s")
    terminal.wait_until("What fits")


def library_in(home: Path) -> Library:
    """Return the library of saves below `home`."""
    return Library(home / "data" / "boxtui" / "saves")


def unlistable_in(home: Path) -> Library:
    """Return the library below `home`, which not even root can list: its folder is a file."""
    library = library_in(home)
    library.folder.parent.mkdir(parents=True)
    library.folder.write_text("a file")
    return library


def begin_at(home: Path, game: str, step: str) -> None:
    """Make a game's lesson begin at a step."""
    file = home / "data" / "boxtui" / "lessons" / f"{game}.toml"
    progress.update(file, lambda _: Progress(step, step, finished=False))


def saves(home: Path) -> list[Path]:
    """Return the save files below `home`."""
    return sorted(library_in(home).folder.glob("*.box"))
