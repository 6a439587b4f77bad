"""Box against a slow, simple reference."""

from random import Random

import pytest
from slow_box import SlowBox, box_name, compare_game, point_name

from boxtui.games.box.board import Grid, grid_of
from boxtui.games.box.notation import box_text, point_text

SIZES = (6, 8, 10, 12, 14, 16)


@pytest.mark.parametrize(("size", "games"), [(6, 60), (8, 10), (10, 4), (12, 2), (14, 1), (16, 1)])
def test_whole_games_go_as_in_the_slow_reference(size: int, games: int) -> None:
    for seed in range(games):
        by_hand = (seed + size // 2) % 2 == 1
        compare_game(size, by_hand, seed)


def scattered(size: int, seed: int, most: float = 0.6) -> SlowBox:
    """Return a grid with few or many random marks, and boxes claimed by either in any order."""
    rng, slow = Random(seed), SlowBox(size)
    marked = 0.1 + (most - 0.1) * rng.random()
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


def test_a_color_may_win_while_it_would_with_a_mark_on_every_free_intersection() -> None:
    grid, found = grid_of(6), list[bool]()
    for seed in range(60):
        slow = scattered(6, seed, most=1.0)
        own, theirs = colors_of(slow, grid)
        for column in range(7):
            for row in range(7):
                slow.marks.setdefault((column, row), 0)
        found.append(grid.may_win(own, theirs))
        assert found[-1] == bool(slow.claimable(0))
    assert set(found) == {False, True}


@pytest.mark.parametrize("size", SIZES[:3])
def test_threats_and_gains_are_those_that_the_slow_reference_finds_by_trying(size: int) -> None:
    grid = grid_of(size)
    for seed in range(4):
        slow = scattered(size, seed)
        own, theirs = colors_of(slow, grid)
        threats = grid.threatened(own, theirs)
        found = [(point_text(point, grid), box_text(box, grid)) for point, box in threats]
        assert sorted(found) == slow.threatened(0)
        for point, gained in enumerate(grid.gains(own, theirs)):
            squares = own
            for mark, box in threats:
                squares |= grid.squares_of[box] if mark == point else 0
            assert gained == (squares & ~own).bit_count()
            if not (own | theirs) >> point & 1:
                marked = own | 1 << point
                assert grid.completed(point, marked, theirs) == grid.completed(point, own, theirs)
                assert grid.opposite_corners(point, marked) == grid.opposite_corners(point, own)


@pytest.mark.parametrize("size", SIZES)
def test_every_rectangle_is_in_the_tables_by_any_two_opposite_corners(size: int) -> None:
    grid = grid_of(size)
    found = {box for box in grid.box_of if box >= 0}
    assert len(found) == (size * (size + 1) // 2) ** 2
    names = {point_name(column, row) for column in range(size + 1) for row in range(size + 1)}
    assert names == {point_text(point, grid) for point in range(grid.points)}
    assert sum(box >= 0 for box in grid.box_of) == 4 * len(found)
