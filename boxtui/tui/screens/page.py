"""The base of every screen: a title, a body, a message, an input line, and the keys.

A screen keeps its widgets as attributes and never looks them up. A lookup fails before the screen
is mounted and while it is being left, but a widget kept as an attribute can always be drawn on.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Resize, ScreenResume
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from boxtui.core import Game
from boxtui.lines import Glyphs, Piece, cells_of, fitted
from boxtui.play.match import Match
from boxtui.play.record import Record
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.choices import Choices
from boxtui.tui.widgets.keys import Describes, Keys
from boxtui.tui.widgets.message_bar import MessageBar, MessageKind
from boxtui.tui.widgets.typed_line import TypedLine
from saves.errors import refusal_words

if TYPE_CHECKING:
    from ai.worker import Searcher


_OF_A_KEY: Final = frozenset({MessageKind.NOT_NOW, MessageKind.YOUR_TURN, MessageKind.NO_MORE})
"""The kinds of messages that answer a key which did nothing else."""

BACK: Final = Binding("q,escape", "leave", "back", key_display="q Esc")
"""The keys that leave a page which has no other use for Esc."""


class AppApi(Protocol):
    """What screens need from the app."""

    settings: Settings
    complaint: str
    has_named_only_moves: bool
    keys_taken: int
    disk: Disk

    @property
    def searcher(self) -> "Searcher":
        """The process that searches the computer's moves."""
        ...

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        ...

    @property
    def rolls_dice(self) -> bool:
        """Whether dice roll, which depends on the settings and the terminal."""
        ...

    @property
    def may_send_color(self) -> bool:
        """Whether colors may be sent to the terminal, whatever the settings are."""
        ...

    @property
    def is_hurried(self) -> bool:
        """Whether computers' steps should be skipped, not shown."""
        ...

    @property
    def page_for_messages(self) -> "Page | None":
        """The topmost page: the one that is open, or that lies below a question."""
        ...

    async def turn(self, *, by_person: bool) -> None:
        """Wait for a turn to show a match, on a host that many share; never in a local game."""

    def draw_now(self) -> None:
        """Draw what has changed at once, unless more was typed ahead."""

    def forget_unused(self, page: Screen[Any]) -> None:
        """Clear the message that a key does nothing, because the page's keys have changed."""

    def keep_setting(self, chosen: Settings, key: str, page: "Page") -> None:
        """Apply settings of which the one with that key is new, and begin to write that one.

        `page` says what went wrong, as in `write`.
        """

    def write(self, call: Callable[[], str], page: "Page") -> None:
        """Begin to write a file; `call` returns what went wrong, which `page` says."""

    def set_up(self, game: Game) -> None:
        """Open the setup of a game."""

    def start(self, set_up: Callable[[], Match]) -> None:
        """Save and play the match that a setup makes, after looking up the last match's loser."""

    def begin(self, match: Match) -> None:
        """Save a new match and play it."""

    def resume(self, path: Path) -> None:
        """Continue a saved match; one that is open in another session if the person wants that."""

    def rename(self, path: Path, name: str, then: Callable[[Path], None]) -> None:
        """Give a save another name, and call `then` with its new path."""

    def play_on(self, match: Match) -> None:
        """Play on from a match's position in a new save, with other dice or cards from there on."""

    def review(self, path: Path) -> None:
        """Open the review of a match over this screen."""

    def review_record(self, record: Record, then: Callable[[], None]) -> None:
        """Open the review of an ended match that is open; once it is left, call `then`.

        A save that was removed in the meantime is written again.
        """

    def open_lessons(self, game: str = "") -> None:
        """Open the list of lessons, with the cursor on that game's lesson."""

    def open_progress(self) -> None:
        """Open the page on the person's progress."""

    def show_rules(self, game: str, rule: str = "") -> None:
        """Open the rules of the game with that key, at that rule if one is given."""

    def teach(self, game: str) -> None:
        """Open the lesson of the game with that key."""

    def practice(self, game: str, number: int | None = None) -> None:
        """Open a position to solve; without a number, a mistake that is due or the next one."""


