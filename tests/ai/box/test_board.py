"""The boards that Box's players search, compared with the rules' bit sets."""

from itertools import pairwise
from random import Random

import pytest
from box_games import marked
from box_positions import decisions, turn_ends
from librt.vecs import vec
from mypy_extensions import i32, i64

from ai.box.board import SearchBoard, Side
from ai.box.evaluation import evaluate, strongest
from ai.box.pattern_weights import REGRESSION, ROOMY
from ai.box.players import board_at
from ai.box.rectangles import EMPTY, WORTH_MASK, Field
from boxtui.core import OVER
from boxtui.games.box.board import NO_BOX, SIZES, members
from boxtui.games.box.moves import BLACK, WHITE
from boxtui.games.box.position import MARKING
from boxtui.games.box.state import Box

MISSED = [
    marked(black, "g1 g2 f5 e7", size=6, claiming="by hand")
    for black in ("a1 d1 a4 d4", "a1 d1 a4 d4 g7")
]
"""Black has missed a box, which black's next mark claims and white's can block (BOX-10)."""

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


def held(side: Side, field: Field) -> Found:
    """Return the open rectangles that a board lists; none may be listed twice."""
    lists = {1: side.ones, 2: side.twos, 3: side.threes, 4: side.complete}
    opened = {corners: worths(found, field) for corners, found in lists.items() if len(found) > 0}
    for found in opened.values():
        assert len({box for box, _ in found}) == len(found)
    return {corners: set(found) for corners, found in opened.items()}


def worths(opened: vec[i32], field: Field) -> list[tuple[int, int]]:
    """Return open rectangles' boxes and worths."""
    corners = [rectangle.corners for rectangle in field.rectangles_of(opened)]
    boxes = [each[0] * field.grid.points + each[3] for each in corners]
    return list(zip(boxes, [each & WORTH_MASK for each in opened], strict=True))


def holder(state: Box, bit: int) -> int:
    """Return the color that holds a mark or a square, or `EMPTY`."""
    holders = [color for color in (BLACK, WHITE) if state.colors[color] >> bit & 1]
    return holders[0] if holders else EMPTY


def agree(board: SearchBoard, state: Box) -> None:
    for color in (BLACK, WHITE):
        assert held(board.sides[color], board.ground.field) == looked_up(state, color)
        owned = state.colors[color] & state.grid.all_squares
        assert board.sides[color].owned == owned
    bits = range(2 * state.grid.points)
    assert [*board.ground.marks, *board.ground.owners] == [holder(state, bit) for bit in bits]
    taken = state.colors[BLACK] | state.colors[WHITE]
    assert list(board.empty()) == members(state.grid.all_marks & ~taken)
    assert board.is_over() == (state.current_player() == OVER)
    scores = state.scores()
    lead = scores[state.black] - scores[1 - state.black]
    assert (board.lead(BLACK), board.lead(WHITE)) == (lead, -lead)


@pytest.mark.parametrize("size", SIZES)
def test_a_board_carried_through_a_game_is_that_of_the_position(size: int) -> None:
    """Open rectangles, owners and game end, updated mark by mark and built from scratch."""
    positions = list(decisions({"size": size, "balance": "points", "points": 2.5}, size))
    board, step = board_at(positions[0]), size * size // 3
    for number, (before, after) in enumerate(pairwise(positions)):
        color = before.color_of(before.seat)
        (mark,) = members((before.colors[color] ^ after.colors[color]) & before.grid.all_marks)
        board = board.after(mark, color)
        if number % step == 0:
            agree(board, after)
            agree(board_at(after), after)


def test_the_largest_rectangle_has_its_worth() -> None:
    """256 squares, which must fit into an open rectangle."""
    state = marked("a1", "", size=16)
    agree(board_at(state), state)


@pytest.mark.parametrize("claiming", ["automatic", "by hand"])
def test_a_turn_claims_every_box_and_changes_no_board(claiming: str) -> None:
    for state in [*MISSED, *list(decisions({"size": 6, "claiming": claiming}, 1))[::8]]:
        if state.phase == MARKING:
            board, color = board_at(state), state.color_of(state.seat)
            for point in board.empty():
                agree(board.after(point, color), turn_ends(state, point))
            agree(board, state)


