"""The menu: the games, and the entries for everything else."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from boxtui.games import GAMES
from boxtui.play.latest import LatestGame
from boxtui.play.stories import entry_columns, figures_meaning, title_of
from boxtui.tui.screens.page import ListPage
from boxtui.tui.widgets.choices import Row
from boxtui.tui.widgets.message_bar import MESSAGE_ROWS

_ELSEWHERE = (
    Row("learn", "Learn a game", "lessons, and positions to solve"),
    Row("progress", "Progress", "in lessons, practice and games"),
    Row("saves", "Saved games"),
    Row("rules", "Rules"),
    Row("settings", "Settings"),
    Row("quit", "Quit"),
)

_USE = (
    (
        "Up and down move the cursor, Enter chooses. The last lines of every screen name the keys "
        "that do something there."
    ),
    (
        "New to a game? Press l for its lesson, and for positions to solve. On the row of a game, "
        "and during a game, ? opens its rules."
    ),
    (
        "Choose a game to play it: first you set who plays, how strong the computer is, and which "
        "options apply. During a game, h gives a hint, u takes a move back, and a colon lets you "
        "type a move."
    ),
    (
        "Each move is saved at once, so you can leave at any time with q. Press c in the menu to "
        "continue the last game, and s for all of your games."
    ),
    (
        "Outside this program, boxtui --help lists the commands, and boxtui --plain does all of "
        "this in lines of text."
    ),
)


class MenuScreen(ListPage):
    """The first screen. Continue comes first when there is something to continue."""

    heading = "boxtui: learn and play board games against the computer"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "take('continue')", "continue"),
        Binding("l", "take('learn')", "learn"),
        Binding("p", "take('progress')", "progress"),
        Binding("s", "take('saves')", "saves"),
        Binding("question_mark", "explain", "rules"),
        Binding("comma,o", "take('settings')", "settings", key_display=","),
        Binding("q", "take('quit')", "quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.choices.label_cells = 22
        self._latest = LatestGame()

    def foot(self) -> list[Widget]:
        """Return the message: nothing is typed here."""
        return [self.message]

    def mounted(self) -> None:
        self._fill()
        self.say(self.boxtui.complaint, "warning")

    async def on_screen_resume(self) -> None:
        """Look for a game to continue: the saves may have changed while another screen was up.

        The cursor goes there if it is another one or was played on, unless a key was pressed in the
        meantime.
        """
        before, keys = self._latest.found, self.boxtui.keys_taken
        await self.look_again()
        found = self._latest.found
        is_new = found is not None and not (before and before.entry == found.entry)
        if is_new and keys == self.boxtui.keys_taken:
            self._fill("continue")

    async def look_again(self) -> None:
        """Look for a game to continue; the cursor stays. Why saves can't be read is said once."""
        if fault := await self._latest.look():
            self.say(fault, "warning")
        self._fill()
        self.refresh_bindings()

    def _fill(self, current: str = "") -> None:
        rows = [Row(f"play {game.key}", game.title, game.blurb) for game in GAMES.values()]
        if self._latest.found:
            entry, story = self._latest.found.entry, self._latest.found.story
            title = f"Continue {title_of(entry)}"
            text, figures, players = entry_columns(entry, story)
            rows.insert(0, Row("continue", title, text, detail=figures, rest=players))
        self.choices.fill([*rows, Row("", ""), *_ELSEWHERE], current)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._latest.found is not None or parameters != ("continue",)

    def described(self, binding: Binding) -> str:
        return "help" if binding.action == "explain" and not self._game() else binding.description

    def pointed(self, key: str) -> None:
        """Say what the figures of the game to continue count."""
        found, cells = self._latest.found if key == "continue" else None, self.size.width - 2
        meaning = figures_meaning(found.entry, found.story, cells, MESSAGE_ROWS) if found else ""
        self.message.stand_by(meaning)
        self.key_list.refresh_keys()

    def chosen(self, key: str) -> None:
        """Open what the row leads to."""
        self.action_take(key)

    def _game(self) -> str:
        """Return the key of the game under the cursor, or ""."""
        what, _, key = self.choices.current.partition(" ")
        if what == "continue" and self._latest.found and self._latest.found.entry.header:
            key = self._latest.found.entry.header.game
        return key if key in GAMES else ""

    def action_explain(self) -> None:
        """Open the rules of the game under the cursor or, on another row, how boxtui is used."""
        from boxtui.tui.screens.about import AboutScreen

        if game := self._game():
            self.boxtui.show_rules(game)
        else:
            self.app.push_screen(AboutScreen("How to use boxtui", _USE, "question_mark"))

    def action_take(self, key: str) -> None:
        """Open what the row with that key leads to; a screen is imported when it is needed."""
        from boxtui.tui.screens.saved import SavesScreen
        from boxtui.tui.screens.settings import SettingsScreen

        if key == "quit":
            self.app.exit(0)
        elif key == "continue" and self._latest.found:
            self.boxtui.resume(self._latest.found.entry.path)
        elif key == "learn":
            self.boxtui.open_lessons(self._game())
        elif key == "progress":
            self.boxtui.open_progress()
        elif key == "saves":
            self.app.push_screen(SavesScreen())
        elif key == "rules":
            self.boxtui.show_rules(next(iter(GAMES)))
        elif key == "settings":
            self.app.push_screen(SettingsScreen())
        elif key.startswith("play "):
            self.boxtui.set_up(GAMES[key.removeprefix("play ")])
