"""What moved recently in Kimbo: the digest's words, and the marks on the board."""

import pytest
from bare_board import BareTable
from kimbo_boards import PEN
from kimbo_boards import drawn as picture_of

from boxtui.games import GAMES
from boxtui.games.kimbo.squares import SQUARE_NAMES
from boxtui.lines import ASCII, plain
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.kimbo import KimboBoard
from boxtui.views.games import words_of

ANN, BEN, GREEN = Seat("Ann", HUMAN), Seat("Ben", HUMAN), Seat("Green", "random")
YELLOW = Seat("Yellow", "random")

MEETING = """
12 . . . R . . . . . . Y
11 . . . .
4  . . . . . . . . . . ."""
"""Red's d12 is 7 squares west of Yellow's k12."""


def played(match: Match, *moves: str) -> tuple[Match, Recent]:
    """Return the match after these moves, watched from its start."""
    recent = Recent(Viewer(match))
    for move in moves:
        match.play(match.state.read_move(move))
    return match, recent


def from_picture(picture: str, *seats: Seat, home: str = "", seat: int = 1) -> Match:
    text = picture_of(picture, home=home, seats=len(seats), seat=seat).text()
    return match_at(GAMES["kimbo"], text, list(seats))


def digest(match: Match, recent: Recent) -> list[tuple[int, str]]:
    return words_of(match, recent.viewer).digest(recent)


def looked_back(match: Match, recent: Recent) -> KimboBoard:
    table = BareTable(match)
    table.recent = recent
    board = KimboBoard(table)
    board.look_back()
    return board


def row_of(board: KimboBoard, row: int, rows: int = 21) -> str:
    return plain(board.board_lines(rows)[15 - row])


def cells_at(board: KimboBoard, name: str) -> str:
    """Return a square's cell with the one before and the one after."""
    square = SQUARE_NAMES[name]
    return row_of(board, square // 15 + 1)[2 + 3 * (square % 15) :][:3]


def test_a_digest_says_where_a_fence_and_a_piece_went() -> None:
    match, recent = played(
        from_picture(MEETING, ANN, YELLOW, seat=2), "F d13/e13>h3/h4", "5 4", "5+4 k12-b12"
    )
    assert digest(match, recent) == [(1, "fence d13/e13 to h3/h4, k12 to b12 by 5+4")]


@pytest.mark.parametrize(
    ("seats", "words"),
    [((YELLOW, ANN), "captured YOUR piece"), ((YELLOW, GREEN), "captured Yellow's piece")],
)
def test_a_captured_piece_is_yours_only_if_the_viewer_lost_it(
    seats: tuple[Seat, Seat], words: str
) -> None:
    match, recent = played(from_picture(MEETING, *seats), "-", "5 2", "5+2 d12xk12@o1")
    assert digest(match, recent) == [(0, f"d12 to k12 by 5+2, {words}")]


def test_a_person_at_the_same_terminal_reads_what_the_other_did_to_them() -> None:
    match, recent = played(from_picture(MEETING, ANN, BEN), "-", "5 2", "5+2 d12xk12@o1")
    assert digest(match, recent) == [(0, "d12 to k12 by 5+2, captured YOUR piece")]


def test_a_seat_that_left_its_fences_and_could_not_move_is_reported() -> None:
    match, recent = played(from_picture(MEETING, ANN, YELLOW), "-")
    assert digest(match, recent) == [(0, "no fence moved")]


def test_pieces_that_came_home_are_counted() -> None:
    match, recent = played(
        from_picture("6  . . . . . . . R . . . . . . .", ANN, YELLOW, home="R"),
        "-",
        "6 1",
        "1 h6-HOME",
    )
    assert digest(match, recent) == [(0, "h6 to HOME by 1, 2 pieces are HOME")]


def test_a_captured_piece_and_its_capturer_are_marked_where_they_are_and_were() -> None:
    board = looked_back(*played(from_picture(MEETING, YELLOW, ANN), "-", "5 2", "5+2 d12xk12@o1"))
    assert cells_at(board, "k12") == "(R)"
    assert cells_at(board, "d12") == " r "
    assert cells_at(board, "o2") == "(Y)"


def test_a_fence_is_marked_where_it_is_and_was() -> None:
    match, recent = played(
        Match(GAMES["kimbo"], {}, [YELLOW, ANN], 1), "6 5", "2 1", "F d3/d4>d5/d6"
    )
    board = looked_back(match, recent)
    assert cells_at(board, "d6") == "(_)"
    assert cells_at(board, "d4") == "x.x"
    match.take_back_to(2)
    match.play(match.state.read_move("F d3/d4>d5/e5"))
    board.look_back()
    assert row_of(board, 5)[3 + 3 * 3 :][:4] == ".(|)"


def test_a_fence_that_moved_under_a_piece_is_lit_and_hides_nothing() -> None:
    match = from_picture(MEETING, YELLOW, ANN)
    board = looked_back(*played(match, "F f13/g13>d11/d12"))
    assert cells_at(board, "d12") == "_R_"
    lit = [piece for piece in board.board_lines(21)[3] if piece.style == "chosen"]
    assert [(piece.text, piece.target) for piece in lit] == [("_", "d11/d12")]


def test_a_fence_that_moved_beside_a_moved_piece_does_not_hide_its_brackets() -> None:
    match = from_picture(MEETING, YELLOW, ANN)
    board = looked_back(*played(match, "F f13/g13>k12/l12", "5 2", "5+2 d12xk12@o1"))
    assert row_of(board, 12)[2 + 3 * 10 :][:4] == "(R)|"
    lit = [piece for piece in board.board_lines(21)[3] if piece.style == "chosen"]
    assert [(piece.text, piece.target) for piece in lit] == [("|", "k12/l12")]


def test_marks_are_gone_in_the_position_before_the_moves() -> None:
    match, recent = played(from_picture(MEETING, YELLOW, ANN), "-", "5 2", "5+2 d12xk12@o1")
    board = looked_back(match, recent)
    match.take_back_to(0)
    board.look_back()
    assert cells_at(board, "d12") == " R "
    assert "(" not in "".join(row_of(board, row) for row in range(1, 16))


def test_every_mark_is_an_ascii_sign() -> None:
    board = looked_back(*played(from_picture(PEN, YELLOW, ANN), "-", "5 2"))
    assert all(plain(line).isascii() for line in board.board_lines(21))
    assert board.glyphs is ASCII
