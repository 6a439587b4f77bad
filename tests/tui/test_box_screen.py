"""The board of Box: large grids, the cursor, and the keys of a turn and resigning on a terminal."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from bare_board import BareTable, board_of, places_on
from canvas_text import text_of, until_gone, until_shown
from game_screens import FirstMoves, playing, press, settled, until
from people import ANN, BEN, COMPUTER
from played import boxtui
from random_games import moved

from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.box.moves import DONE, PASS, RESIGN
from boxtui.games.box.notation import COLUMNS, move_in
from boxtui.lines import UNICODE, Line, glyphs_for, plain, width
from boxtui.play.match import Match
from boxtui.play.replay import apply
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.screens.game import GameScreen
from boxtui.views.box import PREVIEWED
from saves.events import SeatChange


def match(*moves: str, **options: OptionValue) -> Match:
    """Return a game of Box with these moves played."""
    return moved(Match(GAMES["box"], {"balance": "none", **options}, [ANN, BEN], 1), *moves)


def drawn(board: BoxBoard, rows: int = 22) -> list[str]:
    return [plain(line) for line in board.board_lines(rows)]


@pytest.mark.parametrize("size", [6, 12, 16])
def test_the_cursor_is_always_in_view(size: int) -> None:
    scrolled, rng = BoxBoard(BareTable(match(size=size))), Random(1)
    for _ in range(100):
        scrolled.action_move(*rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (3, 3)]))
        for rows in (9, 15, 22):
            lines = drawn(scrolled, rows)
            assert len(lines) <= rows
            assert sum("[" in line and "]" in line for line in lines) == 1


@pytest.mark.parametrize("size", [6, 10, 16])
@pytest.mark.parametrize("rows", [9, 15, 19, 22])
def test_arrows_say_exactly_where_rows_of_a_grid_are_out_of_view(size: int, rows: int) -> None:
    scrolled = BoxBoard(BareTable(match(size=size)))
    for _ in range(size + 1):
        first, *others = (line[:3] for line in drawn(scrolled, rows))
        shown_rows = {int(place[1:]) for place in places_on(scrolled, rows)}
        assert ("^" in first) == (size + 1 not in shown_rows)
        assert ("v" in "".join(others)) == (1 not in shown_rows)
        scrolled.action_move(0, -1)


@pytest.mark.parametrize("rows", [9, 12, 15])
def test_the_last_mark_is_in_view_wherever_it_fits_beside_the_cursor(rows: int) -> None:
    for mark in ("a1", "q17", "h9", "i4"):
        table = BareTable(match(mark, size=16))
        board = BoxBoard(table)
        last = int(mark[1:])
        for row in range(1, 18):
            board.pick(board.state.read_move(f"c{row}"))
            lines = drawn(board, rows)
            assert any("[" in line for line in lines)
            fits = abs(row - last) < rows - 1
            assert any("(" in line for line in lines) == fits, (mark, row)


@pytest.mark.parametrize(("size", "side"), [(10, 32), (12, 24), (14, 24), (16, 24)])
def test_a_large_grid_fits_whole_at_80_by_24(size: int, side: int) -> None:
    large = BoxBoard(BareTable(match(size=size)))
    assert max(map(width, large.board_lines(22))) <= large.cells <= 80 - side
    assert len(places_on(large, 22)) == (size + 1) ** 2
    assert len(large.board_lines(38)) == 2 * size + 2


@pytest.mark.parametrize(("size", "rows"), [(10, 21), (10, 22), (10, 15), (6, 13), (14, 15)])
def test_each_column_has_its_letter_even_where_the_grid_takes_all_rows(
    size: int, rows: int
) -> None:
    marks = ("a2", "e5", "a3", "e6", "c2", "e7", "c3")
    board = BoxBoard(BareTable(match(*marks, size=size)))
    board.pick(0)
    lines = board.board_lines(rows)
    assert len(lines) == rows
    for letter in COLUMNS[: size + 1]:
        column = column_of(f"{letter}1", lines)
        assert letter in [plain(line).ljust(column + 1)[column] for line in lines[-2:]]


def column_of(point: str, lines: Sequence[Line]) -> int:
    """Return the column in which an intersection without a mark beside it is drawn."""
    for line in lines:
        cells = [piece.target for piece in line for _ in piece.text]
        if point in cells:
            return cells.index(point) + 1
    raise AssertionError(point)


def test_without_color_no_sign_of_the_grid_depends_on_how_bright_it_is() -> None:
    board = board_of(match("a1", "b1"), glyphs_for(ascii_only=False, color=False))
    drawn = "".join(map(plain, board.board_lines(22)))
    assert {"X", "O", UNICODE.point} <= set(drawn)
    assert not set(drawn) & {*UNICODE.marks, *UNICODE.squares}


def test_resigning_is_typed_and_ends_the_game(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "box", "--seed", "3") as terminal:
        terminal.go("Start the game", "s", "The first mark")
        terminal.go(": type or resign", ":")
        terminal.go("resign, or press Esc:", "resign\r", "Seat 2 wins")


def test_a_board_that_takes_no_keys_shows_no_cursor_but_for_a_pick_that_is_marked() -> None:
    table = BareTable(match("a1", size=6), marks=False)
    board = BoxBoard(table)
    assert "[" in "".join(drawn(board))
    board.can_focus = False
    assert "[" not in "".join(drawn(board))
    table.marks = True
    assert "[" in "".join(drawn(board))


@pytest.mark.parametrize(
    ("balance", "moves", "asked"),
    [
        ("swap", ("black f6",), "Which color do you pick?"),
        ("bid", (), "Enter bids 0 to mark first"),
    ],
)
async def test_where_no_intersection_is_picked_no_cursor_is_drawn(
    balance: str, moves: tuple[str, ...], asked: str
) -> None:
    async with playing(match(*moves, balance=balance, first="seat 1")) as (pilot, screen):
        await until_shown(pilot, "side", asked)
        assert "[" not in text_of(pilot, "board")
        assert ("↑↓←→" in text_of(pilot, "keys")) == (balance == "bid")
        picks = screen.board.picks
        await press(pilot, "up")
        assert (screen.board.picks == picks) == (balance == "swap")
        await pilot.click(screen.board, offset=(4, 0))
        assert "[" not in text_of(pilot, "board")
        assert screen.may_decide()


async def test_v_says_what_it_switches_and_is_offered_only_where_it_shows_something() -> None:
    async with playing(match("a1", "k11")) as (pilot, screen):
        for said in ("Shown until", "No longer shown"):
            await press(pilot, "v")
            await until(pilot, partial(says, screen, said))
        for move in ("a2", "k10", "b1", "k9"):
            screen.match.apply(screen.match.state.read_move(move))
        await press(pilot, "v")
        await until(pilot, partial(says, screen, "Shown until"))
        assert "No mark would" not in screen.message.text
        assert "+" in text_of(pilot, "board")
        assert "v boxes" in text_of(pilot, "keys")
        screen.match.apply(RESIGN)
        screen.draw()
        await until_gone(pilot, "keys", "v boxes")


@pytest.mark.parametrize(
    ("marks", "computers", "sign", "legend"),
    [
        ("a1 k11 a2 k9 b1", (0,), "!", "! would give your opponent one"),
        ("a1 k11 a2 k9 b1", (1,), "+", "+ would give you a box"),
        ("a1 k11 a2 k9 b1", (), "!", "+ would give you a box"),
        ("a1 k11 a2 k9 b1", (0, 1), "!", "! would give Ann one"),
        ("a1 d4 a2 b4 b1 d2", (0,), "&", "& would give either player one"),
        ("a1 d4 a2 b4 b1 d2", (1,), "&", "& would give either player one"),
    ],
)
def test_v_shows_what_the_person_who_looks_could_win_also_while_a_computer_decides(
    marks: str, computers: tuple[int, ...], sign: str, legend: str
) -> None:
    threatened = match(*marks.split())
    for seat in computers:
        apply(threatened, SeatChange(seat, "level1"))
    board = BoxBoard(BareTable(threatened))
    board.action_show()
    row = next(line for line in drawn(board) if line.startswith(" 2 "))
    assert row[3:].split()[1] == sign
    assert legend in board.status_words()


def says(screen: GameScreen, words: str) -> bool:
    return screen.message.text.startswith(words)


async def test_the_text_beside_the_grid_doesnt_touch_the_cursor_in_the_last_column() -> None:
    async with playing(match()) as (pilot, screen):
        screen.board.pick(screen.match.state.read_move("k6"))
        for size in ((70, 24), (71, 24), (80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            reach = max(map(width, screen.board.board_lines(screen.board.size.height)))
            assert not screen.has_side or reach < screen.board.size.width
            assert screen.has_side == (size != (70, 24))


def test_on_the_last_mark_the_cursor_hides_its_brackets_names_it_and_offers_no_other() -> None:
    board = BoxBoard(BareTable(match("f6")))
    board.pick(board.state.read_move("f5"))
    assert "(X)" in "".join(drawn(board))
    assert "( ) marked last" in board.status_words()
    assert board.enter_words == "mark"
    board.action_move(0, 1)
    assert board.enter_words == ""
    assert "[X]" in "".join(drawn(board))
    assert "[ ] marked last" in board.status_words()
    assert "Cursor: f6, marked last" in board.status_words()


def test_a_review_says_which_mark_wins_the_squares_with_a_sign() -> None:
    board = BoxBoard(BareTable(match("a1", "d4", "a2", "d6", "a3", "f4", "a4"), marks=True))
    board.pick(board.state.read_move("f6"))
    assert PREVIEWED in "".join(drawn(board))
    assert f"[ ] played, wins {PREVIEWED}" in board.status_words()
    assert "> < played" not in board.status_words()
    board.other = board.state.read_move("k11")
    assert "> < played" in board.status_words()
    board.pick(board.state.read_move("k11"))
    assert "[ ] best" in board.status_words()


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ((), ["marks first", "picks next"]),
        (("black f6",), ["marked first", "picks a color"]),
        (("black f6", "take white"), ["X black 0", "O white 0"]),
    ],
)
def test_box_12_until_colors_are_picked_the_seats_say_what_each_does(
    moves: tuple[str, ...], told: list[str]
) -> None:
    swapped = match(*moves, balance="swap", first="seat 1")
    board = BoxBoard(BareTable(swapped))
    assert board.words.seat_words(board.glyphs) == told


async def test_below_the_board_in_a_narrow_window_v_says_what_its_signs_mean() -> None:
    async with playing(match("a1"), size=(60, 20)) as (pilot, screen):
        await press(pilot, "v")
        legend = " ".join(f"{words}." for words in screen.board.status_words()[-3:])
        await until_shown(pilot, "message", legend)


@pytest.mark.parametrize("size", [8, 10])
async def test_a_narrow_window_tells_the_color_picked_and_the_board_stays_in_its_rows(
    size: int,
) -> None:
    begun = Match(GAMES["box"], {"size": size, "first": "seat 1"}, [ANN, COMPUTER], 1)
    searcher = FirstMoves(holds=True)

    def first_row() -> int:
        rows = text_of(pilot, "board").splitlines()
        return next(at for at, row in enumerate(rows) if row.startswith(f"{size + 1:2} "))

    async with playing(begun, searcher=searcher, size=(60, 20)) as (pilot, screen):
        place = first_row()
        await press(pilot, "b")
        await until(pilot, lambda: searcher.thinking)
        assert first_row() == place
        searcher.goes_on.set()
        await until(pilot, screen.may_decide)
        told = "Computer takes black"
        await until(pilot, lambda: told in text_of(pilot, "board") + text_of(pilot, "message"))
        for key in ("right", "enter", "u"):
            await press(pilot, key)
            await until(pilot, screen.may_decide)
            assert first_row() == place
        assert len(text_of(pilot, "keys").splitlines()) == 2


async def test_a_narrow_window_shows_the_seats_and_the_letters_of_the_columns_at_any_height() -> (
    None
):
    async with playing(match("a1"), size=(60, 20)) as (pilot, screen):
        for rows in range(20, 33):
            await pilot.resize_terminal(60, rows)
            await settled(pilot)
            shown = text_of(pilot, "board")
            assert "Ann: " in shown, rows
            assert "Ben: " in shown, rows
            assert "abcdefghijk" in shown.replace(" ", ""), rows
            assert screen.board.size.height >= screen.board.rows


def one_to_claim() -> Match:
    """Return a game at the claims of Ann, who has a box."""
    return match("a1", "k11", "a2", "k10", "b1", "k9", "b2", claiming="by hand")


def nothing_to_claim() -> Match:
    """Return a game at the claims of Ann, who has claimed all that she can."""
    marks = ("a1", "g7", "a6", "f5", "f1", "d7", "f6")
    return match(*marks, "a1-f6", claiming="by hand", size=6)


@pytest.mark.parametrize(("best", "is_on_place"), [("done", False), ("a1-b2", True)])
def test_a_review_marks_no_intersection_for_the_end_of_a_turn(best: str, is_on_place: bool) -> None:
    board = BoxBoard(BareTable(one_to_claim(), marks=True))
    board.can_focus = False
    board.pick(board.state.read_move(best))
    assert ("[" in "".join(drawn(board))) == is_on_place
    assert ("{ } [ ] played" in board.status_words()) == is_on_place


async def test_only_a_mark_of_ones_own_is_picked_as_the_corner_of_a_claim() -> None:
    async with playing(one_to_claim()) as (pilot, screen):
        board = screen.board
        assert isinstance(board, BoxBoard)
        for point, is_own in (("f6", False), ("k11", False), ("a2", True)):
            board.cursor = move_in(point, board.grid)
            await press(pilot, "enter")
            refused = f"{point} isn't your mark"
            assert says(screen, "" if is_own else refused)
            assert ("opposite corner" in " ".join(board.status_words())) == is_own
            await press(pilot, "left")
            assert screen.message.text == ""
        await press(pilot, "enter")
        assert screen.message.text.startswith("a2 is no longer a corner")


async def test_a_refused_second_corner_keeps_the_first_and_d_first_lets_go_of_it() -> None:
    async with playing(one_to_claim()) as (pilot, screen):
        board, moves = screen.board, screen.match.moves
        assert isinstance(board, BoxBoard)
        plies = len(moves)

        async def enter_at(point: str) -> None:
            board.cursor = move_in(point, board.grid)
            await press(pilot, "enter")
            await settled(pilot)

        await enter_at("a1")
        for point, refusal in (
            ("a2", "Name two opposite corners"),
            ("d4", "a1-d4 is not your box"),
        ):
            await enter_at(point)
            assert refusal in screen.message.text
            assert "a1 and which opposite corner?" in " ".join(board.status_words())
        await press(pilot, "d")
        assert screen.message.text == "a1 is no longer a corner: press d again to end your turn."
        assert len(moves) == plies
        await enter_at("a1")
        await enter_at("d4")
        await enter_at("b2")
        assert screen.match.state.move_text(moves[plies]) == "a1-b2"


def test_box_17_from_a_pass_every_arrow_offers_the_lowest_raise() -> None:
    bidding = match("bid 2.5", balance="bid", size=6, first="seat 1")
    board = BoxBoard(BareTable(bidding))
    for columns, rows in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        board.pick(PASS)
        board.action_move(columns, rows)
        assert board.picked_move == board.state.read_move("bid 3")
    board.action_move(0, 1)
    assert board.picked_move == board.state.read_move("bid 3.5")


async def test_enter_does_what_a_hint_names_if_it_has_its_own_key_until_a_key_or_click_picks() -> (
    None
):
    async with playing(nothing_to_claim()) as (pilot, screen):
        board, moves = screen.board, screen.match.moves
        assert isinstance(board, BoxBoard)
        plies = len(moves)
        board.cursor = move_in("a1", board.grid)
        await press(pilot, "h")
        await until(pilot, lambda: "Hint: done" in screen.message.text)
        assert "Enter end the turn" in text_of(pilot, "keys")
        board.clicked("a1")
        assert board.entered_move is None
        assert "opposite corner" in " ".join(board.status_words())
        assert len(moves) == plies
        await press(pilot, "escape", "h")
        await until_shown(pilot, "keys", "Enter end the turn")
        await press(pilot, "left", "right")
        assert "Enter end the turn" not in text_of(pilot, "keys")
        await press(pilot, "h")
        await until_shown(pilot, "keys", "Enter end the turn")
        await press(pilot, "enter")
        await until(pilot, lambda: len(moves) > plies)
        assert moves[plies] == DONE


async def test_the_cursor_follows_a_typed_mark_but_not_a_refused_one() -> None:
    async with playing(match("a1", "b1")) as (pilot, screen):
        board = screen.board
        assert isinstance(board, BoxBoard)
        for typed, cursor in (("c3", "c3"), ("a1", "c3"), ("h7", "h7")):
            await press(pilot, "colon", *typed, "enter")
            await until(pilot, lambda: not screen.line_is_open or screen.message.text)
            if screen.line_is_open:
                await press(pilot, "escape")
            assert board.cursor == move_in(cursor, board.grid)
