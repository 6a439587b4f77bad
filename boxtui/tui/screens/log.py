"""The log of a match, as the person who is shown the board may read it."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import Line
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.tui.widgets.table import told_lines


class LogScreen(ScrolledPage):
    """The log, opened at its end; new moves scroll it only if the end is in view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,l", "leave", "back"),
    ]

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self._viewer = viewer

    def show_page(self) -> None:
        """Show the whole log, the newest moves at the bottom.

        Call this after every move: once a curtain comes down, no hidden cards may be shown.
        """
        match = self._viewer.match
        self.entitle(f"{match.game.title}: what was played")
        told = self._viewer.told(match.log) or ["Nothing has been played yet."]
        text: list[Line] = [line for each in told for line in told_lines(each, self.text_cells)]
        self.show_text(text, len(text) if self.is_at_end else self._first)
