"""What the learned evaluation of Kimbo sees."""

from functools import cache
from math import isclose
from random import Random

import pytest

from ai.kimbo import features as place
from ai.kimbo.distance_cache import DistanceCache, to_go
from ai.kimbo.features import COUNT, PER_DIE, is_seen, see
from ai.kimbo.gains import best_move
from boxtui.core import CHANCE, OVER
from boxtui.games import game_named
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.squares import HOME, corner_area
from boxtui.games.kimbo.state import MOVING, MOVING_SECOND, Kimbo


@cache
def positions(seats: int) -> list[Kimbo]:
    """Return positions before turns of a game in which pieces hurry HOME, with fences at random."""
    rng, found = Random(seats), list[Kimbo]()
    state = game_named("kimbo").start({}, seats)
    assert isinstance(state, Kimbo)
    distances = DistanceCache(state.table)
    while state.current_player() != OVER:
        if is_seen(state):
            found.append(state.clone())
        if state.phase in (MOVING, MOVING_SECOND):
            state.apply(best_move(state.table, distances.dice(state.table)))
        else:
            state.apply(state.random_move(rng))
    return found[::10]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_feature_but_those_of_hunts_is_counted_right(seats: int) -> None:
    for state in positions(seats):
        assert state.current_player() != CHANCE
        table = state.table
        dice = DistanceCache(table).dice(table)
        left = to_go(table, dice)
        found = see(state)
        assert len(found) == seats
        for seat, own in enumerate(found):
            assert len(own) == COUNT
            squares = list(table.pieces)[seat * PIECES : (seat + 1) * PIECES]
            walking = [square for square in squares if square != HOME]
            others = [each for each in range(seats) if each != seat]
            distances = sorted([PER_DIE * dice[seat][square] for square in walking], reverse=True)
            assert own[place.FARTHESTS : place.NEARS] == distances + [0.0] * squares.count(HOME)
            assert own[place.AT_HOMES : place.TO_GO].index(1.0) == squares.count(HOME)
            assert sum(own[place.AT_HOMES : place.TO_GO]) == 1
            assert own[place.IN_AREAS] == sum([corner_area(square) > 0 for square in walking])
            for kind, near in enumerate(place.NEAR):
                assert own[place.NEARS + kind] == sum(each < PER_DIE * near for each in distances)
            assert own[place.IS_TURN] == (seat == table.seat)
            assert own[place.WAITS] == (seat - table.seat) % seats / seats
            assert own[place.TO_GO] == PER_DIE * left[seat]
            assert own[place.IS_LAST] == (len(walking) <= 1)
            leads = [PER_DIE * (left[each] - left[seat]) for each in others]
            assert isclose(own[place.AHEAD], min(leads), abs_tol=1e-9)
            assert isclose(own[place.AHEAD_OF_ALL], sum(leads) / len(leads), abs_tol=1e-9)
            at_home = [list(table.pieces)[PIECES * at :][:PIECES].count(HOME) for at in others]
            assert own[place.LEAST_OF_OTHERS :] == pytest.approx(
                [
                    PER_DIE * min(left[each] for each in others),
                    max(at_home),
                    len(others) / 3,
                    len(table.closed),
                ]
            )


@pytest.mark.parametrize("seats", [2, 4])
def test_captures_are_feared_as_they_are_hoped_for_and_the_mover_captures_first(seats: int) -> None:
    for state in positions(seats):
        found = see(state)
        if seats == 2:
            own, other = found[state.table.seat], found[1 - state.table.seat]
            assert own[place.CAPTURES + 1] == own[place.AT_RISKS] == 0
            assert other[place.CAPTURES] == other[place.AT_RISKS + 1] == 0
        for feared, hoped in ((place.AT_RISKS, place.CAPTURES), (place.LOSSES, place.GAINS)):
            for when in range(2):
                fears = sum(own[feared + when] for own in found)
                assert isclose(fears, sum(own[hoped + when] for own in found), abs_tol=1e-9)
