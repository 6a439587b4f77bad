"""The log of a match, as the person who is shown the board may read it."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import Piece
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.views.log import Log


class LogScreen(ScrolledPage):
    """The log, opened at its end; new moves scroll it only if the end is in view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,l", "leave", "back"),
    ]

    def __init__(self, viewer: Viewer, log: Callable[[], Log]) -> None:
        super().__init__()
        self._viewer = viewer
        self._log = log

    def show_page(self) -> None:
        """Show the whole log, the newest moves at the bottom.

        Call this after every move: once a curtain comes down, no hidden cards may be shown.
        """
        match = self._viewer.match
        self.heading = f"{match.game.title}: what was played"
        text = self._log().lines(self.text_cells + 1) or [(Piece("Nothing has been played yet."),)]
        self.show_text(text, len(text) if self.is_at_end else self._first)
