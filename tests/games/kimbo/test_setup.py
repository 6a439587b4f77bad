"""Kimbo's board, setup and fences: KIM-1 to KIM-11, on boards drawn as pictures."""

from random import Random

import pytest
from kimbo_boards import THE_BOARD, draw, drawn, written
from kimbo_play import begun, ends, play, refused, start, texts

from boxtui.core import CHANCE, BadNotation, BadOption, BadPosition
from boxtui.games import GAMES
from boxtui.games.kimbo.squares import HOME, SQUARE_NAMES, SQUARES, line_text, square_text

GAME = GAMES["kimbo"]


FENCES = ["d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4", "d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"]
"""The marked slots for two players."""


DRAWN_SETUP = """\
   a b c d e f g h i j k l m n o
15 : Y . . . . . . . . . . . : R

14 R : . . . . . . . . . . . Y :

13 . . . . . . . . . . . . . . .
         y   y y   y y   y
12 . . . . . . . . . . . . . . .

11 . . . . . . . . . . . . . . .

10 . . . . . . . . . . . . . . .

 9 . . . . . . # # # . . . . . .
             x       x
 8 . . . . .x. # # # .x. . . . .
             x       x
 7 . . . . . . # # # . . . . . .

 6 . . . . . . . . . . . . . . .

 5 . . . . . . . . . . . . . . .

 4 . . . . . . . . . . . . . . .
         r   r r   r r   r
 3 . . . . . . . . . . . . . . .

 2 : R . . . . . . . . . . . : Y

 1 Y : . . . . . . . . . . . R :"""


def test_kim_1_two_to_four_players_have_four_pieces_and_six_fences_each() -> None:
    for seats in (2, 3, 4):
        table = start(seats).table
        assert (len(table.pieces), len(table.fences)) == (4 * seats, 6 * seats)
    assert list(GAME.seats) == [2, 3, 4]
    for seats in (0, 1, 5):
        with pytest.raises(BadOption, match="KIM-1"):
            GAME.start({}, seats)


def test_kim_2_fifteen_by_fifteen_squares_with_home_as_one_field_in_the_middle() -> None:
    assert [square_text(square) for square in THE_BOARD.home] == [
        f"{column}{row}" for row in (7, 8, 9) for column in "ghi"
    ]
    assert SQUARES - len(THE_BOARD.home) == 216
    assert (square_text(0), square_text(224), square_text(HOME)) == ("a1", "o15", "HOME")
    with pytest.raises(BadPosition, match="one field"):
        written(["h8,HOME,HOME,HOME", "a1,b15,n14,o2"], FENCES)


def test_kim_3_home_is_open_from_four_entrance_squares_and_closed_at_its_other_edges() -> None:
    into = {
        (square_text(square), heading)
        for square in range(SQUARES)
        for heading in range(4)
        if THE_BOARD.ahead[4 * square + heading] == HOME
    }
    assert into == {("h6", 0), ("f8", 1), ("h10", 2), ("j8", 3)}
    beside = [SQUARE_NAMES[name] for name in ("g6", "i6", "g10", "i10", "f7", "f9", "j7", "j9")]
    headings = [0, 0, 2, 2, 1, 1, 3, 3]
    for square, heading in zip(beside, headings, strict=True):
        assert THE_BOARD.borders[square] >> heading & 1


def test_kim_4_each_color_has_a_start_square_in_each_corner() -> None:
    starts = [[square_text(square) for square in side.start] for side in THE_BOARD.sides]
    assert starts == [
        ["b2", "a14", "o15", "n1"],
        ["a2", "b14", "n15", "o1"],
        ["a1", "b15", "n14", "o2"],
        ["b1", "a15", "o14", "n2"],
    ]


def test_kim_4_inside_a_start_area_lines_are_open_and_have_no_slots() -> None:
    # Paths over a2 and a1, or b1 and a1, work as on any other squares.
    state = drawn("2  . R", "3+1", home="RRR")
    assert ends(state, "3+1 b2") == {"c1", "a5", "a3", "e1", "b6", "f2"}
    for slot in ("a1/b1", "a1/a2", "b1/b2", "a2/b2"):
        assert refused(begun(2), f"F d3/d4>{slot}") == "KIM-6"


def test_kim_5_a_piece_leaves_a_start_area_over_an_arrow_and_never_enters_one() -> None:
    out = drawn("2  . R", "2+1", home="RRR")
    # North and east over the arrows; south and west once round, and out.
    assert ends(out, "2+1 b2") == {"b5", "e2", "d1", "a4"}
    along = drawn("1  . . . R", "2+1", home="RRR")
    # At c1 the arrow stops it like a fence.
    assert ends(along, "2+1 d1") == {"c3", "g1", "d4"}


def test_kim_5_arrows_and_the_edge_of_the_board_have_no_slots() -> None:
    for line in ("b1/c1", "b2/b3", "h6/h7", "g6/g7", "h8/h9"):
        assert refused(begun(2), f"F d3/d4>{line}") == "KIM-6"
    with pytest.raises(BadNotation):
        begun(2).read_move("F d3/d4>d1/d0")


def test_kim_6_there_are_364_slots_with_room_for_one_fence_each() -> None:
    assert len(THE_BOARD.slots) == 364
    assert refused(begun(2), "F d3/d4>f3/f4") == "KIM-10"


