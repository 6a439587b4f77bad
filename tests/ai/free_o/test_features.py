"""What the learned evaluation of FREE-O sees."""

from random import Random
from statistics import mean

import pytest
from free_o_play import at, start
from librt.vecs import vec
from random_games import at_random

from ai.free_o import features as place
from ai.free_o.features import COUNT, STAKES, features, is_seen, see
from ai.free_o.totals import weight_of_a_point, win_probabilities
from ai.learned.network import Network
from boxtui.games.free_o.moves import CAPTURED, DRAW_A_CARD, KINDS, PLACES, WILD
from boxtui.games.free_o.state import FreeO


def positions(seats: int, seed: int) -> list[FreeO]:
    """Return the positions of a random game that the evaluation is asked about."""
    played = at_random(start(seats), Random(seed))
    return [state.clone() for state in played if is_seen(state)]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_totals_turns_and_what_each_seat_holds_are_counted_right(seats: int) -> None:
    """What a seat may do to its neighbors, and they to it, is left out."""
    for state in positions(seats, seats):
        table, totals = state.table, [int(total) for total in state.totals]
        stake = STAKES * weight_of_a_point(totals)
        cards = [int(count) for count in table.held]
        hands = [cards[at * KINDS : (at + 1) * KINDS] for at in range(seats)]
        points = [int(table.points(at)) for at in range(seats)]
        for seat, of_seat in enumerate(features(state)):
            own = list(of_seat)
            assert len(own) == COUNT
            assert own[place.PART : place.IS_TURN] == pytest.approx(
                [totals[seat] / 60, (60 - max(totals)) / 60, (seats - 2) / 4, int(seats == 2)]
            )
            held, others = hands[seat], [each for each in range(seats) if each != seat]
            size, places, waits = sum(held), held[:PLACES], (seat - table.seat) % seats
            counted: dict[int, float] = {
                place.IS_TURN: waits == 0,
                place.WAITS: waits / seats,
                place.SIZES + min(size, 8): 1,
                place.SIZE: size / 10,
                place.POINTS: points[seat] / 10,
                place.SEEKS: sum(places) / 10,
                place.DISTINCT: sum(count > 0 for count in places) / 5,
                place.PAIRS: sum(count // 2 for count in places) / 5,
                place.WILDS + min(held[WILD], 3): 1,
            }
            for first, kind in ((place.CAPTURES, CAPTURED), (place.DRAWS, DRAW_A_CARD)):
                if held[kind]:
                    counted[first + min(held[kind], 2) - 1] = 1
            if waits < 2:
                counted[(place.TURNS, place.NEXTS)[waits] + table.demand] = 1
            least = min(sum(hands[each]) for each in others)
            counted |= {
                place.LEAST_IS_TURN: waits > 0 and sum(hands[table.seat]) == least < 6,
                place.OTHERS_SIZE: mean(sum(hands[each]) for each in others) / 10,
                place.OTHERS_POINTS: mean(points[each] for each in others) / 10,
                place.OTHERS_WILDS: mean(hands[each][WILD] for each in others),
                place.OTHERS_CAPTURES: mean(hands[each][CAPTURED] for each in others),
            }
            if least < 6:
                counted[place.LEASTS + least - 1] = 1
            for seen in (range(place.IS_TURN, place.MATCHES), range(place.LEASTS, COUNT)):
                wanted = [float(counted.get(at, 0)) for at in seen]
                found = [own[at] / stake for at in seen]
                assert found == pytest.approx(wanted, abs=1e-9)


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
    for state in positions(4, 5):
        totals = [int(total) for total in state.totals]
        assert network.shares(features(state)) == pytest.approx(win_probabilities(totals))
