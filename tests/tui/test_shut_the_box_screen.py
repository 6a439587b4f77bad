"""The board of Shut-the-Box: the tiles that fell last, the last throw, and the digest of a turn."""

import pytest
from bare_board import BareTable, board_of, places_on
from shut_the_box_play import turn

from boxtui.games import GAMES
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.shut_the_box import ShutTheBoxBoard
from boxtui.views.games import words_of

pytestmark = pytest.mark.tui

ANN, BEN = Seat("Ann", HUMAN), Seat("Ben", "random")
TALL, LOW = 21, 13
OVER = ("6 6", "9+3", "6 6", "8+4", "6 6", "7+5", "6 6")
"""A whole turn, which ends because nothing fits."""


def played(*moves: str, seat: int = 2, up: str = "1,2,3,4,5,6,7,8,9") -> Match:
    """Return a match after these moves from a turn in which these tiles are up."""
    scores = "-,-" if seat == 1 else "149,-"
    match = match_at(GAMES["shut-the-box"], turn(up, scores=scores, seat=seat).text(), [ANN, BEN])
    for move in moves:
        match.play(match.state.read_move(move))
    return match


def drawn(match: Match, rows: int = TALL) -> list[str]:
    return [plain(line).rstrip() for line in board_of(match).board_lines(rows)]


def digest(match: Match) -> list[tuple[int, str]]:
    viewer = Viewer(match)
    return words_of(match, viewer).digest(Recent(viewer))


def test_the_tiles_that_fell_last_show_their_numbers_the_others_that_are_down_lie_flat() -> None:
    rows = drawn(played("5 3", "8", "5 4", "7+2"))
    assert rows[2] == "  | 1 |  v  | 3 || 4 || 5 || 6 |  v       | 9 |"
    assert rows[3] == "  +---+ -2- +---++---++---++---+ -7-  --- +---+"


def test_fallen_tiles_stay_marked_over_a_throw_until_the_next_ones_fall() -> None:
    match = played("5 3", "8", "5 4")
    assert "-8-" in drawn(match)[3]
    match.play(match.state.read_move("9"))
    assert "-9-" in drawn(match)[3]
    assert "-8-" not in drawn(match)[3]


def test_tiles_that_fell_in_an_earlier_turn_are_not_marked() -> None:
    match = played(*OVER, seat=1)
    assert "-7-" in drawn(match)[3]
    match.play(match.state.read_move("5 3"))
    assert "v" not in "".join(drawn(match)[:4])


@pytest.mark.parametrize(
    ("moves", "dice", "words"),
    [
        (("5 3",), "5 3", "8 to lay down"),
        (("5 3", "8"), "5 3", "8 laid down"),
        (OVER, "6 6", "12: nothing fits"),
    ],
)
def test_the_last_throw_stays_on_the_table_with_its_result(
    moves: tuple[str, ...], dice: str, words: str
) -> None:
    match = played(*moves, seat=1)
    assert any(f"  {dice}: {words}" == line for line in drawn(match, LOW))
    assert any(words in line for line in drawn(match))
    assert any("o   o" in line or "o    " in line for line in drawn(match))


def test_a_digest_lists_what_a_turn_laid_down_and_its_score() -> None:
    assert digest(played(*OVER[:4], seat=1)) == [(0, "laid down 9+3, 8+4")]
    assert digest(played(*OVER, seat=1)) == [(0, "laid down 9+3, 8+4, 7+5, scored 126")]
    assert digest(played("1", "1", seat=2, up="1")) == [(1, "laid down 1, shut the box")]


def test_in_a_tall_window_tiles_are_taller_in_the_same_places_and_width() -> None:
    match = played("5 3", "8", "5 4")
    for glyphs in (ASCII, UNICODE):
        board = board_of(match, glyphs)
        small, large = board.board_lines(TALL), board.board_lines(27)
        assert len(large) == len(small) + 2 <= 21
        assert all(width(line) < board.cells for line in large)
        assert places_on(board, 27) == places_on(board, TALL)
    assert drawn(match, 27)[5].count("---+") == drawn(match)[3].count("---+") == 8


def test_the_scores_and_the_tiles_up_in_the_current_turn_stand_beside_the_names() -> None:
    board = board_of(played("5 3", "8"))
    assert board.seat_words() == ["scored 149", "12,345,679 so far"]
    assert board_of(played("5 3", "8", seat=1)).seat_words() == ["12,345,679 so far", "no turn yet"]


def test_the_prompt_says_which_tiles_enter_would_lay_down_and_which_would_stay_up() -> None:
    match = played("5 3")
    match.seats[1] = Seat("Ben", HUMAN)
    board = ShutTheBoxBoard(BareTable(match))
    assert board.status_words() == ["Pick tiles that add up to 8."]
    assert plain(board.board_lines(22)[-1]) == "  Tiles up, read as one number: 123,456,789"
    board.action_pick_tile(3)
    assert board.status_words() == ["Pick tiles that add up to 8, not 3."]
    board.action_pick_tile(5)
    assert board.status_words() == ["Enter lays down 3 and 5; 1 2 4 6 7 8 9 would score 1,246,789."]


def test_the_prompt_says_that_a_set_shuts_the_box() -> None:
    match = played("3", up="1,2")
    match.seats[1] = Seat("Ben", HUMAN)
    board = board_of(match)
    board.pick(0b11)
    assert board.status_words() == ["Enter lays down 1 and 2; that shuts the box."]
