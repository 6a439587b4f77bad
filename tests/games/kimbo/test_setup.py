"""Kimbo's board, setup and ends by rule; how pieces move, with pictures, is in `said.txt`."""

import pytest
from kimbo_boards import THE_BOARD, drawn
from kimbo_play import begun, play
from said import check_said

from boxtui.core import CHANCE
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
