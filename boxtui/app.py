"""The app: its look, its settings, and the way from screen to screen."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from signal import SIGINT
from typing import ClassVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import WorkType

from ai.worker import Searcher
from boxtui.core import Game
from boxtui.drawing import ASCII, UNICODE, Glyphs
from boxtui.guard import look_so
from boxtui.match import Match
from boxtui.practice import drawn_number
from boxtui.record import Record, knowing_last_loser, library, position
from boxtui.screens.common import Page
from boxtui.screens.game import GameScreen
from boxtui.screens.learn import LearnScreen
from boxtui.screens.lesson import LessonScreen
from boxtui.screens.menu import MenuScreen
from boxtui.screens.practice import PracticeScreen
from boxtui.screens.setup import SetupScreen
from boxtui.screens.table import TableScreen
from boxtui.settings import Settings
from boxtui.terminal import Look
from saves.errors import SaveError
from tutorials.lines import LessonFault


class BoxTui(App[int]):
    """boxtui on a terminal that looks so by itself.

    `first` opens the first screen over the menu: a setup, a save.
    """

    CSS_PATH = "boxtui.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True)
    ]
    TITLE = "boxtui"

    def __init__(
        self,
        look: Look,
        settings: Settings,
        complaint: str = "",
        first: "Callable[[BoxTui], None] | None" = None,
    ) -> None:
        super().__init__(ansi_color=None)
        self.settings = settings
        self.complaint = complaint
        self.searcher = Searcher(position)
        self._look = look
        self._first = first
        self._opening = False

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with, by the settings and the terminal."""
        return ASCII if self.settings.look(self._look).ascii else UNICODE

    def on_mount(self) -> None:
        """The menu is always the first screen."""
        self.take_settings(self.settings)
        self.push_screen(MenuScreen())
        if self._first:
            self._first(self)

    def take_settings(self, settings: Settings) -> None:
        """Follow these settings from now on."""
        self.settings = settings
        plain = self._look.ssh or not self._look.color
        auto = "ansi-dark" if plain else "textual-dark"
        self.theme = {"auto": auto, "no color": "ansi-dark"}.get(settings.theme, settings.theme)
        look_so(self, settings.look(self._look))

    def set_up(self, game: Game, seed: int | None = None) -> None:
        """Open the setup of a game."""
        self.push_screen(SetupScreen(game, seed))

    def begin(self, match: Match, *, look_back: bool = False) -> None:
        """Keep a new match and play it; `look_back` for who lost the last one of these names."""

        def opened() -> Record:
            shelf = library()
            return Record.begin(knowing_last_loser(match, shelf) if look_back else match, shelf)

        self._begin_opening(opened)

    def resume(self, path: Path) -> None:
        """Take up a saved match."""
        self._begin_opening(lambda: Record.resume(path, library()))

    def open_lessons(self) -> None:
        """Open the list of lessons."""
        self.push_screen(LearnScreen())

    def teach(self, game: str) -> None:
        """Open the lesson of the game with that key."""
        try:
            self.push_screen(LessonScreen(game, self.settings.name))
        except LessonFault as fault:
            self._refuse(fault)

    def practise(self, game: str, number: int | None = None) -> None:
        """Open a position to solve; one drawn by lot without a number."""
        at = drawn_number() if number is None else number
        self._open_over(self.screen, PracticeScreen(game, at))

    def _begin_opening(self, opened: Callable[[], Record]) -> None:
        """One at a time: a key pressed twice is no second game."""
        if not self._opening:
            self._opening = True
            # No coroutine yet: where q comes next it never runs.
            opening: WorkType[None] = partial(self._open, self.screen, opened)
            self.run_worker(opening)

    async def _open(self, below: Screen[object], opened: Callable[[], Record]) -> None:
        try:
            record = await asyncio.to_thread(opened)
        except SaveError as refusal:
            self._refuse(refusal)
            return
        finally:
            self._opening = False
        self._open_over(below, GameScreen(record))

    def _refuse(self, refusal: Exception) -> None:
        if isinstance(self.screen, Page):
            self.screen.refuse(refusal)

    def _open_over(self, below: Screen[object], screen: Screen[None]) -> None:
        """Show a screen in the place of one that leads only to it, else over it.

        What was opened meanwhile over that one, which it was asked for on, is closed.
        """
        while below in self.screen_stack and self.screen is not below:
            self.pop_screen()
        if isinstance(self.screen, SetupScreen | TableScreen):
            self.workers.cancel_node(self.screen)  # before its widgets go, which they draw on
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def pop_screen(self) -> AwaitComplete:
        """Go back, once nothing draws any more on the screen that is left."""
        self.workers.cancel_node(self.screen)
        return super().pop_screen()

    def action_interrupt(self) -> None:
        """Ctrl+C leaves as SIGINT does: every move is saved already."""
        self.exit(return_code=128 + SIGINT)

    def on_unmount(self) -> None:
        """End the search process."""
        self.searcher.close()
