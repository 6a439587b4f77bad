"""Board files: mistakes are refused by file, table and key, and an own board is played on."""

import re
from pathlib import Path

import pytest

from boxtui.core import BadPosition, Game
from boxtui.games import GAMES, parse_position
from boxtui.play.record import on_own_board

MISTAKES = {
    "kimbo": [
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
        ("[home]", "[house]\n[home]", "no table [house] here; there are [home], [side], [players]"),
        ("[side.row-1]", "[side.row-2]\n[side.row-1]", "no table [side.row-2] here"),
        ("[home]", "[home]\nsquare = 1", "[home], key square: no such key"),
        ('color = "red"', 'color = "red"\ncolour = "red"', "[side.row-1], key colour: no such key"),
        ("[players]", "[players]\n5 = []", "[players], key 5: no such key here; there are 2, 3, 4"),
    ],
    "free-the-box": [
        ("[loop]", "[loops]", "no table [loops] here; there are [loop], [players], [cards]"),
        ("[players]", "[people]", "no table [people] here"),
        ("spaces = [", "spaces = 5\nplaces = [", "no such key here; there are spaces"),
        ('"house", "garage"', '"house", 5', "key spaces: write a list of names"),
        ('"house", "garage"', '"house", "Garage"', "'Garage' is neither a place"),
        ('"house", "garage"', '"house", "route 66"', "'route 66' is neither a place"),
        ('"house", "garage"', '"house", "bus  stop"', "'bus  stop' is neither a place"),
        ('"house", "garage"', '"house", " bench"', "' bench' is neither a place"),
        ('"house", "garage"', '"house", "gebüsch"', "'gebüsch' is neither a place"),
        ('"house", "garage"', '"house", "park"', "'park' looks like one of STARTING BOX"),
        ('"house", "garage"', '"house", "starting box red"', "'starting box red' looks like"),
        ('"house", "garage"', '"house", "Park"', "nor one of STARTING BOX, DRAW A CARD, PARK"),
        ('"STARTING BOX red"', '"START red"', "there must be 6 STARTING BOXES"),
        ('"STARTING BOX red"', '"STARTING BOX pink"', "there must be 6 STARTING BOXES"),
        ('"STARTING BOX red"', '"STARTING BOX Red"', "'Red' is not a color"),
        ('"JUMP TO CENTER red"', '"PARK"', "red needs one JUMP TO CENTER"),
        ('"garage"', '"JUMP TO CENTER red"', "red needs one JUMP TO CENTER"),
        ('"JUMP TO CENTER red"', '"JUMP TO CENTER blue"', "red needs one JUMP TO CENTER"),
        (
            '"JUMP TO CENTER red"',
            '"JUMP TO CENTER pink"',
            "'JUMP TO CENTER pink' is neither a place",
        ),
        ('"garage"', ", ".join(['"garage"'] * 62), "121 spaces are more than 120"),
        ('2 = ["red", "blue"]', '2 = ["red", "pink"]', "[players], key 2: 'pink' is not a color"),
        ('2 = ["red", "blue"]', '2 = ["blue", "red"]', "key 2: turns go along the arrows"),
        ('2 = ["red", "blue"]', '2 = ["red", "red"]', "key 2: write 2 different names"),
        ('2 = ["red", "blue"]', '2 = "red"', "[players], key 2: write a list of 2 names"),
        ('2 = ["red", "blue"]\n', "", "[players], key 2: write a list of 2 names"),
        ("[players]", "[players]\n7 = []", "[players], key 7: no such key here"),
        ("park = 2", "parks = 2", "[cards], key parks: no such key here"),
        ("park = 2", "park = 3", "33 cards are listed; there must be 32"),
        ("park = 2", "park = -2", "[cards], key park: write a number of cards from 0 to 32"),
        ("park = 2", "park = true", "[cards], key park: write a number of cards from 0 to 32"),
        ("park = 2", 'park = "2"', "[cards], key park: write a number of cards from 0 to 32"),
    ],
    "free-o": [
        ("[place.house]", "[places.house]", "here; there are [place], [others]"),
        ("[place.house]", "[house]", "here; there are [place], [others]"),
        ("[place.house]", "[place.car.house]", "there must be 6 tables [place.NAME]"),
        ("[place.house]", '[place."old house"]', "use a name of 2 to 11 small letters"),
        ("[place.house]", "[place.House]", "table [place.House]: use a name of 2 to 11"),
        ("[place.house]", "[place.wild]", "use a name of 2 to 11 small letters"),
        ("[place.house]", "[place.draw]", "use a name of 2 to 11 small letters"),
        ("[place.house]", "[place.log]", "use a name of 2 to 11 small letters"),
        ("[place.house]", "[place.neighborhood]", "use a name of 2 to 11 small letters"),
        ("[others]", "[other]", "here; there are [place], [others]"),
        ("wild = 12", "", "table [others], key wild: write a number of cards from 0 to 99"),
        ("wild = 12", 'wild = "12"', "table [others], key wild: write a number of cards"),
        ("wild = 12", "wild = 100", "table [others], key wild: write a number of cards"),
        ("wild = 12", "wild = -1", "table [others], key wild: write a number of cards"),
        ("wild = 12", "wild = true", "table [others], key wild: write a number of cards"),
        ("wild = 12", "wild = 12\njoker = 1", "[others], key joker: no such key here"),
        ("cards = 11", "cards = 0", "table [place.house], key cards: write a number of cards"),
        ("cards = 11", "count = 11", "table [place.house], key count: no such key here"),
        ('"red"', "4", "table [place.house], key color: write a color in 2 to 8"),
        ('"red"', '"4"', "table [place.house], key color: write a color in 2 to 8"),
        ('"blue"', '"red"', "table [place.car], key color: 'red' is already used"),
    ],
}
"""For each game: a text in its file, what stands there instead, and what is said about that."""

