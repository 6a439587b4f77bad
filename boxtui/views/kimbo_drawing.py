"""Kimbo's board as lines: squares, pieces, fences, marks, and a legend of what is shown."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from boxtui.games.kimbo.board import KimboLayout
from boxtui.games.kimbo.squares import (
    COLUMNS,
    EAST,
    HOME,
    NORTH,
    NOWHERE,
    SQUARE_NAMES,
    SQUARES,
    WEST,
    WIDTH,
    line_text,
    neighbor,
    square_text,
)
from boxtui.games.kimbo.state import Kimbo
from boxtui.lines import (
    BOARD,
    SAFE_GROUND,
    TARGET,
    Cell,
    Glyphs,
    Line,
    Piece,
    joined,
    legend_lines,
)
from boxtui.views.kimbo_recent import KimboTrail
from boxtui.views.kimbo_size import LEFT, SquareSize
from boxtui.views.palette import PICKED, color_styles

ON_THE_WAY: Final = "*"
MOVED_HERE: Final = "()"
"""The signs left and right of what moved recently."""
TAKEN: Final = "x"
"""The sign where a fence was until recently."""
PICKED_SIGN: Final = "<"
LOOK: Final = "?"
"""The signs after what is picked, and after what a lesson points at."""
OTHER: Final = "~"
"""The sign beside what moved instead of what is picked, and where it ended."""
_EMPTY: Final[Cell] = (" ", "faint", "")
"""An empty cell, in the style of most squares: a change of style takes bytes."""
_INTO_HOME: Final = "^>v<"
"""The signs for an entrance, by the heading that leads from it into HOME."""


@dataclass(frozen=True)
class KimboSelection:
    """What is highlighted on the board; by default nothing.

    Attributes:
        word: what the legend calls the picked move.
        square: the square under the cursor.
        fence: the fence under the cursor.
        held: the slot of a fence that is being moved.
        slot: the slot that it would go to.
        moves_it: whether a person moves it, who needs no legend for it.
        path: the squares that the picked move goes over.
        ends: the squares on which its piece could end, each with a letter that says how.
        pointed_at: the names that a lesson points at.
        others: the squares of a move that was played instead: where it started and where it ended.
        other_fence: the slot that it took a fence from, and the one that it put it into.
    """

    word: str = "picked"
    square: int = NOWHERE
    fence: int = NOWHERE
    held: int = NOWHERE
    slot: int = NOWHERE
    moves_it: bool = True
    path: Collection[int] = ()
    ends: Mapping[int, str] = field(default_factory=dict)
    pointed_at: Collection[str] = ()
    others: Collection[int] = ()
    other_fence: tuple[int, int] | None = None


def letter_of(state: Kimbo, seat: int) -> str:
    """Return the letter for a seat's pieces: the first of its color."""
    return state.table.color_name(seat)[0].upper()


def style_of(state: Kimbo, seat: int) -> str:
    """Return the style of a seat's color."""
    table = state.table
    return color_styles([side.color for side in table.board.sides])[table.sides[seat]]


def fences_of(state: Kimbo, seat: int, glyphs: Glyphs) -> str:
    """Return the characters for a seat's fences: above a square, and beside one."""
    return glyphs.fences[state.table.sides[seat]]


