"""What agents know about Free the Box: win probabilities, dangers, move values and levels."""

from random import Random

import pytest
from free_the_box_play import ALL_SEEN, begun, position

from ai.agent import Budget, never
from ai.free_the_box.evaluation import FreeTheBoxEvaluator
from ai.free_the_box.threats import Dangers
from ai.free_the_box.win_probabilities import EXACT, win_probabilities
from ai.levels import player
from boxtui.core import CHANCE, OVER
from boxtui.games.free_the_box.moves import MOVING
from boxtui.games.free_the_box.state import FreeTheBox

KEY = "free-the-box"
ALL_HOME = "home,home,home"
SEEN = ",".join(ALL_SEEN)


def share(tokens: str, kept: str = "", seat: int = 1, wary: bool = True) -> float:
    """Return red's win probability before that seat's roll."""
    return win_probabilities(position(tokens, kept, seat=seat).table, wary)[0]


def odds(tokens: str, kept: str = "") -> float:
    """Return red's odds of winning before blue's roll."""
    own = share(tokens, kept, seat=2)
    return own / (1.0 - own)


def best(state: FreeTheBox) -> str:
    """Return the move that the evaluator rates highest."""
    return state.move_text(FreeTheBoxEvaluator().candidates(state, Random(1)).moves[0])


def chosen(level: str, state: FreeTheBox, luck: int = 1) -> str:
    agent, budget = player(KEY, level)
    spent = Budget(min(budget.iterations or 1, 60))
    return state.move_text(agent.choose(state, spent, Random(luck), never).move)


def positions(count: int, seats: int) -> list[FreeTheBox]:
    """Return that many decisions from random games."""
    rng, found, state = Random(5), list[FreeTheBox](), begun(seats)
    while len(found) < count:
        if state.current_player() == OVER:
            state = begun(seats)
        state.play(state.random_move(rng))
        if state.current_player() >= 0 and rng.random() < 0.1:
            found.append(state.clone())
    return found


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_shares_add_up_to_1_and_are_even_at_the_start(seats: int) -> None:
    found = win_probabilities(begun(seats).table, True)
    assert found == pytest.approx([1 / seats] * seats)


def test_a_player_who_is_out_has_no_share() -> None:
    found = win_probabilities(position(f"out;{ALL_HOME};{ALL_HOME}", seat=2).table, True)
    assert found == pytest.approx([0.0, 0.5, 0.5])


def test_captured_tokens_cost_more_and_more() -> None:
    none = share(f"{ALL_HOME};{ALL_HOME}")
    one = share(f"captured,home,home;{ALL_HOME}")
    two = share(f"captured,captured,home;{ALL_HOME}")
    assert none > one > two
    assert one - two > none - one


@pytest.mark.parametrize("own", [ALL_HOME, "captured,home,home", "captured,captured,home"])
def test_a_kept_card_is_worth_something(own: str) -> None:
    assert share(f"{own};{ALL_HOME}", "1,0") > share(f"{own};{ALL_HOME}")


LAST_HUNTED = "center,center,2;31,home,home"
ONE_HUNTED = "home,home,2;31,home,home"


def test_a_card_is_worth_most_with_two_tokens_in_the_center() -> None:
    """Without a card, the next capture puts the player out (FTB-24)."""
    gained = [odds(own, "1,0") / odds(own) for own in (LAST_HUNTED, ONE_HUNTED)]
    assert gained[0] > gained[1] > 1.0


def test_tokens_in_the_center_and_further_on_are_worth_more() -> None:
    assert share(f"center,home,home;{ALL_HOME}") > share(f"1,home,home;{ALL_HOME}")
    assert share(f"37,home,home;{ALL_HOME}") > share(f"7,home,home;{ALL_HOME}")


def test_ftb_9_a_token_is_in_danger_of_landings_on_the_other_side_of_its_place() -> None:
    """Red hides in the house on 2; with a 1, blue moves from 31 to the house on 32."""
    state = position("2,home,home;31,home,home", seat=2, bottom=SEEN)
    assert Dangers(state.table).chance(1, 0) == pytest.approx(1 / 8)
    near = position("2,home,home;31,home,home", seat=2, bottom=SEEN, capture="space")
    assert Dangers(near.table).chance(1, 0) == 0.0


