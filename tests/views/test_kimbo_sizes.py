"""Kimbo's board with squares of all sizes."""

from collections import Counter

import pytest
from kimbo_boards import drawn

from boxtui.games.kimbo.squares import SQUARES, WIDTH, square_text
from boxtui.lines import ASCII, plain, width
from boxtui.views.kimbo_drawing import (
    KimboDrawing,
    KimboSelection,
    SquareSize,
    largest_size,
)

SIZES = [SquareSize(), SquareSize(3, 2), SquareSize(4, 2), SquareSize(6, 3)]


PICTURE = """
5  . . R . .
       r
4  . . .r. .
"""


@pytest.mark.parametrize(
    ("cells", "rows", "size"),
    [
        (49, 15, SquareSize()),
        (68, 27, SquareSize()),
        (49, 30, SquareSize(3, 2)),
        (68, 30, SquareSize(4, 2)),
        (68, 29, SquareSize()),
        (93, 45, SquareSize(4, 2)),
        (94, 45, SquareSize(6, 3)),
        (500, 200, SquareSize(6, 3)),
    ],
)
def test_squares_are_as_large_as_there_is_room_for(cells: int, rows: int, size: SquareSize) -> None:
    assert largest_size(cells, rows) == size


@pytest.mark.parametrize("size", SIZES)
def test_a_board_of_any_size_has_the_width_it_reports_and_all_its_places(
    size: SquareSize,
) -> None:
    state = drawn(PICTURE, seats=4)
    lines = KimboDrawing(state, ASCII, KimboSelection(), size).lines()
    assert len(lines) == size.board_rows
    assert max(map(width, lines)) <= size.board_cells
    cells = Counter(piece.target for line in lines for piece in line for _ in piece.text)
    for square in range(SQUARES):
        if square not in state.table.board.home:
            assert cells[square_text(square)] >= size.cells - 2
    assert cells["HOME"] >= 9
    assert "HOME" in "".join(map(plain, lines))


@pytest.mark.parametrize("size", SIZES)
def test_a_fence_of_any_size_stands_in_its_line_and_hides_no_piece(size: SquareSize) -> None:
    state = drawn(PICTURE)
    lines = [plain(line) for line in KimboDrawing(state, ASCII, KimboSelection(), size).lines()]
    row = size.rows * (WIDTH - 5)
    column = lines[row].index("R")
    low = lines[row + size.rows - 1]
    assert low[column + 1] == "_"
    assert low.count("_") >= size.cells - 2
    assert lines[row + size.rows].count("|") == 1
    assert lines[row + size.rows].index("|") - column in (2, 3)
