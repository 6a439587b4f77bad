"""The page on a person's progress in all lessons and in practice."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.learn.mistakes import utc_now
from boxtui.learn.overview import overview
from boxtui.lines import Line, Piece, wrapped
from boxtui.tui.screens.scrolled import ScrolledPage


class ProgressScreen(ScrolledPage):
    """For each game, how far the player is in its lesson, and the results in practice."""

    heading = "Progress in lessons and practice"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,p", "leave", "back")]

    def show_page(self) -> None:
        """Show the page."""
        cells = self.text_cells
        lines: list[Line] = []
        for title, results in overview(utc_now()):
            lines.append((Piece(f" {title}", "strong"),))
            lines += [
                (Piece(f"   {line}"),) for each in results for line in wrapped(each, cells - 2)
            ]
            lines.append(())
        self.show_text(lines)
