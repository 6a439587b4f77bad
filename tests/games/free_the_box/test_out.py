"""Who is out and who has won: FTB-22 to FTB-26."""

import pytest
from free_the_box_play import play, position, refused, texts, tokens, told, word

from boxtui.core import CHANCE, OVER
from boxtui.games.free_the_box.state import FreeTheBox

HOME = "home,home,home"

LAST_HIDES = "1,home,home;{other};3,home,home"
"""Seat 1 is about to land on the house, where one of seat 2's tokens (`other`) hides."""


def captured(other: str, kept: str = "0,0,0") -> FreeTheBox:
    """Return the position after seat 1 has captured one of seat 2's tokens, given as `other`."""
    return play(position(LAST_HIDES.format(other=other), kept, die=1), "A")


@pytest.mark.parametrize("kept", ["0,0,0", "0,2,0"])
def test_ftb_22_with_all_three_captured_a_player_is_out_card_or_not(kept: str) -> None:
    state = captured("32,captured,captured", kept)
    assert (tokens(state), word(state, "kept")) == ("2,home,home;out;3,home,home", "0,0,0")


@pytest.mark.parametrize("kept", ["0,0,0", "0,1,0"])
def test_ftb_23_two_captured_and_one_in_the_center_is_out(kept: str) -> None:
    assert tokens(captured("center,32,captured", kept)) == "2,home,home;out;3,home,home"


def test_ftb_24_with_two_in_the_center_and_no_card_kept_a_player_is_out() -> None:
    assert tokens(captured("center,32,center")) == "2,home,home;out;3,home,home"


def test_ftb_24_with_a_card_kept_a_player_stays_in_and_must_use_it() -> None:
    state = captured("center,32,center", "0,1,0")
    assert tokens(state).split(";")[1] == "center,captured,center"
    assert (state.turn_seat(), texts(state), state.rule()) == (1, {"free"}, "FTB-24")
    assert refused(state, "roll") == "FTB-24"
    play(state, "free")
    assert tokens(state).split(";")[1] == "center,home,center"
    assert (state.current_player(), word(state, "kept")) == (CHANCE, "0,0,0")


def test_ftb_25_tokens_leave_the_board_and_cards_go_under_the_deck() -> None:
    state = captured("center,32,captured", "0,2,0")
    assert word(state, "bottom") == "free-the-box,free-the-box"
    assert (state.turn_seat(), word(state, "kept")) == (2, "0,0,0")


def test_ftb_26_the_last_player_left_wins_at_once() -> None:
    state = position("1,home,home;32,captured,captured", die=1)
    assert told(state, "A").endswith("; red is the last player left and wins (FTB-26)")
    play(state, "A")
    assert (state.current_player(), state.returns()) == (OVER, [1.0, 0.0])


def test_ftb_26_the_first_with_three_tokens_in_the_center_wins_at_once() -> None:
    state = position("center,55,center;center,center,32", die=5)
    assert told(state, "B").endswith("And wins (FTB-26)")
    play(state, "B")
    assert (state.current_player(), state.returns()) == (OVER, [1.0, 0.0])
    assert state.legal_moves() == []


def test_ftb_26_nothing_is_played_once_the_game_is_over() -> None:
    state = play(position("1,home,home;32,captured,captured", die=1), "A")
    assert (refused(state, "5"), refused(state, "A"), state.rule()) == ("FTB-26",) * 3
