"""How pieces move, capture, jump and come HOME in Kimbo: KIM-12 to KIM-31, on drawn boards."""

import pytest
from kimbo_boards import LETTERS, THE_BOARD, at, drawn
from kimbo_play import begun, ends, pieces, play, refused, texts

from boxtui.core import OVER, BadPosition, IllegalMove
from boxtui.games.kimbo.squares import CORNERS
from boxtui.games.kimbo.state import Kimbo

LAST = "4  . . . . . . . R"
"""With the other three pieces HOME, three squares below it."""

SHUT_IN = """
5  . . . . .
         y
4  . . .yRy.
         y
3  . . . . ."""

ENTRANCE_SHUT = """
7  . . . . . . # # #
6  . . . . . . .yRy.
                 y
5  . . . . . . . . ."""

PAIR = "3  . . . R\n1  . . . . . . R"


def test_kim_12_one_piece_for_both_dice_or_two_pieces_for_a_die_each_in_either_order() -> None:
    state = drawn(PAIR, "2+1", home="RR")
    assert {"2+1 d3-d6", "2+1 g1-g4", "2 d3-d5", "1 d3-d4", "2 g1-g3", "1 g1-g2"} <= texts(state)
    for first, second in (("2 d3-d5", "1 g1-g2"), ("1 g1-g2", "2 d3-d5")):
        after = play(state.clone(), first)
        # The other die is for the other piece.
        assert {text.split()[1][:2] for text in texts(after)} == {second[2:4]}
        assert after.text().split()[3] == f"dice={second[0]}"
        play(after, second)
        assert (pieces(after, 1), after.turns, after.turn_seat()) == ("g2,d5,HOME,HOME", 1, 1)


def test_kim_13_a_piece_sets_out_in_any_open_direction_never_diagonally() -> None:
    state = drawn("3  . . . . .yR", "2+1", home="RRR")
    assert ends(state, "2+1 f3") == {"f6", "i3", "e1", "g1"}
    assert refused(state, "2+1 f3-i6") == "KIM-13"


def test_kim_14_a_piece_goes_straight_on_and_turns_only_if_a_line_stops_it() -> None:
    state = drawn("4  . . . R . .y.", "3+1", home="RR")
    assert ends(state, "3 d4") == {"d7", "d1", "a4", "f5", "f3"}
    assert {refused(state, "3 d4-e6"), refused(state, "3 d4-g4")} == {"KIM-14"}


def test_kim_15_it_turns_back_only_if_left_and_right_are_blocked() -> None:
    picture = """
5  . . . . . . .
             y
4  . . . R . .y.
             y
3  . . . . . . ."""
    # Four to the east: e4, f4, back to e4 and d4.
    four = {"d8", "e1", "c1", "a3", "a5", "d4"}
    assert ends(drawn(picture, "3+1", home="RRR"), "3+1 d4") == four
    assert refused(drawn("4  . . . R", "2+1", home="RR"), "2 d4-d4") == "KIM-15"


def test_kim_16_a_move_for_both_dice_takes_no_new_direction_between_them() -> None:
    state = drawn("4  . . . R", "3+2", home="RRR")
    assert ends(state, "3+2 d4") == {"d9", "i4", "c2", "f1", "a6", "b3"}
    assert refused(state, "3+2 d4-f7") == "KIM-16"


def test_kim_17_pieces_of_any_color_are_passed_over_and_their_squares_count() -> None:
    assert "2+1 d4-g4" in texts(drawn("4  . . . R Y R . .", "2+1", home="R"))


def test_kim_18_two_pieces_never_share_a_square_but_a_move_may_end_where_it_began() -> None:
    state = drawn("4  . . . R . R . .", "2+1", home="RR")
    assert refused(state, "2 d4-f4") == "KIM-18"
    assert "2+1 d4-g4" in texts(state)
    around = drawn("6  . . . .\n         y\n5  . . .y.y.\n4  . . . R .", "1+1", home="RRR")
    assert "1+1 d4-d4" in texts(around)


def test_kim_19_a_captured_piece_goes_back_to_its_start_square_in_a_vacant_corner() -> None:
    state = drawn("4  . . . R . Y . .", "2+1", home="RR")
    # Yellow's other three are on a1, o2 and n14 or b15: one corner is vacant.
    vacant = [c for c in CORNERS if f"2 d4xf4@{c}" in texts(state)]
    assert len(vacant) == 1
    rules = {refused(state, f"2 d4xf4@{corner}") for corner in CORNERS if corner not in vacant}
    assert rules == {refused(state, "2 d4-f4")} == {"KIM-19"}
    assert state.read_move("2 d4xf4") == state.read_move(f"2 d4xf4@{vacant[0]}")
    play(state, "2 d4xf4")
    assert (pieces(state, 2), "f4" in pieces(state, 1)) == (pieces(begun(2), 2), True)


