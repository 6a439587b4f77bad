"""The board of Kimbo: drawn without a terminal, and played on a terminal by keys and by mouse."""

import re
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from bare_board import BareTable
from kimbo_boards import PEN, some_table
from kimbo_boards import drawn as picture_of
from played import boxtui, library_in
from random_games import play_through

from boxtui.games import GAMES
from boxtui.games.kimbo.squares import SQUARE_NAMES, line_named, line_text, square_text
from boxtui.lines import ASCII, UNICODE, Glyphs, Piece, plain, width
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.record import Record
from boxtui.tui.boards.kimbo import KimboBoard
from boxtui.tui.widgets.canvas import Canvas
from boxtui.views.games import words_of
from boxtui.views.kimbo_steps import SHUT_IN, steps_home

pytestmark = pytest.mark.tui

ENTER, SPACE = "\r", " "
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
FENCES = "d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4;d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"


def seats(count: int) -> list[Seat]:
    return [Seat(f"P{at}", HUMAN) for at in range(count)]


def begun(*moves: str, players: int = 2) -> Match:
    """Return a game with the first throws rolled, seat 1 first, and these moves played."""
    match = Match(GAMES["kimbo"], {}, seats(players), 1)
    for move in ("6 5", *["2 1"] * (players - 1), *moves):
        match.play(match.state.read_move(move))
    return match


def board(match: Match) -> KimboBoard:
    return KimboBoard(BareTable(match))


