"""A game's board without an app: what it draws and its click targets."""

from dataclasses import dataclass, field
from typing import Any

from textual.binding import Binding

from ai.agent import Choice
from boxtui.lines import ASCII, Glyphs
from boxtui.play.match import Match
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.board import GameBoard
from boxtui.tui.boards.games import GAME_BOARDS

ROWS = 40
"""Enough rows to draw any board in full."""


@dataclass
class BareTable:
    """A table with nobody at it, what was `played` there (`moves`), and what was `said`."""

    match: Match
    advice: Choice | None = None
    advises: bool = False
    rolls_dice: bool = False
    previews: bool = True
    is_too_small: bool = False
    has_side: bool = True
    shows_seats: bool = True
    glyphs: Glyphs = ASCII
    moves: list[int] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    marks: bool | None = None
    """If given, nobody decides, as in a review, and it says whether picks are marked."""

    def __post_init__(self) -> None:
        self.viewer = Viewer(self.match)
        self.recent = Recent(self.viewer)

    @property
    def marks_picked(self) -> bool:
        return self.may_decide() if self.marks is None else self.marks

    def may_decide(self) -> bool:
        return self.marks is None and self.match.is_human(self.match.state.current_player())

    def show_board(self) -> None: ...

    def play(self, move: int) -> None:
        self.moves.append(move)
        self.played.append(self.match.state.move_text(move))

    def say(self, message: str) -> None: ...

    def say_of_pick(self, message: str) -> None:
        self.said.append(message)

    def refuse(self, refusal: Exception) -> None: ...

    def say_not_now(self) -> None: ...

    def ask_advice(self) -> None: ...

    def draw(self) -> None: ...
    def fit(self) -> None: ...


def board_of(match: Match, glyphs: Glyphs = ASCII, *, previews: bool = True) -> GameBoard[Any, Any]:
    """Return the board of a match, with what happened recently marked."""
    board = GAME_BOARDS[match.game.key](BareTable(match, glyphs=glyphs, previews=previews))
    board.look_back()
    return board


def bindings_of(board: GameBoard[Any, Any]) -> dict[str, Binding]:
    """Return the bindings of a board's own keys, by these."""
    return {each.key: each for each in board.BINDINGS if isinstance(each, Binding)}


def places_on(board: GameBoard[Any, Any], rows: int) -> set[str]:
    """Return the click targets of a board drawn in that many rows."""
    return {piece.target for line in board.board_lines(rows) for piece in line} - {""}


def places(match: Match) -> set[str]:
    """Return the places that a lesson can point at, which are the click targets."""
    return places_on(board_of(match), ROWS)
