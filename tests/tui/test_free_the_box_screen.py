"""The board of Free the Box: the loop, the letters of its places, the log, and a word's key."""

import re
from itertools import pairwise
from typing import cast

import pytest
from bare_board import BareTable
from free_the_box_play import written
from people import ANN, BEN
from random_games import moved

from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.lines import ASCII, plain
from boxtui.play.match import Match, Seat, match_at
from boxtui.tui.boards.free_the_box import FreeTheBoxBoard
from boxtui.views.free_the_box_drawing import FreeTheBoxDrawing
from boxtui.views.free_the_box_loop import (
    ROWS,
    STEP,
    LoopSize,
    columns_for,
    loop_size,
    ring,
    short_names,
)
from boxtui.views.free_the_box_recent import FreeTheBoxTrail
from boxtui.views.free_the_box_signs import SIGNS, FreeTheBoxSelection

GAME = GAMES["free-the-box"]
TWO = [ANN, BEN]


def drawn(state: State, picked: FreeTheBoxSelection, size: LoopSize) -> list[str]:
    """Return the lines of the loop, without styles."""
    drawing = FreeTheBoxDrawing(cast("FreeTheBox", state), ASCII, picked, (), (), size)
    return [plain(line) for line in drawing.lines()]


def test_ftb_4_the_arrows_lead_down_the_left_side_and_along_the_bottom_to_the_right() -> None:
    places = ring(60, 15, 17)
    assert places[0] == (3, 0)
    assert places[11] == (14, 0)
    assert places[12] == (14, 1)


def test_places_have_two_letters_each_and_no_two_the_same_even_if_many_begin_alike() -> None:
    alike = [f"a{one}{other}" for one in "abcdefghij" for other in "klmnopqr"]
    for names in (["tree", "trash can", "truck", "tr", "t"], alike):
        short = short_names(names)
        assert len(set(short.values())) == len(names)
        assert {len(two) for two in short.values()} == {2}
        assert names is alike or all(two[0] == name[0] for name, two in short.items())
    assert short_names(["rain barrel"], ["ra"]) == {"rain barrel": "ri"}


@pytest.mark.parametrize("rows", [15, 19])
def test_no_text_in_the_middle_touches_the_number_of_a_space(rows: int) -> None:
    state, size = Match(GAME, {}, TWO, 5).state, loop_size(60, 80, rows)
    for at in range(60, 90):
        picked = FreeTheBoxSelection(notes=["word " * 3 + "x" * (at % 30), "z" * at], goal="y" * at)
        for line in drawn(state, picked, size):
            middle = line[size.step + 2 : size.cells - size.step]
            assert not re.search(r"[a-z]\d+\D?$", middle), line


def test_the_longest_colors_leave_room_beside_their_tokens() -> None:
    board = BOARD.replace(b" red", b" infrared").replace(b'"red', b'"infrared')
    shown = FreeTheBoxBoard(BareTable(Match(on_board(board), {}, TWO, 5)))
    told = "\n".join(map(plain, shown.board_lines(ROWS)))
    assert "infrared  not in  not in  not in  -" in told


@pytest.mark.parametrize("previews", [True, False])
def test_a_picked_move_marks_its_landing_but_what_it_does_only_with_previews(
    previews: bool,
) -> None:
    match = match_at(GAME, written("11,home,home;45,home,home", phase="move", die=4), TWO)
    shown = FreeTheBoxBoard(BareTable(match, previews=previews))
    told = "\n".join(map(plain, shown.board_lines(ROWS)))
    assert "ca@" in told
    assert ("x would be captured" in told, "other side" in told) == (previews, False)
    assert ("A to car 15, also on 45" in told) == previews


@pytest.mark.parametrize(("tokens", "text"), [("2,2,2", "r:3"), ("2,2,home", "rab")])
def test_no_mark_of_the_trail_covers_a_token_and_the_legend_names_only_what_is_drawn(
    tokens: str, text: str
) -> None:
    state = GAME.parse(written(f"{tokens};9,home,home", phase="move", die=1))
    for step in (STEP, STEP + 1):
        picked = FreeTheBoxSelection(trail=FreeTheBoxTrail(left={1: 0}, landed={8: 1}))
        told = "\n".join(drawn(state, picked, LoopSize(15, 17, step)))
        assert text in told.lower()
        assert ("- left" in told) is (step > STEP)
        assert "! came" in told
        gone = FreeTheBoxSelection(trail=FreeTheBoxTrail(arrived=(4,)))
        assert "! came" in "\n".join(drawn(state, gone, LoopSize(15, 17, step)))


@pytest.mark.parametrize(
    ("text", "how"),
    [("B:41-45", "move B from 41 to 45"), ("free", "press f (free)"), ("5", "5")],
)
def test_a_lesson_names_a_tokens_move_in_words(text: str, how: str) -> None:
    assert FreeTheBoxBoard.how_to_play(text) == how


@pytest.mark.parametrize(
    ("window", "size"),
    [
        ((52, 15), LoopSize(15, 17, 3)),
        ((52, 18), LoopSize(15, 17, 3)),
        ((52, 21), LoopSize(19, 13, 4)),
        ((52, 27), LoopSize(19, 13, 4)),
        ((68, 21), LoopSize(21, 11, 6)),
        ((68, 27), LoopSize(27, 5, 13)),
        ((86, 21), LoopSize(21, 11, 7)),
        ((86, 37), LoopSize(27, 5, 17)),
    ],
)
def test_the_loop_grows_with_the_window(window: tuple[int, int], size: LoopSize) -> None:
    assert loop_size(60, *window) == size


@pytest.mark.parametrize("length", [12, 59, 60, 61, 90, 120])
def test_a_loop_of_any_length_goes_around_in_its_window_and_has_room_inside(length: int) -> None:
    smallest = 3 * columns_for(length)
    for cells in range(smallest, 200, 7):
        for rows in (15, 19, 21, 27, 37, 60):
            size = loop_size(length, cells, rows)
            assert size.rows <= rows
            assert size.cells <= cells
            assert size.middle >= 37
            places = ring(length, size.rows, size.columns)
            assert len(places) == len(set(places)) == length
            assert all(0 <= row < size.rows and 0 <= at < size.columns for row, at in places)
            assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(places))


def test_a_mark_on_a_large_space_never_touches_the_next_space() -> None:
    match = match_at(GAME, written("55,home,home;58,45,home", phase="move", die=3), TWO)
    match.seats[0] = Seat("Cid", "random")
    board = FreeTheBoxBoard(BareTable(match))
    moved(match, "A", "8")
    board.look_back()
    lines = drawn(board.state, board._selection(), loop_size(60, 68, 27))
    assert lines[0].startswith("58 Ra shed!x|57 # PARK")


@pytest.mark.parametrize("window", [(68, 21), (86, 21), (68, 27), (86, 37)])
@pytest.mark.parametrize(("there", "tokens"), [("41", "R+B"), ("7", "Ra")])
def test_a_large_space_shows_all_tokens_there_and_what_it_is(
    window: tuple[int, int], there: str, tokens: str
) -> None:
    other = there if "+" in tokens else "45"
    match = match_at(GAME, written(f"{there},home,home;{other},home,home", phase="roll"), TWO)
    board = FreeTheBoxBoard(BareTable(match))
    told = "\n".join(drawn(board.state, board._selection(), loop_size(60, *window)))
    sign = SIGNS[board.state.table.board.kinds[int(there) - 1]]
    assert re.search(rf"{re.escape(tokens)} ?[a-z]?{re.escape(sign)}", told), told
    assert re.search(r"to go +A +B +C +kept\b", told), told