def test_ftb_12_a_token_is_in_danger_of_cards_that_are_still_unseen() -> None:
    """Blue on 58 is 6 from DRAW A CARD on 4; 2 of the 32 cards are back 2, which leads to 2."""
    cards = position("2,home,home;58,home,home", seat=2)
    seen = position("2,home,home;58,home,home", seat=2, bottom=SEEN)
    drawn = Dangers(cards.table).chance(1, 0) - Dangers(seen.table).chance(1, 0)
    assert drawn == pytest.approx(2 / 32 / 8)


def test_ftb_28_once_all_cards_are_seen_only_the_one_on_top_is_a_danger() -> None:
    """Blue on 58 is 6 from DRAW A CARD on 4; from there only back 2 leads to 2."""
    chances = {}
    for top in ("back-2", "forward-2"):
        rest = list(ALL_SEEN)
        rest.remove(top)
        bottom = ",".join([top, *rest])
        state = position("2,home,home;58,home,home", seat=2, bottom=bottom)
        chances[top] = Dangers(state.table).chance(1, 0)
    assert chances["back-2"] - chances["forward-2"] == pytest.approx(1 / 8)


@pytest.mark.parametrize("at", range(8))
def test_the_danger_is_the_share_of_throws_that_capture(at: int) -> None:
    """Every throw is played with every token; there is no card to draw."""
    state = positions(30, 3)[at]
    table = state.table
    table.deck.hidden, table.deck.bottom = 0, ()
    told = Dangers(table)
    for target in range(9):
        for seat in range(3):
            if seat != target // 3:
                throws = sum(
                    any(captures(state, t, target, die) for t in own(seat)) for die in DICE
                )
                assert told.chance(seat, target) == pytest.approx(throws / 8)


DICE = range(1, 9)


def own(seat: int) -> range:
    return range(seat * 3, seat * 3 + 3)


