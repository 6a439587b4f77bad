"""Kimbo as lines and words: squares, pieces, fences and dice."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from boxtui.games.kimbo.board import FENCES, PIECES
from boxtui.games.kimbo.legality import color_of
from boxtui.games.kimbo.position import ONLY_JUMP
from boxtui.games.kimbo.squares import (
    COLUMNS,
    HOME,
    NOWHERE,
    SQUARES,
    WIDTH,
    line_text,
    square_text,
)
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, ROLLING_FOR_FIRST, TURNS, Kimbo
from boxtui.lines import Glyphs, Line, Piece, blank, joined
from boxtui.views.game import GameWords
from boxtui.views.palette import color_styles

STEP: Final = 3
"""Cells from a square to the next in its row: two for it, one for the line beside it."""
LEFT: Final = 3
"""Cells left of the first column: the row numbers, and one where a fence may begin."""
LOW: Final = WIDTH + 1
"""Rows taken by the board and its letters."""
TALL: Final = 2 * WIDTH + 1
"""Rows from which on each line between squares gets its own row."""
ON_THE_WAY: Final = "*"
_INTO_HOME: Final = "^>v<"
"""The signs for an entrance, by the heading that leads from it into HOME."""


@dataclass(frozen=True)
class KimboSelection:
    """What is highlighted on the board; by default nothing.

    Attributes:
        square: the square under the cursor.
        fence: the fence under the cursor.
        held: the slot of a fence that is being moved.
        slot: the slot that it would go to.
        path: the squares that the picked move goes over.
        ends: the squares on which its piece could end, each with a letter that says how.
        look: the names that a lesson points at.
    """

    square: int = NOWHERE
    fence: int = NOWHERE
    held: int = NOWHERE
    slot: int = NOWHERE
    path: Collection[int] = ()
    ends: Mapping[int, str] = field(default_factory=dict)
    look: Collection[str] = ()


def letter_of(state: Kimbo, seat: int) -> str:
    """Return the letter for a seat's pieces: the first of its color."""
    return color_of(state.table, seat)[0].upper()


def style_of(state: Kimbo, seat: int) -> str:
    """Return the style of a seat's color."""
    table = state.table
    return color_styles([side.color for side in table.board.sides])[table.sides[seat]]


def fences_of(state: Kimbo, seat: int, glyphs: Glyphs) -> str:
    """Return the characters for a seat's fences: above a square, and beside one."""
    return glyphs.fences[state.table.sides[seat]]


class KimboDrawing:
    """One drawing of one position; `tall` gives lines between squares their own rows."""

    def __init__(self, state: Kimbo, glyphs: Glyphs, picked: KimboSelection, tall: bool) -> None:
        self._state = state
        self._glyphs = glyphs
        self._picked = picked
        self._tall = tall
        self._cells = blank(STEP * WIDTH + 2, 2 * WIDTH if tall else WIDTH)

    def lines(self) -> list[Line]:
        """Return the board from the top row down, with row numbers, then the letters."""
        self._draw()
        numbers = [f"{row:>2}" for row in range(WIDTH, 0, -1)]
        heads = [
            head for number in numbers for head in ((number, "  ") if self._tall else (number,))
        ]
        lines: list[Line] = [
            (Piece(head, "faint"), *joined(line))
            for head, line in zip(heads, self._cells, strict=True)
        ]
        letters = "".join(f"{letter:<{STEP}}" for letter in COLUMNS)
        return [*lines, (Piece(" " * LEFT + letters, "faint"),)]

    def _draw(self) -> None:
        for square in range(SQUARES):
            self._draw_square(square)
            self._name_slots(square)
        for side, slot in self._fences():
            self._draw_fence(slot, side)
        for square in self._picked.path:
            self._put(square, ON_THE_WAY)
        for square, letter in self._picked.ends.items():
            self._put(square, letter)
        if self._picked.held != NOWHERE:
            own = self._state.table.sides[self._state.table.seat]
            self._draw_fence(self._picked.slot, int(own))

    def _place(self, square: int) -> tuple[int, int]:
        row = WIDTH - 1 - square // WIDTH
        return (2 * row if self._tall else row), STEP * (square % WIDTH) + 1

    def _put(self, square: int, letter: str) -> None:
        """Put a mark on a square, or beside the piece if one is there.

        If a fence is already beside the piece, the piece itself is highlighted: both stay visible.
        """
        table = self._state.table
        row, column = self._place(table.board.home[4] if square == HOME else square)
        name = square_text(square)
        if square != HOME and table.occupant[square]:
            piece, _, _ = self._cells[row][column]
            _, _, beside = self._cells[row][column + 1]
            if beside == name:
                column += 1
            elif letter == ON_THE_WAY:
                return
            else:
                letter = piece
        self._cells[row][column] = (letter, "chosen", name)

    def _draw_square(self, square: int) -> None:
        row, column = self._place(square)
        letter, style = self._look_of(square)
        name = square_text(square)
        after = (" ", "plain")
        if square == self._picked.square or name in self._picked.look:
            style, after = "cursor", ("<", "cursor")
        self._cells[row][column] = (letter, style, name)
        self._cells[row][column + 1] = (*after, name)
        if square in self._state.table.board.home:
            fill = self._glyphs.fills[1]
            for line in self._cells[row : row + 1 + self._tall]:
                line[column : column + STEP] = [(fill, "faint", "HOME")] * STEP

    def _look_of(self, square: int) -> tuple[str, str]:
        table = self._state.table
        owner = int(table.occupant[square])
        if owner:
            return letter_of(self._state, owner - 1), style_of(self._state, owner - 1)
        opening = table.board.openings[square]
        if opening:
            return _INTO_HOME[int(opening).bit_length() - 1], "plain"
        return (":" if table.board.areas[square] else self._glyphs.point), "faint"

    def _name_slots(self, square: int) -> None:
        """Make the lines right of a square clickable, and below it if they have a row."""
        row, column = self._place(square)
        board = self._state.table.board
        if board.has_slot(2 * square + 1):
            self._cells[row][column + 2] = (" ", "plain", line_text(2 * square + 1))
        below = 2 * (square - WIDTH)
        if self._tall and board.has_slot(below):
            cell = (" ", "plain", line_text(below))
            self._cells[row + 1][column : column + 2] = [cell] * 2

    def _fences(self) -> list[tuple[int, int]]:
        """Return every fence with its side, also those of empty sides (KIM-8)."""
        table = self._state.table
        fences = [
            (int(table.sides[seat]), int(table.fences[seat * FENCES + at]))
            for seat in range(self._state.seats)
            for at in range(FENCES)
        ]
        closing = table.board.closing(self._state.seats)
        return [*fences, *((side, slot) for slot, side in closing)]

    def _draw_fence(self, slot: int, side: int) -> None:
        """Draw a fence: upright beside a square, or as a line under the square to the north.

        That line begins left of whatever is on that square, and ends right of it.
        """
        square, east = divmod(slot, 2)
        low, upright = tuple(self._glyphs.fences[side])
        style = self._fence_style(slot, side)
        name = line_text(slot)
        if east:
            row, column = self._place(square)
            self._cells[row][column + 2] = (upright, style, name)
            return
        row, column = self._place(square + WIDTH)
        cells = self._cells[row + self._tall]
        for at in (column - 1, column):
            letter, _, there = cells[at]
            if letter in (" ", self._glyphs.point):
                cells[at] = (low, style, there or name)
        cells[column + 1] = (low, style, name)

    def _fence_style(self, slot: int, side: int) -> str:
        picked = self._picked
        moving = picked.held != NOWHERE and slot in (picked.held, picked.slot)
        if moving or slot == picked.fence:
            return "cursor"
        sitting = [int(each) for each in self._state.table.sides]
        return style_of(self._state, sitting.index(side)) if side in sitting else "strong"


