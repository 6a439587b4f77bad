"""The menu: the games, and the entries for everything else."""

import asyncio
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from boxtui.games import GAMES
from boxtui.play.results import refusal_words
from boxtui.play.stories import Continued, entry_columns, title_of, to_continue
from boxtui.tui.screens.page import ListPage
from boxtui.tui.widgets.choices import Row
from saves.errors import SaveError

_ELSEWHERE = (
    Row("learn", "Learn a game", "lessons, and positions to solve"),
    Row("progress", "Progress", "in lessons, practice and games"),
    Row("saves", "Saved games"),
    Row("rules", "Rules"),
    Row("settings", "Settings"),
    Row("quit", "Quit"),
)


class MenuScreen(ListPage):
    """The first screen. Continue comes first when there is something to continue."""

    heading = "boxtui: learn and play board games against the computer"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "take('continue')", "continue"),
        Binding("l", "take('learn')", "learn"),
        Binding("p", "take('progress')", "progress"),
        Binding("s", "take('saves')", "saves"),
        Binding("question_mark", "take('rules')", "rules"),
        Binding("o", "take('settings')", "settings"),
        Binding("q", "take('quit')", "quit"),
    ]

    def __init__(self) -> None:
        super().__init__(label_cells=22)
        self._continued: Continued | None = None
        self._fault = ""

    def foot(self) -> list[Widget]:
        """Return the message: nothing is typed here."""
        return [self.message]

    def mounted(self) -> None:
        self._fill()
        self.say(self.boxtui.complaint, "warning")

    async def on_screen_resume(self) -> None:
        """Look for a game to continue: the saves may have changed while another screen was up.

        Why saves can't be read is said once.
        """
        before, self._fault = self._fault, ""
        self._continued = None
        try:
            self._continued = await asyncio.to_thread(to_continue)
            self._fault = self._continued.unread if self._continued else ""
        except SaveError as refusal:
            self._fault = refusal_words(refusal)
        if self._fault not in ("", before):
            self.say(self._fault, "warning")
        self._fill("continue" if self._continued else "")
        self.refresh_bindings()

    def _fill(self, current: str = "") -> None:
        rows = [Row(f"play {game.key}", game.title, game.blurb) for game in GAMES.values()]
        if self._continued:
            entry, story = self._continued.entry, self._continued.story
            title = f"Continue {title_of(entry)}"
            text, players = entry_columns(entry, story)
            rows.insert(0, Row("continue", title, text, rest=players))
        self.choices.fill([*rows, Row("", ""), *_ELSEWHERE], current)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._continued is not None or parameters != ("continue",)

    def chosen(self, key: str) -> None:
        """Open what the row leads to."""
        self.action_take(key)

    def _game(self) -> str:
        """Return the key of the game under the cursor, or ""."""
        what, _, key = self.choices.current.partition(" ")
        return key if what == "play" else ""

    def action_take(self, key: str) -> None:
        """Open what the row with that key leads to; a screen is imported when it is needed."""
        from boxtui.tui.screens.saved import SavesScreen
        from boxtui.tui.screens.settings import SettingsScreen

        if key == "quit":
            self.app.exit(0)
        elif key == "continue" and self._continued:
            self.boxtui.resume(self._continued.entry.path)
        elif key == "learn":
            self.boxtui.open_lessons(self._game())
        elif key == "progress":
            self.boxtui.open_progress()
        elif key == "saves":
            self.app.push_screen(SavesScreen())
        elif key == "rules":
            self.boxtui.show_rules(self._game() or next(iter(GAMES)))
        elif key == "settings":
            self.app.push_screen(SettingsScreen())
        elif key.startswith("play "):
            self.boxtui.set_up(GAMES[key.removeprefix("play ")])