@lru_cache(8)
def _bare_board(board: KimboLayout, size: SquareSize, point: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of a board without anything on it, named so that they can be clicked."""
    rows = size.rows * WIDTH - (size.rows > 1)
    cells = [[_EMPTY] * (size.cells * WIDTH + 2) for _ in range(rows)]
    for square in range(SQUARES):
        row, column = size.place(square)
        inside, name = size.inside(column), square_text(square)
        for line in cells[row : row + size.inner_rows]:
            line[inside.start : inside.stop] = [(" ", "faint", name)] * len(inside)
            if board.has_slot(2 * square + 1):
                line[inside.stop] = (" ", "faint", line_text(2 * square + 1))
        cells[row][column] = (point, "faint", name)
        below = 2 * (square - WIDTH)
        if size.line_row and board.has_slot(below):
            named = (" ", "faint", line_text(below))
            cells[row + size.line_row][inside.start : inside.stop] = [named] * len(inside)
    return tuple(map(tuple, cells))


class KimboDrawing:
    """One drawing of one position, with squares of that size."""

    def __init__(
        self,
        state: Kimbo,
        glyphs: Glyphs,
        selection: KimboSelection,
        size: SquareSize | None = None,
        trail: KimboTrail | None = None,
    ) -> None:
        self._state = state
        self._glyphs = glyphs
        self._selection = selection
        size = size or SquareSize()
        self._size = size
        self._trail = trail or KimboTrail()
        self._cells = [list(cells) for cells in _bare_board(state.table.board, size, glyphs.point)]
        self._grounds = [[BOARD] * len(cells) for cells in self._cells]
        self._draw()

    def lines(self, rows: int | None = None) -> list[Line]:
        """Return the board from the top row down, with row numbers, then the letters.

        If that is more than `rows` rows, the letters are beside the signs of the last of them.
        """
        if rows is not None and rows <= len(self._cells):
            self._write_letters(rows - 1)
        numbers = [f"{row:>2}" for row in range(WIDTH, 0, -1)]
        heads = [head for number in numbers for head in (number, *["  "] * (self._size.rows - 1))]
        lines: list[Line] = [
            (Piece(head, "faint"), *joined(line, grounds))
            for head, line, grounds in zip(heads, self._cells, self._grounds, strict=False)
        ]
        letters = "".join(f"{letter:<{self._size.cells}}" for letter in COLUMNS).rstrip()
        return [*lines, (Piece(" " * (LEFT + self._size.before) + letters, "faint"),)][:rows]

    def _write_letters(self, row: int) -> None:
        """Write each column's letter right of what is on its square in that row, if there is room.

        So all letters stand at equal distances. Signs beside a square's own, such as that of the
        cursor, are kept instead of a letter: they say more.
        """
        for square, letter in enumerate(COLUMNS):
            _, middle = self._size.place(square)
            self._write(row, middle + 1, letter, "faint")

    def _draw(self) -> None:
        for square in self._marked_squares():
            self._draw_square(square)
        self._draw_home()
        for slot, seat in self._trail.taken.items():
            self._draw_taken(slot, style_of(self._state, seat))
        for side, slot in self._fences():
            self._draw_fence(slot, side)
        for square in self._selection.others:
            self._mark_other(square)
        if self._selection.other_fence:
            taken, put = self._selection.other_fence
            self._mark_put(taken, OTHER * 2)
            self._draw_taken(put, "chosen", OTHER)
        for square in self._selection.path:
            self._put(square, ON_THE_WAY)
        for square, letter in self._selection.ends.items():
            self._put(square, letter)
            self._mark_target(square)
        if self._selection.square in self._selection.ends:
            self._mark_picked(self._selection.square)
        if self._selection.held != NOWHERE:
            own = self._state.table.sides[self._state.table.seat]
            self._draw_fence(self._selection.slot, int(own))
        for square in self._trail.landed:
            self._mark_landed(square)
        for slot in self._trail.put:
            self._mark_put(slot)

    def _marked_squares(self) -> set[int]:
        table, selection = self._state.table, self._selection
        named = {SQUARE_NAMES[name] for name in selection.pointed_at if name in SQUARE_NAMES}
        signs = (table.occupant, table.board.openings, table.board.areas)
        taken = {square for square in range(SQUARES) if any(each[square] for each in signs)}
        return {*taken, *named, *self._trail.left, selection.square} - {NOWHERE}

    def _middle(self, square: int) -> tuple[int, int]:
        """Return where a square's mark is; that of HOME is below its name."""
        return self._size.place(self._state.table.board.home[1] if square == HOME else square)

    def _mark_target(self, square: int) -> None:
        """Draw a square, without the lines around it, on the ground of what can be reached.

        On the smallest board that is the sign alone: each cell takes bytes at every cursor move.
        """
        row, column = self._middle(square)
        is_small = self._size.rows == 1
        for grounds in self._grounds[row : row + self._size.inner_rows]:
            for at in (column,) if is_small else self._size.inside(column):
                grounds[at] = TARGET

    def _put(self, square: int, letter: str) -> None:
        """Put a mark on a square, or beside the piece if one is there.

        If a fence is already beside the piece, the piece itself is highlighted: both stay visible.
        """
        table = self._state.table
        row, column = self._middle(square)
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
        row, column = self._size.place(square)
        letter, style = self._look_of(square)
        name = square_text(square)
        after = (" ", "faint")
        if square == self._selection.square:
            style, after = "cursor", (PICKED_SIGN, "cursor")
        elif name in self._selection.pointed_at:
            style, after = "cursor", (LOOK, "cursor")
        self._cells[row][column] = (letter, style, name)
        self._cells[row][column + 1] = (*after, name)

    def _draw_home(self) -> None:
        """Draw HOME as a shaded block with its name, and with gaps at the open entrances."""
        home, size, fill = self._state.table.board.home, self._size, self._glyphs.fills[1]
        (bottom, west), (top, east) = size.place(home[0]), size.place(home[-1])
        rows = slice(top, bottom + size.inner_rows)
        columns = slice(size.inside(west).start, size.inside(east).stop)
        cells = columns.stop - columns.start
        for line, grounds in zip(self._cells[rows], self._grounds[rows], strict=True):
            line[columns] = [(fill, "faint", "HOME")] * cells
            grounds[columns] = [SAFE_GROUND] * cells
        for entrance, heading in self._entrances():
            row, column = size.place(neighbor(entrance, heading))
            row += (size.inner_rows - 1) * (heading == NORTH)
            inside = size.inside(column)
            first = inside.stop - 1 if heading == WEST else inside.start
            for at in range(first, first + (1 if heading in (EAST, WEST) else len(inside))):
                self._cells[row][at] = (" ", "faint", "HOME")
        row, _ = size.place(home[3])
        for at, letter in enumerate("HOME", columns.start + (cells - len("HOME")) // 2):
            self._cells[row][at] = (letter, "strong", "HOME")

    def _entrances(self, *, closed: bool = False) -> list[tuple[int, int]]:
        """Return the open entrances, or those closed (KIM-8), each with its heading HOME."""
        table = self._state.table
        entrances = [side.entrance for side in table.board.sides]
        return [
            (square, int(table.board.openings[square]).bit_length() - 1)
            for square in entrances
            if (square in table.closed) == closed
        ]

    def legend(self, cells: int, rows: int) -> list[Line]:
        """Return what the signs that are drawn mean, in a few words each."""
        lasting = filter(None, (*self._trail_words(), *self._places()))
        changing = filter(None, self._move_words())
        return legend_lines(list(lasting), list(changing), cells, rows)

    def _move_words(self) -> Iterator[str]:
        """Yield what the signs of moves mean; those that come and go with the cursor are last."""
        signs = set(self._selection.ends.values())
        dice = sorted((sign for sign in signs if sign.isdigit()), reverse=True)
        yield f"{' '.join(dice)} by die" if dice else ""
        yield "+ both" if "+" in signs else ""
        yield f"{ON_THE_WAY} its way" if self._selection.path else ""
        yield "& several" if "&" in signs else ""
        yield "J by a jump" if "J" in signs else ""
        yield f"{OTHER} played" if self._selection.others or self._selection.other_fence else ""
        if self._selection.held != NOWHERE and not self._selection.moves_it:
            yield f"highlighted: {self._selection.word}, from and to"
        yield f"{PICKED_SIGN} {self._selection.word}" if self._selection.square != NOWHERE else ""
        yield f"{LOOK} look here" if self._is_pointing() else ""

    def _is_pointing(self) -> bool:
        """Whether a square has the sign that a lesson points at it: the cursor's may cover it."""
        named = (SQUARE_NAMES.get(name, NOWHERE) for name in self._selection.pointed_at)
        places = [self._size.place(square) for square in named if square != NOWHERE]
        return any(self._cells[row][column + 1][0] == LOOK for row, column in places)

    def _trail_words(self) -> Iterator[str]:
        trail = self._trail
        letters = sorted({letter_of(self._state, seat).lower() for seat in trail.left.values()})
        yield f"{' '.join(MOVED_HERE)} moved" if trail.landed or trail.put else ""
        yield f"{' '.join(letters)} came from here" if letters else ""
        yield f"{TAKEN} fence was here" if trail.taken else ""

    def _places(self) -> Iterator[str]:
        table = self._state.table
        for closed, words in ((False, "entrances"), (True, "closed")):
            signs = " ".join(_INTO_HOME[heading] for _, heading in self._entrances(closed=closed))
            yield f"{signs} {words}" if signs else ""
        for seat in range(self._state.seats):
            whose = f"{table.color_name(seat)}'s{' fences' if seat == 0 else ''}"
            yield f"{fences_of(self._state, seat, self._glyphs)} {whose}"
        closing = {side for _, side in table.board.closing(self._state.seats)}
        lines = " ".join(self._glyphs.fences[side] for side in sorted(closing))
        yield f"{lines} nobody's" if closing else ""
        yield ": start areas"

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

    def _fences(self) -> list[tuple[int, int]]:
        """Return every fence with its side, including those of empty sides (KIM-8)."""
        table = self._state.table
        fences = [
            (int(table.sides[seat]), slot)
            for seat in range(self._state.seats)
            for slot in table.fences_of(seat)
        ]
        closing = table.board.closing(self._state.seats)
        return [*fences, *((side, slot) for slot, side in closing)]

    def _draw_fence(self, slot: int, side: int) -> None:
        """Draw a fence: upright beside a square, or as a line under the square to the north.

        That line begins left of whatever is on that square, and ends right of it.
        """
        low, upright = tuple(self._glyphs.fences[side])
        style = self._fence_style(slot, side)
        name = line_text(slot)
        row, column = self._size.line_place(slot)
        if slot % 2:
            for line in self._cells[row : row + self._size.inner_rows]:
                line[column] = (upright, style, name)
            return
        cells, inside = self._cells[row], self._size.inside(column)
        for at in range(inside.start - 1, inside.stop - 1):
            letter, _, there = cells[at]
            if letter in (" ", self._glyphs.point):
                cells[at] = (low, style, there or name)
        cells[inside.stop - 1] = (low, style, name)

    def _mark_picked(self, square: int) -> None:
        """Put the sign of what is picked where there is room: beside it is how its move ends."""
        row, column = self._size.place(square)
        if not self._write(row, column + 2, PICKED_SIGN, "cursor"):
            self._write(row, column - 1, PICKED_SIGN, "cursor")

    def _mark_other(self, square: int) -> None:
        """Put a sign beside that of a square, where there is room, or below the name HOME."""
        row, column = self._middle(square)
        if square == HOME:
            self._cells[row][column + 1] = (OTHER, "chosen", "HOME")
        elif not any(self._write(row, at, OTHER, "chosen") for at in (column + 1, column - 1)):
            letter, _, name = self._cells[row][column]
            self._cells[row][column] = (letter, "chosen", name)

    def _draw_taken(self, slot: int, style: str, sign: str = TAKEN) -> None:
        """Mark where a fence was: in its line, or beside the square to the north if it has none."""
        row, column = self._size.line_place(slot)
        has_line = slot % 2 or self._size.line_row
        places = (column,) if has_line else (column + 1, column - 1)
        any(self._write(row, at, sign, style) for at in places)

    def _mark_put(self, slot: int, signs: Sequence[str] = MOVED_HERE) -> None:
        """Put signs beside a fence that moved; without room for them the fence is highlighted."""
        before, after = signs
        row, column = self._size.line_place(slot)
        cells = self._cells[row]
        if slot % 2:
            letter, style, name = cells[column]
            right, _, there = cells[column + 1]
            has_room = right in (" ", self._glyphs.point)
            if has_room and self._write(row, column - 1, before, style):
                cells[column + 1] = (after, style, there)
            else:
                cells[column] = (letter, "chosen", name)
            return
        inside = self._size.inside(column)
        first, last = inside.start - 1, inside.stop - 1
        low, style, name = cells[last]
        if cells[column][0] == cells[first][0] == low:
            _, _, there = cells[first]
            cells[first] = (before, style, there)
            cells[last] = (after, style, name)
        else:
            cells[last] = (low, "chosen", name)

    def _mark_landed(self, square: int) -> None:
        """Put signs beside a piece that moved; without room for both, the piece is highlighted."""
        row, column = self._size.place(square)
        letter, style, name = self._cells[row][column]
        if all(self._cells[row][at][0] == " " for at in (column - 1, column + 1)):
            for at, sign in zip((column - 1, column + 1), MOVED_HERE, strict=True):
                self._write(row, at, sign, style)
        elif square != self._selection.square:
            self._cells[row][column] = (letter, "chosen", name)

    def _write(self, row: int, column: int, letter: str, style: str) -> bool:
        """Write a sign into an empty cell, and return whether it was empty."""
        there, _, name = self._cells[row][column]
        if there == " ":
            self._cells[row][column] = (letter, style, name)
        return there == " "

    def _fence_style(self, slot: int, side: int) -> str:
        sitting = [int(each) for each in self._state.table.sides]
        if side not in sitting:
            return "strong"
        selection = self._selection
        moving = selection.held != NOWHERE and slot in (selection.held, selection.slot)
        style = style_of(self._state, sitting.index(side))
        return f"{style}{PICKED}" if moving or slot == selection.fence else style
