"""Box's grid with squares of all sizes."""

from collections import Counter

import pytest
from box_games import start

from boxtui.games.box.board import members
from boxtui.games.box.notation import point_text
from boxtui.games.box.state import Box
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.views.box import COMPACT, BoxDrawing, BoxSelection, BoxSteps, largest_steps

SIZES = [COMPACT, BoxSteps(), BoxSteps(6, 3), BoxSteps(8, 4)]


def won() -> Box:
    """Return a game of 6 by 6 in which black owns the square in the corner a1."""
    state = start(size=6, balance="none")
    for move in ("a1", "f6", "b1", "f5", "a2", "g5", "b2"):
        state.play(state.read_move(move))
    return state


@pytest.mark.parametrize(
    ("size", "cells", "rows", "steps"),
    [
        (10, 46, 22, BoxSteps()),
        (10, 68, 28, BoxSteps()),
        (10, 66, 32, BoxSteps(6, 3)),
        (10, 65, 32, BoxSteps()),
        (10, 66, 31, BoxSteps()),
        (6, 68, 28, BoxSteps(8, 4)),
        (16, 30, 10, BoxSteps()),
    ],
)
def test_squares_are_as_large_as_there_is_room_for(
    size: int, cells: int, rows: int, steps: BoxSteps
) -> None:
    assert largest_steps(start(size=size).grid, cells, rows) == steps


@pytest.mark.parametrize("steps", SIZES)
def test_a_grid_of_any_size_has_all_intersections_and_fills_the_squares_won(
    steps: BoxSteps,
) -> None:
    state = won()
    lines = BoxDrawing(state, ASCII, BoxSelection(), steps).lines()
    assert len(lines) == steps.board_rows(state.grid) + 1
    assert max(map(width, lines)) <= steps.board_cells(state.grid)
    targets = Counter(piece.target for line in lines for piece in line)
    assert {point_text(point, state.grid) for point in range(state.grid.points)} <= set(targets)
    (corner,) = members(state.colors[0] >> state.grid.points)
    assert corner == 0
    assert "\n".join(map(plain, lines)).count(ASCII.squares[0]) == 1
    lines = BoxDrawing(state, UNICODE, BoxSelection(), steps).lines()
    filled = "\n".join(map(plain, lines)).count(UNICODE.squares[0])
    assert filled == max(steps.rows - 1, 1) * (steps.cells - 1)
