"""What agents know about FREE-O: the heuristic, the value of totals, levels and reasons."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from free_o_play import at, start
from librt.vecs import vec

from ai.agent import Budget, never
from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.heuristic import best_move
from ai.free_o.policy import COUNT as MOVE_FEATURES
from ai.free_o.policy import POLICY_FEATURES, POLICY_FILE, favorite, move_features
from ai.free_o.reasons import reasons
from ai.free_o.totals import win_probabilities
from ai.learned.network import Network
from ai.learned.weights import read_network
from ai.levels import player
from boxtui.core import OVER, BadOption
from boxtui.games.free_o.moves import named_in
from boxtui.games.free_o.state import ENDED, PLAYING, SCORED, FreeO
from boxtui.games.shared.board_file import packaged


def heuristic(state: FreeO) -> str:
    return state.move_text(best_move(state.table, Random(1)))


@pytest.mark.parametrize(
    ("hand", "top", "best"),
    [
        ("wild,car", "house", "wild"),
        ("wild,house,car", "house", "house"),
        ("wild,captured,car", "house", "captured"),
    ],
)
def test_an_open_set_gets_a_wild_as_the_second_to_last_card_otherwise_another_card(
    hand: str, top: str, best: str
) -> None:
    assert heuristic(at(hand, "fence:3", top=top)) == best


def test_a_capture_is_kept_for_open_sets_or_for_a_seat_near_the_end() -> None:
    hand = "captured,car,tree"
    assert heuristic(at(hand, "fence:3", top="house", demand="any")) == "car"
    assert heuristic(at(hand, "fence:2", top="house", demand="any")) == "captured"


def test_a_set_is_opened_with_a_place_held_twice() -> None:
    assert heuristic(at("car,tree:2,draw-a-card", "fence:3", top="house", demand="any")) == "tree"


def test_a_draw_a_card_names_the_player_with_fewest_cards() -> None:
    state = at("draw-a-card,wild:3", "fence:4", "car:2", "tree:3", top="house", demand="any")
    assert heuristic(state) == "draw-a-card 3"


def named(moves: Iterable[int]) -> Counter[int]:
    """Return how often each seat, counted from 1, is named."""
    return Counter(named_in(move) + 1 for move in moves)


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("level", [1, 3, 4, 5])
def test_fro_17_players_with_equally_many_cards_are_named_equally_often(
    level: int, seat: int
) -> None:
    """The hand ends with that card, so the other players are equal for level 5 too."""
    hands = ["house:3"] * 4
    hands[seat - 1] = "draw-a-card"
    state = at(*hands, seat=seat, dealer=2, top="house", demand="any")
    agent, _ = player("free-o", f"level{level}")
    budget = Budget(iterations=8)
    found = named(agent.choose(state, budget, Random(luck), never).move for luck in range(300))
    assert set(found) == {1, 2, 3, 4} - {seat}
    assert max(abs(count - 100) for count in found.values()) < 37


def test_the_rule_of_thumb_looks_at_no_hidden_card() -> None:
    state, rng = start(3), Random(4)
    for _ in range(400):
        if state.phase == PLAYING:
            seat = state.current_player()
            twin = state.determinize(seat, rng)
            assert best_move(twin.table, Random(1)) == best_move(state.table, Random(1))
        state.play(state.random_move(rng))


def test_fro_3_shares_fall_with_the_total_and_add_up_to_1() -> None:
    found = win_probabilities([-3, 20, 20, 45])
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > found[1] == found[2] > found[3] > 0.0


def test_fro_3_a_lead_is_worth_more_if_a_player_is_near_60() -> None:
    assert win_probabilities([40, 50])[0] > win_probabilities([0, 10])[0] > 0.5


def test_fro_3_a_hand_is_played_for_a_lower_total() -> None:
    """The end of a hand is valued by the totals, the end of the game by who has won."""
    evaluator, state, rng = FreeOEvaluator(), start(2), Random(8)
    while state.phase != ENDED:
        if state.phase == SCORED:
            assert evaluator.is_settled(state)
            assert evaluator.evaluate(state, rng) == win_probabilities(
                [int(each) for each in state.totals]
            )
        state.play(state.random_move(rng))
    assert state.current_player() == OVER
    assert evaluator.evaluate(state, rng) == state.returns()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_hand_is_played_out_to_shares_that_add_up_to_1(seats: int) -> None:
    state, rng = start(seats), Random(seats)
    while state.phase != PLAYING:
        state.play(state.random_move(rng))
    assert sum(FreeOEvaluator().evaluate(state, rng)) == pytest.approx(1.0)
    assert state.is_open()


@pytest.mark.parametrize("totals", ["0,0", "40,55", "-8,59"])
def test_every_move_has_a_prior_and_none_is_left_out(totals: str) -> None:
    hand = "captured,car,draw-a-card,wild"
    state = at(hand, "fence:3", top="house", demand="any", hand=2, totals=totals)
    found = FreeOEvaluator().candidates(state, Random(1))
    assert list(found.moves) == state.legal_moves()
    assert found.whole
    assert all(0.0 <= prior <= 1.0 for prior in found.priors)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_the_upper_levels_go_out_with_a_wild_as_the_second_to_last_card(level: int) -> None:
    """FRO-15: playing the match first would leave the Wild, which can't be the last card."""
    state = at("car,wild", "fence:3", top="car")
    agent, _ = player("free-o", f"level{level}")
    found = agent.choose(state, Budget(iterations=50), Random(1), never)
    assert state.move_text(found.move) == "wild"