def drawn(of: KimboBoard, rows: int = 21) -> list[str]:
    return [plain(line) for line in of.board_lines(rows)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_whole_board_with_its_fences_fits_at_80_by_24(players: int) -> None:
    shown = board(begun(players=players))
    lines = shown.board_lines(21)
    assert len(lines) <= 21
    assert max(width(line) for line in lines) <= shown.cells <= 80 - 31
    text = "\n".join(drawn(shown)[:15])
    for letter in "RGYB"[: players if players > 2 else 1]:
        assert text.count(letter) == 4
    assert text.count("_") >= 12 if players == 2 else "_" in text


LOW = {UNICODE: "▁▄…‗", ASCII: "_w,;"}
"""Fence characters at the lower edge of a cell, one per side; the first is a line."""


@pytest.mark.parametrize("glyphs", LOW, ids=["unicode", "ascii"])
def test_a_fence_over_a_square_is_drawn_at_the_lower_edge_of_the_square_above(
    glyphs: Glyphs,
) -> None:
    assert "".join(pair[0] for pair in glyphs.fences) == LOW[glyphs]
    assert len({pair[1] for pair in glyphs.fences}) == 4


CROWDED = """
12 R . . . . . . . . . . . . . .
   y           g
11 . . . G . B . .yY . . . . . .
         y   r   g b
10 . . . . . . . . . . . . . . ."""
"""Fences under pieces: at the border, beside another fence, and behind an upright one."""


@pytest.mark.parametrize("glyphs", LOW, ids=["unicode", "ascii"])
def test_a_piece_stands_between_the_ends_of_the_fence_under_it(glyphs: Glyphs) -> None:
    state = picture_of(CROWDED, seats=4)
    rows = drawn(
        KimboBoard(BareTable(match_at(GAMES["kimbo"], state.text(), seats(4)), glyphs=glyphs))
    )
    red, green, yellow, blue = tuple(LOW[glyphs])
    upright = glyphs.fences[2][1]
    assert rows[3].startswith(f"12{yellow}R{yellow} ")
    assert rows[3][2 + 3 * 6 : 5 + 3 * 6] == 3 * green
    assert rows[4][2 + 3 * 3 : 5 + 3 * 3] == f"{yellow}G{yellow}"
    assert rows[4][2 + 3 * 5 : 5 + 3 * 5] == f"{red}B{red}"
    assert rows[4][2 + 3 * 7 : 5 + 3 * 8] == f"{3 * green}{upright}Y{blue}"


def by_targets(shown: KimboBoard, rows: int) -> dict[str, list[tuple[str, str]]]:
    """Return the letters of each target and their styles."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in shown.board_lines(rows):
        for piece in line:
            found.setdefault(piece.target, []).extend(
                (letter, piece.style) for letter in piece.text
            )
    return found


@pytest.mark.parametrize("rows", [21, 36])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_fence_is_always_seen_in_its_owners_line_and_color_and_hides_no_piece(
    count: int, rows: int
) -> None:
    rng = Random(count)
    tables = (some_table(rng, count, rng.choice(["-", "5+2"])) for _ in range(60))
    for state in filter(None, tables):
        shown = board(match_at(GAMES["kimbo"], state.text(), seats(count)))
        table, places = state.table, by_targets(shown, rows)
        picked = shown._picked().fence
        for at, slot in enumerate(table.fences):
            side = table.sides[at // 6]
            style = f"{table.board.sides[side].color}{'-picked' if slot == picked else ''}"
            drawn_as = (ASCII.fences[side][slot % 2], style)
            assert drawn_as in places[line_text(slot)]
        for at, square in enumerate(table.pieces):
            if square_text(square) != "HOME":
                letters = [letter for letter, _ in places[square_text(square)]]
                assert "RGYB"[table.sides[at // 4]] in letters


def test_the_lines_of_its_fences_stand_beside_each_seat() -> None:
    shown = KimboBoard(BareTable(begun(players=4), glyphs=UNICODE))
    assert shown.seat_words() == ["R ▁│ 0 home", "G ▄┃ 0 home", "Y …┊ 0 home", "B ‗║ 0 home"]
    assert words_of(shown.host.match, shown.host.viewer).drawn(ASCII)[-1] == (
        Piece("   Fences: R _|, G w!, Y ,:, B ;#", "faint"),
    )


def test_a_tall_window_gives_the_lines_rows_of_their_own() -> None:
    low, tall = drawn(board(begun()), 21), drawn(board(begun()), 36)
    assert len(tall) > 30 > len(low)
    assert tall[2 * (15 - 4) + 1][3 + 9 - 1 : 3 + 11] == "___"


def test_the_squares_that_a_piece_can_reach_are_shown_by_the_die_that_leads_there() -> None:
    match = begun("-", "5 2")
    picked = board(match)
    text = "".join(drawn(picked))
    assert "5" in text
    assert "+" in text
    start = picked._starts()[0]
    ends = picked._ends()
    for move in match.state.legal_moves():
        if move >> 26 == start:
            assert move >> 14 & 255 in ends


def on_picture(picture: str, dice: str) -> KimboBoard:
    """Return the board of a picture with red to move; red has another two pieces in HOME."""
    text = picture_of(picture, dice, home="RR").text()
    return board(match_at(GAMES["kimbo"], text, seats(2)))


DOORWAY = """
11 . . . . . . . Y . . . . . . .
10 . . . . . . . . . . . . . . .
 5 . . . . . . . R . . . . . . ."""


def test_a_square_that_more_than_one_of_the_dice_leads_to_says_so() -> None:
    shown = on_picture(PEN, "3+1")
    shown.action_turn(shown._starts().index(SQUARE_NAMES["d4"]))
    assert {"1 d4-e4", "3 d4-e4"} <= set(map(shown.state.move_text, shown._moves()))
    assert cell(shown, "e4") == ("&", "chosen")


def cell(shown: KimboBoard, name: str) -> tuple[str, str]:
    """Return the character on a square of the low drawing, and its style."""
    square = SQUARE_NAMES[name]
    line = shown.board_lines(21)[14 - square // 15]
    column, at = 3 + 3 * (square % 15), 0
    for piece in line:
        if at + width((piece,)) > column:
            return piece.text[column - at], piece.style
        at += width((piece,))
    raise AssertionError(name)


def test_a_mark_hides_neither_a_piece_nor_the_fence_under_it() -> None:
    picture = """
12 . . . R . . . . . . Y
                       y
11 . . . ."""
    shown = on_picture(picture, "5+2")
    shown.action_turn(shown._starts().index(SQUARE_NAMES["d12"]))
    assert SQUARE_NAMES["k12"] in shown._ends()
    assert ",Y," in drawn(shown)[3]
    assert cell(shown, "k12") == ("Y", "chosen")
    assert "Y+" in drawn(shown, 36)[6]


def test_every_legal_move_can_be_picked_by_the_keys() -> None:
    match = begun("-", "5 2")
    reached = set()
    picked = board(match)
    for _ in picked._starts():
        for _ in range(len(picked._moves())):
            reached.add(picked._moves()[picked._move % len(picked._moves())])
            picked.action_choose(-1)
        picked.action_turn(1)
    assert reached == set(match.state.legal_moves())


def test_a_fence_is_taken_and_put_into_any_vacant_slot_reached_by_arrows() -> None:
    table = BareTable(begun())
    held = KimboBoard(table)
    held.play_picked()
    held.action_choose(1)
    held.action_turn(1)
    held.action_side()
    held.play_picked()
    assert table.played == ["F d3/d4>e4/f4"]


def test_before_the_roll_it_says_what_to_do_first_and_how_to_roll() -> None:
    shown = board(begun())
    assert shown.status_words() == [
        "You may move a fence, or press f to roll",
        "Enter takes your fence d3/d4",
    ]


def test_a_fence_in_hand_shows_how_the_ways_home_change() -> None:
    shown = board(begun())
    shown.play_picked()
    assert shown.status_words()[1] == "Shortest ways HOME: you 48, Yellow 48"
    shown._slot = line_named("h10/h11")
    assert shown.status_words() == [
        "Your fence d3/d4 to h10/h11",
        "Shortest ways HOME: you 48, Yellow 48",
    ]
    near = on_picture(DOORWAY, "-")
    near.play_picked()
    near._slot = line_named("h10/h11")
    assert near.status_words()[1] == "Shortest ways HOME: you 13, Yellow 38 to 40"


def test_a_piece_without_any_way_home_is_called_shut_in() -> None:
    near = on_picture(DOORWAY, "-")
    near.play_picked()
    near._held, near._slot = line_named("g12/g13"), line_named("h11/i11")
    table = near.state.table.clone()
    for name in ("g11/h11", "h11/h12", "h10/h11", "h11/i11"):
        table.put_up(line_named(name))
    assert steps_home(table) == [13, SHUT_IN]


def test_the_legend_has_only_the_signs_that_are_on_the_board() -> None:
    fencing = "\n".join(drawn(board(begun())))
    assert "^ v doors of HOME" in fencing
    assert ", ; nobody's" not in fencing
    assert "w! ;# nobody's" in fencing
    assert "_| red's fences\n   ,: yellow's" in fencing
    assert "* its way" not in fencing
    assert "( ) moved" not in fencing
    moving = board(begun("-", "5 2"))
    moving.look_back()
    shown = "\n".join(drawn(moving))
    assert re.search(r"2 5 by die\s+\+ both\s+\* its way", shown)
    assert "( ) moved" not in shown
    assert "nobody's" not in "\n".join(drawn(board(begun(players=4))))


@pytest.mark.parametrize("rows", range(18, 26))
def test_dice_and_legend_fit_into_the_rows_there_are(rows: int) -> None:
    lines = drawn(board(begun("-", "5 2")), rows)
    assert len(lines) <= rows
    assert any("Dice: [5]  [2]" in line for line in lines)
    assert any("by die" in line for line in lines)
    assert max(map(len, lines)) <= KimboBoard.cells


@pytest.mark.parametrize("rows", [21, 36])
def test_home_is_named_and_has_a_gap_at_each_door(rows: int) -> None:
    two, four = (drawn(board(begun(players=count)), rows) for count in (2, 4))
    step = 2 if rows > 30 else 1
    first, middle, last = 6 * step, 7 * step, 8 * step + step - 1
    block = slice(3 + 18, 3 + 18 + 9)
    assert two[first][block] == ":::  ::::"
    assert two[middle][block] == "::HOME:::"
    assert two[last][block] == ":::  ::::"
    assert four[middle][block] == " :HOME:: "


def test_most_rows_are_drawn_in_few_styles() -> None:
    lines = board(begun()).board_lines(21)
    changes = [sum(1 for _ in groupby(line, key=lambda piece: piece.style)) for line in lines]
    assert sum(changes) <= 70
    assert changes[10] == changes[15 - 5] == 1


def test_a_click_picks_a_piece_and_a_second_one_plays_to_its_square() -> None:
    position = (
        "turns=0 phase=move seat=1 dice=5+2 moved=-"
        f" pieces=b2,c5,a14,o15;a1,o2,n14,b15 fences={FENCES}"
    )
    table = BareTable(match_at(GAMES["kimbo"], position, seats(2)))
    clicked = KimboBoard(table)
    clicked.on_canvas_pressed(Canvas.Pressed("c5"))
    clicked.on_canvas_pressed(Canvas.Pressed("c10"))
    if not table.played:
        clicked.on_canvas_pressed(Canvas.Pressed("c10"))
    assert table.played == ["5 c5-c10"]


@pytest.mark.parametrize(
    ("target", "put"),
    [("c5/d5", "F d3/d4>c5/d5"), ("e6/e7", "F d3/d4>e6/e7"), ("e7", "F d3/d4>e6/e7")],
)
def test_a_click_takes_a_fence_and_two_on_a_slot_or_the_square_above_put_it_there(
    target: str, put: str
) -> None:
    table = BareTable(begun())
    clicked = KimboBoard(table)
    for name in ("d3/d4", target):
        clicked.on_canvas_pressed(Canvas.Pressed(name))
    assert table.played == []
    clicked.on_canvas_pressed(Canvas.Pressed(target))
    assert table.played == [put]


@pytest.mark.parametrize("rows", [21, 36])
def test_every_vacant_slot_that_is_drawn_can_be_clicked(rows: int) -> None:
    shown = board(begun())
    targets = {piece.target for line in shown.board_lines(rows) for piece in line}
    state = shown.state
    slots = {int(slot) for slot in state.table.board.slots}
    beside = {line_text(slot) for slot in slots if slot % 2}
    above = {line_text(slot) for slot in slots if not slot % 2}
    assert beside <= targets
    assert rows == 21 or above <= targets


def test_an_owners_entrances_are_drawn_where_they_are() -> None:
    shown = board(begun())
    for side, arrow in zip(shown.state.table.board.sides, "^>v<", strict=True):
        row, column = divmod(side.entrance, 15)
        assert drawn(shown)[14 - row][3 + 3 * column] == arrow


def test_a_piece_that_can_be_captured_stays_visible_beside_the_die_that_captures_it() -> None:
    position = (
        "turns=0 phase=move seat=1 dice=5+2 moved=- pieces=b2,c5,a14,o15;a1,o2,c10,n14"
        f" fences={FENCES}"
    )
    picked = board(match_at(GAMES["kimbo"], position, seats(2)))
    picked.action_turn(1)
    assert drawn(picked)[15 - 10][3 + 3 * 2 : 3 + 3 * 2 + 2] == "Y5"


def test_the_fences_of_empty_sides_look_like_nobodys_own() -> None:
    rows = drawn(board(begun()))
    red, yellow = rows[15 - 4][3 + 9 : 3 + 11], rows[15 - 13][3 + 9 : 3 + 11]
    green, blue = rows[15 - 8][3 + 3 * 4 + 2], rows[15 - 8][3 + 3 * 9 + 2]
    assert (red, yellow, green, blue) == ("__", ",,", "!", "#")


def test_esc_puts_a_fence_in_hand_back() -> None:
    held = board(begun())
    assert not held.check_action("put_back", ())
    held.play_picked()
    held.action_choose(1)
    assert held.check_action("put_back", ())
    held.action_put_back()
    assert held.enter_words == "take"
    assert drawn(held) == drawn(board(begun()))


def test_every_position_of_a_game_can_be_drawn_and_an_advised_move_be_picked() -> None:
    match, rng = Match(GAMES["kimbo"], {}, seats(3), 5), Random(3)
    for _ in play_through(match, rng, 300):
        shown = board(match)
        assert len(shown.board_lines(21)) <= 21
        if match.state.current_player() >= 0:
            shown.pick(match.state.random_move(rng))
            assert shown.status_words()


def test_a_turn_is_played_by_keys(tmp_path: Path) -> None:
    two = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]
    Record.begin(Match(GAMES["kimbo"], {}, two, 1), library_in(tmp_path)).close()
    with boxtui(tmp_path, "resume") as terminal:
        terminal.wait_until("takes your fence")
        terminal.reply("f roll", ENTER + UP + RIGHT + SPACE + ENTER)
        terminal.wait_until(" fence d")
        terminal.wait_until("Dice: [")
        terminal.reply("Enter move", RIGHT + DOWN + ENTER)
        for _ in range(3):
            terminal.wait_quiet()
            if "takes your fence" in terminal.text():
                break
            terminal.send(ENTER)
        terminal.reply("takes your fence", "f")
        terminal.wait_until("no fence moved")


def test_a_window_of_60_by_20_shows_the_board_no_matter_what_is_picked(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "kimbo", "--seed", "5", size=(60, 20)) as terminal:
        terminal.reply("Start the game", "s")
        terminal.wait_until("turn 1")
        terminal.wait_until("f roll")
        terminal.reply("15 :  Y", ENTER)
        terminal.wait_until("Space side")
        assert ":  Y" in terminal.text()
        assert " q menu" not in terminal.lines()  # it would take a row from the board
        terminal.send("f")
        terminal.wait_until("piece")
        assert ":  Y" in terminal.text()
        assert re.search(r"\[[1-6]\]\[[1-6]\]", terminal.text())


@pytest.mark.parametrize("rows", [21, 40])
def test_squares_home_and_the_ends_of_the_picked_move_have_different_grounds(rows: int) -> None:
    moving = board(begun("-", "5 2"))
    pieces = [piece for line in moving.board_lines(rows) for piece in line if piece.target]
    assert {piece.ground for piece in pieces if piece.target == "HOME"} == {"safe"}
    assert {piece.ground for piece in pieces if "/" in piece.target} == {"board"}
    ends = {piece.target for piece in pieces if piece.ground == "target"}
    assert len(ends) > 1
    assert ends == {piece.target for piece in pieces if piece.text.strip() in ("5", "2", "+")}
