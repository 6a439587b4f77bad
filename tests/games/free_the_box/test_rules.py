"""The rules of Free the Box by number; `said.txt` has its answers to typed texts."""

from collections import Counter
from typing import Any

import pytest
from free_the_box_play import (
    ALL_SEEN,
    CARDS,
    GAME,
    THE_BOARD,
    begun,
    play,
    position,
    refused,
    start,
    texts,
    tokens,
    word,
    written,
)
from free_the_box_reference import PLAYED, what
from said import check_said

from boxtui.core import CHANCE, OVER, BadOption
from boxtui.games.free_the_box.cards import card_words
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.narration import color_name
from boxtui.games.free_the_box.state import FreeTheBox

HOME = "home,home,home"
COLORS = ["red", "orange", "yellow", "blue", "green", "purple"]


def drawing(parts: str = f"4,home,home;{HOME}", kept: str = "", bottom: str = "-") -> FreeTheBox:
    """Return a position in which seat 1's token A is to draw a card."""
    return position(parts, kept, bottom, phase="draw", carrier="A")


def after(state: FreeTheBox, *moves: str) -> str:
    """Return the tokens after these moves; the position stays as it is."""
    return tokens(play(state.clone(), *moves))


def begins(state: FreeTheBox, *moves: str) -> str:
    """Return the phase and the seat after these moves, as `roll 2`; the position stays."""
    state = play(state.clone(), *moves)
    assert (word(state, "phase") in ("roll", "draw")) == (state.current_player() == CHANCE)
    return f"{word(state, 'phase')} {word(state, 'seat')}"


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("free-the-box")


@pytest.mark.parametrize("seats", [0, 1, *range(2, 7), 7])
def test_ftb_1_two_to_six_players_begin_with_three_tokens_each_at_home(seats: int) -> None:
    if seats not in PLAYED:
        with pytest.raises(BadOption, match="FTB-1"):
            GAME.start({}, seats)
        return
    state = start(seats)
    assert tokens(state) == ";".join([HOME] * seats)
    # The colors that nobody plays are dealt evenly: FTB-2.
    played = [color_name(state.table, seat) for seat in range(seats)]
    assert played == [COLORS[sector] for sector in PLAYED[seats]]


