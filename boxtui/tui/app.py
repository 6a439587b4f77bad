"""The app: its look, its settings, and how it opens screens.

Screens above the menu, and the searches of the computer, are imported when they are needed.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES
from textual.worker import WorkType

from boxtui.core import Game, GameError
from boxtui.games import GAMES
from boxtui.lines import Glyphs, glyphs_for
from boxtui.play.choosing import rename_save
from boxtui.play.match import Match, new_seed
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, opened
from boxtui.system import background, locations
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings, keep
from boxtui.system.terminal import Look
from boxtui.tui.driver import ask_background, redraw, set_look
from boxtui.tui.just_shown import KEYS_IGNORED
from boxtui.tui.screens.choose import DIALOG_CELLS, ChooseScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.page import Page
from boxtui.tui.stylesheet import SharedStylesheet
from boxtui.tui.typed_ahead import KEY_WAIT, TypedAheadApp
from boxtui.tui.widgets.choices import Row
from boxtui.tui.widgets.keys import KEY_ROWS, shown_key
from boxtui.tui.widgets.message_bar import MESSAGE_ROWS, MessageKind
from saves.errors import SaveError, SaveInUse, refusal_words
from tutorials.errors import LessonFault

if TYPE_CHECKING:
    from ai.worker import Searcher
    from boxtui.tui.screens.page import AppApi

    def _api_of(app: "BoxTui") -> AppApi:
        """Have mypy check that the app is what its screens take it for (`Page.boxtui`)."""
        return app


LoadedT = TypeVar("LoadedT")

OWN_THEMES: Final = {
    "textual-light": replace(
        BUILTIN_THEMES["textual-light"], background="#ffffff", surface="#ffffff"
    )
}
"""Textual's themes that we change: on its light gray, no orange of 256 colors is readable."""

_SIZES: Final = {
    "key-rows": str(KEY_ROWS),
    "message-rows": str(MESSAGE_ROWS),
    "dialog-cells": str(DIALOG_CELLS),
}
"""Variables of the stylesheet: sizes that the code uses too."""

_OPENING_A_GAME: Final = "A game is being opened."
"""What is said of a second request while a game is loaded."""


