"""What searches of Kimbo compute in a quick way, against the slow and obvious way."""

from random import Random

import pytest
from kimbo_play import begun
from librt.vecs import vec
from mypy_extensions import i64
from random_games import at_random

from ai.kimbo.gains import best_move, best_moves, rated_moves
from ai.kimbo.threats import (
    AFTER_ITS_TURN,
    TAKEN,
    Reach,
    chance_of,
    expected_losses,
    see_counts,
    worst_loss,
)
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import MOVING, MOVING_SECOND, Kimbo


def played(seats: int, seed: int) -> list[Kimbo]:
    """Return all positions of a stretch of a random game."""
    states = at_random(begun(seats), Random(seed), 400)
    return [state.clone() for ply, state in enumerate(states) if ply > 250]


def some_dice(seats: int, seed: int) -> list[vec[float]]:
    """Return random distances for each seat, by square, many of them equal."""
    rng = Random(seed)
    return [vec[float]([float(rng.randrange(20)) for _ in range(HOME + 1)]) for _ in range(seats)]


def slow_losses(table: KimboTable, dice: list[vec[float]]) -> list[float]:
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
def test_losses_are_the_same_whatever_was_asked_before(seats: int) -> None:
    reach = Reach()
    seen = 0.0
    for state in played(seats, 3):
        dice = some_dice(seats, state.turns)
        losses = expected_losses(state.table, dice, reach)
        assert losses == pytest.approx(slow_losses(state.table, dice))
        seen += sum(losses)
    assert seen > 0.0


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
