"""How pieces move and capture in Kimbo: KIM-12 to KIM-21, on boards drawn as pictures."""

import pytest
from kimbo_boards import drawn
from kimbo_play import begun, ends, pieces, play, refused, texts

from boxtui.core import AmbiguousMove, IllegalMove
from boxtui.games.kimbo.squares import CORNERS

TWO = "3  . . . R\n1  . . . . . . R"
CAPTURES = "4  . . . R . Y . . Y"


@pytest.mark.parametrize(
    ("picture", "dice", "home", "typed", "rule"),
    [
        (TWO, "2+1", "RR", "2 a1-a3", "KIM-12"),
        (TWO, "2+1", "RR", "2 e5-e7", "KIM-12"),
        (TWO, "2+1", "RR", "4 d3-d7", "KIM-12"),
        (TWO, "2+1", "RR", "3 d3-d6", "KIM-12"),
        (TWO, "2+1", "RR", "5+3 d3-d11", "KIM-12"),
        (TWO, "2+1", "RR", "2+1 d3-d7", "KIM-12"),
        ("3  . . . R . . R", "3+1", "RR", "3 d3-g3", "KIM-18"),
        ("4  . . . R . . . Y Y Y Y", "2+1", "RRR", "2+1 d4xg4@a1", "KIM-19"),
        (CAPTURES, "3+2", "RRR", "3+2 d4xf4@a1xi4@a1", "KIM-19"),
        ("4  . . . R Y . . Y", "3+2", "RRR", "3+2 d4xe4@a1-i4", "KIM-20"),
        ("4  . . . R Y . . Y", "3+2", "RRR", "3+2 d4xf4@a1-i4", "KIM-20"),
        ("4  . . . R . Y . . .", "3+2", "RR", "3 d4xf4@a1-g4", "KIM-20"),
        ("14 R", "2+2", "RRRY", "2+2 a14xb15@o1-d15", "KIM-21"),
        ("14 R", "2+2", "RRRY", "2+2 a14xa1@o1-d15", "KIM-21"),
    ],
)
def test_a_move_that_the_slow_reference_does_not_have_is_refused_with_its_rule(
    picture: str, dice: str, home: str, typed: str, rule: str
) -> None:
    assert refused(drawn(picture, dice, home), typed) == rule


def test_kim_12_one_piece_for_both_dice_or_two_pieces_for_a_die_each_in_either_order() -> None:
    state = drawn("3  . . . R\n2  .\n1  . . . . . . R", "2+1", home="RR")
    assert {"2+1 d3-d6", "2+1 g1-g4", "2 d3-d5", "1 d3-d4", "2 g1-g3", "1 g1-g2"} <= texts(state)
    for first, second in (("2 d3-d5", "1 g1-g2"), ("1 g1-g2", "2 d3-d5")):
        after = play(state.clone(), first)
        assert (after.current_player(), len(after.legal_moves()) > 0) == (0, True)
        assert after.text().split()[3] == f"dice={second[0]}"
        play(after, second)
        assert (pieces(after, 1), after.turns, after.turn_seat()) == ("g2,d5,HOME,HOME", 1, 1)


def test_kim_12_the_other_die_is_for_a_different_piece() -> None:
    state = play(drawn("3  . . . R\n1  . . . . . . R", "2+1", home="RR"), "2 d3-d5")
    assert {text.split()[1][:2] for text in texts(state)} == {"g1"}
    assert refused(state, "1 d5-d6") == "KIM-12"
    assert refused(state, "2 g1-g3") == "KIM-12"
    assert refused(state, "2+1 g1-g4") == "KIM-12"


def test_kim_13_a_piece_sets_out_in_any_open_direction_never_diagonally() -> None:
    # West is fenced off; south, the edge of the board turns the piece after two squares.
    state = drawn("3  . . . . .yR", "2+1", home="RRR")
    assert ends(state, "2+1 f3") == {"f6", "i3", "e1", "g1"}
    assert refused(state, "2+1 f3-i6") == "KIM-13"


def test_kim_14_a_piece_goes_straight_on_and_turns_only_if_a_line_stops_it() -> None:
    state = drawn("4  . . . R . .y.", "3+1", home="RR")
    # East: e4, f4, then the fence, and up or down from there.
    assert ends(state, "3 d4") == {"d7", "d1", "a4", "f5", "f3"}
    assert refused(state, "3 d4-e6") == "KIM-14"
    assert refused(state, "3 d4-g4") == "KIM-14"


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
    state = drawn("4  . . . R Y R . .", "2+1", home="R")
    assert "2+1 d4-g4" in texts(state)


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
    assert refused(state, "2 d4-f4") == "KIM-19"
    taken = next(corner for corner in CORNERS if corner not in vacant)
    assert refused(state, f"2 d4xf4@{taken}") == "KIM-19"
    assert state.read_move("2 d4xf4") == state.read_move(f"2 d4xf4@{vacant[0]}")
    after = play(state, f"2 d4xf4@{vacant[0]}")
    assert pieces(after, 2) == pieces(begun(2), 2)
    assert "f4" in pieces(after, 1)


def test_kim_19_any_corner_where_its_start_square_is_vacant_will_do() -> None:
    state = drawn("4  . . . R . . Y Y Y Y", "2+1", home="RRR")
    assert {text for text in texts(state) if "x" in text} == {
        f"2+1 d4xg4@{corner}" for corner in CORNERS
    }
    for corner, square in zip(CORNERS, ("a1", "b15", "n14", "o2"), strict=True):
        assert square in pieces(play(state.clone(), f"2+1 d4xg4@{corner}"), 2)
    with pytest.raises(AmbiguousMove, match="2\\+1 d4xg4@a1, 2\\+1 d4xg4@a15"):
        state.read_move("d4xg4")


def test_kim_20_both_dice_may_capture_where_either_die_ends_and_go_on() -> None:
    state = drawn("4  . . . R . Y Y . . Y", "3+2", home="RRR")
    corners = [text.partition("@")[2][:-3] for text in texts(state) if "xf4" in text]
    assert len(corners) == 3
    both = {f"3+2 d4x{captured}@{corner}-i4" for captured in ("f4", "g4") for corner in corners}
    assert {text for text in texts(state) if "x" in text} == both
    for captured, other in (("f4", "g4"), ("g4", "f4")):
        for corner in corners:
            after = play(state.clone(), f"3+2 d4x{captured}@{corner}-i4")
            assert pieces(after, 1) == "i4,HOME,HOME,HOME"
            assert captured not in pieces(after, 2)
            assert other in pieces(after, 2)


def test_kim_20_a_second_capture_that_was_left_out_is_named() -> None:
    state = drawn("4  . . . R . Y . . Y", "3+2", home="RRR")
    with pytest.raises(IllegalMove, match="The piece on i4 is captured: say in which corner"):
        state.read_move("3+2 d4xf4-i4")
    with pytest.raises(IllegalMove, match="There is nothing to capture on i4"):
        drawn("4  . . . R . Y", "3+2", home="RR").read_move("3+2 d4xf4@a1xi4")


def test_kim_21_no_move_ends_in_a_start_area_and_a_piece_there_must_leave_it() -> None:
    state = drawn("2  . R\n4  . . . R", "2+1", home="RR")
    assert refused(state, "1 b2-a2") == "KIM-21"
    assert ends(state, "1 b2") == {"b3", "c2"}
    # Two steps west end in the area or, turning up, in front of it.
    assert ends(state, "2 b2") == {"b4", "d2", "a3", "c1"}
