"""The board of Box: drawn without a terminal, and played on a terminal by keys and by mouse."""

from pathlib import Path
from random import Random

import pytest
from bare_board import BareTable, board_of, lines_of
from played import boxtui, library_in

from boxtui.core import OVER, OptionValue
from boxtui.games import GAMES
from boxtui.lines import ASCII, UNICODE, glyphs_for, plain, width
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.widgets.canvas import Canvas

pytestmark = pytest.mark.tui

ENTER = "\r"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
SEATS = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]


def match(*moves: str, **options: OptionValue) -> Match:
    """Return a game of Box with these moves played."""
    begun = Match(GAMES["box"], {"balance": "none", **options}, SEATS, 1)
    for move in moves:
        begun.play(begun.state.read_move(move))
    return begun


def board(*moves: str, **options: OptionValue) -> BoxBoard:
    return BoxBoard(BareTable(match(*moves, **options)))


def drawn(of: BoxBoard, rows: int = 22) -> list[str]:
    return [plain(line) for line in of.board_lines(rows)]


def test_the_whole_board_of_10_by_10_fits_beside_its_text_at_80_by_24() -> None:
    whole = board()
    lines = whole.board_lines(22)
    assert len(lines) == 22
    assert max(width(line) for line in lines) <= whole.cells <= 80 - 32
    assert len({piece.target for line in lines for piece in line} - {""}) == 121


def test_marks_and_squares_are_told_apart_without_color() -> None:
    shown = board("a1", "d1", "a2", "d2", "b1", "e1", "b2", "e2", "g7", size=6)
    assert drawn(shown, 14)[10:] == [
        " 2  X   X   .   O   O   .   . ",
        "      x           o           ",
        " 1  X   X   .   O   O   .   . ",
        "    a   b   c   d   e   f   g",
    ]


def test_lines_between_two_squares_of_a_color_are_filled() -> None:
    played = match("a1", "g7", "a3", "g6", "c1", "e7", "c3", size=6)
    assert drawn(BoxBoard(BareTable(played, glyphs=UNICODE)), 14)[8:13] == [
        " 3  ●   ·  (●)  ·   ·   ·   · ",
        "     ▓*▓▓▓*▓                  ",
        " 2  ·▓▓▓·▓▓▓·   ·   ·   ·   · ",
        "     ▓*▓▓▓*▓                  ",
        " 1  ●   ·   ●   ·   ·   ·   · ",
    ]


def test_the_squares_that_the_mark_would_win_are_shown_before_it_is_made() -> None:
    waiting = board("c2", "a6", "c5", "g7", "f2", "a1")
    waiting.pick(waiting.state.read_move("f5"))
    assert "f5 claims 9 squares" in waiting.status_words()
    assert sum(line.count("+") for line in drawn(waiting)) == 9
    waiting.pick(waiting.state.read_move("h8"))
    assert "h8 claims nothing" in waiting.status_words()


def test_on_request_threats_and_what_the_last_turn_won_are_shown() -> None:
    threatened = board("c2", "a6", "c5", "g7", "f2", "a1")
    assert "+" not in "".join(drawn(threatened))
    threatened.action_show()
    f5 = drawn(threatened)[2 * (11 - 5)]
    assert f5[4 + 4 * 5] == "+"
    other = board("c2", "a6", "c5", "g7", "f2")
    other.action_show()
    assert drawn(other)[12][4 + 4 * 5] == "!"
    won = board("c2", "a6", "c5", "g7", "f2", "a1", "f5")
    assert "( ) marked last, * won with it" in won.status_words()
    assert sum(line.count("*") for line in drawn(won)) == 9


@pytest.mark.parametrize("size", [6, 12, 16])
def test_the_cursor_is_always_in_view(size: int) -> None:
    scrolled = board(size=size)
    rng = Random(1)
    for _ in range(100):
        scrolled.action_move(*rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1), (3, 3)]))
        for rows in (9, 15, 22):
            lines = drawn(scrolled, rows)
            assert len(lines) <= rows
            assert sum("[" in line and "]" in line for line in lines) == 1


def test_all_marks_since_the_players_last_turn_are_marked() -> None:
    assert "\n".join(drawn(board("a1", "b6", size=6), 14)).count("(") == 1
    begun = match("a1", "b6", "c5", size=6)
    waiting = Match(begun.game, begun.options, [Seat("Ann", HUMAN), Seat("Computer", "level1")], 1)
    for move in begun.moves:
        waiting.play(move)
    shown = BoxBoard(BareTable(waiting))
    text = "\n".join(drawn(shown, 14))
    assert "(X)" in text
    assert "(O)" not in text
    waiting.play(waiting.state.read_move("e2"))
    shown.look_back()
    text = "\n".join(drawn(shown, 14))
    assert "(O)" in text
    assert "(X)" not in text


def test_the_digest_says_what_was_marked_and_won() -> None:
    won = board("c2", "a6", "c5", "g7", "f2", "a1", "f5")
    assert won.words.digest(won.host.recent) == [(0, "f5, 9 squares won")]
    swap = board("black c4", balance="swap")
    assert swap.words.digest(swap.host.recent) == [(0, "black c4")]


def test_the_swap_is_explained_to_the_player_who_picks_a_color() -> None:
    picking = board("black c4", balance="swap")
    said = "Black has the first mark, but white marks next."
    assert any(said in words for words in picking.status_words())
    assert any(said in words for words in picking.words.now_words())
    other = board("white c4", balance="swap")
    assert any("White has the first mark" in words for words in other.status_words())


