"""What the learned evaluation of Free the Box sees."""

from collections import Counter
from math import isclose
from random import Random

import pytest
from free_the_box_play import start
from random_games import at_random

from ai.free_the_box import features as place
from ai.free_the_box.features import COUNT, features, is_seen
from boxtui.games.free_the_box.board import SAFE, TOKENS
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME
from boxtui.games.free_the_box.state import FreeTheBox


def positions(seats: int, seed: int) -> list[FreeTheBox]:
    """Return the positions before the rolls of a random game."""
    played = at_random(start(seats), Random(seed))
    return [state.clone() for state in played if is_seen(state)]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_feature_but_those_of_hunts_is_counted_right(seats: int) -> None:
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
            length = int(table.board.length)
            gone = [(at - table.starts[seat]) % length for at in walking]
            assert isclose(own[place.WAY], int(sum(gone)) / length, abs_tol=1e-9)
            eighths = Counter(8 * way // length for way in gone)
            assert own[place.EIGHTHS : place.LEFTS] == [eighths[at] for at in range(8)]
            lefts = Counter(length - 1 - way for way in gone)
            assert own[place.LEFTS : place.ON_SAFE] == [lefts[left] for left in range(9)]
            assert own[place.ON_SAFE] == sum(table.hides[at] == SAFE for at in walking)
            assert own[place.KEPT] == table.kept[seat]
            assert own[place.IS_LAST_HOPE] == table.is_last_hope(seat)
            others = [each for each in range(seats) if each != seat and table.is_in(each)]
            assert own[place.OTHERS_IN_CENTER :] == pytest.approx(
                [
                    sum(table.count(each, CENTER) for each in others),
                    sum(table.count(each, CAPTURED) for each in others),
                    sum(table.kept[each] > 0 for each in others),
                    sum(table.is_last_hope(each) for each in others),
                    len(others) / 5,
                    int(len(others) == 1),
                ]
            )


@pytest.mark.parametrize("seats", [2, 4])
def test_captures_are_feared_as_they_are_hoped_for_and_the_mover_captures_first(seats: int) -> None:
    for state in positions(seats, 10 + seats):
        found = [list(own) for own in features(state.table)]
        playing = [own for own in found if own]
        for when in range(2):
            feared = sum(own[place.RISKS + when] for own in playing)
            hoped = sum(own[place.CAPTURES + when] for own in playing)
            assert isclose(feared, hoped, abs_tol=1e-9)
        if seats == 2:
            own, other = found[state.table.seat], found[1 - state.table.seat]
            assert own[place.CAPTURES + 1] == own[place.RISKS] == 0
            assert other[place.CAPTURES] == other[place.RISKS + 1] == 0
