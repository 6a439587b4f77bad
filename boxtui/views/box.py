"""Box as lines and words: the grid, marks, squares, and what has to be decided."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from boxtui.core import NOBODY
from boxtui.games.box.board import Grid, members
from boxtui.games.box.moves import BLACK, COLORS, DONE, RESIGN, WHITE
from boxtui.games.box.narration import called_out, points_words, scores_words, squares_words
from boxtui.games.box.notation import COLUMNS, amount_text, point_text
from boxtui.games.box.position import BIDDING, CLAIMING, MARKING, OPENING, PICKING
from boxtui.games.box.state import Box
from boxtui.lines import BOARD, TARGET, Cell, Glyphs, Line, Piece, blank, joined
from boxtui.play.recent import Recent
from boxtui.views.game import GameWords, without_rules

STEP: Final = 4
"""Cells from an intersection to the next in its row, unless there is more room, or less."""
COMPACT_STEP: Final = 3
"""The same in a compact grid."""
_STEPS: Final = ((8, 4), (6, 3), (STEP, 2))
"""The cells and rows from an intersection to the next, largest first."""
LEFT: Final = 3
"""Cells left of the grid, for the numbers of the rows."""
NOWHERE: Final = -1
OTHER: Final = "><"
"""The signs around an intersection that a lesson points at, or that was marked instead."""
MADE: Final = "*"
PREVIEWED: Final = "="
"""The signs of squares: those just won, and those that a mark at the cursor would win."""
_SQUARES: Final = ("black-square", "white")
"""The styles of each color's squares."""
_MARKS: Final = ("black-mark", "white-mark")
"""The styles of each color's marks."""


@dataclass(frozen=True)
class BoxSelection:
    """What is highlighted on the grid; by default nothing.

    Attributes:
        cursor: the intersection under the cursor.
        corner: the first corner picked for a claim.
        recent: the intersections marked since the viewer's last turn.
        pointed_at: the names that a lesson points at.
        made: the squares, as bits, won since the viewer's last turn.
        previewed: the squares, as bits, that a mark at the cursor would win.
        shown_to: the seat that `+` stands for; `!` stands for its opponent, `&` for both. With
            `NOBODY` there are no such marks.
    """

    cursor: int = NOWHERE
    corner: int = NOWHERE
    recent: Collection[int] = ()
    pointed_at: Collection[str] = ()
    made: int = 0
    previewed: int = 0
    shown_to: int = NOBODY


@dataclass(frozen=True)
class BoxSteps:
    """How far it is from an intersection to the next: in cells in its row, and in rows.

    A compact grid has no rows between: a square is drawn on its lower edge.
    """

    cells: int = STEP
    rows: int = 2

    def board_cells(self, grid: Grid) -> int:
        """Return the width of the board, with its row numbers."""
        return LEFT + self.grid_cells(grid)

    def grid_cells(self, grid: Grid) -> int:
        """Return the width of the grid, with one cell more on both sides."""
        return self.cells * grid.size + 3

    def grid_rows(self, grid: Grid) -> int:
        """Return the rows of the grid, without the letters below it."""
        return self.rows * grid.size + 1


COMPACT: Final = BoxSteps(COMPACT_STEP, 1)


def largest_steps(grid: Grid, cells: int, rows: int) -> BoxSteps:
    """Return the largest steps with which a board and its letters fit into that room.

    If none fit, it returns those for the least room.
    """
    for steps in (BoxSteps(*each) for each in _STEPS):
        if steps.board_cells(grid) <= cells and steps.grid_rows(grid) < rows:
            return steps
    return BoxSteps()


def squares_won(state: Box, point: int, color: int) -> int:
    """Return the squares, as bits, that a mark of that color on a free intersection would win."""
    own, theirs = state.colors[color], state.colors[1 - color]
    return (state.grid.won(point, own, theirs) & ~own) >> state.grid.points


def may_win_now(state: Box) -> bool:
    """Whether a mark of either color on any free intersection would win squares."""
    empty = state.grid.empty(*state.colors)
    return any(squares_won(state, point, color) for point in empty for color in (BLACK, WHITE))


