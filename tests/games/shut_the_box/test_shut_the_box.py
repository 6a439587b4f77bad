"""The rules of Shut-the-Box by number, and whole games against a slow, simple reference."""

from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import check_said
from shut_the_box_play import at, play, start, turn

from boxtui.core import NOBODY, OVER, IllegalMove
from boxtui.games.shut_the_box.game import last_loser
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import ALL_UP, UNPLAYED, mask_of, tiles_of


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("shut-the-box")


def every_set(tiles: list[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(tiles, n) for n in range(1, len(tiles) + 1)))


def test_stb_3_6_13_19_a_number_that_is_not_legal_is_refused_by_its_rule() -> None:
    for state, number, rule in (
        (turn("6"), 42, "STB-6"),
        (turn("1,6"), 4, "STB-6"),
        (play(turn("5"), "6"), 1, "STB-19"),
        (start(2, first="rolled for"), 7, "STB-13"),
        (play(turn("5,9"), "3 2"), 0, r"^0 is not a set of tiles\. \(STB-3\)$"),
    ):
        with pytest.raises(IllegalMove, match=rule):
            state.play(number)


def test_stb_12_alone_the_score_stands() -> None:
    state = play(turn("1,4,7,8,9"), "4 2")
    assert (state.current_player(), last_loser(state)) == (OVER, NOBODY)
    assert state.returns() == [pytest.approx(1 - 14789 / 123456789)]


@pytest.mark.parametrize(
    ("first", "scores", "loser"), [(1, "149,149,34", 0), (1, "2,149,34", 1), (3, "149,2,149", 2)]
)
def test_stb_13_the_loser_of_the_last_game_is_its_highest_score_the_earliest_of_several(
    first: int, scores: str, loser: int
) -> None:
    last = (first + 1) % 3
    up = ",".join(scores.split(",")[last])
    ended = at(
        f"scoring=digits stake=0 round=1 first={first} scores={scores} phase=over seat={last + 1} "
        f"up={up} dice=-"
    )
    assert last_loser(ended) == loser


def test_stb_14_pub_stakes_are_paid_into_the_pool_and_the_winner_collects() -> None:
    state = play(turn("3,4", "-", "149,47,-", seat=3, more="stakes"), "6 6")
    assert state.net_stakes() == [-1, -1, 2]
    assert state.returns() == pytest.approx([1 / 6, 1 / 6, 4 / 6])


def test_stb_15_under_stakes_the_first_to_shut_wins_at_once_and_doubly() -> None:
    state = play(turn("5", "5", "149,-,-,-", seat=2, more="stakes"), "5")
    assert (state.current_player(), state.scores) == (OVER, [149, 0, UNPLAYED, UNPLAYED])
    assert (state.net_stakes(), state.returns()) == ([-2, 6, -2, -2], [0.0, 1.0, 0.0, 0.0])


def test_stb_18_two_dice_of_six_faces_are_thrown_as_36_ordered_pairs() -> None:
    state = start()
    for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
        high, low = divmod(move, 10)
        assert 6 >= high >= low >= 1
        assert state.move_text(move) == f"{high} {low}"
        assert chance == pytest.approx((1 if high == low else 2) / 36)
    assert len(state.legal_moves()) == 21


def reference_turn(dice: Random, choose: Random, state: ShutTheBox) -> int:
    """Play a turn with a simple list of tiles, and the same in the game; return the score."""
    up = list(range(1, 10))
    while up:
        thrown = [dice.randint(1, 6) for _ in range(1 if sum(up) <= 6 else 2)]
        play(state, " ".join(map(str, thrown)))
        sets = sorted(s for s in every_set(up) if sum(s) == sum(thrown))
        if not sets:
            break
        assert sorted(tuple(tiles_of(move)) for move in state.legal_moves()) == sets
        laid = choose.choice(sets)
        up = [tile for tile in up if tile not in laid]
        state.play(mask_of(list(laid)))
    return int("".join(map(str, up)) or "0")


@given(st.integers(0, 2**32), st.integers(1, 5))
def test_stb_3_whole_games_go_as_in_the_slow_reference(seed: int, seats: int) -> None:
    dice, choose, state = Random(seed), Random(seed + 1), start(seats)
    scores: list[int] = []
    while not scores or (seats > 1 and scores.count(min(scores)) > 1):
        scores = []
        for seat in range(seats):
            assert (state.seat, state.up) == (seat, ALL_UP)
            assert state.scores == [*scores, *[UNPLAYED] * (seats - seat)]
            scores.append(reference_turn(dice, choose, state))
    assert (state.current_player(), state.scores) == (OVER, scores)
