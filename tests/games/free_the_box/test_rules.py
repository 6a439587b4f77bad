"""Moves, captures, cards and who is out: FTB-5 to FTB-27, but for notation."""

import pytest
from free_the_box_play import (
    ALL_SEEN,
    CARDS,
    GAME,
    play,
    position,
    refused,
    texts,
    tokens,
    told,
    word,
)

from boxtui.core import CHANCE, OVER, AmbiguousMove
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.moves import DRAWING, USING
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


def drawing(parts: str = f"4,home,home;{HOME}", kept: str = "", bottom: str = "-") -> FreeTheBox:
    """Return a position in which seat 1's token A is to draw a card."""
    return position(parts, kept, bottom, phase="draw", carrier="A")


def test_ftb_12_landing_on_draw_a_card_draws_the_top_card() -> None:
    state = play(position(f"1,home,home;{HOME}", die=3), "A")
    assert (state.phase, state.current_player(), state.turn_seat()) == (DRAWING, CHANCE, 0)
    assert texts(state) == set(CARDS)


@pytest.mark.parametrize("card", [name for name in CARDS if name != "free-the-box"])
def test_ftb_12_any_other_card_goes_under_the_deck_at_once(card: str) -> None:
    state = play(drawing(bottom="park"), card)
    assert word(state, "bottom") == f"park,{card}"
    assert state.table.deck.size() == 32


def test_ftb_12_with_no_card_in_the_deck_nothing_is_drawn() -> None:
    """This can happen only on a custom board, where all 32 cards may be kept."""
    cards = BOARD.partition(b"[cards]")[0] + b"[cards]\nfree-the-box = 32\n"
    text = f"phase=move capture=place seat=1 die=3 carrier=- tokens=1,home,home;{HOME} kept=30,2"
    state = on_board(cards).parse(f"{text} bottom=- unseen=-")
    assert "no card is left (FTB-12)" in state.describe(0)
    state.play(0)
    assert (state.turn_seat(), state.current_player()) == (1, CHANCE)


def test_ftb_13_a_token_moved_by_a_card_draws_again() -> None:
    """Tested on a custom board: on the real one the spaces are too far apart."""
    board = BOARD.replace(b'"DRAW A CARD", "mailbox"', b'"DRAW A CARD", "DRAW A CARD"', 1)
    state = on_board(board).parse(drawing().text())
    state.play(state.read_move("forward-1"))
    assert state.text().split("bottom=")[1].split()[0] == "forward-1"
    assert (state.current_player(), state.rule()) == (CHANCE, "FTB-12")
    state.play(state.read_move("back-2"))
    assert state.text().split("tokens=")[1].startswith("3,home,home")
    assert state.turn_seat() == 1


def test_ftb_15_you_are_captured_sends_the_token_to_its_own_box() -> None:
    state = play(drawing(f"4,12,home;{HOME}"), "captured")
    assert (tokens(state), state.turn_seat()) == (f"captured,12,home;{HOME}", 1)


def test_ftb_16_a_free_the_box_frees_one_captured_token_at_once_or_is_kept() -> None:
    state = play(drawing(f"4,captured,captured;{HOME}"), "free-the-box")
    assert (state.phase, state.current_player(), texts(state)) == (USING, 0, {"use", "keep"})
    used = play(state.clone(), "use")
    assert (tokens(used), word(used, "kept")) == (f"4,home,captured;{HOME}", "0,0")
    kept = play(state, "keep")
    assert (tokens(kept), word(kept, "kept")) == (f"4,captured,captured;{HOME}", "1,0")
    assert used.turn_seat() == kept.turn_seat() == 1


def test_ftb_16_only_a_card_just_drawn_is_used_or_kept() -> None:
    state = position(f"4,captured,home;{HOME}", "1,0", phase="free")
    assert (refused(state, "use"), refused(state, "keep")) == ("FTB-16", "FTB-16")


def test_ftb_17_a_kept_card_is_used_before_the_roll_of_a_later_turn() -> None:
    state = play(position("12,captured,home;31,home,home", "1,0", seat=2, die=1), "A")
    assert (state.current_player(), texts(state)) == (0, {"free", "roll"})
    used = play(state.clone(), "free")
    assert (tokens(used), word(used, "kept")) == ("12,home,home;32,home,home", "0,0")
    assert (used.turn_seat(), used.current_player()) == (0, CHANCE)
    unused = play(state, "roll")
    assert (tokens(unused), word(unused, "kept")) == ("12,captured,home;32,home,home", "1,0")
    assert (unused.turn_seat(), unused.current_player()) == (0, CHANCE)


def test_ftb_17_only_a_card_that_is_kept_and_only_with_a_token_captured() -> None:
    assert refused(position(f"12,captured,home;{HOME}", die=5), "free") == "FTB-17"
    assert refused(position(f"12,home,home;{HOME}", "1,0", die=5), "free") == "FTB-16"
    assert play(position(f"{HOME};12,home,home", "0,1"), "1").current_player() == CHANCE


def test_ftb_18_a_freed_token_goes_home_and_the_card_under_the_deck() -> None:
    state = position(f"12,captured,home;{HOME}", "1,0", "park", phase="free")
    assert told(state, "free") == "uses a FREE THE BOX before the roll: B goes home (FTB-17)"
    play(state, "free")
    assert (tokens(state), word(state, "bottom")) == (f"12,home,home;{HOME}", "park,free-the-box")


def test_ftb_27_roll_again_moves_the_same_token_by_another_roll() -> None:
    state = play(drawing(f"4,12,home;{HOME}"), "roll-again")
    assert (state.current_player(), state.turn_seat()) == (CHANCE, 0)
    assert tokens(play(state, "5")) == f"9,12,home;{HOME}"


def test_ftb_12_the_order_of_the_deck_goes_on_from_what_was_put_back() -> None:
    seen = ALL_SEEN[::-1]
    state = drawing(bottom=",".join(seen))
    assert (texts(state), refused(state, "park")) == ({"roll-again"}, "FTB-12")
    play(state, "roll-again", "8")
    assert word(state, "bottom") == ",".join([*seen[1:], "roll-again"])


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
