"""The list of lessons: each game's lesson, the progress in it, and practice."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.games import GAMES
from boxtui.learn import progress
from boxtui.system import locations
from boxtui.tui.screens.common import ListPage
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.widgets.choices import Row
from tutorials.lesson import lesson_of
from tutorials.lines import LessonFault


def lesson_words(game: str) -> str:
    """Return how far the player is in a game's lesson, or what is wrong with it."""
    try:
        lesson = lesson_of(game)
    except LessonFault as fault:
        return str(fault)
    kept, complaint = progress.read(locations.lesson(game))
    names = [step.name for step in lesson.steps]
    if complaint:
        return complaint
    if kept.finished:
        return f"{len(names)} steps, done"
    if kept.step not in names:
        return f"{len(names)} steps"
    return f"at step {names.index(kept.step) + 1} of {len(names)}"


class LearnScreen(ListPage):
    """A lesson and practice for each game."""

    heading = "Learn a game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "rules"),
        Binding("q,escape", "leave", "back"),
    ]

    def __init__(self, game: str = "") -> None:
        """Create the screen with the cursor on that game's lesson."""
        super().__init__()
        self._first = f"lesson {game}"

    def on_screen_resume(self) -> None:
        """List the lessons with the progress made since."""
        rows: list[Row] = []
        for key, game in GAMES.items():
            rows += [
                Row(f"lesson {key}", f"Lesson: {game.title}", lesson_words(key)),
                Row(f"practice {key}", "  practice", "positions to solve, one after another"),
            ]
        self.choices.fill(rows, self._first)
        self._first = ""

    def chosen(self, key: str) -> None:
        """Open the lesson or the practice of the row."""
        what, _, game = key.partition(" ")
        if what == "lesson":
            self.boxtui.teach(game)
        else:
            self.boxtui.practise(game)

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        self.app.push_screen(RulesScreen(self.choices.current.split()[-1], ""))
