"""What agents know about FREE-O: the heuristic, the value of totals, features and levels."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb
from random import Random
from typing import Any

import pytest
from free_o_play import at, start
from librt.vecs import vec
from random_games import at_random

from ai.agent import Budget, never
from ai.free_o import features, heuristic
from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.policy import COUNT as MOVE_FEATURES
from ai.free_o.policy import POLICY_FEATURES, best_move, move_features
from ai.free_o.reasons import reasons
from ai.free_o.unseen import chance_to_hold, unseen_of
from ai.free_o.win_probabilities import win_probabilities
from ai.learned.network import Network
from ai.learned.weights import packaged_network
from ai.levels import agent_and_budget
from boxtui.core import OVER
from boxtui.games.free_o.moves import KINDS, named_in
from boxtui.games.free_o.state import PLAYING, SCORED, FreeO

CAR = 1

POLICY = packaged_network(POLICY_FEATURES)


def chosen(name: str, state: FreeO, iterations: int = 50, luck: int = 1) -> int:
    if name == "heuristic":
        return heuristic.best_move(state.table, Random(luck))
    agent, _ = agent_and_budget("free-o", name)
    return agent.choose(state, Budget(iterations=iterations), Random(luck), never).move


@pytest.mark.parametrize(
    ("players", "hands", "words", "move"),
    [
        # An open set gets a Wild as the second-to-last card, otherwise another card.
        ("heuristic", "wild,car fence:3", {"top": "house"}, "wild"),
        ("heuristic", "wild,house,car fence:3", {"top": "house"}, "house"),
        ("heuristic", "wild,captured,car fence:3", {"top": "house"}, "captured"),
        # Playing the match first would leave the Wild, which can't be the last card.
        ("heuristic, pairs-first, level5, policy", "car,wild fence:3", {"top": "car"}, "wild"),
        # A capture is kept for open sets, unless the next player is near the end.
        ("heuristic", "captured,car,tree fence:3", {"demand": "any"}, "car"),
        ("heuristic", "captured,car,tree fence:2", {"demand": "any"}, "captured"),
        # A place held twice opens a set.
        ("heuristic", "car,tree:2,draw-a-card fence:3", {"demand": "any"}, "tree"),
        ("level1", "car,house,wild,captured fence:3", {"top": "car"}, "wild"),
        # A Wild goes onto an open set, and then a pair opens the next.
        ("pairs-first", "car:2,tree,wild,captured fence:3", {"top": "house"}, "wild, car"),
        # The player with the fewest cards is named.
        (
            "heuristic",
            "draw-a-card,wild:3 fence:4 car:2 tree:3",
            {"demand": "any"},
            "draw-a-card 3",
        ),
        # However many cards the only player who can be named holds, a card must be played.
        (
            "heuristic",
            "draw-a-card house:10,car:11,tree:11,fence:11",
            {"demand": "any"},
            "draw-a-card 2",
        ),
        # The Wild would match nothing.
        ("policy", "wild,car,tree,fence house:5", {"demand": "any"}, "car"),
    ],
)
def test_a_player_chooses_what_it_is_known_for(
    players: str, hands: str, words: dict[str, Any], move: str
) -> None:
    for name in players.split(", "):
        state, played = at(*hands.split(), **words), list[str]()
        for _ in move.split(", "):
            played.append(state.move_text(chosen(name, state)))
            state.play(state.read_move(played[-1]))
        assert ", ".join(played) == move, name


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("level", ["level1", "level3", "level4", "level5"])
def test_fro_17_players_with_as_many_cards_are_named_as_often(level: str, seat: int) -> None:
    """The hand ends with that card, so the other players are equal for level 5 too."""
    hands = ["house:3"] * 4
    hands[seat - 1] = "draw-a-card"
    state = at(*hands, seat=seat, dealer=2, top="house", demand="any")
    found = Counter(named_in(chosen(level, state, 8, luck)) + 1 for luck in range(300))
    assert set(found) == {1, 2, 3, 4} - {seat}
    assert max(abs(count - 100) for count in found.values()) < 37


def seen_alike(seed: int, most: int) -> Iterator[tuple[FreeO, FreeO]]:
    """Yield decisions of a random game, each with a twin in which others hold other cards."""
    rng = Random(seed)
    for state in at_random(start(3), rng, most):
        if state.phase == PLAYING:
            yield state, state.determinize(state.current_player(), rng)


@pytest.mark.parametrize(
    "looked_at",
    [
        lambda state, move: heuristic.best_move(state.table, Random(1)),
        lambda state, move: reasons(state, move, move),
        lambda state, move: list(move_features(state.table, move)),
    ],
    ids=["the rule of thumb", "reasons", "the policy"],
)
def test_fro_22_no_hidden_card_is_looked_at(looked_at: Callable[[FreeO, int], object]) -> None:
    for state, twin in seen_alike(6, 300):
        for move in state.legal_moves():
            assert looked_at(twin, move) == looked_at(state, move)


def test_fro_22_the_chance_that_a_player_holds_a_card_is_that_of_all_hands_it_can_have() -> None:
    compared = 0
    for state, _ in seen_alike(21, 400):
        table, next_seat = state.table, state.table.left_of(state.table.seat)
        unseen = sum(table.sizes) - table.sizes[table.seat] + table.pile_size
        for kind in range(KINDS):
            if any(table.without[seat * KINDS + kind] for seat in range(len(table.sizes))):
                continue
            others = unseen - unseen_of(table, kind)
            hands, lacking = (comb(each, table.sizes[next_seat]) for each in (unseen, others))
            assert chance_to_hold(table, next_seat, kind) == pytest.approx(1 - lacking / hands)
            compared += 1
    assert compared > 500


def test_fro_22_the_chance_to_hold_a_card_leaves_out_cards_shown_to_be_of_another_kind() -> None:
    """One of the next player's cards may be a car, as 3 of the other's and all of the pile."""
    hands = "car,tree", "fence:3", "house:4"
    state = at(*hands, demand="any", without="-;car:2;car:1")
    assert (state.table.pile_size, unseen_of(state.table, CAR)) == (80, 10)
    assert chance_to_hold(state.table, 1, CAR) == pytest.approx(10 / (1 + 3 + 80))


def test_fro_3_shares_fall_with_the_total_and_more_so_if_a_player_is_near_60() -> None:
    found = win_probabilities([-3, 20, 20, 45])
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > found[1] == found[2] > found[3] > 0.0
    assert win_probabilities([40, 50])[0] > win_probabilities([0, 10])[0] > 0.5


def test_fro_3_the_end_of_a_hand_is_valued_by_totals_and_that_of_the_game_by_who_won() -> None:
    evaluator, state, rng = FreeOEvaluator(), start(2), Random(8)
    for _ in at_random(state, rng):
        if state.phase == SCORED:
            assert evaluator.is_settled(state)
            totals = [int(each) for each in state.totals]
            assert evaluator.evaluate(state, rng) == win_probabilities(totals)
    assert state.current_player() == OVER
    assert evaluator.evaluate(state, rng) == state.returns()


@pytest.mark.parametrize("policy", [None, POLICY], ids=["the rule of thumb", "the policy"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_hand_is_played_out_by_thumb_or_by_policy(seats: int, policy: Network | None) -> None:
    state, rng = start(seats), Random(seats)
    while state.phase != PLAYING:
        state.play(state.random_move(rng))
    played, rng = state.clone(), Random(3)
    while not played.is_open():
        if played.phase != PLAYING:
            move = played.random_move(rng)
        elif policy is None:
            move = heuristic.best_move(played.table, rng)
        else:
            move = best_move(played.table, policy, rng)
        played.play(move)
    shares = FreeOEvaluator(policy=policy).evaluate(state, Random(3))
    assert state.is_open()
    assert sum(shares) == pytest.approx(1.0)
    assert shares == win_probabilities([int(total) for total in played.totals])


@pytest.mark.parametrize("totals", ["0,0", "40,55", "-8,59"])
def test_every_move_has_a_prior_and_none_is_left_out(totals: str) -> None:
    hand = "captured,car,draw-a-card,wild"
    state = at(hand, "fence:3", demand="any", hand=2, totals=totals)
    found = FreeOEvaluator().candidates(state, Random(1))
    assert list(found.moves) == state.legal_moves()
    assert found.whole
    assert all(0.0 <= prior <= 1.0 for prior in found.priors)


def test_fro_17_moves_rated_alike_are_drawn_by_lot() -> None:
    none, of_a_move = vec[float]([0.0]), vec[float]([0.0] * MOVE_FEATURES)
    state = at("draw-a-card,house", *["tree:2"] * 3, top="car", demand="any")
    alike = Network(of_a_move, none, none, of_a_move)
    found = Counter(best_move(state.table, alike, Random(luck)) for luck in range(400))
    assert set(found) == set(state.legal_moves())
    assert all(count > 60 for count in found.values())


def test_every_seat_is_seen_alike() -> None:
    """With the hands and the turn moved on by one seat, the features move too."""
    hands = ["house:2,wild", "captured,car", "tree:3,draw-a-card"]
    found = features.see(at(*hands, seat=1, dealer=3, top="house"))
    turned = features.see(at(hands[2], *hands[:2], seat=2, dealer=1, top="house"))
    assert turned == [found[2], *found[:2]]


def test_a_network_that_sees_totals_only_is_the_evaluation_of_totals() -> None:
    """FRO-3: the first feature is the logarithm of the odds by the totals."""
    direct = [1.0 if at == features.TOTAL else 0.0 for at in range(features.COUNT)]
    none = vec[float]([0.0])
    network = Network(vec[float]([0.0] * features.COUNT), none, none, vec[float](direct))
    for state in filter(features.is_seen, at_random(start(4), Random(5))):
        totals = [int(total) for total in state.totals]
        assert network.shares(features.features(state)) == pytest.approx(win_probabilities(totals))