def test_kim_20_both_dice_may_capture_where_either_die_ends_and_go_on() -> None:
    state = drawn("4  . . . R . Y Y . . Y", "3+2", home="RRR")
    corners = [text.partition("@")[2][:-3] for text in texts(state) if "xf4" in text]
    assert len(corners) == 3
    both = {f"3+2 d4x{square}@{corner}-i4" for square in ("f4", "g4") for corner in corners}
    assert {text for text in texts(state) if "x" in text} == both
    for text in both:
        after = play(state.clone(), text)
        captured, other = ("f4", "g4") if "xf4" in text else ("g4", "f4")
        assert pieces(after, 1) == "i4,HOME,HOME,HOME"
        assert (captured in pieces(after, 2), other in pieces(after, 2)) == (False, True)


def test_kim_21_no_move_ends_in_a_start_area_and_a_piece_there_must_leave_it() -> None:
    state = drawn("2  . R\n4  . . . R", "2+1", home="RR")
    assert refused(state, "1 b2-a2") == "KIM-21"
    assert ends(state, "1 b2") == {"b3", "c2"}
    # Two steps west end in the area or, turning up, in front of it.
    assert ends(state, "2 b2") == {"b4", "d2", "a3", "c1"}


@pytest.mark.parametrize(
    ("picture", "dice", "typed", "rule"),
    [
        (LAST, "2+1", "2+1 h4-HOME", ""),
        (LAST, "2+2", "2+2 h4-HOME", "KIM-22"),
        ("6  . . . . . R . .y.", "2+1", "2+1 f6-HOME", ""),
        ("6  . . . . . R . . .", "2+1", "2+1 f6-HOME", "KIM-22"),
    ],
)
def test_kim_22_home_is_entered_by_exact_count_straight_on_or_by_a_forced_turn(
    picture: str, dice: str, typed: str, rule: str
) -> None:
    state = drawn(picture, dice, home="RRR")
    if rule:
        assert refused(state, typed) == rule
    else:
        assert typed in texts(state)


def test_kim_23_with_exactly_1_left_before_an_opening_it_enters_and_cannot_turn_aside() -> None:
    assert ends(drawn(LAST, "2+1", home="RRR"), "2+1 h4") == {"HOME", "k4", "e4", "h1"}


def test_kim_24_home_holds_any_number_and_nobody_leaves_it_or_is_captured_there() -> None:
    state = play(drawn("12 . . . R\n6  . . . . . . . R", "2+1", home="RRYYY"), "1 h6-HOME")
    assert (pieces(state, 1), pieces(state, 2)) == ("d12,HOME,HOME,HOME", "a1,HOME,HOME,HOME")
    assert {text[:5] for text in texts(state)} == {"2 d12"}


@pytest.mark.parametrize(
    ("picture", "dice", "only", "never"),
    [
        # d4 is shut in: if g4 moved by a single die, no piece could use the other.
        (SHUT_IN.replace("y.\n", "y. . R\n", 1), "6+1", "6+1 g4", "1 g4-h4|6 g4-m4|pass"),
        # The piece on a8 can't move: if one went HOME with the 1, no piece could use the 2.
        (
            "9  . . .\n   y\n8  Ry. .\n   y\n7  . . .\n6  . . . . . . . R",
            "2+1",
            "2+1 h6",
            "1 h6-HOME",
        ),
    ],
)
def test_kim_25_the_whole_throw_must_be_used_if_possible(
    picture: str, dice: str, only: str, never: str
) -> None:
    state = drawn(picture, dice, home="RR")
    assert {text[: len(only)] for text in texts(state)} == {only}
    assert {refused(state, typed) for typed in never.split("|")} == {"KIM-25"}


def test_kim_26_doubles_may_jump_over_a_fence_instead_of_moving() -> None:
    state = drawn("4  . . . Ry. R", "2+2", home="RR")
    assert {"J d4-e4", "2+2 d4-d8", "2 d4-d6"} <= texts(state)
    after = play(state.clone(), "J d4-e4")
    assert (after.turn_seat(), pieces(after, 1)) == (1, "e4,f4,HOME,HOME")
    rules = {refused(state, typed) for typed in ("J d4-d5", "J d4-e5")}
    assert rules == {refused(drawn("4  . . . Ry. R", "2+1", home="RR"), "J d4-e4")} == {"KIM-26"}