def test_level_1_spends_its_wilds_at_once() -> None:
    state = at("car,house,wild,captured", "fence:3", top="car")
    agent, budget = player("free-o", "level1")
    assert state.move_text(agent.choose(state, budget, Random(1), never).move) == "wild"


def test_pairs_first_plays_a_wild_onto_an_open_set_and_then_opens_with_a_pair() -> None:
    agent, budget = player("free-o", "pairs-first")
    state, played = at("car:2,tree,wild,captured", "fence:3", top="house"), list[str]()
    while state.current_player() == 0:
        move = agent.choose(state, budget, Random(1), never).move
        played.append(state.move_text(move))
        state.play(move)
    assert played == ["wild", "car"]


def test_the_agents_of_free_o_play_no_other_game() -> None:
    for name in (
        "special-first",
        "pairs-first",
        "any-or-pairs",
        "thumb",
        "policy",
        "thumb-or-policy",
        "rollouts",
        "ismcts",
    ):
        with pytest.raises(BadOption, match="plays free-o only"):
            player("kimbo", name)


def test_fro_22_reasons_use_only_what_the_seat_sees() -> None:
    state, rng = start(3), Random(6)
    for _ in range(300):
        if state.phase == PLAYING:
            twin = state.determinize(state.current_player(), rng)
            for move in state.legal_moves():
                assert reasons(twin, move, move) == reasons(state, move, move)
        state.play(state.random_move(rng))


def test_fro_22_the_policy_looks_at_no_hidden_card() -> None:
    state, rng = start(3), Random(14)
    for _ in range(300):
        if state.phase == PLAYING:
            twin = state.determinize(state.current_player(), rng)
            for move in state.legal_moves():
                seen = move_features(state.table, move)
                assert list(move_features(twin.table, move)) == list(seen)
        state.play(state.random_move(rng))


@pytest.mark.parametrize("name", ["level5", "rollouts"])
def test_fro_22_searches_decide_by_what_their_seat_sees(name: str) -> None:
    agent, _ = player("free-o", name)
    state, rng = start(3), Random(15)
    for _ in range(60):
        if state.phase == PLAYING:
            twin = state.determinize(state.current_player(), rng)
            found = [
                agent.choose(each, Budget(iterations=4), Random(1), never) for each in (state, twin)
            ]
            assert found[0].considered == found[1].considered
        state.play(state.random_move(rng))


@pytest.mark.parametrize("seats", [2, 4])
def test_rollouts_play_hands_out_by_the_policy(seats: int) -> None:
    policy = read_network(packaged("ai.free_o", POLICY_FILE), POLICY_FEATURES)
    state, rng = start(seats), Random(seats)
    while state.phase != PLAYING:
        state.play(state.random_move(rng))
    evaluated = FreeOEvaluator(policy=policy).evaluate(state.clone(), Random(3))
    played, rng = state.clone(), Random(3)
    while not played.is_open():
        is_turn = played.phase == PLAYING
        played.play(favorite(played.table, policy, rng) if is_turn else played.random_move(rng))
    assert evaluated == win_probabilities([int(total) for total in played.totals])


def test_the_policy_saves_a_wild_that_would_match_nothing() -> None:
    policy = read_network(packaged("ai.free_o", POLICY_FILE), POLICY_FEATURES)
    state = at("wild,car,tree,fence", "house:5", top="house", demand="any")
    assert state.move_text(favorite(state.table, policy, Random(1))) != "wild"
    state = at("car,wild", "house:5", top="car")
    assert state.move_text(favorite(state.table, policy, Random(1))) == "wild"


def test_fro_17_moves_rated_alike_are_drawn_by_lot() -> None:
    nothing = Network(
        vec[float]([0.0] * MOVE_FEATURES),
        vec[float]([0.0]),
        vec[float]([0.0]),
        vec[float]([0.0] * MOVE_FEATURES),
    )
    state = at("draw-a-card,house", *["tree:2"] * 3, top="car", demand="any")
    found = Counter(favorite(state.table, nothing, Random(luck)) for luck in range(400))
    assert set(found) == set(state.legal_moves())
    assert all(count > 60 for count in found.values())