def test_a_mark_completes_the_boxes_that_the_rules_say_and_both_seats_agree_on_the_lead() -> None:
    """The expected lead doesn't depend on who is to move."""
    for state in decisions({"size": 8, "balance": "none"}, 5):
        board, color = board_at(state), state.color_of(state.seat)
        gains = state.grid.gains(state.colors[color], state.colors[1 - color])
        side, field = board.sides[color], board.ground.field
        for point in board.empty():
            squares = 0
            for box in field.rectangles_of(side.boxes(field.touch[point])):
                squares |= box.squares & ~side.owned
            assert squares.bit_count() == gains[point]
        black, white = (evaluate(board, color, REGRESSION)[0] for color in (BLACK, WHITE))
        assert black == pytest.approx(-white, abs=1e-9)


def test_the_strongest_are_the_first_of_the_points_sorted_by_score() -> None:
    rng = Random(1)
    for most in (1, 3, 16):
        for count in range(1, 40):
            scores = vec[float]([int(rng.random() * 9) / 2 for _ in range(count)])
            points = [point for point in range(count) if rng.random() < 0.8]
            by_score = sorted(points, key=lambda point: -scores[point])
            assert list(strongest(scores, vec[i64](points), most)) == by_score[:most]


def summed(state: Box, color: int) -> tuple[float, list[float]]:
    """Return what `evaluate` does, from the rectangles that a look at each one finds open."""
    rows = (REGRESSION.ones, REGRESSION.twos, REGRESSION.threes)
    grid, taken = state.grid, state.colors[BLACK] | state.colors[WHITE]
    lead, scores = board_at(state).lead(color), [0.0] * grid.points

    def add(points: int, score: float) -> None:
        for point in members(points):
            scores[point] += score

    for side in (color, 1 - color):
        is_own, sign = side == color, 1 if side == color else -1
        threats: dict[int, list[tuple[int, int, float, int]]] = {}
        for corners, found in looked_up(state, side).items():
            for box, worth in found:
                inside = grid.blocking[box] & grid.all_marks
                kind = sum(inside.bit_count() >= least for least in ROOMY)
                expected = [*(worth * row[kind] for row in rows), worth]
                if corners == 3:
                    missing = grid.corners(box) & ~taken
                    threats.setdefault(missing, []).append((box, worth, expected[2], inside))
                    continue
                lead += sign * expected[corners - 1]
                if is_own and corners < 3:
                    add(grid.corners(box), expected[corners] - expected[corners - 1])
                if not is_own and corners > 1:
                    add(inside, expected[corners - 1])
                if not is_own and corners == 2:
                    add(grid.corners(box), expected[1])
        for missing, boxes in threats.items():
            squares = 0
            for box, *_ in boxes:
                squares |= grid.squares_of[box]
            gain = (squares & ~state.colors[side]).bit_count()
            part = gain / sum(worth for _, worth, _, _ in boxes)
            add(missing, gain if is_own else 0)
            for _, _, won, inside in boxes:
                lead += sign * won * part
                add(missing, -sign * won * part)
                add(inside, 0 if is_own else won * part)
    return lead, scores


@pytest.mark.parametrize("claiming", ["automatic", "by hand"])
def test_the_lead_and_the_scores_are_sums_over_the_open_rectangles(claiming: str) -> None:
    """Whichever side is evaluated first; the board stays as it is."""
    states = list(decisions({"size": 8, "balance": "none", "claiming": claiming}, 5))[::4]
    for state in (*MISSED, *states):
        if state.phase == MARKING:
            board = board_at(state)
            for color in (BLACK, WHITE, BLACK):
                lead, scores = evaluate(board, color, REGRESSION)
                known_lead, known = summed(state, color)
                assert lead == pytest.approx(known_lead, abs=1e-9)
                for point in board.empty():
                    assert scores[point] == pytest.approx(known[point], abs=1e-9)
            agree(board, state)
