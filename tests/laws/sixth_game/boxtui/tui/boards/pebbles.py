"""The board of Pebbles: how many to take is picked with up and down."""

from collections.abc import Sequence
from typing import ClassVar

from boxtui.games.pebbles.game import Pebbles
from textual.binding import Binding, BindingType

from boxtui.lines import Line, Piece
from boxtui.tui.boards.board import GameBoard
from boxtui.views.game import GameWords


class PebblesBoard(GameBoard[Pebbles, GameWords[Pebbles]]):
    """Up and down change the number, Enter takes that many."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "pick_more(1)", "more or fewer", key_display="↑↓"),
        Binding("down", "pick_more(-1)", "fewer", show=False),
    ]

    cells = wanted_cells = 30
    rows = 4
    other_sign = "~"
    picked = 1

    def board_lines(self, rows: int) -> Sequence[Line]:
        marks = []
        if self.host.marks_picked:
            marks.append((Piece(f"picked: {self.picked}", "strong"),))
        if self.other is not None:
            marks.append((Piece(f"{self.other_sign} {self.other}"),))
        return [*self.words.drawn(self.glyphs), *marks]

    @property
    def enter_words(self) -> str:
        return "take"

    def action_pick_more(self, more: int) -> None:
        """Pick one more, or one fewer."""
        if self.begin_picking():
            moves = self.state.legal_moves()
            self.picked = min(max(self.picked + more, moves[0]), moves[-1])
            self.host.draw()

    @property
    def entered_move(self) -> int | None:
        return self.picked

    def pick(self, move: int) -> None:
        self.picked = move

    def forget_picked(self) -> None:
        self.picked = 1
