"""Kimbo's board file: what it must contain, and the messages that refuse a bad one."""

import re
from pathlib import Path

import pytest
from kimbo_boards import THE_BOARD

from boxtui.core import BadPosition
from boxtui.games import GAMES, parse_position
from boxtui.games.kimbo.board import read_board
from boxtui.games.kimbo.game import BOARD, KIMBO
from boxtui.games.kimbo.squares import (
    HOME,
    SQUARES,
    line_between,
    line_named,
    line_of,
    line_text,
    neighbour,
    square_text,
)
from boxtui.play.record import on_own_board

FILE = BOARD.decode()


def changed(old: str, new: str) -> bytes:
    assert old in FILE
    return FILE.replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[home]", "[homes]", "the table [home] is missing"),
        ("[side.column-a]", "[side.column-b]", "the table [side.column-a] is missing"),
        ("[players]", "[people]", "the table [players] is missing"),
        ('"g7", "h7"', '"g7"', "table [home], key squares: write 9 different names"),
        ('"g7", "h7"', '"h7", "h7"', "table [home], key squares: write 9 different names"),
        ('"g7", "h7"', '"z7", "h7"', "key squares: 'z7' is not a square"),
        ('"g7", "h7"', '"f7", "h7"', "they must be a block of 3 × 3"),
        ('["g7", ', "[7, ", "table [home], key squares: write a list of 9 names"),
        ("squares = [", "square = [", "table [home], key squares: write a list of 9 names"),
        ('"red"', "4", "table [side.row-1], key color: write a color"),
        ('"red"', '"4"', "table [side.row-1], key color: write a color"),
        ('"red"', '"Red"', "table [side.row-1], key color: write a color"),
        ('"red"', '"straße"', "table [side.row-1], key color: write a color"),
        ('"green"', '"royal"', "table [side.column-a], key color: 'royal' begins with the letter"),
        ('2 = ["row-1", "row-15"]', '2 = ["row-1", "column-a"]', "key 2: two players sit on opp"),
        ('"h6"', '"p6"', "table [side.row-1], key entrance: 'p6' is not a square"),
        ('"h6"', '"h5"', "table [side.row-1], key entrance: it must be next to HOME"),
        ('"h10"', '"h6"', "table [side.row-15], key entrance: it must be next to HOME"),
        ('"f8"', '"g6"', "table [side.column-a], key entrance: it must be next to HOME"),
        ('"b2"', '"c3"', "table [side.row-1], key start: c3 isn't in the start area of a1"),
        ('"b2"', '"a14"', "table [side.row-1], key start: write 4 different names"),
        ('["b2", "a14"', '["a14", "b2"', "key start: a14 isn't in the start area of a1"),
        ('"a2", "b14"', '"b2", "b14"', "table [side.column-a], key start: one of these squares"),
        ('"d3/d4"', '"d3/d5"', "table [side.row-1], key fences: 'd3/d5' is not a slot"),
        ('"d3/d4"', '"b1/b2"', "table [side.row-1], key fences: each fence needs a slot"),
        ('"d3/d4"', '"h6/h7"', "table [side.row-1], key fences: each fence needs a slot"),
        ('"d3/d4"', '"h5/h6"', "table [side.row-1], key fences: each fence needs a slot"),
        ('"d3/d4"', '"f4/f3"', "table [side.row-1], key fences: each fence needs a slot"),
        ('"c4/d4"', '"d3/d4"', "table [side.column-a], key fences: each fence needs a slot"),
        ('"d3/d4", ', "", "table [side.row-1], key fences: write 6 different names"),
        ('2 = ["row-1", ', '2 = ["row-2", ', "table [players], key 2: 'row-2' is not a side"),
        ('2 = ["row-1", ', "2 = [", "table [players], key 2: write 2 different names"),
        ('"column-a", "row-15"]', '"row-15", "column-a"]', "table [players], key 3: turns go"),
    ],
)
def test_a_mistake_in_the_file_is_refused_with_file_table_and_key(
    old: str, new: str, said: str
) -> None:
    with pytest.raises(BadPosition) as refusal:
        read_board(changed(old, new))
    assert str(refusal.value).startswith("kimbo.toml")
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "content", [b"\xff", b"[home", b"home = 1\nhome = 2", b"a = " + b"[" * 20_000]
)
def test_a_file_that_is_not_toml_is_refused(content: bytes) -> None:
    with pytest.raises(BadPosition, match=r"kimbo\.toml can't be read as TOML"):
        read_board(content)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[home]", "[house]\n[home]", "no table [house] here; there are [home], [side], [players]"),
        ("[side.row-1]", "[side.row-2]\n[side.row-1]", "no table [side.row-2] here"),
        ("[home]", "[home]\nsquare = 1", "[home], key square: no such key"),
        ('color = "red"', 'color = "red"\ncolour = "red"', "[side.row-1], key colour: no such key"),
        ("[players]", "[players]\n5 = []", "[players], key 5: no such key here; there are 2, 3, 4"),
    ],
)
def test_unknown_keys_are_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(said)):
        read_board(changed(old, new))


def test_the_game_plays_on_the_boards_file() -> None:
    assert GAMES["kimbo"] is KIMBO
    assert KIMBO.board == BOARD
    assert KIMBO.on_board is not None


def test_another_board_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxtui.system.locations.boards", lambda: tmp_path)
    assert on_own_board(KIMBO) is KIMBO
    own = changed('"d3/d4"', '"d5/d6"')
    (tmp_path / "kimbo.toml").write_bytes(own)
    game = on_own_board(KIMBO)
    assert game.board == own
    state = game.start({}, 2)
    assert "fences=f3/f4,g3/g4,i3/i4,j3/j4,l3/l4,d5/d6;" in state.text()
    assert game.parse(state.text()).text() == state.text()
    (tmp_path / "kimbo.toml").write_bytes(changed('"h6"', '"h5"'))
    with pytest.raises(BadPosition, match=r"used: kimbo\.toml, table \[side\.row-1\]"):
        on_own_board(KIMBO)


def test_every_line_has_one_number_and_one_name() -> None:
    for square in range(SQUARES):
        for heading in range(4):
            beside = neighbour(square, heading)
            if beside >= 0:
                line = line_of(square, heading)
                assert line == line_between(square, beside) == line_between(beside, square)
                names = (square_text(square), square_text(beside))
                assert line_named("/".join(names)) == line_named("/".join(names[::-1])) == line
                assert line_text(line) in ("/".join(names), "/".join(names[::-1]))


def test_a_step_and_the_step_back_lead_to_the_same_square() -> None:
    for square in range(SQUARES):
        for heading in range(4):
            beside = THE_BOARD.ahead[4 * square + heading]
            if 0 <= beside < HOME:
                assert THE_BOARD.ahead[4 * beside + (heading + 2) % 4] in (square, HOME)


def test_the_search_process_reads_positions_on_the_board_that_is_played_on() -> None:
    own = GAMES["kimbo"].board.replace(b'"d3/d4", "f3/f4"', b'"d5/d6", "f3/f4"')
    assert GAMES["kimbo"].on_board is not None
    begun = GAMES["kimbo"].on_board(own).start({}, 2)
    read = parse_position("kimbo", begun.text(), own)
    assert read.text() == begun.text()
    with pytest.raises(BadPosition, match="nothing can have moved"):
        parse_position("kimbo", begun.text(), GAMES["kimbo"].board)
