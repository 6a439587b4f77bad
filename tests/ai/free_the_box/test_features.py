"""What the learned evaluation of Free the Box sees."""

from math import isclose
from random import Random

import pytest
from free_the_box_play import start
from random_games import at_random

from ai.free_the_box import features as place
from ai.free_the_box.features import COUNT, features, is_before_roll
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME
from boxtui.games.free_the_box.state import FreeTheBox


def positions(seats: int, seed: int) -> list[FreeTheBox]:
    """Return the positions before the rolls of a random game."""
    played = at_random(start(seats), Random(seed))
    return [state.clone() for state in played if is_before_roll(state)]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_feature_is_counted_right(seats: int) -> None:
    for state in positions(seats, seats):
        table = state.table
        found = features(table)
        assert len(found) == seats
        for seat, of_seat in enumerate(found):
            if not table.is_in(seat):  # FTB-25
                assert len(of_seat) == 0
                continue
            own = list(of_seat)
            tokens = list(table.tokens)[seat * TOKENS : (seat + 1) * TOKENS]
            walking = [at for at in tokens if at >= 0]
            assert len(own) == COUNT
            assert own[place.IS_TURN] == (seat == table.seat)
            status = own[place.STATUS : place.KEPT]
            held = table.kept[seat] > 0
            assert sum(status) == 1
            assert status[(tokens.count(CENTER) * TOKENS + tokens.count(CAPTURED)) * 2 + held] == 1
            assert own[place.AT_HOMES + tokens.count(HOME)] == 1
            assert sum(own[place.EIGHTHS : place.LEFTS]) == len(walking)
            gone = [(at - table.starts[seat]) % table.board.length for at in walking]
            assert isclose(own[place.WAY], int(sum(gone)) / table.board.length, abs_tol=1e-9)
            others = [each for each in range(seats) if each != seat and table.is_in(each)]
            in_center = sum(table.count(each, CENTER) for each in others)
            assert own[place.OTHERS_IN_CENTER] == in_center
            assert own[place.ONE_OTHER] == (len(others) == 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_hunters_are_feared_as_they_hope_and_the_mover_hunts_first(seats: int) -> None:
    for state in positions(seats, 10 + seats):
        found = [list(own) for own in features(state.table)]
        playing = [own for own in found if own]
        for when in range(2):
            feared = sum(own[place.RISKS + when] for own in playing)
            hoped = sum(own[place.PREYS + when] for own in playing)
            assert isclose(feared, hoped, abs_tol=1e-9)
        if seats == 2:
            own, other = found[state.table.seat], found[1 - state.table.seat]
            assert own[place.PREYS + 1] == own[place.RISKS] == 0
            assert other[place.PREYS] == other[place.RISKS + 1] == 0
