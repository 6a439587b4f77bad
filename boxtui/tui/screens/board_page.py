"""A page with a game's board: where board, text, message and keys are, and what fits."""

import sys
from collections.abc import Sequence
from typing import ClassVar, Final
from weakref import proxy

from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from boxtui.lines import Line, Piece, in_rows, inset, whole_blocks, wrapped
from boxtui.play.match import Match
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.games import GAME_BOARDS
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.page import Page
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.keys import KEY_ROWS, MOST_KEY_ROWS
from boxtui.tui.widgets.message_bar import MESSAGE_ROWS
from boxtui.views.game import as_sentence
from boxtui.views.seats import seat_lines, seats_in_lines

SIDE_CELLS: Final = 24
"""The least width of the text beside the board; with less room it is above the board."""

TEXT_CELLS: Final = 32
"""The width that a wide board leaves for the text."""

MOST_SIDE_CELLS: Final = 60
"""The most cells that the text beside the board takes: in a wide window, it stays near it."""

_HEAD_ROWS: Final = 5
"""The rows of the head above a board, unless what it must say needs more."""

_TOO_SMALL: Final = (
    "At least {} x {} (now {} x {}): make the window larger, or play with: boxtui --plain.",
    "At least {} x {}, or play with: boxtui --plain.",
    "{} x {}, or: boxtui --plain",
)
"""Shown instead of a board that would be cut off, above its text: the first that has room."""


class _Side(Canvas):
    """The text beside the board, redrawn when a message changes its number of rows."""

    def on_resize(self) -> None:
        """Draw again, once this layout is done; it may also decide which keys do something."""
        screen = self.screen
        if isinstance(screen, BoardPage):
            self.call_after_refresh(screen.draw_side)
            self.call_after_refresh(screen.key_list.refresh_keys)


