"""The page on a person's progress: lessons, practice, finished games."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.lines import Line, Piece, wrapped
from boxtui.tui.screens.scrolled import ScrolledPage


class ProgressScreen(ScrolledPage):
    """For each game, how far the player is in its lesson, results in practice and in games."""

    heading = "Progress in lessons, practice and games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,p", "leave", "back", key_display="q Esc")
    ]

    def __init__(self, games: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Create the page with the title of each game and the lines about it."""
        super().__init__()
        self._games = games

    def show_page(self) -> None:
        cells = self.text_cells
        lines: list[Line] = []
        for title, results in self._games:
            lines.append((Piece(f" {title}", "strong"),))
            lines += [
                (Piece(f"   {line}"),) for each in results for line in wrapped(each, cells - 2)
            ]
            lines.append(())
        self.show_text(lines)