def test_kim_27_the_last_piece_plays_both_dice_unless_either_brings_it_home() -> None:
    state = drawn(LAST, "5+3", home="RRR")
    assert {text for text in texts(state) if text[:3] != "5+3"} == {"3 h4-HOME"}
    assert refused(state, "5 h4-m4") == "KIM-25"
    play(state, "3 h4-HOME")
    assert (state.current_player(), state.returns()) == (OVER, [1.0, 0.0])


@pytest.mark.parametrize(
    ("picture", "throw", "moves"),
    [
        (SHUT_IN, "3 3", {"J d4", "pass"}),
        (SHUT_IN, "5 3", set()),
        (ENTRANCE_SHUT, "5 3", set()),
        (ENTRANCE_SHUT, "5 1", {"1 h6-HOME"}),
        # With one of the three fences gone, it must move on unless a die shows 1.
        (ENTRANCE_SHUT.replace("Ry", "R "), "5 3", {"5+3 h6"}),
        (ENTRANCE_SHUT.replace("Ry", "R "), "5 1", {"5+1 h6", "1 h6-HOME"}),
    ],
)
def test_kim_28_a_last_piece_shut_in_stays_until_doubles_or_on_an_entrance_until_a_1(
    picture: str, throw: str, moves: set[str]
) -> None:
    state = play(drawn(picture, home="RRR"), "-")
    told = state.describe(state.read_move(throw))
    play(state, throw)
    assert ("(KIM-28)" in told) == (state.turns == 1) == (not moves)
    if moves:
        heads = {
            text if "HOME" in text or text == "pass" else text.split("-")[0]
            for text in texts(state)
        }
        assert heads == moves


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kim_29_the_first_with_all_four_home_wins_at_once(seats: int) -> None:
    letter = LETTERS[THE_BOARD.sitting(seats)[-1]].upper()
    state = drawn(f"6  . . . . . . . {letter}", "2+1", home=3 * letter, seats=seats, seat=seats)
    play(state, "1 h6-HOME")
    assert (state.current_player(), state.turn_seat(), state.legal_moves()) == (OVER, OVER, [])
    assert (state.returns(), state.rule()) == ([0.0] * (seats - 1) + [1.0], "KIM-29")
    assert at(state.text()).returns() == state.returns()
    assert refused(state, "-") == "KIM-29"
    with pytest.raises(IllegalMove, match="KIM-29"):
        state.play(0)
    with pytest.raises(BadPosition, match="the winner must be the only player with all pieces"):
        at(state.text().replace("phase=over", "phase=fence"))


@pytest.mark.parametrize(
    ("picture", "dice", "moves", "standing"),
    [
        ("3  . . . . R", "5+3", "5+3 e3-m3", "m3"),
        ("3  . . . . R . R", "5+3", "5 e3-j3,3 g3-g6", "j3 g6"),
        ("3  . . . R . . . . Y", "5+3", "5+3 d3xi3-l3", "l3"),
        # A fence turns the piece at h5, and HOME is 4 away from f5.
        ("5  . . . . R . . .y.", "4+1", "4+1 e5-HOME", "HOME"),
        ("5  . . . . . R . .y.", "4+1", "4 f5-HOME,1 b2-b3", "HOME b3"),
    ],
)
def test_kim_30_diagrams_4_to_7_are_played_as_the_sheet_says(
    picture: str, dice: str, moves: str, standing: str
) -> None:
    after = play(drawn(picture, dice), *moves.split(","))
    assert set(standing.split()) <= set(pieces(after, 1).split(","))
    assert after.turn_seat() == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kim_31_after_a_thousand_turns_of_every_seat_it_is_a_draw(seats: int) -> None:
    shut_in = drawn(SHUT_IN, home="RRR", seats=seats).text()

    def at_turn(turns: int) -> Kimbo:
        return play(at(shut_in.replace("turns=0", f"turns={turns}")), "-")

    for turns in (1998, 1000 * seats - 2):
        assert play(at_turn(turns), "5 3").current_player() == 1
    last = at_turn(1000 * seats - 1)
    assert "turns each the game is a draw (KIM-31)" in last.describe(53)
    play(last, "5 3")
    share = [1 / seats] * seats
    assert (last.current_player(), last.returns(), last.rule()) == (OVER, share, "KIM-31")
    assert at(last.text()).returns() == share
    for turns in (1999, 1000 * seats - 1):
        with pytest.raises(BadPosition, match="turns are left"):
            at(last.text().replace(f"turns={1000 * seats}", f"turns={turns}"))
    with pytest.raises(BadPosition, match="is not possible"):
        at_turn(1000 * seats)
