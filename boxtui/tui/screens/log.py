"""The log of a match, as the person who is shown the board may read it."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.lines import Piece, plain
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.scrolled import ScrolledPage
from boxtui.views.games import words_of
from boxtui.views.log import MARK, Log

_BEFORE: Final = 4
"""The lines above the move at which the log is opened."""


class LogScreen(ScrolledPage):
    """The log; new moves scroll it only if the end is in view.

    It opens at its end, or at the move played after `here` moves, which is marked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,l", "leave", "back", key_display="q Esc")
    ]

    def __init__(self, viewer: Viewer, here: int | None = None) -> None:
        super().__init__()
        self._viewer = viewer
        self._here = here
        self._moves: list[int | None] = []
        """The number of the move at the beginning of each line; None for a line without one."""

    def part_words(self, shown: int) -> str:
        """Return which moves are shown: their numbers don't count lines."""
        after = self.first + shown
        before = [number for number in self._moves[: self.first + 1] if number is not None]
        following = [number for number in self._moves[after:] if number is not None]
        count = len(self._viewer.match.log)
        last = following[0] - 1 if following else count
        return f"moves {before[-1]} to {last} of {count}"

    def show_page(self) -> None:
        """Show the whole log, the newest moves at the bottom.

        Call this after every move: once a curtain comes down, no hidden cards may be shown.
        """
        match = self._viewer.match
        self.heading = f"{match.game.title}: what was played"
        log = Log(self._viewer, words_of(match, self._viewer).seat_styles())
        numbered = log.lines(self.text_cells + 1, self._here)
        self._moves = [number for number, _ in numbered]
        text = [line for _, line in numbered]
        first = None
        if not self._text and self._here is not None:
            marked = (at for at, line in enumerate(text) if plain(line).startswith(MARK))
            first = max(next(marked, 0) - _BEFORE, 0)
        elif self.is_at_end:
            first = len(text)
        self.show_text(text or [(Piece("Nothing has been played yet."),)], first)