class KimboWords(GameWords[Kimbo]):
    """The pieces and fences of each seat, by their names."""

    def round_words(self) -> str:
        return f"turn {min(self.state.turns // self.state.seats + 1, TURNS)}"

    def home(self, seat: int) -> int:
        """Return how many pieces of a seat are HOME."""
        return self._pieces(seat).count(HOME)

    def _pieces(self, seat: int) -> list[int]:
        return [int(self.state.table.pieces[seat * PIECES + at]) for at in range(PIECES)]

    def falling_words(self) -> str:
        return "dice for the first turn" if self.state.phase == ROLLING_FOR_FIRST else "dice"

    def end_words(self) -> list[str]:
        seats = self.match.seats
        return [f"{seat.name}: {self.home(at)} of {PIECES} home" for at, seat in enumerate(seats)]

    def now_words(self) -> list[str]:
        """Return the dice to play (KIM-12), or, before the roll, the player's fences (KIM-10)."""
        state, table = self.state, self.state.table
        seat = int(table.seat)
        name = self.match.seats[seat].name
        if state.phase == FENCING:
            fences = self._fence_words(seat)
            return [f"Before the roll {name} may move a fence: {fences}; or - for none."]
        if state.phase not in (MOVING, MOVING_SECOND):
            return []
        dice = " and ".join(str(die) for die in (table.high, table.low) if die)
        said = [f"To play: {dice}. {name} has pieces on {self._piece_words(seat)}."]
        if state.phase == MOVING_SECOND:
            said.append(
                f"A piece other than the one on {square_text(int(table.moved))} must play it."
            )
        if table.playable == ONLY_JUMP:
            said.append("Only a jump can be played, or pass.")
        return said

    def position_words(self) -> list[str]:
        closed = ", ".join(line_text(slot) for slot, _ in self._closing())
        empty = [f"Of empty sides: fences {closed}."] if closed else []
        return [*map(self._seat_words, range(self.state.seats)), *empty]

    def _closing(self) -> list[tuple[int, int]]:
        return self.state.table.board.closing(self.state.seats)

    def _seat_words(self, seat: int) -> str:
        name, color = self.match.seats[seat].name, color_of(self.state.table, seat)
        pieces, fences = self._piece_words(seat), self._fence_words(seat)
        return f"{name}, {color}: {self.home(seat)} home; pieces {pieces}; fences {fences}."

    def _piece_words(self, seat: int) -> str:
        """Return the squares of the pieces that aren't HOME."""
        squares = [square for square in self._pieces(seat) if square != HOME]
        return ", ".join(square_text(square) for square in squares) or "none"

    def _fence_words(self, seat: int) -> str:
        slots = sorted(int(self.state.table.fences[seat * FENCES + at]) for at in range(FENCES))
        return ", ".join(line_text(slot) for slot in slots)

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        fences = ", ".join(
            f"{letter_of(self.state, seat)} {fences_of(self.state, seat, glyphs)}"
            for seat in range(self.state.seats)
        )
        board = KimboDrawing(self.state, glyphs, KimboSelection(), tall=False).lines()
        return [*board, (Piece(f"   Fences: {fences}", "faint"),)]
