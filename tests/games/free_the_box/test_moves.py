"""Moves by the die, captures, safe spaces, the jump: FTB-5 to FTB-11, FTB-14, FTB-19 to FTB-21."""

import pytest
from free_the_box_play import GAME, play, position, refused, texts, tokens, told

from boxtui.core import CHANCE, AmbiguousMove
from boxtui.games.free_the_box.state import FreeTheBox

HOME = "home,home,home"


@pytest.mark.parametrize("die", range(1, 9))
def test_ftb_5_a_token_leaves_home_on_a_2_or_a_7_for_its_starting_box(die: int) -> None:
    state = play(position(f"{HOME};{HOME}", seat=2), str(die))
    if die in (2, 7):
        assert (state.current_player(), texts(state)) == (1, {"enter"})
        # That ends the move: the next turn begins.
        assert tokens(play(state, "enter")) == f"{HOME};31,home,home"
    assert (state.turn_seat(), state.current_player()) == (0, CHANCE)


def test_ftb_6_a_token_moves_forward_by_just_the_number_rolled() -> None:
    state = position("25,home,home;home,home,home", die=5)
    assert texts(state) == {"A:25-30"}
    for text in ("A:25-29", "A:25-20", "A:24-29"):
        assert refused(state, text) == "FTB-6"
    assert refused(state, "24-29") == "FTB-6"


def test_ftb_7_one_move_per_roll_with_a_token_of_the_players_choice() -> None:
    state = position("25,3,12;home,home,home", die=3)
    assert texts(state) == {"A:25-28", "B:3-6", "C:12-15"}
    for letter in "ABC":
        assert play(state.clone(), letter).turn_seat() == 1


def test_ftb_7_a_player_moves_if_possible_and_otherwise_passes() -> None:
    state = position("25,home,home;home,home,home", die=2)
    for text in ("-", "pass"):
        assert refused(state, text) == "FTB-7"
    # Entering is a move like any other, even if it is the only one.
    assert texts(position(f"{HOME};3,home,home", die=7)) == {"enter"}
    passed = play(position(f"{HOME};3,home,home"), "3")
    assert (passed.turn_seat(), passed.current_player()) == (1, CHANCE)


def test_ftb_8_tokens_of_any_color_are_passed_over_and_ones_own_share_a_space() -> None:
    state = play(position("12,13,19;15,17,home", die=7), "A")
    assert tokens(state) == "19,13,19;15,17,home"
    shared = {"A:19-26", "B:12-19", "C:5-12"}
    assert texts(position("19,12,5;15,17,home", die=7)) == shared


def test_ftb_8_tokens_that_share_a_space_keep_their_letters() -> None:
    state = position("19,13,19;15,17,home", die=3)
    assert tokens(play(state.clone(), "C")) == "19,13,22;15,17,home"
    with pytest.raises(AmbiguousMove, match="A:19-22, C:19-22"):
        state.read_move("19-22")


def test_ftb_9_landing_captures_every_token_of_the_place_on_both_its_sides() -> None:
    # The house is on 2 and 32; the garage on 3 and the woodpile on 33 are different places.
    state = play(position("1,home,home;32,2,33;3,12,home", die=1), "A")
    assert tokens(state) == "2,home,home;captured,captured,33;3,12,home"


def test_ftb_9_the_option_captures_on_the_same_space_only() -> None:
    parts = "1,home,home;32,home,home;2,home,home"
    state = play(position(parts, die=1, capture="space"), "A")
    assert tokens(state) == "2,home,home;32,home,home;captured,home,home"
    begun = GAME.start({"capture": "same space only"}, 2)
    assert isinstance(begun, FreeTheBox)
    assert begun.text().startswith("phase=first capture=space")
    assert GAME.start({}, 2).text().startswith("phase=first capture=place")


@pytest.mark.parametrize(
    ("space", "kind"),
    [(31, "STARTING BOX"), (47, "PARK"), (50, "JUMP TO CENTER"), (24, "DRAW A CARD")],
)
def test_ftb_10_tokens_of_any_color_share_a_safe_space_and_none_is_captured(
    space: int, kind: str
) -> None:
    state = position(f"{space - 1},home,home;{space},{space},home;{space},home,home", die=1)
    assert kind in told(state, "A")
    play(state, "A")
    if kind == "DRAW A CARD":
        play(state, "free-the-box")
    assert tokens(state) == f"{space},home,home;{space},{space},home;{space},home,home"


def test_ftb_11_the_only_token_that_can_move_must_leave_its_safe_space() -> None:
    state = position("7,captured,home;home,home,home", die=1)
    assert texts(state) == {"A:7-8"}
    assert refused(state, "pass") == "FTB-7"


def test_ftb_14_on_its_first_lap_a_token_moved_back_stops_at_its_starting_box() -> None:
    state = position(f"{HOME};{HOME};44,home,home", seat=3, phase="draw", carrier="A")
    assert "no further back (FTB-14)" in told(state, "back-4")
    assert tokens(play(state, "back-4")) == f"{HOME};{HOME};41,home,home"


def test_ftb_14_on_a_later_lap_it_goes_back_over_it() -> None:
    state = position("4+,home,home;home,home,home", phase="draw", carrier="A")
    assert tokens(play(state.clone(), "back-3")) == f"1+,home,home;{HOME}"
    # A card may take the token to its own JUMP TO CENTER: FTB-19.
    assert tokens(play(state, "back-4")) == f"center,home,home;{HOME}"


def test_ftb_14_a_token_that_has_gone_around_stays_on_later_laps_until_captured() -> None:
    state = play(position("58,home,home;13,home,home", die=4), "A")
    assert tokens(state) == "2+,home,home;13,home,home"
    play(state, "8", "A", "1", "A", "7", "A", "1", "A", "forward-1")
    assert tokens(state) == "5+,home,home;28,home,home"


def test_ftb_19_landing_on_ones_own_jump_by_exact_count_leads_to_the_center() -> None:
    state = position("55,home,home;home,home,home", die=5)
    # The player doesn't choose: this is the only way to make the move.
    assert texts(state) == {"A:55-60"}
    assert tokens(play(state, "A")) == f"center,home,home;{HOME}"
    blue = position(f"{HOME};29,home,home", die=1, seat=2)
    assert tokens(play(blue, "A")) == f"{HOME};center,home,home"


def test_ftb_19_passing_it_means_another_lap() -> None:
    state = play(position("55,home,home;home,home,home", die=6), "A")
    assert tokens(state) == f"1+,home,home;{HOME}"
    again = play(position("55+,home,home;home,home,home", die=8), "A")
    assert tokens(again) == f"3+,home,home;{HOME}"


def test_ftb_20_a_jump_frees_all_of_the_players_captured_tokens() -> None:
    state = position("55,captured,captured;captured,3,home", die=5)
    assert "FREE THE BOX! B and C go home (FTB-20)" in told(state, "A")
    assert tokens(play(state, "A")) == "center,home,home;captured,3,home"


def test_ftb_21_a_token_in_the_center_stays_and_is_never_captured() -> None:
    state = position("center,12,home;center,32,home", die=7)
    assert texts(state) == {"B:12-19", "enter"}
    assert refused(state, "A") == "FTB-21"
    landed = play(position("center,31,home;center,2,home", die=1), "B")
    assert tokens(landed) == "center,32,home;center,captured,home"
