"""A page of text that may be longer than the screen, and the keys that scroll it."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.widget import Widget

from boxtui.lines import Line, plain
from boxtui.tui.screens.page import Page
from boxtui.tui.widgets.canvas import Canvas

_END = 1_000_000
"""More lines than any text has."""


class _Text(Canvas):
    """The part of the text that is shown; it depends on the number of rows."""

    def on_resize(self) -> None:
        """Show as much as fits, once this layout is done."""
        screen = self.screen
        if isinstance(screen, ScrolledPage):
            self.call_after_refresh(screen.action_scroll, 0)


class ScrolledPage(Page):
    """Shows as much of a text as fits on the screen; `show_page` gives the text for any width.

    Attributes:
        first: the first line shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "up", key_display="↑"),
        Binding("down,j", "scroll(1)", "down", key_display="↓"),
        Binding("pageup", "page(-1)", "page up"),
        Binding("pagedown,space", "page(1)", "page down"),
        Binding("home", f"scroll({-_END})", "Start", show=False),
        Binding("end", f"scroll({_END})", "End", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.first = 0
        self._above = 0
        """The letters above the line last scrolled to; wrapping again doesn't change it."""
        self._text: Sequence[Line] = []
        self._page = _Text(id="body")

    def show_page(self) -> None:
        """Pass the text as it is now to `show_text`, wrapped to the screen's width."""
        raise NotImplementedError

    def show_text(self, text: Sequence[Line], first: int | None = None) -> None:
        """Show that text from line `first` on, or from an earlier line to fill the screen.

        Without `first`, the line last scrolled to stays at the top, even if the wrapping differs.
        """
        if first is None:
            first = _line_after(self._above, text)
        else:
            self._above = _letters(text[:first])
        self._text, self.first = text, first
        self.action_scroll(0)

    @property
    def text_cells(self) -> int:
        """The most cells of a line; a wider page isn't easier to read."""
        return min(self.app.size.width, 90) - 4

    @property
    def is_at_end(self) -> bool:
        """Whether the last line is shown, or no text was shown yet."""
        return self.first + self._page.size.height >= len(self._text)

    def body(self) -> list[Widget]:
        return [self._page]

    def mounted(self) -> None:
        self.show_page()

    def resized(self, size: Size) -> None:
        """Wrap the text to the new width."""
        self.show_page()

    def action_scroll(self, lines: int) -> None:
        """Move the text by that many lines."""
        rows = self._page.size.height
        last = max(len(self._text) - rows, 0)
        self.first = min(max(self.first + lines, 0), last)
        if lines:
            self._above = _letters(self._text[: self.first])
        shown = self._text[self.first : self.first + rows]
        self._page.show(shown)
        # Nothing before the first layout, or if there are no others.
        is_part = len(shown) not in (0, len(self._text))
        self.set_title(self.heading, self.part_words(len(shown)) if is_part else "")

    def part_words(self, shown: int) -> str:
        """Return which part of the text is shown: that many lines."""
        return f"lines {self.first + 1} to {self.first + shown} of {len(self._text)}"

    def action_page(self, pages: int) -> None:
        """Move the text by that many screens."""
        self.action_scroll(pages * max(self._page.size.height - 1, 1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_scroll(-2)


def _letters(lines: Sequence[Line]) -> int:
    """Return the number of characters except blanks, which doesn't depend on the wrapping."""
    return sum(len("".join(plain(line).split())) for line in lines)


def _line_after(letters: int, text: Sequence[Line]) -> int:
    """Return the line of a text that has the character after that many, as in `_letters`.

    A text that has no more is at its end.
    """
    for at, line in enumerate(text):
        letters -= _letters([line])
        if letters < 0:
            return at
    return max(len(text) - 1, 0)
