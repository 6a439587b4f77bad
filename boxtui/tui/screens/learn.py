"""The list of lessons: each game's lesson, the progress in it, and practice."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.games import GAMES
from boxtui.learn.mistakes import utc_now
from boxtui.learn.overview import lesson_words, practice_summary
from boxtui.tui.screens.page import BACK, ListPage
from boxtui.tui.widgets.choices import Row


def lesson_rows() -> list[Row]:
    """Return the rows for each game's lesson and practice, with the progress in them."""
    rows: list[Row] = []
    now = utc_now()
    for key, game in GAMES.items():
        rows.append(Row(f"lesson {key}", f"Lesson: {game.title}", lesson_words(key)))
        practiced = practice_summary(key, now) or "positions to solve, one after another"
        rows.append(Row(f"practice {key}", "  practice", practiced))
    return rows


class LearnScreen(ListPage):
    """A lesson and practice for each game."""

    heading = "Learn a game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", "rules"),
        BACK,
    ]

    def __init__(self, game: str, rows: Sequence[Row]) -> None:
        """Create the screen with these `lesson_rows` and the cursor on that game's lesson."""
        super().__init__()
        self._first = f"lesson {game}"
        self._rows = rows

    async def on_screen_resume(self) -> None:
        """List the lessons with the progress made since."""
        rows = self._rows or await self.boxtui.disk.run(lesson_rows)
        self.choices.fill(rows, self._first)
        self._first, self._rows = "", ()

    def chosen(self, key: str) -> None:
        """Open the lesson or the practice of the row."""
        what, _, game = key.partition(" ")
        if what == "lesson":
            self.boxtui.teach(game)
        else:
            self.boxtui.practice(game)

    def action_rules(self) -> None:
        """Open the rules of the game under the cursor."""
        self.boxtui.show_rules(self.choices.current.split()[-1])
