"""The rules of Shut-the-Box, by rule number, and against a slow, simple reference."""

from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shut_the_box_play import GAME, at, play, refused, start, turn

from boxtui.core import CHANCE, OVER, BadNotation, BadOption, IllegalMove
from boxtui.games.shut_the_box.game import last_loser
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import (
    ALL_UP,
    UNPLAYED,
    fitting,
    mask_of,
    one_die,
    score_of,
    tiles_of,
)


def every_set(tiles: list[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(tiles, n) for n in range(1, len(tiles) + 1)))


@given(st.integers(0, 511), st.integers(0, 12))
def test_stb_3_the_sets_that_fit_are_all_combinations_of_that_sum(up: int, total: int) -> None:
    slow = sorted(mask_of(list(s)) for s in every_set(tiles_of(up)) if sum(s) == total)
    assert fitting(up, total) == slow


def test_stb_1_any_number_of_players_from_one() -> None:
    for seats in (1, 2, 12, 40):
        assert len(start(seats).scores) == seats
    assert list(GAME.seats) == list(range(1, 13))
    with pytest.raises(BadOption, match=r"\(STB-1\)"):
        start(0)


def test_stb_2_a_turn_starts_with_all_tiles_up() -> None:
    assert tiles_of(start().up) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    state = play(turn("1,4,9", "-", "-,-"), "6 6")
    assert (state.seat, tiles_of(state.up)) == (1, [1, 2, 3, 4, 5, 6, 7, 8, 9])


@pytest.mark.parametrize("wrong", ["9", "5+2", "4+4", "8+1", "1+2+3+4+5"])
def test_stb_3_a_set_of_another_sum_is_refused(wrong: str) -> None:
    state = play(start(), "5 3")
    assert refused(state, wrong) == "STB-3"


def test_stb_4_laying_down_is_compulsory_while_a_set_fits() -> None:
    state = play(start(), "5 3")
    assert refused(state, "pass") == "STB-4"
    with pytest.raises(IllegalMove):
        state.play(0)
    assert state.current_player() == 0


def test_stb_5_a_turn_goes_on_until_nothing_fits() -> None:
    state = play(start(), "5 3", "8")
    assert state.current_player() == CHANCE
    play(state, "6 2")
    assert state.current_player() == 0
    state = play(turn("1,4,7,8,9"), "4 2")
    assert state.current_player() == OVER


@pytest.mark.parametrize(("up", "single"), [("1,2,3", True), ("6", True), ("1,6", False)])
def test_stb_6_one_die_is_rolled_exactly_from_a_sum_of_6_down(up: str, single: bool) -> None:
    state = turn(up)
    assert one_die(state.up) is single
    assert state.legal_moves() == (
        [1, 2, 3, 4, 5, 6]
        if single
        else [10 * high + low for high in range(1, 7) for low in range(1, high + 1)]
    )
    assert refused(state, "4 2" if single else "4") == "STB-6"
    with pytest.raises(IllegalMove) as refusal:
        state.play(42 if single else 4)
    assert refusal.value.rule == "STB-6"


