"""What the learned evaluation of FREE-O sees."""

from math import isclose
from random import Random

import pytest
from free_o_play import at, start
from librt.vecs import vec
from random_games import at_random

from ai.free_o import features as place
from ai.free_o.features import COUNT, STAKES, features, is_decision, see
from ai.free_o.totals import weight_of_a_point, win_probabilities
from ai.learned.network import Network
from boxtui.games.free_o.moves import KINDS, PLACES, WILD
from boxtui.games.free_o.state import FreeO


def positions(seats: int, seed: int) -> list[FreeO]:
    """Return the positions of a random game that the evaluation is asked about."""
    played = at_random(start(seats), Random(seed))
    return [state.clone() for state in played if is_decision(state)]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_feature_is_counted_right(seats: int) -> None:
    for state in positions(seats, seats):
        table = state.table
        stake = STAKES * weight_of_a_point([int(total) for total in state.totals])
        for seat, of_seat in enumerate(features(state)):
            own = list(of_seat)
            assert len(own) == COUNT
            hand = [each / stake for each in own]
            held = list(table.held)[seat * KINDS : (seat + 1) * KINDS]
            assert isclose(hand[place.IS_TURN], seat == table.seat)
            assert isclose(sum(hand[place.SIZES : place.SIZE]), 1.0)
            assert isclose(hand[place.SIZE], int(table.sizes[seat]) / 10)
            assert isclose(hand[place.POINTS], int(table.points(seat)) / 10, abs_tol=1e-9)
            assert isclose(hand[place.SEEKS], sum(held[:PLACES]) / 10, abs_tol=1e-9)
            assert isclose(hand[place.WILDS + min(held[WILD], 3)], 1.0)
            assert isclose(sum(hand[place.TURNS : place.NEXTS]), seat == table.seat)


def test_fro_22_every_seat_is_seen_alike() -> None:
    """With the hands and the turn moved on by one seat, the features move too."""
    hands = ["house:2,wild", "captured,car", "tree:3,draw-a-card"]
    found = see(at(*hands, seat=1, dealer=3, top="house"))
    turned = see(at(hands[2], *hands[:2], seat=2, dealer=1, top="house"))
    assert turned == [found[2], *found[:2]]


def test_a_network_that_sees_totals_only_is_the_evaluation_of_totals() -> None:
    """FRO-3: the first feature is the logarithm of the odds by the totals."""
    direct = [1.0 if at == place.TOTAL else 0.0 for at in range(COUNT)]
    none = vec[float]([0.0])
    network = Network(vec[float]([0.0] * COUNT), none, none, vec[float](direct))
    for state in positions(4, 5):
        totals = [int(total) for total in state.totals]
        assert network.shares(features(state)) == pytest.approx(win_probabilities(totals))
