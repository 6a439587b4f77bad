"""The boards that Box's players search, compared with the rules' bit sets."""

from itertools import pairwise

import pytest
from box_games import marked, start
from box_positions import decisions

from ai.box.board import SearchBoard, Side
from ai.box.evaluation import evaluate, strongest
from ai.box.players import board_at
from ai.box.rectangles import Rectangle, field_of
from boxtui.core import OVER
from boxtui.games.box.board import NO_BOX, SIZES, members
from boxtui.games.box.moves import BLACK, WHITE
from boxtui.games.box.position import MARKING
from boxtui.games.box.state import Box

Found = dict[int, set[tuple[int, int]]]
"""Rectangles by the number of own corners: each one's box and the squares it would win."""


def looked_up(state: Box, color: int) -> Found:
    """Return the open rectangles, found by checking every rectangle of the grid."""
    grid, found = state.grid, Found()
    own, theirs = state.colors[color], state.colors[1 - color]
    for box in set(grid.box_of) - {NO_BOX}:
        corners = grid.corners(box)
        worth = (grid.squares_of[box] & ~own).bit_count()
        if worth and not theirs & (corners | grid.blocking[box]) and corners & own:
            found.setdefault((corners & own).bit_count(), set()).add((box, worth))
    return found


def held(side: Side) -> Found:
    """Return the open rectangles that a board lists; none may be listed twice."""
    lists = {1: side.ones, 2: side.twos, 3: side.threes, 4: side.complete}
    assert all(len({each.box for each in found}) == len(found) for found in lists.values())
    return {
        corners: {(each.box, each.worth) for each in found}
        for corners, found in lists.items()
        if found
    }


def agree(board: SearchBoard, state: Box) -> None:
    for color in (BLACK, WHITE):
        assert held(board.sides[color]) == looked_up(state, color)
        owned = state.colors[color] & state.grid.all_squares
        assert board.sides[color].owned == owned
    taken = state.colors[BLACK] | state.colors[WHITE]
    assert [spot.number for spot in board.empty] == members(state.grid.all_marks & ~taken)
    assert board.is_over() == (state.current_player() == OVER)
    scores = state.scores()
    assert board.lead(BLACK) == scores[state.black] - scores[1 - state.black]


@pytest.mark.parametrize("size", SIZES)
def test_a_board_carried_through_a_game_is_that_of_the_position(size: int) -> None:
    """Open rectangles, owners and game end, updated mark by mark and built from scratch."""
    positions = list(decisions({"size": size, "balance": "points", "points": 2.5}, size))
    board, step = board_at(positions[0]), size * size // 3
    for number, (before, after) in enumerate(pairwise(positions)):
        color = before.color_of(before.seat)
        (mark,) = members((before.colors[color] ^ after.colors[color]) & before.grid.all_marks)
        board = board.after(board.ground.field.spots[mark], color)
        if number % step == 0:
            agree(board, after)
            agree(board_at(after), after)


def test_missed_boxes_are_complete_and_claimed_with_the_next_mark() -> None:
    """BOX-10, with claiming by hand; the other side can still block them."""
    state = marked("a1 d1 a4 d4 g7", "g1 g2 f5 e7", size=6, claiming="by hand")
    board, spots = board_at(state), field_of(6).spots
    agree(board, state)
    assert [each.worth for each in board.sides[BLACK].complete] == [9]
    assert board.after(spots[48 - 7], BLACK).lead(BLACK) == 9
    assert board.after(spots[8], WHITE).sides[BLACK].complete == []
    assert len(board.after(spots[10], WHITE).sides[BLACK].complete) == 1


def test_a_mark_completes_the_boxes_that_the_rules_say_and_both_seats_agree_on_the_lead() -> None:
    """The expected lead doesn't depend on who is to move."""
    for state in decisions({"size": 8, "balance": "none"}, 5):
        board, color = board_at(state), state.color_of(state.seat)
        gains = state.grid.gains(state.colors[color], state.colors[1 - color])
        for spot in board.empty:
            squares = 0
            for box in board.sides[color].boxes(spot.number):
                squares |= box.squares & ~board.sides[color].owned
            assert squares.bit_count() == gains[spot.number]
        assert evaluate(board, BLACK) == pytest.approx(-evaluate(board, WHITE), abs=1e-9)


def test_a_box_one_mark_from_completion_attracts_most() -> None:
    state = marked("d4 g4 d6 a7", "a1 c1 a2", size=6)
    board = board_at(state)
    for color, best in ((BLACK, "g6"), (WHITE, "c2")):
        evaluate(board, color)
        assert state.move_text(strongest(board, 1)[0].number) == best


def test_a_rectangle_with_fewer_squares_promises_proportionally_less() -> None:
    field = field_of(6)
    whole = field.across[3 * 7 + 3]
    assert isinstance(whole, Rectangle)
    half = whole.winning(3)
    assert half is whole.winning(3)
    assert half.winning(9) is not None
    assert half.three == pytest.approx(whole.three / 3)
    assert (half.box, half.squares, half.touch) == (whole.box, whole.squares, whole.touch)


def test_points_given_are_part_of_the_lead() -> None:
    state = start(balance="points", points=3.5)
    assert board_at(state).lead(BLACK) == -3.5
    assert board_at(state).lead(WHITE) == 3.5


def test_an_evaluation_changes_nothing() -> None:
    """The spots and the board stay unchanged."""
    for state in decisions({"balance": "none", "claiming": "by hand"}, 7):
        if state.phase == MARKING:
            board = board_at(state)
            agree(board, state)
            first = evaluate(board, WHITE), [spot.mark_score for spot in board.empty]
            evaluate(board, BLACK)
            assert (evaluate(board, WHITE), [spot.mark_score for spot in board.empty]) == first
            agree(board, state)
