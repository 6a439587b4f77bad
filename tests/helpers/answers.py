"""What is answered to what is typed, or found in a file, as texts that are reviewed.

A line of such a text has what is given and, after an arrow, the answer. `make golden` rewrites all
answers, on purpose.
"""

import os
import shlex
from ast import literal_eval
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from lesson_check import verify
from played import exit_code, folders
from recorded import new_match

from boxtui.commands.completion import candidates
from boxtui.commands.parser import command_parser
from boxtui.games import GAMES
from boxtui.play import remembered, transcript
from boxtui.play.record import header_of
from boxtui.system import settings
from boxtui.system.settings import Settings
from boxtui.wording import in_second_person, quoted
from saves.errors import SaveError
from saves.library import Library
from tutorials.errors import LessonFault
from tutorials.lesson import read_lesson

TESTS: Final = Path(__file__).parents[1]

SOUND: Final = (TESTS / "tutorials" / "faulty" / "sound.toml").read_text("utf-8")
"""A lesson's file without mistakes."""


def refused_command(words: str) -> str:
    """Return the exit code of a command without a terminal, and the one line that it prints."""
    out, err = StringIO(), StringIO()
    with patch("os.isatty", lambda _: False), redirect_stdout(out), redirect_stderr(err):
        code = exit_code(*shlex.split(words))
    (line,) = err.getvalue().splitlines()
    assert not out.getvalue()
    return f"{code} {line}"


def completed(words: str) -> str:
    """Return what the last of these words is completed to; a ! stands for nothing typed yet."""
    typed = [word.replace("!", "") for word in words.split()]
    return " ".join(word for word, _ in candidates(command_parser(), typed)) or "nothing"


def refused_record(given: str) -> str:
    """Return how a record is refused that has this text, or one text in place of another."""
    match, changed = new_match(), literal_eval(given)
    match.play(53)
    text = transcript.as_text(match, header_of(match))
    if isinstance(changed, tuple):
        old, new = changed
        assert old in text
        changed = text.replace(old, new)
    try:
        transcript.from_text(changed, "g.toml", Library(Path("nowhere")))
    except SaveError as refusal:
        return str(refusal)
    return "accepted"


def wrong_setup(content: str) -> str:
    """Return what is wrong with a file with the last setup of Box; the defaults are offered."""
    box = GAMES["box"]
    with TemporaryDirectory() as folder:
        file = Path(folder, "box.toml")
        file.write_text(literal_eval(content))
        found, complaint = remembered.read(file, box)
    assert found == remembered.default(box)
    complaint = complaint.removeprefix(f"The setup starts with the defaults: {folder}/")
    return complaint.removesuffix(
        " Correct it or remove it. Otherwise the next game that is started replaces it."
    )


def wrong_settings(content: str) -> str:
    """Return the settings in a file that aren't the defaults, and what is said of the file."""
    usual, before = asdict(Settings(name="Zed")), literal_eval(content)
    with TemporaryDirectory() as folder:
        file = Path(folder, "settings.toml")
        file.write_bytes(before)
        found, complaint = settings.read(file, "Zed")
        assert file.read_bytes() == before
    chosen = {key: value for key, value in asdict(found).items() if value != usual[key]}
    return f"{chosen} {complaint.replace(f'{folder}/', '')}".rstrip()


def quoted_value(given: str) -> str:
    """Return how sentences repeat a value."""
    return quoted(literal_eval(given))


def refused_lesson(given: str) -> str:
    """Return how `SOUND` is refused as a lesson with one text in place of another."""
    old, new = literal_eval(given)
    assert SOUND.count(old) == 1
    try:
        verify(read_lesson("shut-the-box", SOUND.replace(old, new), "lessons/test.toml"))
    except LessonFault as fault:
        return str(fault)
    return "accepted"


ANSWERING: Final[Mapping[str, Callable[[str], str]]] = {
    "commands/refused.txt": refused_command,
    "commands/completed.txt": completed,
    "play/refused_records.txt": refused_record,
    "play/wrong_setups.txt": wrong_setup,
    "system/wrong_settings.txt": wrong_settings,
    "system/quoted.txt": quoted_value,
    "system/in_second_person.txt": in_second_person,
    "tutorials/faulty/answers.txt": refused_lesson,
}
"""What answers, for each text."""


def cases(text: str) -> list[list[str]]:
    """Return what is given in a text, each with its answer there."""
    lines = (TESTS / text).read_text("utf-8").splitlines()
    return [line.split(" -> ", 1) for line in lines if _is_case(line)]


def _is_case(line: str) -> bool:
    return bool(line) and not line.startswith("#")


def _answered(text: str) -> str:
    """Return a text with the answers as they are now."""
    lines = (TESTS / text).read_text("utf-8").splitlines()
    with TemporaryDirectory() as home, patch.dict(os.environ, folders(Path(home))):
        for at, line in enumerate(lines):
            if _is_case(line):
                given = line.partition(" -> ")[0]
                lines[at] = f"{given} -> {ANSWERING[text](given)}"
    return "\n".join(lines) + "\n"


TEXTS: Final = {TESTS / text: partial(_answered, text) for text in ANSWERING}
