"""A page of paragraphs about what a screen shows."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import paragraphs
from boxtui.tui.screens.scrolled import ScrolledPage


class AboutScreen(ScrolledPage):
    """Shows paragraphs under a title."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,a,question_mark,t", "leave", "back")]

    def __init__(self, title: str, sections: Sequence[str]) -> None:
        super().__init__()
        self.heading = title
        self._sections = sections

    def show_page(self) -> None:
        """Show the page."""
        self.show_text(paragraphs(self._sections, self.text_cells))