class BoardPage(Page):
    """The part of `TableScreen` that lays out: a board, text beside or above it, and the keys.

    Attributes:
        match: the match that the board shows.
        viewer: the person to whom it is shown.
        recent: what happened since that person's last turn.
    """

    AUTO_FOCUS = "GameBoard"

    shows_levels: ClassVar[bool] = True
    """Whether the seats' levels are shown with their names."""

    follows_turn: ClassVar[bool] = False
    """Whether the hand of the seat in turn is shown, as in a review, and not one person's."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._see(match)
        self._key_rows = KEY_ROWS
        """The rows that the keys had when the line was opened."""
        self._reading = True
        """Whether the text is shown where it and the board take turns."""
        self._is_laid_out = False
        self._is_fitting = False
        """Whether everything is drawn only because the board has another size."""
        self.side = _Side(id="side")
        self.board = GAME_BOARDS[match.game.key](proxy(self))  # this screen refers to its board
        self.beside = Vertical(self.side, *super().foot(), id="beside")
        self.table = Horizontal(self.board, self.beside, id="table")

    def show_match(self, match: Match) -> None:
        """Show this match from now on; its board may have another size."""
        self._see(match)
        self.board.fit_match()
        if self._is_laid_out:
            self._lay_out(self.size)

    def _see(self, match: Match) -> None:
        self.match = match
        self.viewer = Viewer(match, follows_turn=self.follows_turn)
        self.recent = Recent(self.viewer)

    # What is shown

    def side_lines(self, cells: int, rows: int) -> Sequence[Line]:
        """Return the text beside the board."""
        raise NotImplementedError

    def head_lines(self, cells: int, rows: int) -> Sequence[Line]:
        """Return the text above the board, or in its place, if there is no room beside it.

        It has at most `rows` rows if possible; what must be said is returned even if that is more.
        """
        raise NotImplementedError

    def seat_lines(self, cells: int) -> list[Line]:
        """Return the seats, one a line, with the game's text about each."""
        return seat_lines(self.board.words, self.glyphs, cells, with_levels=self.shows_levels)

    def seats_in_lines(self, cells: int, rows: int | None = None) -> list[Line]:
        """Return the same, the seats one after another, in at most `rows` rows."""
        words, with_levels = self.board.words, self.shows_levels
        return seats_in_lines(words, self.glyphs, cells, rows, with_levels=with_levels)

    def status_lines(self, cells: int, rows: int | None = None) -> list[Line]:
        """Return what the board says about the position and about what is picked.

        What doesn't fit into `rows` rows as a whole is left out.
        """
        return whole_blocks((inset(words, cells) for words in self.status_sentences()), rows)

    def status_sentences(self) -> list[str]:
        """Return what the board says, in sentences; without room for it, its keys do nothing."""
        if self.is_too_small:
            return []
        return [as_sentence(words) for words in self.board.status_words()]

    def legend_below(self, cells: int, rows: int) -> list[Line]:
        """Return an empty row and the legend that the board has no room for, if `rows` allow it."""
        legend = self.board.legend_beside(cells, rows)
        return [(), *((Piece(" "), *line) for line in legend)] if legend else []

    def alone_words(self) -> list[str]:
        """Return what is said below a board that has no other text with it, in sentences."""
        return self.status_sentences()

    def show_title(self) -> None:
        """Draw the title."""
        raise NotImplementedError

    def curtain_words(self) -> str:
        """Return the text on the curtain; "" while it is up."""
        name = self.viewer.awaited_name
        return f"Pass the keyboard to {name}. Press v to show {name}'s hand." if name else ""

    def look_back(self) -> None:
        """Find what happened recently, for the marks on the board."""
        self.board.look_back()

    # The screen

    @property
    def title_cells(self) -> int:
        """The width of board and text: in a wide window, the title ends where they do."""
        drawn = self.board.size.width + MOST_SIDE_CELLS
        return min(super().title_cells, drawn) if self.has_side else super().title_cells

    def body(self) -> list[Widget]:
        self._lay_out(self.app.size)
        return [self.table]

    def focus_body(self) -> None:
        self.set_focus(self.board)

    def foot(self) -> list[Widget]:
        """Return nothing: message and input line are beside the board, with the other text."""
        return []

    def resized(self, size: Size) -> None:
        """Lay out board and text for the new size, and draw them in it."""
        self._lay_out(size)
        self.call_after_refresh(self._draw_laid_out)

    def _draw_laid_out(self) -> None:
        """Draw everything, now that board and text have their size."""
        if not self._is_laid_out:
            self._is_laid_out = True
            self.refresh()
        self.draw()

    def _compositor_refresh(self) -> None:
        """Send no frame before the board is drawn: one without it would only delay it."""
        if self._is_laid_out:
            super()._compositor_refresh()

    def _lay_out(self, size: Size) -> None:
        """Place board and text for that size of the screen."""
        gap = self.board.gap
        beside = size.width >= self.board.cells + gap + SIDE_CELLS
        self.side.display = beside
        self.table.set_class(not beside, "narrow")
        room = size.width - TEXT_CELLS - gap
        rows = size.height - self._other_rows
        board = max(self.board.cells, self.board.cells_in(room, rows))
        self.board.styles.width = board + gap if beside else "100%"
        self.beside.styles.max_width = MOST_SIDE_CELLS if beside else None

    # Drawing

    def draw(self) -> None:
        """Draw everything as it is now, once the board has a size."""
        if not self._is_fitting:
            self.message.add("")
        self.show_title()
        self.key_list.refresh_keys()
        if not self.board.size:
            return
        self._make_room()
        self.board.show(self._board_and_head())
        is_alone = self.is_paged and not self._reading
        sentences = self.alone_words() if is_alone else []
        words = in_rows(sentences, self.size.width - 2, MESSAGE_ROWS)
        self.message.stand_by(words)
        self.draw_side()

    def fit(self) -> None:
        """Draw everything in the room that the board has now; a warning below the message stays."""
        self._is_fitting = True
        self.draw()
        self._is_fitting = False

    def draw_side(self) -> None:
        """Draw the text beside the board, if it has a place and the board has a size."""
        if self.board.size and self.has_side:
            self.side.show(self.side_lines(self.side.size.width, self.side.size.height))

    def _board_and_head(self) -> Sequence[Line]:
        rows = self.board.size.height
        if self.is_too_small:
            if self.line_is_open:
                return self.head_lines(self.board.size.width, rows)
            return self._too_small(rows)
        if self.curtain_words():
            return self._curtain(rows)
        if self.has_side:
            return self.shown_board(rows)
        if not self.is_paged:
            return self._board_below_head(rows)
        if self._reading:
            text = self.head_lines(self.board.size.width, rows)
            has_room = len(text) + 2 <= rows and not self.line_is_open  # the line would take the t
            return [*text, (), (Piece(" Press t for the board."),)] if has_room else text
        return self._board_above_seats(rows)

    def _board_above_seats(self, rows: int) -> Sequence[Line]:
        """Return the board without its text, and the seats in the rows that it leaves."""
        board = self.shown_board(rows)
        free = rows - len(board)
        seats = self.seats_in_lines(self.board.size.width, free) if free > 0 else []
        return [*board, *([()] if free > len(seats) else []), *seats]

    def _board_below_head(self, rows: int) -> Sequence[Line]:
        """Return head and board; the head gets the rows that the board leaves.

        A head with less to say has the same rows, so that the board doesn't move.
        """
        reserved = min(rows - self.board.whole_rows, _HEAD_ROWS)
        head = self._head_above(rows)
        board = self.shown_board(rows - max(len(head), reserved))
        head = self.head_lines(self.board.size.width, rows - len(board))
        return [*head, *[()] * (reserved - len(head)), *board]

    def _head_above(self, rows: int) -> Sequence[Line]:
        """Return the head that shares `rows` rows with the board, which gets most of them."""
        return self.head_lines(self.board.size.width, min(rows - self.board.rows, _HEAD_ROWS))

    def shown_board(self, rows: int) -> Sequence[Line]:
        """Return the board, in `rows` rows if possible."""
        return self.board.board_lines(rows)

    def _curtain(self, rows: int) -> Sequence[Line]:
        """Return what is shown in the board's place between two people's turns."""
        lines = wrapped(self.curtain_words(), self.board.size.width - 4)
        curtain: list[Line] = [(), *((Piece(f"  {line}", "strong"),) for line in lines), ()]
        if self.has_side:
            return curtain
        return [*curtain, *self.head_lines(self.board.size.width, max(rows - len(curtain), 0))]

    def _too_small(self, rows: int) -> list[Line]:
        """Return what is shown in place of a board without room: what it needs, and the text."""
        needed = self.board.cells, self.board.rows + self._other_rows
        for words in _TOO_SMALL:
            notice = inset(words.format(*needed, *self.app.size), self.board.size.width, "warning")
            if len(notice) <= rows:
                break
        lines = [*notice, ()]
        room = max(rows - len(lines), 0)
        if self.curtain_words():
            return [*lines, *self._curtain(room)]
        return lines if self.has_side else [*lines, *self.head_lines(self.board.size.width, room)]

    # What has room

    @property
    def shows_seats(self) -> bool:
        """Whether the seats are shown beside or above the board."""
        return not self.is_paged

    @property
    def has_side(self) -> bool:
        """Whether there is text beside the board, instead of above it."""
        return bool(self.side.display)

    @property
    def is_too_small(self) -> bool:
        """Whether the window has no room for the board, so that nothing can be picked on it.

        This depends on the window alone; for a longer message, see `_make_room`.
        """
        columns, rows = self.app.size
        return columns < self.board.cells or rows < self.board.rows + self._other_rows

    @property
    def is_paged(self) -> bool:
        """Whether board and text don't fit on the screen together; `t` switches between them."""
        if self.has_side or self.is_too_small or self.curtain_words():
            return False
        rows = self._rows_without_aside()
        return len(self._head_above(rows)) + self.board.whole_rows > rows

    def _rows_without_aside(self) -> int:
        """Return the rows of board and text if no warning were below the message.

        Such a warning, as that `t` does nothing, takes a row of the text, but not all of it.
        """
        rows = self.board.size.height
        if not self.message.aside:
            return rows
        return rows + self.message.size.height - max(self.message.rows_alone, MESSAGE_ROWS)

    def _make_room(self) -> None:
        """Give the board the title's row, and then that of keys, if a message or keys are long.

        A message that may be cut gets no more rows than that leaves; any other one that is longer
        cuts off the board's last rows. An open line below the board takes a row of the keys, and
        leaves the others if it can, so that nothing above it moves.
        """
        # Where a longer message would take the board's place, it replaces what the line asks for.
        is_free = self.has_side or self.is_too_small
        self.message.most_with_prompt = sys.maxsize if is_free else MESSAGE_ROWS
        line = int(self.line_is_open and not self.has_side)
        reserved = (self._key_rows if line else KEY_ROWS) - line
        has_board = not (self.is_too_small or self.curtain_words())
        is_alone = has_board and not self.has_side and not (self.is_paged and self._reading)
        keys = line + max(self.key_list.wanted_rows, reserved)
        others = 1 + keys + self.message.size.height
        missing = others + self.board.rows - self.app.size.height if is_alone else 0
        self.headline.display = missing <= 0
        self.key_list.reserve_rows(KEY_ROWS - line if missing > 1 else reserved)
        self.key_list.limit_rows(KEY_ROWS if missing > 1 else MOST_KEY_ROWS)
        left = self.app.size.height - KEY_ROWS - self.board.rows
        more = self.glyphs.more
        signs = [f"{more} (t: read on)", more] if self.is_paged or self.has_side else [more]
        most = left if is_alone else sys.maxsize
        self.message.limit_rows(most, signs, is_beside=self.has_side)

    @property
    def _other_rows(self) -> int:
        """The rows that title and keys take at least, and the message if it is below the board."""
        return 1 + KEY_ROWS + (0 if self.has_side else MESSAGE_ROWS)

    # Text in place of the board, and the line

    def action_turn_page(self) -> None:
        """Switch between the text and the board if only one fits, or show what is cut off."""
        if not self.is_paged and (texts := self.cut_texts()):
            self.app.push_screen(AboutScreen("In full", texts, "t"))
        else:
            self._reading = not self._reading
            self.draw()

    def cut_texts(self) -> list[str]:
        """Return the texts that are cut off beside the board, for lack of room."""
        return [self.message.text] if self.has_side and self.message.is_cut else []

    def show_board(self) -> None:
        """Show the board, if the text is in its place: something is being picked on it."""
        if self.is_paged and self._reading:
            self.read_on(text=False)

    def read_on(self, *, text: bool = True) -> None:
        """Show a new text first; or, without `text`, show the board first for a decision."""
        self._reading = text
        self.draw()

    def open_line(self, prompt: str, text: str = "", *, about: str = "") -> None:
        if not self.line_is_open:
            self._key_rows = max(self.key_list.size.height, KEY_ROWS)
        super().open_line(prompt, text, about=about)
        self.draw()

    def action_close_line(self) -> None:
        super().action_close_line()
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "turn_page" or self.is_paged or bool(self.cut_texts())

    def described(self, binding: Binding) -> str:
        if binding.action == "turn_page":
            words = "board" if self._reading else "text"
            return words if self.is_paged else "read on"
        return binding.description