class BoxDrawing:
    """One drawing of one position."""

    def __init__(
        self, state: Box, glyphs: Glyphs, selection: BoxSelection, steps: BoxSteps | None = None
    ) -> None:
        self.steps = steps or BoxSteps()
        self._state = state
        self._grid = state.grid
        self._glyphs = glyphs
        self._selection = selection

    def lines(self) -> list[Line]:
        """Return the whole grid from the top row down, with row numbers, then the letters."""
        rows = zip(self.row_numbers(), self.cells(), self.grounds(), strict=True)
        return [
            *((Piece(number, "faint"), *joined(line, grounds)) for number, line, grounds in rows),
            (Piece(" " * (LEFT + 1) + self.letters(), "faint"),),
        ]

    def letters(self) -> str:
        """Return the letters below the columns."""
        letters = COLUMNS[: self._grid.width]
        return "".join(f"{letter:<{self.steps.cells}}" for letter in letters).rstrip()

    def write_letters(self, cells: list[list[Cell]]) -> None:
        """Write the letters into the cells, for a board without a row below it.

        They are just above the lowest intersections. A compact grid has no row there, so they are
        on those of them that are free.
        """
        line = cells[-1] if self.steps.rows == 1 else cells[-2]
        for at, letter in enumerate(COLUMNS[: self._grid.width]):
            column = self.steps.cells * at + 1
            if self.steps.rows > 1 or line[column][0] == self._glyphs.point:
                line[column] = (letter, "faint", line[column][2])

    def row_numbers(self) -> list[str]:
        """Return the text to the left of each row of cells."""
        numbers = [" " * LEFT] * self.steps.grid_rows(self._grid)
        for row in range(self._grid.width):
            numbers[self.steps.rows * (self._grid.size - row)] = f"{row + 1:>{LEFT - 1}} "
        return numbers

    def cells(self) -> list[list[Cell]]:
        """Return all cells of the grid from the top row down, with one more on both sides."""
        cells = blank(self.steps.grid_cells(self._grid), self.steps.grid_rows(self._grid))
        for color in (BLACK, WHITE):
            fill = (self._glyphs.squares[color], _SQUARES[color])
            self._fill(cells, self._state.colors[color] >> self._grid.points, fill)
        for squares, letter in (
            (self._selection.made, MADE),
            (self._selection.previewed, PREVIEWED),
        ):
            for square in members(squares):
                row, column = self._place(square)
                middle = column + self.steps.cells // 2
                cells[row - self.steps.rows // 2][middle] = (letter, "strong", "")
        for point in range(self._grid.points):
            self._draw_point(cells, point)
        return cells

    def grounds(self) -> list[list[str]]:
        """Return what each of the cells is drawn on: the board, or squares that would be won."""
        columns, rows = self.steps.grid_cells(self._grid), self.steps.grid_rows(self._grid)
        grounds = [[BOARD] * columns for _ in range(rows)]
        for square in members(self._selection.previewed):
            row, column = self._place(square)
            edge = slice(column + 1, column + self.steps.cells)
            grounds[row - self.steps.rows + 1][edge] = [TARGET] * (self.steps.cells - 1)
        return grounds

    def _place(self, point: int) -> tuple[int, int]:
        """Return the row and the column of an intersection's cell."""
        row, column = divmod(point, self._grid.width)
        return self.steps.rows * (self._grid.size - row), self.steps.cells * column + 1

    def _fill(self, cells: list[list[Cell]], squares: int, fill: tuple[str, str]) -> None:
        """Fill the squares of a color, and the lines between two of them.

        A letter stands only once in each square: otherwise the marks would be lost among letters.
        """
        cell = (*fill, "")
        for square in members(squares):
            row, column = self._place(square)
            if fill[0].isalpha():
                cells[row - self.steps.rows // 2][column + self.steps.cells // 2] = cell
                continue
            edge = slice(column + 1, column + self.steps.cells)
            if self.steps.rows == 1:
                cells[row][edge] = [cell] * (self.steps.cells - 1)
                continue
            beside = squares >> (square + 1) & 1 and square % self._grid.width < self._grid.size - 1
            width = self.steps.cells if beside else self.steps.cells - 1
            for line in cells[row - self.steps.rows + 1 : row]:
                line[column + 1 : column + 1 + width] = [cell] * width
            if squares >> (square + self._grid.width) & 1:
                cells[row - self.steps.rows][edge] = [cell] * (self.steps.cells - 1)

    def _draw_point(self, cells: list[list[Cell]], point: int) -> None:
        row, column = self._place(point)
        name = point_text(point, self._grid)
        mark, style = self._mark(point)
        cells[row][column] = (mark, style, name)
        around = self._around(point, name)
        for at, letter in ((column - 1, around[0]), (column + 1, around[1])):
            old = cells[row][at]
            cells[row][at] = (letter, "strong", name) if letter != " " else (old[0], old[1], name)

    def _mark(self, point: int) -> tuple[str, str]:
        for color in (BLACK, WHITE):
            if self._state.colors[color] >> point & 1:
                return self._glyphs.marks[color], _MARKS[color]
        if self._selection.shown_to != NOBODY and self._state.phase == MARKING:
            return self._threat(point)
        return self._glyphs.point, "faint"

    def _threat(self, point: int) -> tuple[str, str]:
        """Return an empty intersection's mark, by who would win squares with a mark there."""
        color = self._state.color_of(self._selection.shown_to)
        own = bool(squares_won(self._state, point, color))
        if squares_won(self._state, point, 1 - color):
            return "&" if own else "!", "strong"
        return ("+", "strong") if own else (self._glyphs.point, "faint")

    def _around(self, point: int, name: str) -> str:
        """Return the characters left and right of an intersection, which highlight it."""
        if point == self._selection.cursor:
            return "[]"
        if point == self._selection.corner:
            return "{}"
        if name in self._selection.pointed_at:
            return OTHER
        return "()" if point in self._selection.recent else "  "


FAIR: Final = "Make it fair: if it is strong, the other player takes it over."
"""What to think of at the first mark under swap (BOX-12)."""

_WANTED: Final = {
    OPENING: f"Make the first mark in either color, as in black c4. {FAIR}",
    CLAIMING: "Claim a box by two opposite corners, as in c4-f7, or say done.",
}

_OPENERS: Final = {
    OPENING: ("marks first", "picks next"),
    PICKING: ("picks a color", "marked first"),
}
"""What the seat that has the turn does under swap, and what the other one does (BOX-12)."""

_WHERE: Final = {
    OPENING: "Look for a first mark that makes neither color better.",
    PICKING: "Would you rather have the first mark, or the next one?",
    BIDDING: "How many points is marking first worth? The second to mark starts with them.",
    CLAIMING: "Look at the boxes that have all four corners in your color.",
}


def _action(before: Box, move: int) -> str:
    """Return what a move did in a few words; "" if it only ended a turn that missed nothing."""
    text = before.move_text(move)
    if move == RESIGN:
        return "resigns"
    if before.phase in (PICKING, BIDDING):
        return without_rules(before.describe(move))
    if before.phase == OPENING:
        first_color, point = text.split()
        return f"marks {point} in {first_color}"
    seat = before.seat
    after = before.after(move)
    color = before.color_of(seat)
    won = before.grid.squares_in(after.colors[color]) - before.grid.squares_in(before.colors[color])
    called = called_out(before, move, after)
    if move == DONE:
        return called
    done = f"{'claims' if before.phase == CLAIMING else 'marks'} {text}"
    words = f"{done}, {squares_words(won)} won" if won else done
    return f"{words} ({called})" if called else words


class BoxWords(GameWords[Box]):
    """The marks and squares of each color, by their names."""

    goal = "mark 4 corners to win the squares inside"

    @property
    def grid(self) -> Grid:
        """The grid of the game."""
        return self.state.grid

    def round_words(self) -> str:
        return f"{self.grid.size} × {self.grid.size}"

    def where_words(self, move: int) -> str:
        if self.state.phase in _WHERE:
            return _WHERE[self.state.phase]
        if move == RESIGN or self.is_decided:
            return super().where_words(move)
        row, column = divmod(move, self.grid.size + 1)
        height = ("lower", "middle", "upper")[3 * row // (self.grid.size + 1)]
        side = ("left", "middle", "right")[3 * column // (self.grid.size + 1)]
        where = "middle" if height == side else f"{height} {side}"
        return f"Look at the {where} of the grid."

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        if self.state.black == NOBODY:
            head_starts = [self.state.head_start(seat) for seat in (0, 1)]
            if self.state.phase in _OPENERS and not any(head_starts):
                now, other = _OPENERS[self.state.phase]
                return [now if seat == self.state.seat else other for seat in (0, 1)]
            return [points_words(halves) if halves else "" for halves in head_starts]
        scores = self.state.scores()
        colors = [self.state.color_of(seat) for seat in (0, 1)]
        return [
            f"{glyphs.marks[color]} {COLORS[color]} {score:g}"
            for color, score in zip(colors, scores, strict=True)
        ]

    def seat_styles(self) -> list[str]:
        """Return the style of each seat's color; plain until the colors are picked."""
        if self.state.black == NOBODY:
            return super().seat_styles()
        return [COLORS[self.state.color_of(seat)] for seat in (0, 1)]

    def ended_words(self, seat: int) -> str:
        """Return a seat's color, if colors were picked before the end, and its squares."""
        color = self.state.color_of(seat)
        squares = squares_words(self.grid.squares_in(self.state.colors[color]))
        whose = "" if self.state.black == NOBODY else f"{COLORS[color]}, "
        head_start = self.state.head_start(seat)
        more = f" and {points_words(head_start)} at the start" if head_start else ""
        return f"{whose}{squares}{more}"

    def left_words(self) -> str:
        """Return how many squares have no owner yet, and whether none of them can be won."""
        black, white = self.state.colors
        left = self.grid.size**2 - self.grid.squares_in(black | white)
        words = f"{squares_words(left)} left"
        if left and not self.grid.may_anyone_win(black, white):
            words += ", which nobody can win"
        return words

    @property
    def is_decided(self) -> bool:
        """Whether nobody can win a square any more, though marks are left to make (BOX-18)."""
        is_marking = self.state.phase in (MARKING, CLAIMING)
        return is_marking and not self.grid.may_anyone_win(*self.state.colors)

    def now_words(self) -> list[str]:
        if self.state.phase == BIDDING:
            return [self._bid_words()]
        wanted = [_WANTED[self.state.phase]] if self.state.phase in _WANTED else []
        if self.state.phase == PICKING:
            wanted = [f"Pick your color: take black or take white. {self.swap_words()}"]
        if self.state.black == NOBODY:
            return wanted
        whose = ""
        if self.state.phase in (MARKING, CLAIMING):
            color = COLORS[self.state.color_of(self.state.seat)]
            whose = f"{self.match.seats[self.state.seat].name} is {color}. "
        return [f"{whose}Scores: {scores_words(self.state)}; {self.left_words()}.", *wanted]

    def swap_words(self) -> str:
        """Return what the two choices mean after the first mark under swap (BOX-12)."""
        marked = COLORS[BLACK if self.state.colors[BLACK] else WHITE]
        other = "white" if marked == "black" else "black"
        return f"{marked.capitalize()} has the first mark, but {other} marks next."

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        for state, move, played in recent.steps(Box):
            words = self.match.named(_action(state, move))
            if words and not played.by_chance:
                yield played.seat, words

    def _bid_words(self) -> str:
        """Return the bid to exceed, or to pass on (BOX-17)."""
        if self.state.bid < 0:
            return "Bid points to mark first, as in bid 2.5: the other player starts with them."
        bid = self.state.bid
        last = f"The bid to mark first is {amount_text(bid)}"
        more = ", the highest:" if bid == self.state.highest_bid() else ": bid more, or"
        return f"{last}{more} pass and start with {points_words(bid)}."

    def position_words(self) -> list[str]:
        last = point_text(self.grid.points - 1, self.grid)
        sentences = [
            f"The grid has {self.round_words()} squares; its intersections are a1 to {last}."
        ]
        return [*sentences, *(self._color_words(color) for color in (BLACK, WHITE))]

    def _color_words(self, color: int) -> str:
        bits = self.state.colors[color]
        marks = [point_text(point, self.grid) for point in members(bits & self.grid.all_marks)]
        owner = ""
        if self.state.black != NOBODY:
            seat = self.state.black if color == BLACK else 1 - self.state.black
            owner = f", {self.match.seats[seat].name}"
        marked = ", ".join(marks) or "none"
        squares = "; ".join(self._square_rows(bits >> self.grid.points)) or "none"
        return f"{COLORS[color].capitalize()}{owner}: marks {marked}. Squares: {squares}."

    def _square_rows(self, squares: int) -> list[str]:
        """Return the squares by rows, each run as its lower left and upper right corners."""
        width, runs = self.grid.width, []
        for row in range(self.grid.size):
            line = "".join(str(squares >> row * width + at & 1) for at in range(width))
            start = line.find("1")
            while start >= 0:
                end = line.index("0", start)
                runs.append(f"{COLUMNS[start]}{row + 1}-{COLUMNS[end]}{row + 2}")
                start = line.find("1", end)
        return runs

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return BoxDrawing(self.state, glyphs, BoxSelection()).lines()
