"""Box against a slow, simple reference, and under every symmetry of the grid."""

from collections.abc import Callable
from random import Random

import pytest
from slow_box import SIZES, SlowBox, box_name, compare_game, point_name

from boxtui.games.box.board import Grid, grid_of
from boxtui.games.box.notation import box_text, point_text

GAMES_BY_SIZE = {6: 60, 8: 10, 10: 4, 12: 2, 14: 1, 16: 1}
"""Games per size in an ordinary run; `python tests/helpers/slow_box.py` plays thousands."""


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_go_as_in_the_slow_reference(size: int) -> None:
    for seed in range(GAMES_BY_SIZE[size]):
        by_hand = (seed + size // 2) % 2 == 1
        assert compare_game(size, by_hand, seed) > size**2


def scattered(size: int, seed: int) -> SlowBox:
    """Return a grid with few or many random marks, and boxes claimed by either in any order."""
    rng, slow = Random(seed), SlowBox(size)
    marked = 0.1 + 0.5 * rng.random()
    for column in range(size + 1):
        for row in range(size + 1):
            if rng.random() < marked:
                slow.marks[column, row] = rng.randrange(2)
    for _ in range(rng.randrange(6)):
        color = rng.randrange(2)
        if boxes := slow.claimable(color):
            slow.claim(color, rng.choice(boxes))
    return slow


def colors_of(slow: SlowBox, grid: Grid) -> list[int]:
    colors = [0, 0]
    for (column, row), color in slow.marks.items():
        colors[color] |= 1 << row * grid.width + column
    for (column, row), color in slow.squares.items():
        colors[color] |= 1 << grid.points + row * grid.width + column
    return colors


@pytest.mark.parametrize("size", SIZES)
def test_the_claimable_boxes_of_any_position_agree_with_the_slow_reference(size: int) -> None:
    grid = grid_of(size)
    for seed in range(20):
        slow = scattered(size, seed)
        colors = colors_of(slow, grid)
        for color in (0, 1):
            found = grid.claimable(colors[color], colors[1 - color])
            names = sorted(box_name(box) for box in slow.claimable(color))
            assert sorted(box_text(box, grid) for box in found) == names
            assert found == sorted(found)


@pytest.mark.parametrize("size", SIZES[:2])
def test_threats_and_gains_are_those_that_the_slow_reference_finds_by_trying(size: int) -> None:
    grid = grid_of(size)
    for seed in range(4):
        slow = scattered(size, seed)
        own, theirs = colors_of(slow, grid)
        found = [
            (point_text(point, grid), box_text(box, grid))
            for point, box in grid.threatened(own, theirs)
        ]
        assert sorted(found) == slow.threatened(0)
        for point, gained in enumerate(grid.gains(own, theirs)):
            squares = {
                at
                for mark, box in grid.threatened(own, theirs)
                if mark == point
                for at in range(grid.points)
                if (grid.squares_of[box] & ~own) >> (grid.points + at) & 1
            }
            assert gained == len(squares)
            if not (own | theirs) >> point & 1:
                completed = grid.completed(point, own, theirs)
                assert grid.completed(point, own | 1 << point, theirs) == completed


TURNS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "a quarter turn": lambda column, row, size: (row, size - column),
    "a half turn": lambda column, row, size: (size - column, size - row),
    "three quarters": lambda column, row, size: (size - row, column),
    "a mirror upright": lambda column, row, size: (size - column, row),
    "a mirror across": lambda column, row, size: (column, size - row),
    "a rising mirror": lambda column, row, size: (row, column),
    "a falling mirror": lambda column, row, size: (size - row, size - column),
}


def turned(slow: SlowBox, turn: str, swapped: bool) -> SlowBox:
    """Return the position turned, with colors swapped if asked; squares form a smaller grid."""
    image, move = SlowBox(slow.size), TURNS[turn]
    for (column, row), color in slow.marks.items():
        image.marks[move(column, row, slow.size)] = color ^ swapped
    for (column, row), color in slow.squares.items():
        image.squares[move(column, row, slow.size - 1)] = color ^ swapped
    return image


def corners_of(box: int, grid: Grid) -> frozenset[tuple[int, int]]:
    bits = grid.corners(box)
    return frozenset(
        (at % grid.width, at // grid.width) for at in range(grid.points) if bits >> at & 1
    )


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("turn", TURNS)
def test_a_turned_or_mirrored_position_has_the_turned_boxes_and_threats(
    turn: str, swapped: bool
) -> None:
    for seed, size in enumerate((6, 6, 8, 10)):
        grid, slow = grid_of(size), scattered(size, seed)
        straight = colors_of(slow, grid)
        image = colors_of(turned(slow, turn, swapped), grid)
        for color in (0, 1):
            before = (straight[color], straight[1 - color])
            after = (image[color ^ swapped], image[1 - (color ^ swapped)])
            expected = {
                frozenset(TURNS[turn](*corner, size) for corner in corners_of(box, grid))
                for box in grid.claimable(*before)
            }
            assert {corners_of(box, grid) for box in grid.claimable(*after)} == expected
            lacking = [(mark, corners_of(box, grid)) for mark, box in grid.threatened(*before)]
            moved = {
                (TURNS[turn](at % grid.width, at // grid.width, size), _turned(box, turn, size))
                for at, box in lacking
            }
            found = grid.threatened(*after)
            assert moved == {
                ((at % grid.width, at // grid.width), corners_of(box, grid)) for at, box in found
            }


def _turned(corners: frozenset[tuple[int, int]], turn: str, size: int) -> object:
    return frozenset(TURNS[turn](column, row, size) for column, row in corners)


@pytest.mark.parametrize("size", SIZES)
def test_every_rectangle_is_in_the_tables_by_any_two_opposite_corners(size: int) -> None:
    grid = grid_of(size)
    found = {box for box in grid.box_of if box >= 0}
    assert len(found) == (size * (size + 1) // 2) ** 2
    names = {point_name(column, row) for column in range(size + 1) for row in range(size + 1)}
    assert names == {point_text(point, grid) for point in range(grid.points)}
    assert sum(box >= 0 for box in grid.box_of) == 4 * len(found)
