"""The options of a game of Box and who plays first, by rule number."""

import pytest
from box_games import GAME, play, refused, start, unclaimed

from boxtui.core import CHANCE, BadOption
from boxtui.games.box.game import last_loser
from boxtui.games.box.notation import LOT


@pytest.mark.parametrize("color", ["black", "white"])
def test_box_12_picking_the_color_of_the_first_mark_takes_it_over(color: str) -> None:
    state = play(start(balance="swap"), f"{color} c4")
    assert state.current_player() == 1
    play(state, f"take {color}")
    assert (state.first, state.current_player(), state.color_of(1)) == (1, 0, color == "white")
    assert [state.colors[state.color_of(seat)].bit_count() for seat in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("color", "other"), [("black", "white"), ("white", "black")])
def test_box_12_picking_the_other_color_makes_the_second_player(color: str, other: str) -> None:
    state = play(start(balance="swap"), f"{color} c4,take {other}")
    assert (state.first, state.current_player()) == (0, 1)
    assert [state.colors[state.color_of(seat)].bit_count() for seat in (0, 1)] == [1, 0]
    assert play(state, "d4").current_player() == 0


def test_box_12_the_first_mark_names_its_color_and_then_a_color_is_picked() -> None:
    state = start(balance="swap")
    assert refused(state, "c4") == "BOX-12"
    assert refused(state, "take black") == "BOX-12"
    play(state, "black c4")
    assert refused(state, "d4") == "BOX-12"
    assert refused(play(state, "take white"), "white d4") == "BOX-12"


def test_box_13_balance_is_swap_none_points_or_a_bid() -> None:
    option = next(option for option in GAME.options if option.key == "balance")
    assert (tuple(option.choices), option.default) == (("swap", "none", "points", "bid"), "swap")
    phases = [start(balance=str(balance)).phase for balance in option.choices]
    assert phases == ["open", "mark", "mark", "bid"]


@pytest.mark.parametrize("first", [0, 1])
def test_box_13_with_points_the_second_player_starts_with_them(first: int) -> None:
    state = start(balance="points", points=3.5, first=f"seat {first + 1}")
    assert state.scores()[first] == 0
    assert state.scores()[1 - first] == 3.5
    with pytest.raises(BadOption, match="BOX-13"):
        start(balance="points", points=36.5)


def test_box_14_the_loser_of_the_last_game_plays_first() -> None:
    for loser in (1, 2):
        state = start(first="loser of the last game", last_loser=loser)
        assert (state.current_player(), state.black) == (loser - 1, loser - 1)
    ended = play(start(), "resign")
    assert last_loser(ended) == 0
    assert last_loser(play(start(), "a1,resign")) == 1


def test_box_14_in_a_first_game_and_after_a_draw_lots_are_drawn() -> None:
    assert start(first="loser of the last game").current_player() == CHANCE
    assert last_loser(unclaimed()) == -1


@pytest.mark.parametrize("balance", ["none", "points", "bid"])
@pytest.mark.parametrize("weaker", [0, 1])
def test_box_15_handicap_points_go_with_any_balance(balance: str, weaker: int) -> None:
    state = start(
        balance=balance,
        points=2.0,
        handicap="points",
        handicap_points=4.5,
        weaker=f"seat {weaker + 1}",
    )
    if balance == "bid":
        play(state, "bid 2,pass")
    expected = [0.0, 0.0 if balance == "none" else 2.0]
    expected[weaker] += 4.5
    assert state.scores() == expected


@pytest.mark.parametrize("picked", ["black", "white"])
def test_box_15_handicap_points_stay_with_the_person_through_a_swap(picked: str) -> None:
    state = start(balance="swap", handicap="points", handicap_points=4.0, weaker="seat 2")
    assert play(state, f"black c4,take {picked}").scores() == [0, 4]
    with pytest.raises(BadOption, match="BOX-15"):
        start(handicap="points", handicap_points=36.5)


@pytest.mark.parametrize("weaker", [0, 1])
@pytest.mark.parametrize("lead", [1, 2])
def test_box_16_the_weaker_player_makes_the_first_marks(weaker: int, lead: int) -> None:
    state = start(
        balance="swap", handicap="moves", handicap_moves=lead, weaker=f"seat {weaker + 1}"
    )
    seats, rules = [], []
    for text in ["a1", "b2", "c3", "d4", "e5"]:
        seats.append(state.current_player() == weaker)
        rules.append(state.rule())
        play(state, text)
    assert seats == [True] * lead + [False, True, False, True][: 5 - lead]
    assert rules == ["BOX-16"] * lead + ["BOX-3"] * (5 - lead)
    assert state.black == weaker


def test_box_16_it_takes_the_place_of_balance_and_of_who_begins() -> None:
    state = start(balance="bid", handicap="moves", first="by lot", weaker="seat 2")
    assert (state.current_player(), state.phase) == (1, "mark")
    assert start(balance="points", points=5.0, handicap="moves").scores() == [0, 0]


def test_box_17_the_highest_bidder_plays_first_and_the_other_starts_with_the_bid() -> None:
    state = play(start(balance="bid"), "bid 0,bid 1.5,bid 2,pass")
    assert (state.current_player(), state.first, state.black) == (0, 0, 0)
    assert state.scores() == [0, 2]
    state = play(start(balance="bid", first="seat 2"), "bid 0,bid 2.5,pass")
    assert (state.current_player(), state.scores()) == (0, [0, 2.5])


def test_box_17_bids_rise_by_at_least_half_a_point_up_to_one_per_square() -> None:
    state = start(balance="bid")
    assert refused(state, "pass") == "BOX-17"
    for text in ("bid 36.5", "bid 2.2", "c4"):
        assert refused(state, text) == "BOX-17"
    play(state, "bid 2.5")
    for text in ("bid 2", "bid 2.5"):
        assert refused(state, text) == "BOX-17"
    play(state, "bid 3,bid 36")
    assert [state.move_text(move) for move in state.legal_moves()] == ["pass", "resign"]


def test_box_24_the_first_player_is_named_or_drawn_by_lot() -> None:
    assert [start(first=f"seat {seat}").current_player() for seat in (1, 2)] == [0, 1]
    state = start(first="by lot")
    assert (state.current_player(), state.legal_moves(), state.chance_probabilities()) == (
        CHANCE,
        [LOT, LOT + 1],
        [0.5, 0.5],
    )
    assert refused(state, "c4") == "BOX-24"
    assert play(state, "seat 2").current_player() == 1
    assert play(start(first="by lot", balance="bid"), "seat 2,bid 1").current_player() == 0


def test_box_24_without_swap_the_first_to_mark_is_black() -> None:
    state = play(start(first="seat 2"), "c4")
    assert state.black == 1
    assert state.colors[0].bit_count() == 1
    assert play(start(balance="bid"), "bid 1,pass").black == 0