@pytest.mark.parametrize("size", [12, 14, 16])
def test_a_large_grid_fits_whole_at_80_by_24(size: int) -> None:
    large = board(size=size)
    lines = large.board_lines(22)
    assert max(width(line) for line in lines) <= large.cells <= 80 - 24
    assert len({piece.target for line in lines for piece in line} - {""}) == (size + 1) ** 2
    spacious = large.board_lines(38)
    assert len(spacious) == 2 * size + 2


def test_in_a_compact_grid_a_square_is_drawn_on_its_lower_edge() -> None:
    compact = board("a1", "d1", "a2", "d2", "b1", "e1", "b2", "e2", "g7", size=12)
    assert [line[:24] for line in drawn(compact, 14)[11:]] == [
        " 2  X  X  .  O  O  .  . ",
        " 1  Xx X  .  Oo O  .  . ",
        "    a  b  c  d  e  f  g ",
    ]
    assert "A square is drawn between its lower two corners" in compact.status_words()


def test_a_click_moves_the_cursor_and_one_on_the_cursor_marks() -> None:
    table = BareTable(match())
    clicked = BoxBoard(table)
    clicked.on_canvas_pressed(Canvas.Pressed("c4"))
    assert table.played == []
    clicked.on_canvas_pressed(Canvas.Pressed("c4"))
    assert table.played == ["c4"]


def test_without_color_no_sign_of_the_grid_depends_on_how_bright_it_is() -> None:
    board = board_of(match("a1", "b1"), glyphs_for(ascii_only=False, color=False))
    drawn = "".join(map(plain, board.board_lines(22)))
    assert {"X", "O", UNICODE.point} <= set(drawn)
    assert not set(drawn) & {*UNICODE.marks, *UNICODE.squares}


def test_both_sets_of_glyphs_draw_the_same_board() -> None:
    ascii_lines = lines_of(match("a1", "b1"), 22)
    assert all(plain(line).isascii() for line in ascii_lines)
    assert len(UNICODE.marks) == len(ASCII.marks) == len(UNICODE.squares) == len(ASCII.squares) == 2


def test_the_keys_of_a_turn_leave_the_board_its_letters(tmp_path: Path) -> None:
    record = Record.begin(match(), library_in(tmp_path))
    record.close()
    with boxtui(tmp_path, "resume") as terminal:
        for keys, shown in ((":f6\r", "Ben's turn"), ("u", "r redo"), ("r", "l log")):
            terminal.reply("a   b   c", keys)
            terminal.wait_until(shown)
        terminal.wait_until("a   b   c")


def begun(home: Path, **options: OptionValue) -> None:
    """Save a game between two people, for `boxtui resume`."""
    Record.begin(match(**options), library_in(home)).close()


def test_boxes_are_claimed_by_hand_by_two_corners(tmp_path: Path) -> None:
    begun(tmp_path, claiming="by hand")
    with boxtui(tmp_path, "resume") as terminal:
        terminal.wait_until("Box, 10 × 10")
        for at, point in enumerate(("c2", "a1", "c5", "a2", "f2", "a4", "f5")):
            terminal.send(f":{point}{ENTER}")
            terminal.wait_until(f"{('Ann', 'Ben')[at % 2]} {point}")
        terminal.wait_until("Claim a box by two corners")
        terminal.send(LEFT * 3 + DOWN + ENTER)  # from f6, where the cursor is, to c5
        terminal.reply("c5 and which opposite corner?", RIGHT * 3 + DOWN * 3 + ENTER)
        terminal.reply("f5, c2-f5, 9 squares won", "d")
        terminal.wait_until("Ben's turn")


def test_a_bid_is_made_with_the_arrows_and_passing_ends_the_auction(tmp_path: Path) -> None:
    begun(tmp_path, balance="bid")
    with boxtui(tmp_path, "resume") as terminal:
        terminal.reply("Bid 0 to play first?", UP * 2 + ENTER)
        terminal.wait_until("bids 1 point for playing")
        terminal.reply("p pass", "p")
        terminal.wait_until("passes and starts with")


def test_resigning_is_typed_and_ends_the_game(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "box", "--seed", "3") as terminal:
        terminal.reply("Start the game", "s")
        terminal.reply("The first mark", f":resign{ENTER}")
        terminal.wait_until("Seat 2 wins")


def test_positions_end_so_that_every_move_of_a_random_game_can_be_drawn() -> None:
    rng = Random(7)
    state = match(size=6, claiming="by hand", balance="swap")
    while state.state.current_player() != OVER:
        state.play(state.state.random_move(rng))
        shown = BoxBoard(BareTable(state))
        shown.action_show()
        assert len(shown.board_lines(14)) == 14
        assert shown.status_words()[0].endswith("left")


@pytest.mark.parametrize("claiming", ["automatic", "by hand"])
def test_box_11_by_hand_what_a_mark_would_win_is_left_for_the_player_to_find(claiming: str) -> None:
    of = board("a1", "a5", "a2", "b5", "b1", "c5", size=6, claiming=claiming)
    of.pick(of.state.read_move("b2"))
    is_shown = any("+" in row for row in drawn(of))
    assert is_shown == (claiming == "automatic")
    assert any("claims" in words for words in of.status_words()) == (claiming == "automatic")


def test_squares_are_on_a_ground_and_those_that_the_mark_would_win_on_another() -> None:
    waiting = board("c2", "a6", "c5", "g7", "f2", "a1")
    waiting.pick(waiting.state.read_move("f5"))
    pieces = [piece for line in waiting.board_lines(22) for piece in line]
    assert {piece.ground for piece in pieces if piece.target} == {"board"}
    won = [piece for piece in pieces if piece.ground == "target"]
    assert sum(piece.text.count("+") for piece in won) == 9
    assert {piece.ground for piece in pieces if "+" in piece.text} == {"target"}
