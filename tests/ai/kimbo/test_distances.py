"""Distances that are kept as fences move, against computing everything in every sweep."""

from collections.abc import Iterable
from random import Random

import pytest
from kimbo_boards import some_table
from kimbo_play import begun
from kimbo_slow_distances import SlowDistances, exact, slow_dice, slow_last_dice
from random_games import at_random

from ai.kimbo.distance_cache import EXACT, SWEEPS
from ai.kimbo.distances import Distances
from ai.kimbo.ends import LAYER, STATES
from ai.kimbo.last_piece import LastDistances
from boxtui.games.kimbo.paths import LONGEST
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.state import FENCING, Kimbo


def fenced(seed: int) -> Kimbo:
    """Return a position before a fence move, with fences scattered or crowded."""
    rng = Random(seed)
    if seed % 2:
        found = None
        while found is None:
            found = some_table(rng, 2 + seed % 3)
        return found
    state = begun(2 + seed % 3)
    for _ in at_random(state, rng, 150):
        pass
    while state.phase != FENCING:
        state.apply(state.random_move(rng))
    return state


def after_fences(state: Kimbo, count: int, rng: Random) -> KimboTable:
    """Return the table after that many random fence moves by the same seat."""
    ahead = state.clone()
    for _ in range(count):
        move = ahead.random_move(rng)
        if move:
            ahead.table.move_fence(move >> 9, move & 511)
    return ahead.table


def on_board(table: KimboTable, dice: Iterable[float]) -> list[float]:
    """Return the distances from all squares but HOME's nine."""
    return [far for square, far in enumerate(dice) if square not in table.board.home]


def assert_ends(table: KimboTable, found: Distances | LastDistances, longest: int) -> None:
    slow = SlowDistances(table, longest)
    slow.see_ends(list(found.dice))
    quick = found.after()
    # No piece ever stands on HOME's squares, so nothing keeps what their states would be worth.
    states = [state for state in range(STATES) if state >> 2 not in table.board.home]
    for layer, after in enumerate(slow.after):
        assert [quick[layer * LAYER + at] for at in states] == [after[at] for at in states]


def assert_swept(table: KimboTable, quick: Distances, guess: Distances | None, sweeps: int) -> None:
    dice, walked = slow_dice(table, guess, sweeps)
    assert on_board(table, quick.dice) == on_board(table, dice)
    assert on_board(table, quick.walked) == on_board(table, walked)
    assert_ends(table, quick, 6)


@pytest.mark.parametrize("seed", range(6))
def test_distances_are_those_of_full_sweeps_also_after_fence_moves(seed: int) -> None:
    """Any number of sweeps; whole crowds of fences may have been moved."""
    state = fenced(seed)
    first = exact(state.table)
    assert_swept(state.table, first, None, EXACT)
    for fences in (1, 2, 5):
        table = after_fences(state, fences, Random(seed))
        for sweeps in (1, SWEEPS, EXACT):
            quick = Distances(table.board, table.walls, table.closed, first, sweeps)
            assert_swept(table, quick, first, sweeps)


@pytest.mark.parametrize("seed", range(4))
def test_a_last_pieces_distances_are_those_of_full_sweeps(seed: int) -> None:
    state = fenced(seed)
    first = exact(state.table)
    last = LastDistances(first, None, EXACT)
    found = [(state.table, last, slow_last_dice(state.table, first, None, EXACT))]
    table = after_fences(state, 2, Random(seed))
    for sweeps in (1, SWEEPS, EXACT):
        near = Distances(table.board, table.walls, table.closed, first, sweeps)
        slow = slow_last_dice(table, near, last, sweeps)
        found.append((table, LastDistances(near, last, sweeps), slow))
    for of, quick, slow in found:
        assert on_board(of, quick.dice) == pytest.approx(on_board(of, slow), abs=1e-9)
        assert_ends(of, quick, LONGEST)


def test_distances_do_not_change_those_they_were_computed_from() -> None:
    state = fenced(0)
    first = exact(state.table)
    last = LastDistances(first, None, EXACT)

    def all_four() -> list[list[float]]:
        return [list(each) for each in (first.dice, first.after(), last.dice, last.after())]

    kept = all_four()
    table = after_fences(state, 2, Random(1))
    near = Distances(table.board, table.walls, table.closed, first, EXACT)
    LastDistances(near, last, EXACT)
    assert list(near.dice) != list(first.dice)
    assert kept == all_four()
