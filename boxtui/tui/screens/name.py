"""The screen that asks new players for the name they play under."""

from typing import ClassVar, Final

from textual.binding import BindingType
from textual.geometry import Size
from textual.widget import Widget

from boxtui.lines import paragraphs
from boxtui.system import settings
from boxtui.tui.screens.page import BACK, Page
from boxtui.tui.widgets.canvas import Canvas

_WELCOME: Final = (
    (
        "Your games, lessons and settings are kept under your SSH key. "
        "Use the same key next time to continue."
    ),
    "Type the name you want to play under, and press Enter. You can change it in the settings.",
)


class NameScreen(Page):
    """Asks for a name and keeps it in the settings; Esc leaves that for the next time."""

    heading = "Welcome to boxtui"
    BINDINGS: ClassVar[list[BindingType]] = [BACK]

    def __init__(self) -> None:
        super().__init__()
        self._welcome = Canvas(id="body")

    def body(self) -> list[Widget]:
        return [self._welcome]

    def resized(self, size: Size) -> None:
        """Wrap the text to the new width."""
        self._welcome.show(paragraphs(_WELCOME, min(size.width - 2, 76)))

    def mounted(self) -> None:
        self.open_line("Your name:", self.boxtui.settings.name)

    def line_typed(self, text: str) -> None:
        name, fault = settings.typed("name", text)
        if fault:
            self.say(fault, "warning")
            return
        self.boxtui.keep_setting(self.boxtui.settings.having("name", name), "name", self)
        self.action_close_line()

    def action_close_line(self) -> None:
        """Close the line and go back to the menu."""
        super().action_close_line()
        if self.is_active:
            self.app.pop_screen()
