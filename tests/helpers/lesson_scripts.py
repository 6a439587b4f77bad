"""Lessons as they are taught, by scripts (`scripts`); a file has those of one game.

A step is `lesson` or, for a learner who sees no board, `read`, with a lesson and the step that it
begins at, if that isn't the first; a lesson is one of tests/tutorials, or else the game's `own`.
Then the learner types `enter`, `hint`, `back`, `to` with a step, or a move.
"""

from pathlib import Path

from lesson_check import verify
from scripts import Scripts

from boxtui.core import GameError
from tutorials.lesson import Lesson, lesson_of, read_lesson
from tutorials.runner import Phase, Runner

LESSONS = Path(__file__).parent.parent / "tutorials"


def lesson_named(game: str, name: str) -> Lesson:
    if name == "own":
        return lesson_of(game)
    file = LESSONS / f"{name}.toml"
    lesson = read_lesson(game, file.read_text("utf-8"), file.name)
    verify(lesson)
    return lesson


class LessonScript:
    """One script of a game, while it runs."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._runner: Runner

    def do(self, step: str, words: str) -> list[str]:
        if step in ("lesson", "read"):
            name, _, first = words.partition(" ")
            lesson = lesson_named(self._game, name)
            self._runner = Runner(lesson, "Ann", first, drawn=step == "lesson")
        elif step == "enter":
            self._runner.go_on()
        elif step == "hint":
            self._runner.hint()
        elif step == "back":
            self._runner.go_back()
        elif step == "to":
            self._runner.go_to(words)
        else:
            self._play(f"{step} {words}".rstrip())
        return shown(self._runner)

    def _play(self, notation: str) -> None:
        runner = self._runner
        try:
            runner.attempt(runner.state.read_move(notation))
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
        if solving := sorted(map(runner.state.move_text, runner.solving_moves())):
            lines.append(f"solved by {', '.join(solving)}")
    return lines


TAUGHT = Scripts(Path(__file__).parent.parent / "golden" / "lessons", LessonScript)
