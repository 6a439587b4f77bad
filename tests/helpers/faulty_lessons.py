"""How mistakes in a lesson's file are refused.

A line of `answers.txt` has a text of `sound.toml`, another one in its place and, after the arrow,
how the file is refused. `make golden` rewrites all answers, on purpose.
"""

from ast import literal_eval
from pathlib import Path

from lesson_check import verify

from tutorials.errors import LessonFault
from tutorials.lesson import read_lesson

FOLDER = Path(__file__).parents[1] / "tutorials" / "faulty"
ANSWERS = FOLDER / "answers.txt"
SOUND = (FOLDER / "sound.toml").read_text("utf-8")


def answers() -> str:
    """Return the text of `ANSWERS` with the answers as they are now."""
    lines = []
    for line in ANSWERS.read_text("utf-8").splitlines():
        given = line.partition(" -> ")[0]
        is_case = bool(line) and not line.startswith("#")
        lines.append(f"{given} -> {refusal(*literal_eval(given))}" if is_case else line)
    return "\n".join(lines) + "\n"


def refusal(old: str, new: str) -> str:
    assert SOUND.count(old) == 1
    try:
        verify(read_lesson("shut-the-box", SOUND.replace(old, new), "lessons/test.toml"))
    except LessonFault as fault:
        return str(fault)
    return "accepted"


TEXTS = {ANSWERS: answers}
