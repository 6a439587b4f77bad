"""Boards whose squares are as large as the window allows."""

from collections import Counter

import pytest
from box_games import start
from kimbo_boards import drawn

from boxtui.games.box.notation import point_text
from boxtui.games.kimbo.squares import SQUARES, WIDTH, square_text
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.views.box import COMPACT, BoxDrawing, BoxSelection, BoxSteps, largest_steps
from boxtui.views.kimbo_drawing import KimboDrawing, KimboSelection
from boxtui.views.kimbo_size import SquareSize, largest_size

STEPS = [COMPACT, BoxSteps(), BoxSteps(6, 3), BoxSteps(8, 4)]
SIZES = [SquareSize(), SquareSize(3, 2), SquareSize(4, 2), SquareSize(6, 3)]


@pytest.mark.parametrize(
    ("size", "cells", "rows", "steps"),
    [
        (10, 66, 32, BoxSteps(6, 3)),
        (10, 65, 32, BoxSteps()),
        (10, 66, 31, BoxSteps()),
        (6, 68, 28, BoxSteps(8, 4)),
        (16, 30, 10, BoxSteps()),
    ],
)
def test_the_squares_of_box_are_as_large_as_there_is_room_for(
    size: int, cells: int, rows: int, steps: BoxSteps
) -> None:
    assert largest_steps(start(size=size).grid, cells, rows) == steps


@pytest.mark.parametrize("steps", STEPS)
def test_a_grid_of_any_size_has_all_points_and_fills_squares_won(steps: BoxSteps) -> None:
    state = start(size=6, balance="none")
    for move in ("a1", "f6", "b1", "f5", "a2", "g5", "b2"):  # black gets the corner's square
        state.play(state.read_move(move))
    lines = BoxDrawing(state, ASCII, BoxSelection(), steps).lines()
    assert len(lines) == steps.grid_rows(state.grid) + 1
    assert max(map(width, lines)) <= steps.board_cells(state.grid)
    targets = {piece.target for line in lines for piece in line}
    assert {point_text(point, state.grid) for point in range(state.grid.points)} <= targets
    assert "\n".join(map(plain, lines)).count(ASCII.squares[0]) == 1
    lines = BoxDrawing(state, UNICODE, BoxSelection(), steps).lines()
    filled = "\n".join(map(plain, lines)).count(UNICODE.squares[0])
    assert filled == max(steps.rows - 1, 1) * (steps.cells - 1)


@pytest.mark.parametrize(
    ("cells", "rows", "size"),
    [
        (49, 15, SquareSize()),
        (49, 30, SquareSize(3, 2)),
        (68, 30, SquareSize(4, 2)),
        (68, 29, SquareSize()),
        (93, 45, SquareSize(4, 2)),
        (94, 45, SquareSize(6, 3)),
        (500, 200, SquareSize(6, 3)),
    ],
)
def test_the_squares_of_kimbo_are_as_large_as_there_is_room_for(
    cells: int, rows: int, size: SquareSize
) -> None:
    assert largest_size(cells, rows) == size


@pytest.mark.parametrize("size", SIZES)
def test_a_board_of_any_size_has_all_places_and_no_hidden_piece(size: SquareSize) -> None:
    state = drawn("5  . . R . .\n       r\n4  . . .r. .")
    lines = KimboDrawing(state, ASCII, KimboSelection(), size).lines()
    assert len(lines) == size.board_rows
    assert max(map(width, lines)) <= size.board_cells
    cells = Counter(piece.target for line in lines for piece in line for _ in piece.text)
    for square in set(range(SQUARES)) - set(state.table.board.home):
        assert cells[square_text(square)] >= size.cells - 2
    assert cells["HOME"] >= 9
    shown = [plain(line) for line in lines]
    assert "HOME" in "".join(shown)
    row = size.rows * (WIDTH - 5)
    column = shown[row].index("R")
    low, below = shown[row + size.rows - 1], shown[row + size.rows]
    assert low[column + 1] == "_"
    assert low.count("_") >= size.cells - 2
    assert below.count("|") == 1
    assert below.index("|") - column in (2, 3)
