"""Fences that shield a piece in Kimbo from being captured."""

from random import Random

import pytest
from kimbo_boards import drawn, some_table
from kimbo_far import distances
from kimbo_play import begun
from librt.vecs import vec

from ai.kimbo.candidates import FenceScores
from ai.kimbo.distance_cache import Outlook
from ai.kimbo.shields import spared
from ai.kimbo.threats import expected_losses
from boxtui.games.kimbo.squares import line_named
from boxtui.games.kimbo.state import Kimbo

TWO_ON_A_ROW = """
9  . . . . . .
8  R . . . Y .
7  . . . . . .
"""


Dice = list[vec[float]]


def told(state: Kimbo, dice: Dice) -> dict[int, float]:
    """For each slot the dice that a fence in it is thought to spare the mover."""
    slots: dict[int, float] = {}
    for slot, worth in spared(state.table, dice[state.table.seat]):
        slots[slot] = slots.get(slot, 0.0) + worth
    return slots


def truly_spared(state: Kimbo, dice: Dice, slot: int) -> float:
    """The same by putting a fence up there and looking at all threats anew."""
    before = expected_losses(state.table, dice)[state.table.seat]
    fenced = state.clone()
    fenced.table.put_up(slot)
    return before - expected_losses(fenced.table, dice)[state.table.seat]


def threatened(seats: int, count: int) -> list[tuple[Kimbo, Dice]]:
    """Random boards on which a fence may shield a piece of the mover's, and how far all is."""
    rng, found = Random(7), list[tuple[Kimbo, Dice]]()
    while len(found) < count:
        state = some_table(rng, seats)
        if state is not None:
            dice = Outlook(state.table).dice(state.table)
            if told(state, dice):
                found.append((state, dice))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_fence_spares_no_more_than_is_told_of_it_and_mostly_just_that(seats: int) -> None:
    """It spares less where it turns a way back onto the piece."""
    exact, all_told = 0, 0
    for state, dice in threatened(seats, 8):
        for slot, worth in told(state, dice).items():
            true = truly_spared(state, dice, slot)
            assert true <= worth + 1e-9
            exact, all_told = exact + (abs(true - worth) < 1e-9), all_told + 1
    assert exact > 0.7 * all_told


def test_a_fence_between_two_pieces_in_a_row_shields_the_one_from_the_other() -> None:
    state = drawn(TWO_ON_A_ROW, seat=2)
    slots = told(state, Outlook(state.table).dice(state.table))
    between = {line_named(name) for name in ("a8/b8", "b8/c8", "c8/d8", "d8/e8")}
    assert between <= slots.keys()
    assert all(worth > 0.0 for slot, worth in slots.items() if slot in between)


def test_nobody_is_shielded_where_nobody_is_in_danger() -> None:
    state = begun(2)
    assert told(state, Outlook(state.table).dice(state.table)) == {}


def test_a_slot_is_worth_what_it_spares_and_what_it_costs_others() -> None:
    """Where a capture would cost nothing, no slot is worth more for being a shield."""
    ((state, dice),) = threatened(2, 1)
    known = distances(state)
    own = dice[state.table.seat]
    with_shields = FenceScores(state.table, known, None, own).put
    without = FenceScores(state.table, known, None, vec[float]([0.0] * len(own))).put
    shields = told(state, dice)
    for slot in state.table.board.slots:
        assert with_shields[slot] == pytest.approx(without[slot] + shields.get(slot, 0.0))
