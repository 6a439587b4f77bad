"""The board of Free the Box: drawn without a terminal, and played by keys and by mouse."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from bare_board import BareTable
from played import boxtui, library_in
from random_games import play_on, play_through
from textual.binding import Binding

from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.games.free_the_box.board import HIDING
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.lines import ASCII, plain, width
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.record import Record
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.free_the_box import FreeTheBoxBoard
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.table import Log
from boxtui.views.free_the_box_drawing import FreeTheBoxDrawing
from boxtui.views.free_the_box_loop import ROWS, LoopSize, columns_for, loop_size, ring, short_names

pytestmark = pytest.mark.tui

GAME = GAMES["free-the-box"]
ENTER, UP, DOWN, RIGHT = "\r", "\x1b[A", "\x1b[B", "\x1b[C"
CARDS = (
    "forward-1:2,forward-2:2,forward-3:2,forward-4:2,forward-5:1,forward-6:1,"
    "back-1:2,back-2:2,back-3:2,back-4:1,captured:3,park:2,roll-again:2"
)


def people(count: int) -> list[Seat]:
    return [Seat(f"P{at}", HUMAN) for at in range(count)]


def at(tokens: str, *, phase: str = "move", die: str = "5", kept: str = "0,0") -> BareTable:
    """Return a table of two with these tokens; seat 1 moves next."""
    left = 8 - sum(map(int, kept.split(",")))
    carrier = "A" if phase == "use" else "-"
    text = (
        f"phase={phase} capture=place seat=1 die={die} carrier={carrier} tokens={tokens}"
        f" kept={kept} bottom=- unseen=free-the-box:{left},{CARDS}"
    )
    return BareTable(match_at(GAME, text, people(2)))


def drawn(of: FreeTheBoxBoard, rows: int = ROWS) -> list[str]:
    return [plain(line) for line in of.board_lines(rows)]


def after(tokens: str, *moves: str, **more: str) -> FreeTheBoxBoard:
    """Return the board of the only person in seat 2, after these moves of seat 1."""
    table = at(tokens, **more)
    table.match.seats[0] = Seat("Cid", "random")
    for text in moves:
        table.match.play(table.match.state.read_move(text))
    board = FreeTheBoxBoard(table)
    board.look_back()
    return board


def cell(of: FreeTheBoxBoard, space: int) -> str:
    """Return the three characters of a space, numbered from 1."""
    row, column = ring(60)[space - 1]
    return drawn(of)[row][3 * column : 3 * column + 3]


def test_a_loop_of_any_length_goes_around_without_two_spaces_in_one_place() -> None:
    for length in (12, 59, 60, 61, 120):
        places = ring(length)
        assert len(places) == len(set(places)) == length
        assert all(0 <= row < ROWS and 0 <= column < columns_for(length) for row, column in places)
        steps = pairwise(places)
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)


def test_ftb_4_the_arrows_lead_down_the_left_side_and_along_the_bottom_to_the_right() -> None:
    places = ring(60)
    assert places[0] == (3, 0)
    assert places[11] == (14, 0)
    assert places[12] == (14, 1)


def test_places_have_two_letters_each_and_no_two_the_same() -> None:
    short = short_names(["tree", "trash can", "truck", "tr", "t"])
    assert len(set(short.values())) == 5
    assert all(len(two) == 2 and two[0] == name[0] for name, two in short.items())


def test_places_have_different_letters_even_if_many_begin_with_the_same() -> None:
    names = [f"a{one}{other}" for one in "abcdefghij" for other in "klmnopqr"]
    short = short_names(names)
    assert len(set(short.values())) == len(names) == 80
    assert {len(two) for two in short.values()} == {2}
    assert short_names(["rain barrel"], ["ra"]) == {"rain barrel": "ri"}


def test_no_place_has_the_letters_of_a_token() -> None:
    empty = FreeTheBoxBoard(at("home,home,home;home,home,home", phase="roll", die="-"))
    pairs = {cell(empty, space)[:2] for space in range(1, 61)}
    assert "ri" in pairs
    assert not pairs & {color + letter for color in "roybgp" for letter in "abc"}


def test_the_longest_colors_leave_room_beside_their_tokens() -> None:
    board = BOARD.replace(b" red", b" infrared").replace(b'"red', b'"infrared')
    match = Match(on_board(board), {}, people(2), 5)
    assert "infrared  not in  not in  not in  -" in "\n".join(
        drawn(FreeTheBoxBoard(BareTable(match)))
    )


def test_the_last_card_drawn_is_described_and_later_labeled_as_such() -> None:
    table = at("1,home,home;45,home,home", die="3")
    for text in ("A", "back-1"):
        table.match.play(table.match.state.read_move(text))
    assert any("Drawn: 1 back" in line for line in drawn(FreeTheBoxBoard(table)))
    while not table.match.log[-1].text.isdigit():
        table.match.play(table.match.state.legal_moves()[0])
    assert table.match.log[-1].seat == 1
    assert any("Drawn last: 1 back" in line for line in drawn(FreeTheBoxBoard(table)))


def test_captures_players_out_and_free_the_box_stand_out_in_the_log() -> None:
    told = {
        ("57,home,home;45,home,home", "3"): "strong",
        ("1,home,home;32,home,home", "1"): "strong",
        ("1,home,home;45,home,home", "1"): "plain",
    }
    for (tokens, die), style in told.items():
        match = at(tokens, die=die).match
        match.play(0)
        lines = Log(Viewer(match), ["plain", "plain"]).last_lines(30, 10, len(match.log))
        assert {piece.style for line in lines for piece in line if piece.text.strip()} == {style}
        (first, *_) = Log(Viewer(match), ["red", "blue"]).last_lines(30, 10, len(match.log))[0]
        assert first.style == "red"
        assert (first.text.strip() == "P0") is (style == "strong")


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_position_of_a_game_is_drawn_within_its_room(seats: int) -> None:
    match, rng = Match(GAME, {}, people(seats), 5), Random(3)
    for _ in play_through(match, rng, 300):
        shown = FreeTheBoxBoard(BareTable(match))
        lines = shown.board_lines(20 if len(match.log) % 2 else ROWS)
        assert len(lines) == (19 if len(match.log) % 2 else ROWS)
        assert max(width(line) for line in lines) <= shown.cells <= 80 - 24
        assert max(map(width, shown.board_lines(40))) <= shown.wanted_cells
        if match.state.current_player() != CHANCE:
            move = match.state.random_move(rng)
            shown.pick(move)
            assert shown.status_words()[0].startswith(match.state.move_text(move))


def test_tokens_differ_without_color_and_several_on_a_space_are_seen() -> None:
    shown = FreeTheBoxBoard(at("12,7,7;44,27,54", die="1"))
    assert cell(shown, 7) == "Rbc"
    assert [cell(shown, space) for space in (44, 27, 54)] == ["Ba?", "Bb#", "Bc?"]
    mixed = FreeTheBoxBoard(at("12,7,7;7,27,54", die="1"))
    assert cell(mixed, 7) == "R+B"
    three = FreeTheBoxBoard(at("12,captured,home;7,7,7", die="1"))
    assert cell(three, 7) == "B:3"


def test_a_token_on_a_later_lap_always_has_a_capital_letter() -> None:
    shown = FreeTheBoxBoard(at("3,12+,12;45,7+,captured"))
    assert cell(shown, 12) == "RBc"
    assert cell(shown, 7) == "BB#"
    assert cell(shown, 45) == "Ba|"
    assert any("RB lap 2" in line for line in drawn(shown))


def test_the_picked_moves_effect_is_described_and_marked_before_it_is_made() -> None:
    shown = FreeTheBoxBoard(at("29,home,home;2,home,captured", die="3"))
    said = shown.status_words()[0]
    assert said == "A:29-32: captures blue A on 2."
    assert any("A to house 32, twin on 2!" in line for line in drawn(shown))
    assert cell(shown, 29)[2] == "<"
    assert cell(shown, 32)[2] == "@"
    assert cell(shown, 2)[2] == "x"


def middle(of: FreeTheBoxBoard, rows: int = ROWS) -> str:
    """Return what stands inside the loop, in one line."""
    return " ".join(" ".join(line[7:45] for line in drawn(of, rows)).split())


def test_the_board_shows_who_could_capture_where_a_move_leads() -> None:
    shown = FreeTheBoxBoard(at("29,home,home;1,58,captured", die="3"))
    assert "A to house 32, twin on 2 In danger from: blue A by 1, blue B by 4" in middle(shown)
    assert "danger" not in shown.status_words()[0]
    safe = FreeTheBoxBoard(at("29,home,home;1,58,captured", die="8"))
    assert "A to PARK 37 Safe from everyone" in middle(safe)
    alone = FreeTheBoxBoard(at("1,home,home;45,home,home", die="1"))
    assert re.search("In danger from: nobody -+21-", middle(alone))


def test_no_danger_is_shown_for_a_token_that_does_not_stay() -> None:
    jumps = FreeTheBoxBoard(at("58,home,home;1,50,captured", die="2"))
    assert jumps.status_words() == ["A:58-60 (1 of 2): into the center: FREE THE BOX!"]
    assert re.search("A to red's JUMP TO CENTER 60 -+21-", middle(jumps))
    draws = FreeTheBoxBoard(at("1,home,home;45,home,home", die="3"))
    assert draws.status_words() == ["A:1-4: draws a card."]
    assert "danger" not in middle(draws)


def test_in_the_smallest_loop_of_six_the_danger_has_rows_and_shows_where_it_is_cut() -> None:
    text = at("29,home,home;1,58,captured", die="3").match.state.text()
    at_home = "home,home,home"
    for yellow, told in ((at_home, "purple A by 6,"), ("24,30,28", "yellow A by 8, yellow")):
        seats = ["29,home,home", at_home, yellow, at_home, at_home, "26,27,25"]
        six = text.replace("29,home,home;1,58,captured", ";".join(seats))
        six = six.replace("0,0", "0,0,0,0,0,0")
        shown = middle(FreeTheBoxBoard(BareTable(match_at(GAME, six, people(6)))))
        assert f"In danger from: {told}" in shown
        assert ("..." in shown) == (yellow != at_home)


def test_looking_around_describes_each_space_and_marks_its_other_sides() -> None:
    shown = FreeTheBoxBoard(at("29,home,home;2,home,captured", die="2"))
    for _ in range(2):
        shown.action_look(1)
    assert shown.status_words()[1].startswith("32 house, also on 2")
    assert cell(shown, 32)[2] == "^"
    assert cell(shown, 2)[2] == "="
    shown.action_look(-1)
    assert shown.status_words()[1] == "31 blue's STARTING BOX."
    assert "On 31: Safe from everyone" in middle(shown)


def test_left_and_right_reach_every_legal_move_and_enter_plays_it() -> None:
    table = at("2,12,home;45,home,captured", die="7")
    shown = FreeTheBoxBoard(table)
    for _ in range(3):
        shown.play_picked()
        shown.action_turn(1)
    assert table.played == ["A:2-9", "B:12-19", "enter"]


def test_each_word_has_a_key_that_is_shown_only_if_it_does_something() -> None:
    freeing = at("2,captured,home;45,home,home", phase="free", die="-", kept="1,0")
    using = at("4,captured,home;45,home,home", phase="use", die="-", kept="1,0")
    moving = at("2,12,home;45,home,captured", die="7")
    offered = {}
    for name, table in (("free", freeing), ("use", using), ("move", moving)):
        shown = FreeTheBoxBoard(table)
        keys = [each for each in FreeTheBoxBoard.BINDINGS if isinstance(each, Binding)]
        words = [binding for binding in keys if binding.key in "fdk"]
        offered[name] = {binding.key for binding in words if shown.described(binding)}
    assert offered == {"free": {"f", "d"}, "use": {"f", "k"}, "move": set()}
    FreeTheBoxBoard(freeing).action_word("use", "free")
    FreeTheBoxBoard(using).action_word("use", "free")
    FreeTheBoxBoard(using).action_word("keep")
    assert (freeing.played, using.played) == (["free"], ["use", "keep"])


def test_a_click_picks_a_token_a_second_one_moves_it_and_one_elsewhere_describes_the_space() -> (
    None
):
    table = at("2,12,home;45,home,captured", die="7")
    clicked = FreeTheBoxBoard(table)
    for name in ("12", "45", "12", "12", "red", "red"):
        clicked.on_canvas_pressed(Canvas.Pressed(name))
        if name == "45":
            assert clicked.status_words()[1].startswith("45 car")
    assert table.played == ["B:12-19", "enter"]


def test_a_click_where_the_picked_token_would_go_plays_the_move() -> None:
    table = at("2,12,home;45,home,captured", die="7")
    clicked = FreeTheBoxBoard(table)
    for name in ("19", "12", "9", "19", "red", "1"):
        clicked.on_canvas_pressed(Canvas.Pressed(name))
    assert table.played == ["B:12-19", "enter"]
    clicked.on_canvas_pressed(Canvas.Pressed("2"))
    clicked.on_canvas_pressed(Canvas.Pressed("9"))
    assert table.played[2:] == ["A:2-9"]


def test_the_middle_shows_how_far_each_token_has_to_go_and_the_kept_cards() -> None:
    board = FreeTheBoxBoard(at("2,captured,center;45,60,home", kept="1,0"))
    text = "\n".join(drawn(board))
    assert "to go     A       B       C       kept" in text
    assert "red       58      box     center  1" in text
    assert "blue      45      30      not in  -" in text
    assert board.seat_words() == ["red, 118 to go", "blue, 135 to go"]


def test_the_legend_explains_the_words_beside_the_colors_that_are_there() -> None:
    shown = middle(FreeTheBoxBoard(at("2,captured,center;45,60,home", kept="1,0")), 20)
    for words in ("not in: yet to enter", "box: captured", "center: arrived", "kept: FREE THE BOX"):
        assert words in shown
    quiet = middle(FreeTheBoxBoard(at("2,home,home;45,60,home")))
    assert "to go: spaces to the center not in: yet to enter" in quiet
    assert not any(words in quiet for words in ("box: ", "center: ", "kept: "))


def test_box_and_center_have_grounds() -> None:
    lines = FreeTheBoxBoard(at("2,captured,center;45,home,home")).board_lines(ROWS)
    grounds = {piece.text: piece.ground for line in lines for piece in line}
    assert (grounds["box"], grounds["center"]) == ("board", "safe")


@pytest.mark.parametrize("rows", [ROWS, 20, 40])
def test_a_wall_shows_the_loop_without_color(rows: int) -> None:
    lines = drawn(FreeTheBoxBoard(at("home,home,home;home,home,home", die="2")), rows)
    assert "|" in lines[0]
    assert "+---" in lines[1]
    assert all("|" in line for line in lines[2:-2])
    assert "---+" in lines[-2]


def test_tokens_are_bold_and_empty_spaces_faint() -> None:
    lines = FreeTheBoxBoard(at("12,7,7;45,home,home")).board_lines(ROWS)
    styles = {piece.text: piece.style for line in lines for piece in line if piece.ground}
    assert (styles["Rbc"], styles["Ba"], styles["gr|"]) == ("red-bold", "blue-bold", "faint")


def test_the_start_and_end_of_a_tokens_move_stay_marked_until_the_viewers_next_turn() -> None:
    board = after("29,home,home;45,home,home", "A", "8", die="3")
    assert [cell(board, 29)[2], cell(board, 32)] == ["-", "Ra!"]
    for text in ("A", "1"):
        board.host.match.play(board.host.match.state.read_move(text))
    board.look_back()
    assert [cell(board, 29)[2], cell(board, 32)] == [" ", "Ra "]
    assert [cell(board, 45)[2], cell(board, 53)] == ["-", "Ba!"]


def test_the_space_of_a_capture_and_the_letter_in_the_capture_box_stay_marked() -> None:
    board = after("29,home,home;2,45,home", "A", "8", die="3")
    assert [cell(board, 29)[2], cell(board, 32), cell(board, 2)[2]] == ["-", "Ra!", "x"]
    assert "blue      box!    45      not in  -" in "\n".join(drawn(board))


def test_a_capture_on_the_same_space_shows_the_capturer_and_in_a_larger_loop_the_hit_token() -> (
    None
):
    board = after("29,home,home;32,45,home", "A", "8", die="3")
    assert cell(board, 32) == "Ra!"
    assert any("Ra!x" in line for line in drawn(board, 20))
    assert any("32 Ra house !x" in line for line in drawn(board, 37))


def test_a_token_that_its_own_card_captures_is_marked_where_it_drew() -> None:
    board = after("1,home,home;45,home,home", "A", "captured", "8", die="3")
    assert [cell(board, 1)[2], cell(board, 4)[2]] == ["-", "x"]
    assert "red       box!    not in  not in  -" in "\n".join(drawn(board))


def test_a_token_that_came_into_the_center_is_marked_there() -> None:
    board = after("58,captured,home;45,home,home", "A", "8", die="2")
    assert cell(board, 58)[2] == "-"
    assert "red       center! not in! not in  -" in "\n".join(drawn(board))


def test_the_legend_covers_only_what_is_on_the_board() -> None:
    quiet = middle(FreeTheBoxBoard(at("home,home,home;home,home,home", phase="roll", die="-")))
    assert "> start ? card # PARK * to center" in quiet
    assert not any(words in quiet for words in ("lap 2", "lands", "red's A", "came", "tokens"))
    shown = middle(FreeTheBoxBoard(at("3,7+,12;45,7,captured", phase="roll", die="-")))
    assert "R+B red and blue Ra red's A RB lap 2" in shown
    picked = middle(FreeTheBoxBoard(at("29,home,home;2,home,captured", die="3")))
    signs = "Ra red's A > start ? card # PARK * to center to go: spaces to the center"
    assert f"{signs} @ lands < moves x captured" in picked


def test_a_player_who_is_out_is_marked_most_clearly_right_afterwards() -> None:
    tokens = "29,home,home;12,home,home;2,captured,captured"
    text = at("1,home,home;45,home,home", die="3").match.state.text()
    text = text.replace("1,home,home;45,home,home", tokens).replace("0,0", "0,0,0")
    table = BareTable(match_at(GAME, text, [Seat("Cid", "random"), *people(2)]))
    board = FreeTheBoxBoard(table)
    table.match.play(0)
    board.look_back()
    assert "green x OUT now! A, B, C are gone" in middle(board)
    assert board.seat_words()[2] == "green, OUT"
    table.match.seats[2] = Seat("Green", "random")
    assert board.seat_words()[1:] == ["yellow, 128 to go", "OUT"]
    for text in ("1", "A", "1", "A"):
        table.match.play(table.match.state.read_move(text))
    board.look_back()
    assert "green x OUT: A, B, C are gone" in middle(board)


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
def test_a_loop_of_any_length_fits_into_its_window_and_has_room_inside(length: int) -> None:
    smallest = 3 * columns_for(length)
    for cells in range(smallest, 200, 7):
        for rows in (15, 19, 21, 27, 37, 60):
            size = loop_size(length, cells, rows)
            assert size.rows <= rows
            assert size.cells <= cells
            assert size.middle >= 37
            places = ring(length, size.rows, size.columns)
            assert len(set(places)) == length
            assert all(row < size.rows and column < size.columns for row, column in places)


def test_a_large_window_shows_whole_words_numbers_and_marks_behind_them() -> None:
    board = after("29,home,home;2,45,home", "A", "8", die="3")
    shown = drawn(board, 37)
    assert shown[0].split("  ")[0] == "58 shed"
    told = "\n".join(shown)
    for words in ("56 picnic table", "59 rain barrel", " 1 > red", " 4 ? card", "60 * red"):
        assert words in told
    for words in ("32 Ra house !", "29 gate -", " 2 house x", "45 Bb car <", "53 playhouse @"):
        assert words in told
    assert "? card" not in middle(board, 37).partition("@ lands")[2].partition("Goal")[0]


def test_a_mark_on_a_large_space_never_touches_the_next_space() -> None:
    board = after("55,home,home;58,45,home", "A", "8", die="3")
    size = loop_size(60, 68, 27)
    lines = FreeTheBoxDrawing(board.state, ASCII, board._picked(), (), (), size).lines()
    assert plain(lines[0]).startswith("58 Ra shed!x|57 # PARK")


def test_the_medium_loop_shows_a_spaces_sign_and_its_mark() -> None:
    rows = drawn(after("29,home,home;44,45,home", "A", "8", die="3"), 20)
    assert any(line.endswith("Ba? <") or "Ba?<" in line for line in rows)
    assert any("Ra! " in line for line in rows)


def test_ftb_16_f_uses_a_free_the_box_that_was_just_drawn(tmp_path: Path) -> None:
    two = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]
    record = Record.begin(Match(GAME, {}, two, 6), library_in(tmp_path))
    play_on(record, lambda match: "phase=use" in match.state.text())
    record.close()
    with boxtui(tmp_path, "resume") as terminal:
        terminal.reply("f use it", "f")
        terminal.wait_until("freed ")


def test_spaces_safe_spaces_and_the_end_of_the_move_have_different_grounds() -> None:
    moving = FreeTheBoxBoard(at("12,home,home;44,27,54", die="1"))
    pieces = [piece for line in moving.board_lines(ROWS) for piece in line if piece.ground]
    grounds = {piece.target: piece.ground for piece in pieces}
    assert {name for name, ground in grounds.items() if ground == "target"} == {"13"}
    spaces = moving.state.table.board.spaces
    safe = {str(at) for at, each in enumerate(spaces, 1) if each.kind != HIDING}
    assert {name for name, ground in grounds.items() if ground == "safe"} == safe
    assert len(grounds) == len(spaces)
