"""What searches of Kimbo compute in a quick way, against the slow and obvious way."""

from collections.abc import Iterable
from random import Random

import pytest
from kimbo_boards import some_table
from kimbo_play import begun
from kimbo_slow_distances import SlowDistances, exact, slow_dice, slow_last_dice
from librt.vecs import vec
from mypy_extensions import i64
from random_games import at_random

from ai.kimbo.distance_cache import EXACT, EXACT_LAST, DistanceCache
from ai.kimbo.distances import Distances
from ai.kimbo.ends import LAYER, NO_END, STATES
from ai.kimbo.fences import FenceScores, rounded
from ai.kimbo.gains import best_move, best_moves, rated_moves
from ai.kimbo.last_piece import LastDistances
from ai.kimbo.nearby import KEPT, SWEEPS, NearbyDice, NearbyLastDice
from ai.kimbo.square_dice import SquareDice
from ai.kimbo.threats import (
    AFTER_ITS_TURN,
    ARRANGEMENTS,
    TAKEN,
    Reach,
    chance_of,
    expected_losses,
    see_counts,
    worst_loss,
)
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.paths import LONGEST
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, Kimbo


def test_numbers_written_out_are_those_they_stand_for() -> None:
    assert STATES == 4 * SQUARES
    assert LAYER == STATES + 1
    assert NO_END == HOME + 1


def played(seats: int, seed: int) -> list[Kimbo]:
    """Return all positions of a stretch of a random game."""
    states = at_random(begun(seats), Random(seed), 400)
    return [state.clone() for ply, state in enumerate(states) if ply > 250]


def some_dice(seats: int, seed: int) -> list[SquareDice]:
    """Return random distances for each seat, by square, many of them equal."""
    rng = Random(seed)
    return [
        SquareDice(vec[float]([float(rng.randrange(20)) for _ in range(HOME + 1)]))
        for _ in range(seats)
    ]


def slow_losses(table: KimboTable, dice: list[SquareDice]) -> list[float]:
    """Return `expected_losses`, with the counts of all squares for each pair of seats."""
    losses = [0.0] * len(table.sides)
    for attacker in range(len(table.sides)):
        counts = vec[i64]([0] * (HOME + 1))
        see_counts(table, attacker, counts)
        for victim in range(len(table.sides)):
            for square in map(int, table.pieces[victim * PIECES : (victim + 1) * PIECES]):
                if victim == attacker or square == HOME or table.board.areas[square]:
                    continue
                weight = AFTER_ITS_TURN if victim == table.seat else TAKEN
                cost = worst_loss(table, dice[victim], victim, square)
                losses[victim] += weight * chance_of(counts[square]) * cost
    return losses


@pytest.mark.parametrize("seats", [2, 4])
def test_losses_are_those_of_the_slow_way_whatever_was_asked_before(seats: int) -> None:
    """Also after more arrangements of fences than are kept."""
    reach, arrangements, seen = Reach(), set[tuple[i64, ...]](), 0.0
    for ply, state in enumerate(at_random(begun(seats), Random(3), 5 * ARRANGEMENTS)):
        dice = some_dice(seats, state.turns)
        losses = expected_losses(state.table, dice, reach)
        arrangements.add(tuple(state.table.fences))
        if ply % 7 == 0:
            assert losses == pytest.approx(slow_losses(state.table, dice))
            seen += sum(losses)
    assert seen > 0.0
    assert len(arrangements) > ARRANGEMENTS


def test_reach_forgets_another_board_when_it_is_told_to() -> None:
    """The same fences, but fewer closed entrances, as in a game of more players."""
    reach = Reach()
    state, other = played(2, 4)[-1], played(4, 5)[-1]
    for table in (state.table, other.table, state.table):
        reach.forget()
        dice = some_dice(len(table.sides), 1)
        assert expected_losses(table, dice, reach) == pytest.approx(slow_losses(table, dice))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_best_moves_are_the_first_of_those_rated(seats: int) -> None:
    asked = 0
    for state in played(seats, 6):
        if state.phase in (MOVING, MOVING_SECOND):
            dice = some_dice(seats, state.turns)
            rated = [move for _, move in rated_moves(state.table, dice)]
            assert best_move(state.table, dice) == rated[0]
            for count in (1, 3, len(rated), len(rated) + 1):
                assert best_moves(state.table, dice, count) == rated[:count]
            asked += 1
    assert asked > 10


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


@pytest.mark.parametrize("seed", range(6))
def test_distances_asked_for_by_square_are_those_of_all_squares(seed: int) -> None:
    """Whatever was asked about before, and whether or not they were settled at the root."""
    state, rng = fenced(seed), Random(seed)
    board, closed = state.table.board, state.table.closed
    for sweeps in (2, EXACT, 40):
        first = Distances(board, state.table.walls, closed, None, sweeps)
        last = LastDistances(first, None, EXACT_LAST)
        nearby = NearbyDice(state.table, 0, first)
        nearby_last = NearbyLastDice(state.table, 0, last)
        for fences in (1, 2, 5):
            table = after_fences(state, fences, rng)
            all_dice = Distances(board, table.walls, closed, first, SWEEPS)
            all_last = LastDistances(all_dice, last, SWEEPS)
            dice = nearby.under(table, fences)
            of_last = nearby_last.under(table, fences)
            squares = [square for square in range(HOME + 1) if square not in board.home]
            for square in rng.sample(squares, len(squares)):
                assert dice[square] == all_dice.dice[square]
                assert of_last[square] == all_last.dice[square]


def test_distances_under_two_arrangements_may_be_asked_for_in_turn() -> None:
    state = fenced(1)
    tables = [after_fences(state, count, Random(count)) for count in (1, 2)]
    cache, others = DistanceCache(state.table), [DistanceCache(state.table) for _ in tables]
    found = [cache.dice(table)[0] for table in tables]
    alone = [other.dice(table)[0] for other, table in zip(others, tables, strict=True)]
    for square in range(SQUARES):
        for dice, expected in zip(found, alone, strict=True):
            assert dice[square] == expected[square]


def test_distances_are_the_same_after_more_arrangements_than_are_kept() -> None:
    state = fenced(1)
    table = after_fences(state, 1, Random(1))
    nearby = NearbyDice(state.table, 0, exact(state.table))
    kept = [nearby.under(table, 1)[square] for square in range(0, SQUARES, 7)]
    for key in range(2, KEPT + 2):
        nearby.under(table, key)
    assert [nearby.under(table, 1)[square] for square in range(0, SQUARES, 7)] == kept
    assert nearby.under(state.table, 0) is nearby.dice


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


@pytest.mark.parametrize("seed", range(4))
def test_the_best_slots_are_the_first_of_all_in_order(seed: int) -> None:
    """Many slots are worth equally much, and then lots decide."""
    table = fenced(seed).table
    scores = FenceScores(table, exact(table), None)
    lots = Random(seed)
    rated = sorted(
        (rounded(-scores.put[slot]), lots.random(), slot) for slot in table.vacant_slots()
    )
    for count in (1, 16, len(rated), len(rated) + 1):
        best = scores.best_slots(count, Random(seed))
        assert best == [slot for _, _, slot in rated[:count]]
