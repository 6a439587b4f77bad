"""Kimbo's board as lines: squares, pieces, fences, marks, and a legend of what is shown."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from boxtui.games.kimbo.board import FENCES
from boxtui.games.kimbo.legality import color_of
from boxtui.games.kimbo.squares import (
    COLUMNS,
    HOME,
    NOWHERE,
    SQUARES,
    WIDTH,
    line_text,
    neighbour,
    square_text,
)
from boxtui.games.kimbo.state import Kimbo
from boxtui.lines import Cell, Glyphs, Line, Piece, joined, legend_lines
from boxtui.views.kimbo_trail import KimboTrail
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
MOVED_HERE: Final = "()"
"""The signs left and right of what moved recently."""
TAKEN: Final = "x"
"""The sign where a fence was until recently."""
_ENDS: Final = {"+": "by both dice", "J": "by a jump", "&": "in several ways"}
_EMPTY: Final[Cell] = (" ", "faint", "")
"""An empty cell, in the style of most squares: a change of style takes bytes."""
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

    def __init__(
        self,
        state: Kimbo,
        glyphs: Glyphs,
        picked: KimboSelection,
        tall: bool,
        trail: KimboTrail | None = None,
    ) -> None:
        self._state = state
        self._glyphs = glyphs
        self._picked = picked
        self._tall = tall
        self._trail = trail or KimboTrail()
        rows = 2 * WIDTH if tall else WIDTH
        self._cells = [[_EMPTY] * (STEP * WIDTH + 2) for _ in range(rows)]

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
        self._draw_home()
        for slot, seat in self._trail.taken.items():
            self._draw_taken(slot, style_of(self._state, seat))
        for side, slot in self._fences():
            self._draw_fence(slot, side)
        for square in self._trail.landed:
            self._mark_landed(square)
        for slot in self._trail.put:
            self._mark_put(slot)
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
        after = (" ", "faint")
        if square == self._picked.square or name in self._picked.look:
            style, after = "cursor", ("<", "cursor")
        self._cells[row][column] = (letter, style, name)
        self._cells[row][column + 1] = (*after, name)

    def _draw_home(self) -> None:
        """Draw HOME as a shaded block with its name, and with gaps where it has doors."""
        home, fill = self._state.table.board.home, self._glyphs.fills[1]
        for square in home:
            row, column = self._place(square)
            for line in self._cells[row : row + 1 + self._tall]:
                line[column : column + STEP] = [(fill, "faint", "HOME")] * STEP
        for entrance, heading in self._doors():
            row, column = self._place(neighbour(entrance, heading))
            row += self._tall * (heading == 0)
            column += (STEP - 1) * (heading == 3)
            for at in range(column, column + (1 if heading % 2 else STEP - 1)):
                self._cells[row][at] = (" ", "faint", "HOME")
        row, column = self._place(home[3])
        column += (3 * STEP - len("HOME")) // 2
        for at, letter in enumerate("HOME", column):
            self._cells[row][at] = (letter, "strong", "HOME")

    def _doors(self) -> list[tuple[int, int]]:
        """Return the entrance squares that aren't closed (KIM-8), each with its heading HOME."""
        table = self._state.table
        entrances = [side.entrance for side in table.board.sides]
        return [
            (square, int(table.board.openings[square]).bit_length() - 1)
            for square in entrances
            if square not in table.closed
        ]

    def legend(self, cells: int, rows: int) -> list[Line]:
        """Return what the signs that are drawn mean, in a few words each."""
        lasting = filter(None, (*self._trail_words(), *self._places()))
        changing = filter(None, self._move_words())
        return legend_lines(list(lasting), list(changing), cells, rows)

    def _move_words(self) -> Iterator[str]:
        signs = set(self._picked.ends.values())
        dice = sorted(sign for sign in signs if sign.isdigit())
        yield f"{' '.join(dice)} end by that die" if dice else ""
        yield from (f"{sign} {words}" for sign, words in _ENDS.items() if sign in signs)
        yield f"{ON_THE_WAY} on the way" if self._picked.path else ""

    def _trail_words(self) -> Iterator[str]:
        trail = self._trail
        letters = sorted({letter_of(self._state, seat).lower() for seat in trail.left.values()})
        yield f"{' '.join(MOVED_HERE)} moved" if trail.landed or trail.put else ""
        yield f"{' '.join(letters)} came from here" if letters else ""
        yield f"{TAKEN} fence was here" if trail.taken else ""

    def _places(self) -> Iterator[str]:
        yield f"{' '.join(_INTO_HOME[heading] for _, heading in self._doors())} doors of HOME"
        yield ": start corners"
        table = self._state.table
        closing = {side for _, side in table.board.closing(self._state.seats)}
        lines = " ".join(self._glyphs.fences[side] for side in sorted(closing))
        yield f"{lines} nobody's fences" if closing else ""

    def _look_of(self, square: int) -> tuple[str, str]:
        table = self._state.table
        owner = int(table.occupant[square])
        if owner:
            return letter_of(self._state, owner - 1), style_of(self._state, owner - 1)
        seat = self._trail.left.get(square)
        if seat is not None:
            return letter_of(self._state, seat).lower(), style_of(self._state, seat)
        opening = table.board.openings[square]
        if opening:
            style = "faint" if square in table.closed else "strong"
            return _INTO_HOME[int(opening).bit_length() - 1], style
        return (":" if table.board.areas[square] else self._glyphs.point), "faint"

    def _name_slots(self, square: int) -> None:
        """Make the lines right of a square clickable, and below it if they have a row."""
        row, column = self._place(square)
        board = self._state.table.board
        if board.has_slot(2 * square + 1):
            self._cells[row][column + 2] = (" ", "faint", line_text(2 * square + 1))
        below = 2 * (square - WIDTH)
        if self._tall and board.has_slot(below):
            cell = (" ", "faint", line_text(below))
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

    def _draw_taken(self, slot: int, style: str) -> None:
        """Mark where a fence was: in its line, or left and right of the square to the north."""
        square, east = divmod(slot, 2)
        if east:
            row, column = self._place(square)
            self._write(row, column + 2, TAKEN, style)
            return
        row, column = self._place(square + WIDTH)
        for at in (column - 1, column + 1):
            self._write(row + self._tall, at, TAKEN, style)

    def _mark_put(self, slot: int) -> None:
        """Put signs beside a fence that moved; without room for them the fence is lit."""
        square, east = divmod(slot, 2)
        before, after = MOVED_HERE
        if east:
            row, column = self._place(square)
            _, style, name = self._cells[row][column + 2]
            if not self._write(row, column + 1, before, style):
                letter, _, _ = self._cells[row][column + 2]
                self._cells[row][column + 2] = (letter, "chosen", name)
            return
        row, column = self._place(square + WIDTH)
        cells = self._cells[row + self._tall]
        low, style, name = cells[column + 1]
        if cells[column][0] == low:
            _, _, there = cells[column - 1]
            if cells[column - 1][0] == low:
                cells[column - 1] = (before, style, there)
            cells[column + 1] = (after, style, name)
        else:
            cells[column + 1] = (low, "chosen", name)

    def _mark_landed(self, square: int) -> None:
        """Put signs beside a piece that moved, where there is room."""
        row, column = self._place(square)
        _, style, _ = self._cells[row][column]
        before, after = MOVED_HERE
        room = [self._write(row, column - 1, before, style)]
        room.append(self._write(row, column + 1, after, style))
        if not any(room):
            letter, _, name = self._cells[row][column]
            self._cells[row][column] = (letter, "chosen", name)

    def _write(self, row: int, column: int, letter: str, style: str) -> bool:
        """Write a sign into an empty cell, and return whether it was empty."""
        there, _, name = self._cells[row][column]
        if there == " ":
            self._cells[row][column] = (letter, style, name)
        return there == " "

    def _fence_style(self, slot: int, side: int) -> str:
        picked = self._picked
        moving = picked.held != NOWHERE and slot in (picked.held, picked.slot)
        if moving or slot == picked.fence:
            return "cursor"
        sitting = [int(each) for each in self._state.table.sides]
        return style_of(self._state, sitting.index(side)) if side in sitting else "strong"