def captures(state: FreeTheBox, token: int, target: int, die: int) -> bool:
    """Whether moving the token by the die captures the other token."""
    ahead = state.table.clone()
    if ahead.tokens[token] < 0:
        return False
    ahead.forward(token, die)
    return target in ahead.capturable(token // 3, ahead.tokens[token])


def test_danger_lowers_the_share_unless_it_is_overlooked() -> None:
    """Blue's token on 31 is one space before the house on 32, the one on 33 is past it."""
    near, past = "2,home,home;31,home,home", "2,home,home;33,home,home"
    assert share(near, seat=2) < share(near, seat=2, wary=False)
    assert share(past, seat=2) == pytest.approx(share(past, seat=2, wary=False), abs=0.002)


def test_a_danger_before_ones_own_turn_is_worse_than_one_after_it() -> None:
    hunted = "2,home,home;31,home,home"
    lost = [share(hunted, seat=turn, wary=False) - share(hunted, seat=turn) for turn in (1, 2)]
    assert lost[1] > lost[0] > 0.0


def test_the_last_token_left_has_more_of_its_share_to_lose() -> None:
    """The next capture puts red out (FTB-22)."""
    lost = [
        share(f"{others},2;31,home,home", seat=2, wary=False)
        / share(f"{others},2;31,home,home", seat=2)
        for others in ("home,home", "captured,captured")
    ]
    assert lost[1] > lost[0]


def test_it_captures_if_it_can() -> None:
    """A lands on the bench on 6; B in the house, and captures blue on its other side (FTB-9)."""
    state = position("3,1,home;32,home,home", die=1, bottom=SEEN)
    assert best(state) == "B:1-2"


def test_it_puts_an_opponent_out_for_good() -> None:
    state = position("3,1,home;32,captured,captured", die=1, bottom=SEEN)
    for level in ("level3", "level4", "level5"):
        assert chosen(level, state) == "B:1-2"


def test_ftb_26_it_jumps_with_the_last_token() -> None:
    state = position("57,center,center;32,home,home", die=3, bottom=SEEN)
    assert FreeTheBoxEvaluator().candidates(state, Random(1)).priors == [1.0]


def test_ftb_20_it_jumps_to_free_its_captured_tokens() -> None:
    state = position("57,captured,4;32,home,home", die=3, bottom=SEEN)
    assert best(state) == "A:57-60"


@pytest.mark.parametrize("level", ["level3", "level4", "level5"])
def test_ftb_17_it_uses_a_card_rather_than_be_next_to_out(level: str) -> None:
    state = position(f"captured,captured,2;{ALL_HOME}", "1,0", phase="free")
    assert chosen(level, state) == "free"


def test_ftb_11_a_level_leaves_a_safe_token_in_place_and_moves_another() -> None:
    """On PARK, B could be captured by blue, who stands before both sides of the fence."""
    state = position("21,7,home;31,35,home", die=1, bottom=SEEN)
    assert best(state) == "A:21-22"


def test_priors_are_shares_and_every_move_is_a_candidate() -> None:
    for state in positions(30, 4):
        found = FreeTheBoxEvaluator().candidates(state, Random(1))
        assert sorted(found.moves) == state.legal_moves()
        assert found.priors == sorted(found.priors, reverse=True)
        assert all(0.0 <= prior <= 1.0 for prior in found.priors)
        assert found.whole


def test_an_evaluation_gives_each_seat_a_share_with_any_seed() -> None:
    for state in positions(30, 3):
        one, other = (
            FreeTheBoxEvaluator().evaluate(state.clone(), Random(luck)) for luck in (1, 2)
        )
        assert one == other
        assert sum(one) == pytest.approx(1.0)


def test_before_a_move_a_position_is_worth_what_its_mover_thinks_best() -> None:
    evaluator = FreeTheBoxEvaluator()
    moving = [state for state in positions(60, 3) if state.phase == MOVING]
    assert {state.current_player() for state in moving} == {0, 1, 2}
    for state in moving:
        after = []
        for move in state.legal_moves():
            ahead = state.clone()
            ahead.apply(move)
            after.append(evaluator.evaluate(ahead, Random(1)))
        most = max(after, key=lambda shares: shares[state.table.seat])
        assert evaluator.evaluate(state, Random(1)) == pytest.approx(most)


def test_ftb_28_a_drawn_card_is_worth_the_mean_of_the_unseen_cards() -> None:
    state = position("4,home,home;32,home,home", phase="draw", carrier="A")
    evaluator = FreeTheBoxEvaluator()
    assert state.current_player() == CHANCE
    mean = 0.0
    for card, odds in zip(state.legal_moves(), state.chance_probabilities()):
        after = state.clone()
        after.play(card)
        mean += odds * win_probabilities(after.table, True)[0]
    assert evaluator.evaluate(state, Random(1))[0] == pytest.approx(mean)


def test_front_token_moves_the_front_token_and_enters_if_there_is_none() -> None:
    """Blue's token on 7 is further from its STARTING BOX, 31, than the token on 40."""
    assert chosen("front-token", position("1,home,home;40,7,home", seat=2, die=2)) == "B:7-9"
    assert chosen("front-token", position("1,home,home;31,home,home", seat=2, die=2)) == "A:31-33"
    assert chosen("front-token", begun_with_a_2()) == "enter"
    assert chosen("front-token", position(f"{ALL_HOME};captured,33,home", "0,1", seat=2,
                                     phase="free")) == "free"  # fmt: skip


def test_level_2_captures_more_often_than_not() -> None:
    state = position("3,1,home;32,home,home", die=1, bottom=SEEN)
    moves = [chosen("level2", state, luck) for luck in range(40)]
    assert set(moves) == {"A:3-4", "B:1-2"}
    assert moves.count("B:1-2") > 20


def begun_with_a_2() -> FreeTheBox:
    return position(f"{ALL_HOME};{ALL_HOME}", die=2)


@pytest.mark.parametrize("left", range(1, 9))
def test_ftb_19_the_chance_to_hit_the_jump_counts_all_sequences_of_throws(
    left: int,
) -> None:
    chances = [1.0]
    for spaces in range(1, left + 1):
        chances.append(sum(chances[spaces - roll] / 8 for roll in range(1, spaces + 1)))
    assert EXACT[left] == pytest.approx(chances[left])
