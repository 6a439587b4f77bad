"""A page of text that is longer than the screen, and the keys that scroll it."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.widget import Widget

from boxtui.lines import Line
from boxtui.tui.screens.common import Page
from boxtui.tui.widgets.canvas import Canvas

_END = 1_000_000
"""More lines than any text has."""


class _Text(Canvas):
    """The part of the text that is shown; with more rows or fewer, another part is."""

    def on_resize(self) -> None:
        """Once this layout is done."""
        screen = self.screen
        if isinstance(screen, ScrolledPage):
            self.call_after_refresh(screen.action_scroll, 0)


class ScrolledPage(Page):
    """Shows the part of a text that the screen has room for; `show_page` gives it, at any width."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "up", key_display="↑"),
        Binding("down,j", "scroll(1)", "down", key_display="↓"),
        Binding("pageup", "page(-1)", "page up", key_display="PgUp"),
        Binding("pagedown,space", "page(1)", "page down", key_display="PgDn"),
        Binding("home", f"scroll({-_END})", "Start", show=False),
        Binding("end", f"scroll({_END})", "End", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._first = 0
        self._text: Sequence[Line] = []
        self._page = _Text(id="body")

    def show_page(self) -> None:
        """Give `show_text` the text as it is now, broken for the screen's width."""
        raise NotImplementedError

    def show_text(self, text: Sequence[Line], first: int) -> None:
        """Show that text from its line `first` on, or from nearer the start if it ends before."""
        self._text, self._first = text, first
        self.action_scroll(0)

    @property
    def text_cells(self) -> int:
        """How long its lines may be: a page wider than this is no easier to read."""
        return min(self.app.size.width, 90) - 4

    @property
    def is_at_end(self) -> bool:
        """Whether the last of its lines is shown, or none was yet."""
        return self._first + self._page.size.height >= len(self._text)

    def body(self) -> list[Widget]:
        return [self._page]

    def mounted(self) -> None:
        self.show_page()

    def on_resize(self, event: Resize) -> None:
        """The lines are as long as the screen is wide."""
        self.show_page()

    def action_scroll(self, lines: int) -> None:
        """Move the text by that many lines."""
        rows = self._page.size.height
        last = max(len(self._text) - rows, 0)
        self._first = min(max(self._first + lines, 0), last)
        self._page.show(self._text[self._first : self._first + rows])

    def action_page(self, pages: int) -> None:
        """Move the text by that many screens."""
        self.action_scroll(pages * max(self._page.size.height - 1, 1))

    def focus_body(self) -> None:
        """The screen itself takes the keys."""

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_scroll(-2)