def test_ftb_2_a_loop_of_60_spaces_in_six_like_sectors_each_before_its_starting_box() -> None:
    assert len(THE_BOARD.spaces) == 60
    for space in range(60):
        words = THE_BOARD.space_words(space).split("'s ")
        assert words[-1] == what(space + 1)
        # A sector's JUMP TO CENTER belongs to the next color.
        owner = [COLORS[(space + 1) // 10 % 6]] if space % 10 in (0, 9) else []
        assert words[:-1] == owner
    assert list(start(6).table.starts) == [0, 10, 20, 30, 40, 50]


def test_ftb_2_nine_places_stand_on_two_opposite_sides_and_eighteen_once() -> None:
    sides = Counter(space.place for space in THE_BOARD.spaces if space.place)
    assert sorted(sides.values()) == [1] * 18 + [2] * 9
    for space in range(30):
        if sides[THE_BOARD.spaces[space].place] == 2:
            assert THE_BOARD.places[space] == THE_BOARD.places[space + 30]


def test_ftb_3_there_are_32_cards_each_as_likely_and_typed_by_its_words() -> None:
    state = drawing()
    assert sum(CARDS.values()) == 32
    for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
        assert chance == CARDS[state.move_text(move)] / 32
        assert state.read_move(card_words(move)) == move
    assert texts(state) == set(CARDS)


def test_ftb_4_the_highest_of_one_roll_each_begins_and_those_tied_roll_again() -> None:
    state = play(start(3), "8", "3", "8")
    assert (state.turn_seat(), word(state, "for_first")) == (0, "-,x,-")
    play(state, "2", "7")
    assert begins(state) == "roll 3"
    assert "for_first" not in state.text()
    assert list(map(state.move_text, state.legal_moves())) == list("12345678")
    assert state.chance_probabilities() == [1 / 8] * 8


def test_ftb_4_turns_go_along_the_arrows_to_the_next_color_in_play() -> None:
    seats = [begins(begun(4), *["1"] * turns)[-1] for turns in range(6)]
    assert "".join(seats) == "123412"
    assert begins(position("12,home,home;out;3,home,home", die=1), "A") == "roll 3"


@pytest.mark.parametrize("die", range(1, 9))
def test_ftb_5_a_token_leaves_home_on_a_2_or_a_7_for_its_starting_box(die: int) -> None:
    state = play(position(f"{HOME};{HOME}", seat=2), str(die))
    if die in (2, 7):
        assert (state.current_player(), texts(state)) == (1, {"enter"})
        # That ends the move: the next turn begins.
        assert after(state, "enter") == f"{HOME};31,home,home"
        play(state, "enter")
    assert begins(state) == "roll 1"


@pytest.mark.parametrize(
    ("parts", "die", "moves"),
    [
        (f"25,home,home;{HOME}", 5, "A:25-30"),
        (f"25,3,12;{HOME}", 3, "A:25-28 B:3-6 C:12-15"),
        # Entering is a move like any other, even if it is the only one.
        (f"{HOME};3,home,home", 7, "enter"),
    ],
)
def test_ftb_7_one_token_of_the_players_choice_moves_forward_by_the_roll_if_possible(
    parts: str, die: int, moves: str
) -> None:
    state = position(parts, die=die)
    assert texts(state) == set(moves.split())
    assert refused(state, "pass") == refused(state, "-") == "FTB-7"
    assert all(begins(state, move) == "roll 2" for move in moves.split())


def test_ftb_6_a_token_moves_forward_by_just_the_number_rolled() -> None:
    state = position(f"25,home,home;{HOME}", die=5)
    assert after(state, "A") == f"30,home,home;{HOME}"
    assert {refused(state, typed) for typed in ("A:25-29", "A:25-20", "24-29")} == {"FTB-6"}


def test_ftb_8_tokens_are_passed_over_and_ones_own_share_a_space_with_their_letters() -> None:
    assert after(position("12,13,19;15,17,home", die=7), "A") == "19,13,19;15,17,home"
    assert after(position("19,13,19;15,17,home", die=3), "C") == "19,13,22;15,17,home"


@pytest.mark.parametrize(
    ("capture", "left"),
    [
        # The house is on 2 and 32; the garage on 3 and the woodpile on 33 are different places.
        ("place", "2,home,home;captured,captured,33;3,12,home"),
        ("space", "2,home,home;32,captured,33;3,12,home"),
    ],
)
def test_ftb_9_all_on_the_place_are_captured_or_those_on_the_space(capture: str, left: str) -> None:
    assert after(position("1,home,home;32,2,33;3,12,home", die=1, capture=capture), "A") == left
    reach = {"place": "same place", "space": "same space only"}[capture]
    assert f"capture={capture} " in GAME.start({"capture": reach}, 2).text()
    assert word(start(2), "capture") == "place"


@pytest.mark.parametrize("space", [31, 47, 50, 24])
def test_ftb_10_tokens_of_any_color_share_a_safe_space_and_none_is_captured(space: int) -> None:
    state = position(f"{space - 1},home,home;{space},{space},home;{space},home,home", die=1)
    assert after(state, "A") == f"{space},home,home;{space},{space},home;{space},home,home"


def test_ftb_11_the_only_token_that_can_move_must_leave_its_safe_space() -> None:
    assert after(position(f"7,captured,home;{HOME}", die=1), "A") == f"8,captured,home;{HOME}"


@pytest.mark.parametrize("card", [name for name in CARDS if name != "free-the-box"])
def test_ftb_12_any_other_card_goes_under_the_deck_at_once(card: str) -> None:
    state = play(drawing(bottom="park"), card)
    assert (word(state, "bottom"), state.table.deck.size()) == (f"park,{card}", 32)


def test_ftb_12_with_no_card_in_the_deck_nothing_is_drawn() -> None:
    """This can happen only on a custom board, where all 32 cards may be kept."""
    cards = BOARD.partition(b"[cards]")[0] + b"[cards]\nfree-the-box = 32\n"
    text = f"phase=move capture=place seat=1 die=3 carrier=- tokens=1,home,home;{HOME} kept=30,2"
    state = on_board(cards).parse(f"{text} bottom=- unseen=-")
    assert "no card is left (FTB-12)" in state.describe(0)
    state.play(0)
    assert (state.turn_seat(), state.current_player()) == (1, CHANCE)


def test_ftb_12_once_all_cards_are_seen_their_order_is_known() -> None:
    seen = ALL_SEEN[::-1]
    state = drawing(bottom=",".join(seen))
    assert state.text().endswith("unseen=-")
    assert (texts(state), state.chance_probabilities()) == ({seen[0]}, [1.0])
    assert refused(state, "park") == "FTB-12"
    assert word(play(state, seen[0], "8"), "bottom") == ",".join([*seen[1:], seen[0]])


def test_ftb_13_a_token_moved_by_a_card_draws_again() -> None:
    """Tested on a custom board: on the real one the spaces are too far apart."""
    board = BOARD.replace(b'"DRAW A CARD", "mailbox"', b'"DRAW A CARD", "DRAW A CARD"', 1)
    state = on_board(board).parse(drawing().text())
    assert isinstance(state, FreeTheBox)
    assert begins(state, "forward-1") == "draw 1"
    assert word(play(state, "forward-1"), "bottom") == "forward-1"
    assert state.rule() == "FTB-12"
    assert (after(state, "back-2"), begins(state, "back-2")) == (f"3,home,home;{HOME}", "roll 2")


@pytest.mark.parametrize(
    ("before", "card", "left"),
    [
        ("44,home,home", "back-4", "41,home,home"),
        # On a later lap it goes back over it, and may reach its own JUMP TO CENTER: FTB-19.
        ("44+,home,home", "back-4", "center,home,home"),
        ("44+,home,home", "back-3", "41+,home,home"),
    ],
)
def test_ftb_14_a_token_is_moved_back_to_its_box_at_most(before: str, card: str, left: str) -> None:
    state = position(f"{HOME};{HOME};{before}", seat=3, phase="draw", carrier="A")
    assert after(state, card) == f"{HOME};{HOME};{left}"


def test_ftb_15_you_are_captured_sends_the_token_to_its_own_box() -> None:
    state = drawing(f"4,12,home;{HOME}")
    assert after(state, "captured") == f"captured,12,home;{HOME}"
    assert begins(state, "captured") == "roll 2"


@pytest.mark.parametrize(
    ("choice", "left", "kept"),
    [
        ("use", f"4,home,captured;{HOME}", "0,0"),
        ("keep", f"4,captured,captured;{HOME}", "1,0"),
    ],
)
def test_ftb_16_a_free_the_box_frees_a_token_or_is_kept(choice: str, left: str, kept: str) -> None:
    state = play(drawing(f"4,captured,captured;{HOME}"), "free-the-box")
    assert (begins(state), state.current_player(), texts(state)) == ("use 1", 0, {"use", "keep"})
    assert begins(state, choice) == "roll 2"
    assert (after(state, choice), word(play(state, choice), "kept")) == (left, kept)


@pytest.mark.parametrize(
    ("choice", "own", "kept"),
    [("free", "12,home,home", "0,0"), ("roll", "12,captured,home", "1,0")],
)
def test_ftb_17_a_kept_card_is_used_before_a_later_roll(choice: str, own: str, kept: str) -> None:
    state = play(position("12,captured,home;31,home,home", "1,0", seat=2, die=1), "A")
    assert (state.current_player(), texts(state)) == (0, {"free", "roll"})
    play(state, choice)
    assert (tokens(state), word(state, "kept")) == (f"{own};32,home,home", kept)
    assert begins(state) == "roll 1"


def test_ftb_18_a_freed_token_goes_home_and_the_card_under_the_deck() -> None:
    state = play(position(f"12,captured,home;{HOME}", "1,0", "park", phase="free"), "free")
    assert (tokens(state), word(state, "bottom")) == (f"12,home,home;{HOME}", "park,free-the-box")


@pytest.mark.parametrize(
    ("parts", "more", "left"),
    [
        # The player doesn't choose to go there: it is the only way to make the move.
        (f"55,home,home;{HOME}", {"die": 5}, f"center,home,home;{HOME}"),
        (f"29,home,home;{HOME}", {"die": 1}, f"30,home,home;{HOME}"),
        (f"{HOME};29,home,home", {"die": 1, "seat": 2}, f"{HOME};center,home,home"),
        # Passing it means another lap.
        (f"55,home,home;{HOME}", {"die": 6}, f"1+,home,home;{HOME}"),
        (f"55+,home,home;{HOME}", {"die": 8}, f"3+,home,home;{HOME}"),
    ],
)
def test_ftb_19_landing_on_ones_own_jump_by_exact_count_leads_to_the_center(
    parts: str, more: dict[str, Any], left: str
) -> None:
    assert len(texts(position(parts, **more))) == 1
    assert after(position(parts, **more), "A") == left


def test_ftb_20_a_jump_frees_all_of_the_players_captured_tokens() -> None:
    state = position("55,captured,captured;captured,3,home", die=5)
    assert after(state, "A") == "center,home,home;captured,3,home"


def test_ftb_21_a_token_in_the_center_stays_and_is_never_captured() -> None:
    assert refused(position("center,12,home;center,32,home", die=7), "A") == "FTB-21"
    state = position("center,31,home;center,2,home", die=1)
    assert after(state, "B") == "center,32,home;center,captured,home"


def captured(other: str, kept: str = "0,0,0") -> FreeTheBox:
    """Return the position after seat 1 has captured one of seat 2's tokens, given as `other`."""
    return play(position(f"1,home,home;{other};3,home,home", kept, die=1), "A")


@pytest.mark.parametrize("kept", ["0,0,0", "0,2,0"])
def test_ftb_22_with_all_three_captured_a_player_is_out_card_or_not(kept: str) -> None:
    state = captured("32,captured,captured", kept)
    assert (tokens(state), word(state, "kept")) == ("2,home,home;out;3,home,home", "0,0,0")


@pytest.mark.parametrize("kept", ["0,0,0", "0,1,0"])
def test_ftb_23_two_captured_and_one_in_the_center_is_out(kept: str) -> None:
    assert tokens(captured("center,32,captured", kept)) == "2,home,home;out;3,home,home"


def test_ftb_24_with_two_in_the_center_a_player_is_out_or_must_use_a_card_kept() -> None:
    assert tokens(captured("center,32,center")) == "2,home,home;out;3,home,home"
    state = captured("center,32,center", "0,1,0")
    assert (begins(state), texts(state), state.rule()) == ("free 2", {"free"}, "FTB-24")
    assert refused(state, "roll") == "FTB-24"
    assert after(state, "free") == "2,home,home;center,home,center;3,home,home"
    assert begins(state, "free") == "roll 2"


def test_ftb_25_tokens_leave_the_board_and_cards_go_under_the_deck() -> None:
    state = captured("center,32,captured", "0,2,0")
    assert (word(state, "bottom"), word(state, "kept")) == ("free-the-box,free-the-box", "0,0,0")
    assert begins(state) == "roll 3"


@pytest.mark.parametrize(
    ("parts", "die", "move"),
    [("1,home,home;32,captured,captured", 1, "A"), ("center,55,center;center,center,32", 5, "B")],
)
def test_ftb_26_the_last_player_left_or_the_first_with_three_in_the_center_wins_at_once(
    parts: str, die: int, move: str
) -> None:
    state = play(position(parts, die=die), move)
    assert (state.current_player(), state.returns(), state.legal_moves()) == (OVER, [1.0, 0.0], [])
    assert (refused(state, "5"), refused(state, "A"), state.rule()) == ("FTB-26",) * 3


def test_ftb_27_roll_again_moves_the_same_token_by_another_roll() -> None:
    state = drawing(f"4,12,home;{HOME}")
    assert play(state.clone(), "roll-again").current_player() == CHANCE
    assert after(state, "roll-again", "5") == f"9,12,home;{HOME}"


def test_ftb_28_what_is_known_of_the_deck_is_the_number_of_cards_of_each_kind() -> None:
    """The order isn't decided before a card is drawn, so nothing needs hiding from an agent."""
    assert begun(2).view(1) == begun(2).text()
    assert len(word(begun(2), "unseen").split(",")) == len(CARDS)
    state = drawing(bottom="park")
    assert (state.table.deck.hidden, state.chance_probabilities()[0]) == (31, 8 / 31)
    assert "park" in texts(state)


def test_only_spaces_of_the_movers_color_are_called_its_own() -> None:
    board = on_board(BOARD.replace(b"orange", b"infrared"))
    other = board.parse(written(f"8,home,home;{HOME}", phase="move", die=2))
    assert other.describe(0) == "moves A from 8 to 10 (infrared's JUMP TO CENTER)"
