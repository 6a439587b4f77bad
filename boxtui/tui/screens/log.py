"""The log of a match: all that was told so far, to whoever is shown a hand now."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import Line
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.tui.widgets.table import told_lines


class LogScreen(ScrolledPage):
    """Opens at its end; what is played meanwhile follows there, and moves nobody who reads back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,l", "leave", "back"),
    ]

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self._viewer = viewer

    def show_page(self) -> None:
        """All that was told, the newest at the bottom.

        To be called after every move: behind a curtain that comes down nobody's cards are told.
        """
        match = self._viewer.match
        self.entitle(f"{match.game.title}: what was played")
        told = self._viewer.told(match.log) or ["Nothing was played yet."]
        text: list[Line] = [line for each in told for line in told_lines(each, self.text_cells)]
        self.show_text(text, len(text) if self.is_at_end else self._first)
