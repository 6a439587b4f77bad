"""What every screen starts from: a title, a body, a message, a line to type on, and the keys.

A screen keeps its widgets as attributes and never looks them up: a lookup fails before the screen
is mounted and while it is being left, and a widget that is kept can be drawn on at any time.
"""

from pathlib import Path
from typing import ClassVar, Protocol, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Hide, Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from ai.worker import Searcher
from boxtui.lines import Glyphs, Piece, cells_of
from boxtui.play.match import Match
from boxtui.play.results import refusal_words
from boxtui.system.settings import Settings
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.choices import Choices
from boxtui.tui.widgets.keys import Keys
from boxtui.tui.widgets.message_bar import MessageBar


class AppApi(Protocol):
    """What screens need of the app."""

    settings: Settings
    complaint: str
    searcher: Searcher

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        ...

    def take_settings(self, settings: Settings) -> None:
        """Follow these settings from now on."""

    def begin(self, match: Match, *, look_back: bool = False) -> None:
        """Keep a new match and play it; `look_back` for who lost the last one of these names."""

    def resume(self, path: Path) -> None:
        """Take up a saved match."""

    def teach(self, game: str) -> None:
        """Open the lesson of the game with that key."""

    def practise(self, game: str, number: int | None = None) -> None:
        """Open a position to solve; one drawn by lot without a number."""


class TypedLine(Input):
    """The line to type on, hidden until a screen asks for something."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "take"),
        Binding("escape", "screen.close_line", "back"),
    ]

    def __init__(self) -> None:
        super().__init__(id="line", compact=True)
        self.display = False

    async def on_key(self, event: Key) -> None:
        """Run the line's own bindings in their turn: else letters typed fast overtake them.

        Textual has a key that a widget doesn't handle itself go up to the app first and come
        back as an action, while letters behind it are taken at once.
        """
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)

    def on_hide(self, event: Hide) -> None:
        """Keep the keys if the line was opened again before it heard that it was hidden."""
        if self.display:
            event.prevent_default()


class Page(Screen[None]):
    """A screen with a title above, the keys below, and a message line for what must be said."""

    AUTO_FOCUS = ""  # never the hidden line
    heading = "boxtui"

    def __init__(self) -> None:
        super().__init__()
        self.headline = Canvas(id="title")
        self.message = MessageBar(id="message")
        self.line = TypedLine()
        self.key_list = Keys(id="keys")

    @property
    def boxtui(self) -> AppApi:
        """The app, as screens know it."""
        return cast("AppApi", self.app)

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self.boxtui.glyphs

    def compose(self) -> ComposeResult:
        """Title, body, message, line, keys."""
        yield self.headline
        yield from self.body()
        yield from self.foot()
        yield self.key_list

    def body(self) -> list[Widget]:
        """The widgets between title and message."""
        raise NotImplementedError

    def foot(self) -> list[Widget]:
        """What is said, and the line to type on."""
        return [self.message, self.line]

    def on_mount(self) -> None:
        """Draw the title, then what the screen shows at first.

        No other class has such a handler: Textual calls that of each class a screen is of, one
        after the other, and what was done meanwhile would be undone.
        """
        self.entitle(self.heading)
        self.mounted()

    def mounted(self) -> None:
        """Show what the screen shows at first."""

    def entitle(self, title: str, right: str = "") -> None:
        """Show the title, and something at its right end."""
        space = max(self.app.size.width - cells_of(title) - cells_of(right) - 2, 1)
        line = (Piece(f" {title}", "strong"), Piece(" " * space), Piece(right))
        self.headline.show([line])

    def say(self, message: str, style: str = "plain") -> None:
        """Show a message; "" takes the last one away."""
        self.message.say(message, style)

    def refuse(self, refusal: Exception) -> None:
        """Show why something can't be done."""
        self.say(refusal_words(refusal), "warning")

    def open_line(self, prompt: str, text: str = "") -> None:
        """Have a line typed: `line_typed` gets it, unless Esc closes it before."""
        self.say(prompt)
        self.line.value = text
        self.line.display = True
        self.set_focus(self.line)  # at once: what is typed ahead belongs to it

    def action_close_line(self) -> None:
        """Take the line away, and the prompt with it."""
        self.say("")
        self.line.display = False
        self.set_focus(None)
        self.focus_body()

    def focus_body(self) -> None:
        """Give the keys back to the screen's own widget."""
        raise NotImplementedError

    async def action_leave(self) -> None:
        """Go back, from the screen on top alone, and never from the last one."""
        if self.is_active and len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    @property
    def line_is_open(self) -> bool:
        """Whether something is being typed."""
        return bool(self.line.display)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand on what was typed."""
        if self.line_is_open:
            self.line_typed(event.value)
            self.line.select_all()  # what was refused is typed over
        else:
            self.late_enter()

    def late_enter(self) -> None:
        """An Enter that came to the line when it was taken away already."""

    def line_typed(self, text: str) -> None:
        """What to do with a line typed after `open_line`."""
        raise NotImplementedError


class ListPage(Page):
    """A page whose body is a list to choose from; what is chosen once it is left counts no more."""

    AUTO_FOCUS = "Choices"

    def __init__(self, *, label_cells: int = 24) -> None:
        """With labels of that width in its list."""
        super().__init__()
        self.choices = Choices(lambda: self.glyphs, labels=label_cells, id="choices")

    def body(self) -> list[Widget]:
        return [self.choices]

    def focus_body(self) -> None:
        # At once: `focus()` comes later, and would take the keys from a line opened since.
        self.set_focus(self.choices)

    def chosen(self, key: str) -> None:
        """The row with that key was chosen."""
        raise NotImplementedError

    def changed(self, key: str, step: int) -> None:
        """The adjustable row with that key is to take its next value, or the one before."""

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Hand on the row's key."""
        if self.is_active:
            self.chosen(event.key)

    def on_choices_changed(self, event: Choices.Changed) -> None:
        """Hand on the row's key and the step."""
        if self.is_active:
            self.changed(event.key, event.step)
