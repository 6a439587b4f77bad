"""Lessons as they are taught; `make golden` writes them again, on purpose."""

from functools import partial
from pathlib import Path

from lesson_check import verify

from boxtui.core import GameError
from tutorials.lesson import Lesson, read_lesson
from tutorials.runner import Phase, Runner

FOLDER = Path(__file__).parent.parent / "tutorials"

SCRIPTS: dict[str, tuple[str, str, str, list[str]]] = {
    "wrong-and-right": (
        *("shut-the-box", "scores", "the-score"),
        ["hint", "hint", "9", "what?", "5", "enter", "enter", "hint", "4+1", "enter"],
    ),
    "to-the-end": (
        *("shut-the-box", "scores", "one-die"),
        ["6+1", "enter", "hint", "enter", "enter", "enter", "hint", "hint", "5+1", "hint", "3+2"]
        + ["enter"] * 3,
    ),
    "any-step": (
        *("shut-the-box", "scores", ""),
        ["to shutting-the-box", "back", "to the-score", "back"],
    ),
    "two-decisions": (*("shut-the-box", "decisions", ""), ["3+2+1", "enter", "5+1", "3+2"]),
    "any-move": ("shut-the-box", "any", "", ["3+2", "enter", "enter", "enter"]),
    "two-cards": ("free-o", "hands", "two-cards-left", ["house"] + ["enter"] * 5),
    "captured": ("free-o", "hands", "stop-her", ["captured", "enter"]),
}
"""The game, lesson and first step of each file, and what the learner types.

A lesson's first step is "". What is typed is `enter`, `hint`, `back`, `to` with a step, or a move.
"""


def lesson(game: str, name: str) -> Lesson:
    file = FOLDER / f"{name}.toml"
    return read_lesson(game, file.read_text("utf-8"), file.name)


def taught(name: str) -> str:
    """Return what the learner types, and what the lesson then shows, as text."""
    game, file, step, typed = SCRIPTS[name]
    verify(lesson(game, file))
    runner = Runner(lesson(game, file), "Ann", step)
    lines = shown(runner)
    for words in typed:
        type_in(runner, words)
        lines += ["", f"> {words}", *shown(runner)]
    return "\n".join(lines) + "\n"


def type_in(runner: Runner, words: str) -> None:
    if words == "enter":
        runner.go_on()
    elif words == "hint":
        runner.hint()
    elif words == "back":
        runner.go_back()
    elif words.startswith("to "):
        runner.go_to(words.removeprefix("to "))
    else:
        try:
            runner.attempt(runner.state.read_move(words))
        except GameError as refusal:
            runner.refuse(refusal)


def shown(runner: Runner) -> list[str]:
    """Return what the lesson waits for, its place, its words, and what they point at."""
    place = f"{runner.step.name}, step {runner.at + 1} of {runner.reached + 1} reached"
    lines = [f"{runner.phase.name} at {place}", runner.state.text(), *runner.words]
    if runner.explanation:
        lines.append(f"before: {runner.explanation}")
    if runner.pointed_at:
        lines.append(f"look at {', '.join(runner.pointed_at)}")
    if runner.plays_scripted:
        lines.append("a move is played next")
    if runner.phase is Phase.ASKING:
        if runner.hinted_move is not None:
            lines.append(f"told {runner.state.move_text(runner.hinted_move)}")
        solving = sorted(map(runner.state.move_text, runner.solving_moves()))
        lines.append(f"solved by {', '.join(solving)}")
    return lines


TEXTS = {FOLDER / f"{name}.txt": partial(taught, name) for name in SCRIPTS}