NO_TOML = [b"\xff", b"[home", b"home = 1\nhome = 2", b"a = " + b"[" * 20_000]

OWN = {
    "kimbo": (b'"d3/d4"', b'"d5/d6"'),
    "free-the-box": (b"captured = 3\npark = 2", b"captured = 2\npark = 3"),
    "free-o": (b"[place.house]", b"[place.barn]"),
}
"""For each game: a change that makes a different, sound board."""


def read(key: str, content: bytes) -> Game:
    on_board = GAMES[key].on_board
    assert on_board
    return on_board(content)


@pytest.mark.parametrize(
    ("key", "old", "new", "said"), [(key, *row) for key in MISTAKES for row in MISTAKES[key]]
)
def test_a_mistake_in_the_file_is_refused_with_file_table_and_key(
    key: str, old: str, new: str, said: str
) -> None:
    content = GAMES[key].board.decode()
    assert old in content
    with pytest.raises(BadPosition, match=re.escape(said)) as refusal:
        read(key, content.replace(old, new, 1).encode())
    assert str(refusal.value).startswith(GAMES[key].board_file)


@pytest.mark.parametrize("content", NO_TOML, ids=len)
@pytest.mark.parametrize("key", MISTAKES)
def test_a_file_that_is_not_toml_is_refused(key: str, content: bytes) -> None:
    with pytest.raises(BadPosition, match=rf"^{GAMES[key].board_file} can't be read as TOML"):
        read(key, content)


def test_every_game_with_a_board_file_is_tested() -> None:
    assert {key for key, game in GAMES.items() if game.on_board} == set(MISTAKES) == set(OWN)


@pytest.mark.parametrize("key", OWN)
def test_a_players_own_board_is_played_on_and_a_bad_one_named(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.system.locations.boards", lambda: tmp_path)
    usual, file = GAMES[key], tmp_path / GAMES[key].board_file
    assert on_own_board(usual) is usual
    file.write_bytes(usual.board.replace(*OWN[key], 1))
    game = on_own_board(usual)
    assert game.board == file.read_bytes() != usual.board
    begun = game.start({}, 2).text()
    assert game.parse(begun).text() == parse_position(key, begun, game.board).text() == begun
    with pytest.raises(BadPosition):
        parse_position(key, begun, usual.board)
    old, new, _ = MISTAKES[key][-1]
    file.write_bytes(usual.board.replace(old.encode(), new.encode(), 1))
    with pytest.raises(BadPosition, match=re.escape(f"used: {file.name}, ")):
        on_own_board(usual)
