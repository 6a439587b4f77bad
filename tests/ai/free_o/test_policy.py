"""What the policy of FREE-O sees of a move."""

from random import Random

import pytest
from free_o_play import start
from turned_seats import turned

from ai.free_o import policy as place
from ai.free_o.policy import COUNT, move_features
from ai.free_o.totals import weight_of_a_point, win_probabilities
from boxtui.games.free_o.moves import (
    CAPTURED,
    DRAW_A_CARD,
    KINDS,
    NAMING,
    PLACES,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.state import ENDED, PLAYING, FreeO


def decisions(seats: int, seed: int) -> list[tuple[FreeO, int]]:
    """Return decisions of a random game, each with every move that plays a card."""
    rng, found = Random(seed), []
    state = start(seats)
    while state.phase != ENDED:
        if state.phase == PLAYING and len(moves := state.legal_moves()) > 1:
            found += [(state.clone(), move) for move in moves]
        state.apply(state.random_move(rng))
    return found


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_a_player_keeps_is_counted_right(seats: int) -> None:
    for state, move in decisions(seats, seats):
        seat = state.table.seat
        hand = [int(count) for count in list(state.table.held)[seat * KINDS : (seat + 1) * KINDS]]
        hand[kind_of(move)] -= 1
        places = sorted(hand[:PLACES])
        own = list(move_features(state, move))
        assert len(own) == COUNT
        for feature, most, kind in (
            (place.WILDS, 3, WILD),
            (place.CAPTURES, 2, CAPTURED),
            (place.DRAWS, 2, DRAW_A_CARD),
        ):
            numbers = range(most + 1)
            expected = [1.0 if each == min(hand[kind], most) else 0.0 for each in numbers]
            assert own[feature : feature + most + 1] == expected
        assert own[place.SINGLES] == pytest.approx(0.3 * places.count(1))
        assert own[place.DISTINCT] == pytest.approx(0.2 * sum(each > 0 for each in places))
        assert own[place.PAIRS] == pytest.approx(0.5 * sum(each // 2 for each in places))
        assert own[place.MOST] == pytest.approx(0.3 * places[-1])
        assert own[place.SECOND] == pytest.approx(0.3 * places[-2])


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_totals_are_seen_by_what_they_are_worth(seats: int) -> None:
    """FRO-3, FRO-17: the player's own, and that of the player named."""
    named = 0
    for state, move in decisions(seats, seats + 10):
        totals, seat = [int(total) for total in state.totals], int(state.table.seat)
        others = [total for other, total in enumerate(totals) if other != seat]
        own = list(move_features(state, move))
        assert own[place.WEIGHT] == weight_of_a_point(totals)
        assert own[place.SHARE] == win_probabilities(totals)[seat]
        assert own[place.LEAD] == pytest.approx((min(others) - totals[seat]) / 20)
        assert own[place.IS_LAST] == (totals[seat] == max(totals))
        if move >= NAMING and state.table.sizes[seat] > 1:
            total = totals[named_in(move)]
            assert own[place.NAMED_TOTAL] == pytest.approx((total - totals[seat]) / 60)
            assert own[place.NAMED_BEHIND] == pytest.approx((total - min(others)) / 20)
            assert own[place.NAMES_LAST] == (total == max(totals))
            named += 1
    assert named > 5


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_fro_22_every_seat_is_seen_alike(seats: int) -> None:
    """With all players moved on by one seat, the features are the same."""
    for state, move in decisions(seats, seats + 20)[::5]:
        moved = NAMING + (named_in(move) + 1) % seats if move >= NAMING else move
        other = turned("free-o", state, 1)
        assert isinstance(other, FreeO)
        assert list(move_features(other, moved)) == pytest.approx(list(move_features(state, move)))
