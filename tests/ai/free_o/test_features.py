"""What the learned evaluation of FREE-O sees."""

from random import Random

import pytest
from free_o_play import at, start
from librt.vecs import vec
from random_games import at_random

from ai.free_o import features as place
from ai.free_o.features import COUNT, features, is_seen, see
from ai.free_o.win_probabilities import win_probabilities
from ai.learned.network import Network


def test_every_seat_is_seen_alike() -> None:
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
    for state in filter(is_seen, at_random(start(4), Random(5))):
        totals = [int(total) for total in state.totals]
        assert network.shares(features(state)) == pytest.approx(win_probabilities(totals))