class Page(Describes, Screen[None], inherit_bindings=False):
    """A screen with a title at the top, the keys at the bottom, and a message line."""

    AUTO_FOCUS = ""  # never the hidden line
    heading = "boxtui"

    def __init__(self) -> None:
        super().__init__()
        self.headline = Canvas(id="title")
        self._title = "", ""
        """What the title's line says, also as far as it is cut off."""
        self.message = MessageBar()
        self._said_at = 0
        """How many keys had been taken when something was said last."""
        self.line = TypedLine()
        self.line_about = ""
        """What the open line asks for, as `open_line` was told."""
        self.key_list = Keys(id="keys")

    @property
    def boxtui(self) -> AppApi:
        """The app, through the interface that screens use."""
        return cast("AppApi", self.app)

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self.boxtui.glyphs

    def compose(self) -> ComposeResult:
        """Yield title, body, message, input line and keys."""
        yield self.headline
        yield from self.body()
        yield from self.foot()
        yield self.key_list

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Add nothing for Textual's tooltips and notifications: both are drawn even if unused."""

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Don't update the styles when the page is first shown; Textual's own handler follows.

        They were applied when the widgets were mounted. Later they may be out of date, because the
        theme was changed while another screen was up.
        """
        if not self.stack_updates:
            event.refresh_styles = False

    def _screen_resized(self, size: Size) -> None:
        """Lay out for that size, unless it is what was just laid out."""
        if size != self.outer_size:
            super()._screen_resized(size)

    def body(self) -> list[Widget]:
        """Return the widgets between title and message."""
        raise NotImplementedError

    def foot(self) -> list[Widget]:
        """Return the message and the input line."""
        return [self.message, self.line]

    def on_mount(self) -> None:
        """Draw the title, then what the screen shows at first.

        Subclasses override `mounted` instead: Textual calls this handler for every class of a
        screen in turn, and a later call would undo what was done in the meantime.
        """
        self.set_title(self.heading)
        self.mounted()

    def mounted(self) -> None:
        """Show what the screen shows at first."""

    @property
    def title_cells(self) -> int:
        """The width of the title's line."""
        return self.app.size.width

    def set_title(self, title: str, right: str = "") -> None:
        """Show the title, with `right` at the right end of its line.

        What has no room is left out, from a comma in `right` on: half a number is a wrong one. A
        title that is longer than its line is cut.
        """
        self._title = title, right
        title = fitted(title, min(cells_of(title), self.title_cells - 1), self.glyphs.more).rstrip()
        room = self.title_cells - cells_of(title) - 2
        while cells_of(right) > room and right:
            right = right.rpartition(", ")[0]
        space = max(room - cells_of(right), 1)
        line = (Piece(f" {title}", "strong"), Piece(" " * space), Piece(right))
        self.headline.show([line])

    def on_resize(self, event: Resize) -> None:
        """Fit the title to the new width; subclasses override `resized`, as with `on_mount`."""
        self.set_title(*self._title)
        self.resized(event.size)

    def resized(self, size: Size) -> None:
        """Lay out what is below the title for a new size of the window."""

    def say(
        self,
        message: str,
        style: str = "plain",
        *,
        may_be_cut: bool = False,
        end: str = "",
        kind: MessageKind = MessageKind.ORDINARY,
    ) -> None:
        """Show a message; "" clears it.

        One that `may_be_cut` is shown as far as it has room. Beside a board, so is one with an
        `end`; the end itself is always shown.
        """
        self._said_at = self.boxtui.keys_taken
        self.message.keeps_rows = self.boxtui.is_hurried
        self.message.say(message, style, may_be_cut=may_be_cut, end=end, kind=kind)

    def forget_unused(self) -> None:
        """Clear what an earlier key was told that did nothing, because one does something."""
        is_earlier = self._said_at < self.boxtui.keys_taken
        kind = self.message.kind
        if kind is MessageKind.UNUSED or (kind in _OF_A_KEY and is_earlier):
            self.say("")
        elif self.message.aside_kind is MessageKind.UNUSED:
            self.message.add("")

    def typing_advice(self) -> str:
        """Return how to type what an unused letter may have begun; "" if nothing is typed here."""
        return ""

    async def look_again(self) -> None:
        """Read what the page lists anew: something of it couldn't be opened."""

    def refuse(self, refusal: Exception) -> None:
        """Show why something can't be done."""
        self.say(refusal_words(refusal), "warning")

    def open_line(self, prompt: str, text: str = "", *, about: str = "") -> None:
        """Open the input line: `line_typed` gets what is typed, unless Esc closes it first.

        `about` tells `line_typed` which of several things the line asks for. A hint stays.
        """
        self._clear_message()
        self.line_about = about
        self.message.ask(prompt)
        self.line.value = text
        self.line.display = True
        self.set_focus(self.line)  # at once: keys typed ahead belong to the line

    def type_first(self, digit: str) -> None:
        """Type a digit into the line that it has just opened, for others to follow."""
        self.line.post_message(Key(digit, digit))

    def _clear_message(self) -> None:
        """Clear the message, unless it is a hint, which asks nothing."""
        if self.message.end or not self.message.may_be_cut:
            self.say("")

    def action_close_line(self) -> None:
        """Close the input line, and clear its prompt and what was said of it, but no hint."""
        self._clear_message()
        self.message.ask("")
        self.line.display = False
        self.set_focus(None)
        self.focus_body()

    def focus_body(self) -> None:
        """Give the focus back to the screen's own widget, if it has one.

        At once, with `set_focus`: `focus()` takes effect later, and would take the focus from a
        line opened since.
        """

    async def action_leave(self) -> None:
        """Go back, if this is the top screen and not the last one."""
        if self.is_active and len(self.app.screen_stack) > 1:
            self.dismiss(None)

    @property
    def line_is_open(self) -> bool:
        """Whether something is being typed."""
        return bool(self.line.display)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Pass on what was typed."""
        if self.line_is_open:
            self.line_typed(event.value)
            self.line.select_all()  # so that typing replaces a refused line
        else:
            self.late_enter()

    def late_enter(self) -> None:
        """Handle an Enter that reached the line after it was closed."""

    def line_typed(self, text: str) -> None:
        """Handle a line typed after `open_line`."""
        raise NotImplementedError


class ListPage(Page):
    """A page whose body is a list to choose from; choices made after it was left are ignored."""

    AUTO_FOCUS = "Choices"

    def __init__(self) -> None:
        super().__init__()
        app = self.boxtui  # the list must not refer to this screen, which refers to it
        self.choices = Choices(lambda: app.glyphs, id="choices")

    def body(self) -> list[Widget]:
        return [self.choices]

    def focus_body(self) -> None:
        self.set_focus(self.choices)

    def chosen(self, key: str) -> None:
        """Handle the choice of the row with that key."""
        raise NotImplementedError

    def changed(self, key: str, step: int) -> None:
        """Give the adjustable row with that key its next or previous value."""

    def moved(self) -> None:
        """Notice that a person has moved the cursor."""

    def pointed(self, key: str) -> None:
        """Explain the row under the cursor."""

    def on_choices_pointed(self, event: Choices.Pointed) -> None:
        """Pass on the key of the row under the cursor."""
        if event.is_moved:
            self.moved()
        self.pointed(event.key)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Pass on the row's key."""
        if self.is_active:
            self._close_open_line()
            self.chosen(event.key)

    def on_choices_changed(self, event: Choices.Changed) -> None:
        """Pass on the row's key and the step."""
        if self.is_active:
            self._close_open_line()
            self.changed(event.key, event.step)

    def _close_open_line(self) -> None:
        """Close an open input line: the row that it asks about may be gone."""
        if self.line_is_open:
            self.action_close_line()
