"""Kimbo's board, setup and ends by rule; how pieces move, with pictures, is in `said.txt`."""

import pytest
from kimbo_boards import LETTERS, THE_BOARD, at, drawn, written
from kimbo_play import begun, play, refused
from said import check_said

from boxtui.core import CHANCE, OVER, BadPosition, IllegalMove
from boxtui.games.kimbo.squares import (
    HOME,
    SQUARE_NAMES,
    SQUARES,
    line_between,
    line_named,
    line_of,
    line_text,
    neighbor,
    square_text,
)
from boxtui.games.kimbo.state import Kimbo

FENCES = ["d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4", "d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"]
"""The marked slots for two players."""


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("kimbo")


def test_every_line_has_one_number_and_one_name_and_is_crossed_both_ways() -> None:
    for square, heading in ((s, h) for s in range(SQUARES) for h in range(4)):
        beside, ahead = neighbor(square, heading), THE_BOARD.ahead[4 * square + heading]
        if beside >= 0:
            line = line_of(square, heading)
            assert line == line_between(square, beside) == line_between(beside, square)
            names = (square_text(square), square_text(beside))
            assert line_named("/".join(names)) == line_named("/".join(names[::-1])) == line
            assert line_text(line) in ("/".join(names), "/".join(names[::-1]))
        if 0 <= ahead < HOME:
            assert THE_BOARD.ahead[4 * ahead + (heading + 2) % 4] in (square, HOME)


def test_kim_2_fifteen_by_fifteen_squares_with_home_as_one_field_in_the_middle() -> None:
    home = [f"{column}{row}" for row in (7, 8, 9) for column in "ghi"]
    assert list(map(square_text, THE_BOARD.home)) == home
    assert SQUARES - len(THE_BOARD.home) == 216
    assert (square_text(0), square_text(224), square_text(HOME)) == ("a1", "o15", "HOME")


def test_kim_3_home_is_open_from_four_entrance_squares_and_closed_at_its_other_edges() -> None:
    into = {
        (square_text(square), heading)
        for square in range(SQUARES)
        for heading in range(4)
        if THE_BOARD.ahead[4 * square + heading] == HOME
    }
    assert into == {("h6", 0), ("f8", 1), ("h10", 2), ("j8", 3)}
    beside = ("g6 i6", "f7 f9", "g10 i10", "j7 j9")
    for heading, names in enumerate(beside):
        for name in names.split():
            assert THE_BOARD.borders[SQUARE_NAMES[name]] >> heading & 1


def test_kim_4_each_color_has_a_start_square_in_each_corner() -> None:
    starts = [" ".join(map(square_text, side.start)) for side in THE_BOARD.sides]
    assert starts == ["b2 a14 o15 n1", "a2 b14 n15 o1", "a1 b15 n14 o2", "b1 a15 o14 n2"]


def test_kim_6_there_are_364_slots_with_room_for_one_fence_each() -> None:
    assert len(THE_BOARD.slots) == 364


WEST, EAST = {"f8/f9", "e8/f8", "f7/f8"}, {"j8/j9", "j8/k8", "j7/j8"}


@pytest.mark.parametrize(("seats", "closing"), [(2, WEST | EAST), (3, EAST), (4, set[str]())])
def test_kim_8_the_entrances_of_empty_sides_are_fenced_in(seats: int, closing: set[str]) -> None:
    assert {line_text(slot) for slot, _ in THE_BOARD.closing(seats)} == closing


def test_kim_8_no_piece_stands_on_a_closed_entrance_square() -> None:
    with pytest.raises(BadPosition, match="closed entrance"):
        written(["f8,HOME,HOME,HOME", "a1,b15,n14,o2"], FENCES)


def test_kim_9_turns_go_clockwise_from_row_1_to_column_a_row_15_and_column_o() -> None:
    assert [THE_BOARD.sitting(seats) for seats in (2, 3, 4)] == [[0, 2], [0, 1, 2], [0, 1, 2, 3]]
    assert [side.name for side in THE_BOARD.sides] == ["row-1", "column-a", "row-15", "column-o"]
    state, seats = begun(4), []
    while state.turns < 6:
        if state.current_player() == CHANCE:
            seats.append(state.turn_seat())
        state.play(state.legal_moves()[0])
    assert seats == [0, 1, 2, 3, 0, 1]


def test_kim_10_any_own_fence_may_go_to_any_vacant_slot_or_none_before_the_roll() -> None:
    state = begun(2)
    # Six fences; 364 slots less the twelve fences and the six slots that close entrances.
    assert len(state.legal_moves()) == 6 * (364 - 12 - 6) + 1


@pytest.mark.parametrize(
    ("picture", "typed", "square"),
    [
        ("6  . . . . . . .r.r. .\n5  .r. . . . . . . . .", "F a5/b5>h5/h6", "h6"),
        ("5  . . .r. . .\n           r\n4  . . . .rYr.\n3  .", "F c5/d5>e3/e4", "e4"),
    ],
)
def test_kim_11_entrances_and_pieces_may_be_shut(picture: str, typed: str, square: str) -> None:
    # The picture's fences are in place: all four lines of the square are then closed.
    assert play(drawn(picture), typed).table.walls[SQUARE_NAMES[square]] == 15


SHUT_IN = """
5  . . . . .
         y
4  . . .yRy.
         y
3  . . . . ."""


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