def test_kim_7_the_pieces_and_fences_are_set_up_as_on_the_sheet() -> None:
    assert start(4).text() == (
        "turns=0 phase=first seat=1 dice=- moved=- "
        "pieces=n1,b2,a14,o15;o1,a2,b14,n15;a1,o2,n14,b15;b1,n2,o14,a15 "
        "fences=d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4;"
        "c4/d4,c6/d6,c7/d7,c9/d9,c10/d10,c12/d12;"
        "d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13;"
        "l4/m4,l6/m6,l7/m7,l9/m9,l10/m10,l12/m12 for_first=-,-,-,-"
    )
    assert draw(start(2)) == DRAWN_SETUP


@pytest.mark.parametrize(
    ("seats", "slots"),
    [
        (2, {"f8/f9", "e8/f8", "f7/f8", "j8/j9", "j8/k8", "j7/j8"}),
        (3, {"j8/j9", "j8/k8", "j7/j8"}),
        (4, set()),
    ],
)
def test_kim_8_the_entrance_of_an_empty_side_is_closed_with_three_fences(
    seats: int, slots: set[str]
) -> None:
    state = begun(seats)
    assert {line_text(slot) for slot, _ in THE_BOARD.closing(seats)} == slots
    for slot in slots:
        assert refused(state, f"F d3/d4>{slot}") == "KIM-10"
        assert refused(state, f"F {slot}>d6/d7") == "KIM-8"
    for slot in {"f8/f9", "e8/f8", "f7/f8", "j8/j9", "j8/k8", "j7/j8"} - slots:
        assert refused(state, f"F {slot}>d6/d7") == "KIM-10"


def test_kim_8_a_closed_entrance_square_cannot_be_entered_by_any_means() -> None:
    # From e8, next to the closed f8: the closing fence turns a piece, and no jump crosses it.
    state = drawn("8  . . . R R", "1+1", home="RR")
    assert ends(state, "1 e8") == {"e7", "e9"}
    assert ends(state, "J e8") == set()
    assert refused(state, "J e8-f8") == "KIM-8"
    assert refused(state, "1 e8-f8") == "KIM-8"
    with pytest.raises(BadPosition, match="closed entrance"):
        written(["f8,HOME,HOME,HOME", "a1,b15,n14,o2"], FENCES)


def test_kim_9_the_highest_total_begins_and_those_tied_roll_again() -> None:
    state = play(start(3), "5 3", "2 1", "6 2")
    assert (state.turn_seat(), state.text().split()[-1]) == (0, "for_first=-,x,-")
    play(state, "3 3", "6 1")
    assert (state.turn_seat(), state.current_player()) == (2, 2)
    assert "for_first" not in state.text()


def test_kim_9_turns_go_clockwise_from_row_1_to_column_a_row_15_and_column_o() -> None:
    assert THE_BOARD.sitting(4) == [0, 1, 2, 3]
    assert [side.name for side in THE_BOARD.sides] == ["row-1", "column-a", "row-15", "column-o"]
    assert [THE_BOARD.sitting(seats) for seats in (2, 3)] == [[0, 2], [0, 1, 2]]
    state, seats = begun(4), []
    rng = Random(1)
    while state.turns < 6:
        if state.current_player() == CHANCE:
            seats.append(state.turn_seat())
        state.play(state.random_move(rng))
    assert seats == [0, 1, 2, 3, 0, 1]


def test_kim_10_any_own_fence_may_go_to_any_vacant_slot_or_none() -> None:
    state = begun(2)
    # Six fences; 364 slots less the twelve fences and the six slots that close entrances.
    assert len(state.legal_moves()) == 6 * (364 - 12 - 6) + 1
    assert "-" in texts(state)
    moved = play(state.clone(), "F d3/d4>h5/h6")
    assert "fences=f3/f4,g3/g4,i3/i4,j3/j4,l3/l4,h5/h6;" in moved.text()
    assert moved.read_move("5 3") == 53
    assert play(state, "-").text() == begun(2).text().replace("phase=fence", "phase=roll")


def test_kim_10_only_an_own_fence_only_into_another_vacant_slot_only_before_the_roll() -> None:
    state = begun(2)
    assert refused(state, "F d12/d13>h5/h6") == "KIM-10"
    assert refused(state, "F h5/h6>h4/h5") == "KIM-10"
    assert refused(state, "F d3/d4>d3/d4") == "KIM-10"
    assert refused(state, "F d3/d4>d12/d13") == "KIM-10"
    play(state, "F d4/d3>h6/h5")
    assert state.current_player() == CHANCE
    play(state, "5 3")
    with pytest.raises(BadNotation):
        state.read_move("F f3/f4>h4/h5")


def test_kim_11_fences_may_close_an_entrance_and_shut_a_piece_in() -> None:
    entrance = """
6  . . . . . . .r.r. .
5  .r. . . . . . . . ."""
    state = play(drawn(entrance), "F a5/b5>h5/h6")
    assert state.table.walls[SQUARE_NAMES["h6"]] == 15
    piece = """
5  . . .r. . .
           r
4  . . . .rYr.
3  . . . . . . """
    state = play(drawn(piece), "F c5/d5>e3/e4")
    assert state.table.walls[SQUARE_NAMES["e4"]] == 15