class BoxTui(TypedAheadApp, inherit_bindings=False):
    """The boxtui app; `AppApi` describes what screens use of it.

    `look` is what the terminal can show. `first` opens the first screen over the menu, such as a
    setup or a save.

    Attributes:
        disk: reads and writes the player's files, off the event loop.
        has_named_only_moves: whether the player was told which setting leaves only moves to them.
    """

    # The path is absolute, for apps derived from this one elsewhere.
    CSS_PATH = Path(__file__).with_name("boxtui.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Redraw", show=False, priority=True),
    ]
    TITLE = "boxtui"

    def __init__(
        self,
        look: Look,
        settings: Settings,
        complaint: str = "",
        first: "Callable[[BoxTui], None] | None" = None,
    ) -> None:
        super().__init__()
        for theme in OWN_THEMES.values():
            self.register_theme(theme)
        self.settings = settings
        self.complaint = complaint
        self.has_named_only_moves = False
        self._look = look
        self._first = first
        self._is_light = look.light
        # From the start, so that no other theme is parsed and applied first.
        self.set_reactive(App.theme, self._chosen_theme())
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)
        self._refresh_truecolor_filter(self.ansi_theme)
        self._background_known = asyncio.Event()
        self._opening = ""
        """The message for a second request while something loads `alone`; "" if nothing does."""
        self.disk = Disk()

    def get_css_variables(self) -> dict[str, str]:
        return super().get_css_variables() | _SIZES

    @property
    def glyphs(self) -> Glyphs:
        look = self.settings.look(self._look)
        return glyphs_for(ascii_only=look.ascii, color=look.color)

    @property
    def rolls_dice(self) -> bool:
        return self.settings.rolls_dice(self._look)

    @property
    def may_send_color(self) -> bool:
        return self._look.color

    @property
    def is_hurried(self) -> bool:
        return False

    async def turn(self, *, by_person: bool) -> None:
        """Wait for a turn to show a match, on a host that many share; never in a local game."""

    @cached_property
    def searcher(self) -> "Searcher":
        """The process that searches the computer's moves."""
        from ai.worker import SearchProcess

        return SearchProcess()

    def get_default_screen(self) -> Screen[None]:
        """Return the menu, which is below every other screen and can't be left."""
        return MenuScreen()

    async def on_mount(self) -> None:
        """Apply the settings, and open the first screen."""
        # Nothing is drawn before this returns, so the first picture has the right colors.
        if self._wants_background() and ask_background(self, self._follow_background):
            with suppress(TimeoutError):
                async with asyncio.timeout(background.answer_wait(self._look.ssh)):
                    await self._background_known.wait()
        self._apply_settings()
        if self._first:
            self._first(self)
        with suppress(TimeoutError):
            async with asyncio.timeout(KEY_WAIT):
                await self.loaded()  # keys that are typed already are for what it opens

    def on_ready(self) -> None:
        """Switch garbage collection on if it is off, without what has been loaded so far."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def keep_setting(self, chosen: Settings, key: str, page: Page) -> None:
        before, self.settings = self.settings.theme, chosen
        if chosen.theme != before and self._wants_background():
            ask_background(self, self._follow_background)
        self._apply_settings()
        self.write(partial(keep, chosen, key, locations.settings()), page)

    def write(self, call: Callable[[], str], page: Page) -> None:
        """Begin to write a file; `call` returns what went wrong, which `page` says.

        Once that page is left, `page_for_messages` says it.
        """
        saying: WorkType[None] = partial(self._say_fault, self.disk.begin(call), page)
        self.run_worker(saying)

    async def _say_fault(self, writing: asyncio.Task[str], page: Page) -> None:
        fault = await asyncio.shield(writing)
        if fault and (top := page if page in self.screen_stack else self.page_for_messages):
            top.say(fault, "warning")

    def say_unused(self, key: Key) -> None:
        """Say on the open page or dialog that a key does nothing there, below any other message."""
        page = self.screen
        is_letter = key.is_printable and key.key != "space" and "+" not in key.key
        shown = shown_key(Binding(key.key, ""))
        name = (key.character if is_letter else "") or f"{shown[:1].upper()}{shown[1:]}"
        has_name = name.isprintable() and (is_letter or "_" not in name)
        unused = f"{name if has_name else 'That key'} does nothing here."
        if isinstance(page, ChooseScreen):
            page.note(unused)
        if not isinstance(page, Page):
            return
        if not page.message.text or page.message.kind is MessageKind.UNUSED:
            advice = page.typing_advice() if is_letter else ""
            words = f"{unused} {advice or 'The last lines name the keys.'}"
            page.say(words, "warning", kind=MessageKind.UNUSED)
        else:
            page.message.add(unused, MessageKind.UNUSED)

    def forget_unused(self, page: Screen[Any]) -> None:
        if isinstance(page, ChooseScreen) and page.is_attached:
            page.note("")
        if isinstance(page, Page) and page.is_attached:
            page.forget_unused()

    @property
    def page_for_messages(self) -> Page | None:
        """The topmost page: the one that is open, or that lies below a question."""
        pages = [screen for screen in self.screen_stack if isinstance(screen, Page)]
        return pages[-1] if pages else None

    def _chosen_theme(self) -> str:
        """Return the name of the theme that the settings and the background ask for."""
        kind = "ansi" if self._look.ssh or not self._look.color else "textual"
        auto = f"{kind}-light" if self._look.color and self._is_light else f"{kind}-dark"
        named = {"auto": auto, "no color": "ansi-dark"}
        return named.get(self.settings.theme, self.settings.theme)

    def _apply_settings(self) -> None:
        self.theme = self._chosen_theme()
        set_look(self, self.settings.look(self._look))

    def _wants_background(self) -> bool:
        """Whether the colors depend on the terminal's background, and it can be asked for it."""
        return self.settings.theme == "auto" and self._look.color and self._look.answers

    def _follow_background(self, light: bool | None) -> None:
        """Follow the terminal's background; None says that its answers are complete."""
        self._background_known.set()
        if light is not None:
            self._is_light = light
            self.call_later(self._apply_settings)

    def ask_name(self) -> None:
        """Ask for the name that the person plays under."""
        from boxtui.tui.screens.name import NameScreen

        self.push_screen(NameScreen())

    def set_up(self, game: Game, seed: int | None = None, tutor: str | None = None) -> None:
        """Open the setup of a game, by default with a new seed and last time's tutor."""
        from boxtui.tui.screens.setup import SetupScreen, setup_inputs

        load = partial(setup_inputs, game)
        self._begin_page(load, lambda inputs: SetupScreen(game, inputs, seed, tutor))

    def start(self, set_up: Callable[[], Match]) -> None:
        from boxtui.play.next_game import begin_after_last

        async def load() -> Record:
            match = await self.disk.run(set_up)
            return await opened(partial(begin_after_last, match))

        self._begin_game(load)

    def begin(self, match: Match) -> None:
        self._begin_game(partial(opened, lambda: Record.begin(match, open_library())))

    def resume(self, path: Path, notice: str = "") -> None:
        async def load() -> Record:
            try:
                return await opened(partial(Record.resume, path, open_library(), notice))
            except SaveInUse:
                self.call_later(self._offer_to_take_over, path, notice)
                raise

        self._begin_game(load)

    def _offer_to_take_over(self, path: Path, notice: str) -> None:
        """Ask whether to continue here what is open in another session."""
        from boxtui.play.handover import ASKED, OPEN_ELSEWHERE, TAKE_OVER, taken_over

        def answered(answer: str | None) -> None:
            if answer == "here":
                if page := self.page_for_messages:
                    page.say(ASKED, kind=MessageKind.OPENING)
                self._begin_game(partial(taken_over, path, notice))

        rows = [Row("here", "Continue it here"), Row("there", "Leave it there")]
        question = ChooseScreen([OPEN_ELSEWHERE, TAKE_OVER], rows, self.glyphs, deaf=KEYS_IGNORED)
        self.push_screen(question, answered)

    def rename(self, path: Path, name: str, then: Callable[[Path], None]) -> None:
        self._load_then(partial(asyncio.to_thread, rename_save, path, name), then)

    def play_on(self, match: Match) -> None:
        from boxtui.tui.screens.game import GameScreen
        from boxtui.tui.screens.searching import SearchingScreen

        twin, below = match.played_on(new_seed()), self.screen
        assert isinstance(below, SearchingScreen)

        def open_over(record: Record) -> None:
            below.cover()
            self.push_screen(GameScreen(record, self.searcher), lambda _: below.uncover())

        load = partial(opened, lambda: Record.begin(twin, open_library()))
        self._load_then(load, open_over, alone=_OPENING_A_GAME, drop=self._drop)

    def review(self, path: Path) -> None:
        from boxtui.learn.reviews import match_to_review

        self._review(partial(match_to_review, path))

    def review_record(self, record: Record, then: Callable[[], None]) -> None:
        from boxtui.learn.reviews import match_of_record

        self._review(partial(match_of_record, record), then)

    def _review(self, load: Callable[[], Match], then: Callable[[], None] = lambda: None) -> None:
        """Review the match that `load` reads in a thread; once the review is left, call `then`."""
        from boxtui.tui.screens.review import ReviewScreen

        def show(match: Match) -> None:
            self.push_screen(ReviewScreen(match), lambda _: then())

        self._load_then(partial(asyncio.to_thread, load), show, alone="A review is being opened.")

    def open_lessons(self, game: str = "") -> None:
        from boxtui.tui.screens.learn import LearnScreen, lesson_rows

        self._begin_page(lesson_rows, partial(LearnScreen, game))

    def open_progress(self) -> None:
        from boxtui.learn.mistakes import utc_now
        from boxtui.learn.overview import overview
        from boxtui.tui.screens.progress import ProgressScreen

        self._begin_page(partial(overview, utc_now()), ProgressScreen)

    def show_rules(self, game: str, rule: str = "") -> None:
        from boxtui.tui.screens.rules import RulesScreen
        from tutorials.pages import rules_page

        self._begin_page(partial(rules_page, game), partial(RulesScreen, game, rule))

    def teach(self, game: str) -> None:
        from boxtui.learn.session import LessonSession
        from boxtui.tui.screens.lesson import LessonScreen

        self._begin_page(partial(LessonSession, game, self.settings.name), LessonScreen)

    def practice(self, game: str, number: int | None = None) -> None:
        from boxtui.learn.asking import ask_through
        from boxtui.learn.practice import PracticeSession
        from boxtui.tui.screens.practice import PracticeScreen

        played, name = GAMES[game], self.settings.name
        ask_for = partial(ask_through, self.searcher)
        load = partial(PracticeSession, played, name, ask_for, number, disk=self.disk)
        self._load_then(
            partial(self.disk.run, load),
            lambda session: self._open_in_place(PracticeScreen(session)),
            alone="Practice is being opened.",
        )

    def _begin_game(self, load: Callable[[], Awaitable[Record]]) -> None:
        """Play the match that `load` begins or resumes."""
        from boxtui.tui.screens.game import GameScreen

        self._load_then(
            load,
            lambda record: self._open_in_place(GameScreen(record, self.searcher)),
            alone=_OPENING_A_GAME,
            drop=self._drop,
        )

    def _drop(self, record: Record) -> None:
        """Close the record of a game that isn't shown."""
        self.disk.begin(record.drop)

    def _begin_page(
        self, load: Callable[[], LoadedT], page_for: Callable[[LoadedT], Screen[None]]
    ) -> None:
        """Show a page with what `load` reads from the disk, unless another is opened meanwhile."""
        below = self.screen

        def show(loaded: LoadedT) -> None:
            if self.screen is below:
                self.push_screen(page_for(loaded))

        self._load_then(partial(self.disk.run, load), show)

    def _load_then(
        self,
        load: Callable[[], Awaitable[LoadedT]],
        show: Callable[[LoadedT], None],
        *,
        alone: str = "",
        drop: Callable[[LoadedT], None] = lambda loaded: None,
    ) -> None:
        """Begin to load something, and then show it over this screen; keys wait meanwhile.

        If this screen is left first, or showing fails, `drop` is called instead. What is loaded
        `alone` closes what was opened over this screen meanwhile, and isn't loaded while something
        else is loaded so, which is said: a key pressed twice must not start two games.
        """
        below = self.screen
        if alone and self._opening:
            if page := self.page_for_messages:
                page.say(self._opening, kind=MessageKind.OPENING)
            return
        self._opening = self._opening or alone

        async def loaded_and_shown() -> None:
            try:
                loaded = await load()
            except (SaveError, GameError, LessonFault) as refusal:
                if page := self.page_for_messages:
                    await page.look_again()
                    page.say(refusal_words(refusal), "warning")
                return
            finally:
                if alone:
                    self._has_opened()
            if below not in self.screen_stack:
                drop(loaded)
                return
            try:
                while alone and self.screen is not below:
                    self.pop_screen()
                show(loaded)
            except BaseException:
                drop(loaded)
                raise

        self.begin_load(loaded_and_shown)

    def _has_opened(self) -> None:
        """Forget what was being opened, and that it was said."""
        self._opening = ""
        for page in self.screen_stack:
            if isinstance(page, Page) and page.message.kind is MessageKind.OPENING:
                page.say("")

    def _open_in_place(self, screen: Screen[None]) -> None:
        """Show `screen` in place of a setup or of boards, such as a game and its review."""
        from boxtui.tui.screens.setup import SetupScreen
        from boxtui.tui.screens.table import TableScreen

        if not isinstance(self.screen, SetupScreen | TableScreen):
            self.push_screen(screen)
            return
        while isinstance(self.screen_stack[-2], TableScreen):
            self.pop_screen()
        self.workers.cancel_node(self.screen)  # they draw on its widgets
        self.switch_screen(screen)

    def pop_screen(self) -> AwaitComplete:
        """Go back, after stopping everything that draws on the screen that is left."""
        self.workers.cancel_node(self.screen)
        return super().pop_screen()

    def action_interrupt(self) -> None:
        """Leave on Ctrl+C as after SIGINT: every move is saved already."""
        self.exit(return_code=128 + SIGINT)

    def action_redraw(self) -> None:
        """Draw the whole screen again, in case something else wrote on it."""
        redraw(self)

    async def on_unmount(self) -> None:
        """End the search process, handle no more keys, and wait for what is being written."""
        self.take_no_more()
        if "searcher" in vars(self):
            self.searcher.close()
        await self.disk.finish()
