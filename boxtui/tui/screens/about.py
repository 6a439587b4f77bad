"""A page of paragraphs about what a screen shows."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import paragraphs
from boxtui.tui.screens.page import BACK
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.tui.widgets.keys import shown_key


class AboutScreen(ScrolledPage):
    """Shows paragraphs under a title; the key that opened it closes it, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        BACK,
        Binding("a", "close('a')", show=False),
        Binding("question_mark", "close('question_mark')", show=False),
        Binding("t", "close('t')", show=False),
    ]

    def __init__(self, title: str, sections: Sequence[str], opened_by: str) -> None:
        super().__init__()
        self.heading = title
        self._sections = sections
        self._opened_by = opened_by

    def show_page(self) -> None:
        self.show_text(paragraphs(self._sections, self.text_cells))

    def key_name(self, binding: Binding) -> str:
        """Return the name of the key, or of all that close the page."""
        name = super().key_name(binding)
        is_closing = binding.action == "leave"
        return f"{name} {shown_key(Binding(self._opened_by, ''))}" if is_closing else name

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "close" or parameters == (self._opened_by,)

    async def action_close(self, _key: str) -> None:
        """Close the page with the key that opened it."""
        await self.action_leave()