def test_stb_6_two_dice_fall_as_36_ordered_pairs() -> None:
    by_total = dict.fromkeys(range(2, 13), 0.0)
    state = start()
    for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
        by_total[move // 10 + move % 10] += chance
    slow = [sum(a + b == total for a in range(1, 7) for b in range(1, 7)) for total in by_total]
    assert list(by_total.values()) == pytest.approx([ways / 36 for ways in slow])


def test_stb_7_by_hand_only_a_whole_throw_is_taken_so_a_lost_die_is_rolled_again() -> None:
    state = start()
    for lost in ("", "5", "0 3", "7 1", "5 3 1"):
        with pytest.raises((BadNotation, IllegalMove)):
            state.read_move(lost)
    assert [state.read_move(text) for text in ("5 3", "3 5", "53", "3+5", "3,5")] == [53] * 5


def test_stb_8_the_score_is_read_from_left_to_right() -> None:
    state = play(turn("1,4,7,8,9"), "4 2")
    assert state.scores == [14789]
    assert score_of(mask_of([2, 3]), "digits") == 23


def test_stb_9_a_shut_box_scores_0_ends_the_turn_and_lets_the_others_tie() -> None:
    state = play(turn("5", "5", "-,-"), "5")
    assert state.scores == [0, -1]
    assert (state.seat, state.current_player()) == (1, CHANCE)
    assert "shuts the box" in turn("5", "5", "-,-").describe(mask_of([5]))


def test_stb_10_the_lowest_score_of_one_round_wins() -> None:
    state = play(turn("3,4", "-", "149,47,-", seat=3), "6 6")
    assert state.current_player() == OVER
    assert state.returns() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("tied", ["-", "0"])
def test_stb_11_after_a_tie_for_the_lowest_score_all_start_over(tied: str) -> None:
    if tied == "0":
        state = play(turn("5", "-", "14,0,-", seat=3), "5", "5")
    else:
        state = play(turn("3,4", "-", "149,34,-", seat=3), "6 6")
    assert (state.round, state.scores, state.seat) == (2, [-1, -1, -1], 0)
    assert state.current_player() == CHANCE


def test_stb_12_alone_the_score_stands() -> None:
    state = play(turn("1,4,7,8,9"), "4 2")
    assert state.current_player() == OVER
    assert state.returns() == [pytest.approx(1 - 14789 / 123456789)]
    assert last_loser(state) == -1


def test_stb_13_turns_go_in_the_seating_order_from_the_first_seat() -> None:
    state = start(3)
    assert (state.seat, state._next_seat()) == (0, 1)
    state = start(3, first="loser of the last game", last_loser=2)
    assert state.seat == 1
    state.play(61)
    while state.seat == 1:
        state.play(state.legal_moves()[0])
    assert state.seat == 2


def test_stb_13_rolled_for_the_highest_begins_and_those_tied_roll_again() -> None:
    state = play(start(3, first="rolled for"), "5 3", "2 1", "6 2")
    assert (state.turn_seat(), state.text().split()[-1]) == (0, "for_first=-,x,-")
    play(state, "3 3", "6 1")
    assert (state.first, state.seat, state.phase) == (2, 2, "roll")


def test_stb_13_the_loser_of_the_last_game_is_its_highest_score_the_earliest_of_several() -> None:
    ended = play(turn("3,4", "-", "149,149,-", seat=3), "6 6")
    assert last_loser(ended) == 0
    ended = play(turn("3,4", "-", "2,149,-", seat=3), "6 6")
    assert last_loser(ended) == 1
    for seats in (2, 3, 12):
        begun = start(seats, first="loser of the last game", last_loser=seats)
        assert (begun.first, begun.seat) == (seats - 1, seats - 1)
    assert start(3, first="loser of the last game", last_loser=0).first == 0
    with pytest.raises(BadOption, match="STB-13"):
        start(2, first="loser of the last game", last_loser=3)


def test_stb_14_pub_stakes_are_paid_into_the_pool_and_the_winner_collects() -> None:
    assert start(3).stake == 0
    assert start(3, pub_stakes=True).stake == 1
    assert start(3, pub_stakes=True, stake=5).stake == 5
    with pytest.raises(BadOption, match="STB-14"):
        start(1, pub_stakes=True)
    state = play(turn("3,4", "-", "149,47,-", seat=3, more="stakes"), "6 6")
    assert state.net_stakes() == [-1, -1, 2]
    assert state.returns() == pytest.approx([1 / 6, 1 / 6, 4 / 6])


def test_stb_15_under_stakes_the_first_to_shut_wins_at_once_and_doubly() -> None:
    state = play(turn("5", "5", "149,-,-,-", seat=2, more="stakes"), "5")
    assert state.current_player() == OVER
    assert state.scores == [149, 0, -1, -1]
    assert state.net_stakes() == [-2, 6, -2, -2]
    assert state.returns() == [0.0, 1.0, 0.0, 0.0]


def test_stb_16_under_stakes_a_tied_round_is_void() -> None:
    state = play(turn("3,4", "-", "34,-", seat=2, more="stakes"), "6 6")
    assert (state.round, state.scores, state.stake) == (2, [-1, -1], 1)


def test_stb_17_scoring_by_sum_adds_the_up_tiles() -> None:
    state = play(turn("1,4,7,8,9", "-", "-", more="sum"), "4 2")
    assert state.scores == [29]
    assert state.returns() == [pytest.approx(1 - 29 / 45)]
    assert start(1, scoring="sum").scoring == "sum"


def test_stb_18_two_dice_of_six_faces_are_thrown() -> None:
    ways = start().chance_probabilities()
    assert [start().move_text(throw) for throw in start().legal_moves()] == [
        f"{high} {low}" for high in range(1, 7) for low in range(1, high + 1)
    ]
    assert min(ways) == pytest.approx(1 / 36)
    assert max(ways) == pytest.approx(2 / 36)


def test_stb_18_there_are_nine_tiles_and_six_faces() -> None:
    state = play(start(), "5 3")
    for wrong in ("10", "0+8"):
        assert refused(state, wrong) == "STB-18"
    assert refused(start(), "7 1") == "STB-18"


def test_stb_19_a_game_is_one_round_won_and_then_nothing_is_legal() -> None:
    state = play(turn("3,4", "-", "149,-", seat=2), "6 6")
    assert (state.legal_moves(), state.round) == ([], 1)
    with pytest.raises(IllegalMove) as refusal:
        state.play(1)
    assert refusal.value.rule == "STB-19"
    with pytest.raises(IllegalMove):
        state.read_move("5 3")


def reference_round(rng: Random, seats: int, choose: Random) -> list[list[int]]:
    """Play rounds with simple lists of tiles until one is won; return the scores of each round."""
    rounds = []
    while True:
        scores = []
        for _ in range(seats):
            up = [1, 2, 3, 4, 5, 6, 7, 8, 9]
            while up:
                dice = sorted(rng.randint(1, 6) for _ in range(1 if sum(up) <= 6 else 2))
                sets = [s for s in every_set(up) if sum(s) == sum(dice)]
                if not sets:
                    break
                for tile in choose.choice(sorted(sets)):
                    up.remove(tile)
            scores.append(int("".join(map(str, up)) or "0"))
        rounds.append(scores)
        if seats == 1 or scores.count(min(scores)) == 1:
            return rounds


@given(st.integers(0, 2**32), st.integers(1, 5))
def test_whole_games_go_as_in_the_slow_reference(seed: int, seats: int) -> None:
    expected = reference_round(Random(seed), seats, Random(seed + 1))
    dice, choose = Random(seed), Random(seed + 1)
    state = start(seats)
    for scores in expected:
        for seat in range(seats):
            assert (state.seat, state.up) == (seat, ALL_UP)
            left = play_turn(state, dice, choose)
            assert score_of(left, "digits") == scores[seat]
    assert state.current_player() == OVER
    assert state.scores == expected[-1]


def play_turn(state: ShutTheBox, dice: Random, choose: Random) -> int:
    """Play the current turn with these dice and choices; return the tiles left up."""
    left = state.up
    while left:
        count = 1 if one_die(left) else 2
        play(state, " ".join(str(dice.randint(1, 6)) for _ in range(count)))
        if state.phase != "lay":
            break
        sets = sorted(tuple(tiles_of(move)) for move in state.legal_moves())
        move = mask_of(list(choose.choice(sets)))
        left &= ~move
        state.play(move)
    return left


def test_stb_13_of_several_losers_the_earliest_in_the_order_of_turns_lost() -> None:
    ended = at(
        "scoring=digits stake=0 round=1 first=3 scores=149,2,149 phase=over seat=2 up=2 dice=-"
    )
    assert last_loser(ended) == 2


def test_a_turn_played_ahead_leaves_the_scores_as_they_are() -> None:
    state = turn("8", "5+3", "-,-")
    before = state.text()
    ahead = play(state.clone(), "8")
    assert ahead.scores == [0, UNPLAYED]
    assert state.text() == before
