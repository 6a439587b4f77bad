"""The list of lessons: each game's lesson, the progress in it, and practice."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.games import GAMES
from boxtui.learn.mistakes import utc_now
from boxtui.learn.overview import lesson_words, practice_words
from boxtui.tui.screens.common import ListPage
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.widgets.choices import Row

_PRACTICE: Final = "positions to solve, one after another"


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
        now = utc_now()
        for key, game in GAMES.items():
            rows += [
                Row(f"lesson {key}", f"Lesson: {game.title}", lesson_words(key)),
                Row(f"practice {key}", "  practice", practice_words(key, now) or _PRACTICE),
            ]
        self.choices.fill(rows, self._first)
        self._first = ""

    def chosen(self, key: str) -> None:
        """Open the lesson or the practice of the row."""
        what, _, game = key.partition(" ")
        if what == "lesson":
            self.boxtui.teach(game)
        else:
            self.boxtui.practice(game)

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        self.app.push_screen(RulesScreen(self.choices.current.split()[-1], ""))
