"""A player's own board file; the mistakes in one, and what is said of them, are in `said.txt`."""

import re

import pytest
from bare_board import places
from free_o_play import at
from people import ANN, BEN

from boxtui.core import BadFile, BadPosition
from boxtui.games import GAMES, parse_position
from boxtui.games.free_o.deck import RESERVED
from boxtui.plain import learn, play, practice
from boxtui.play.match import match_at
from boxtui.play.own_board import on_own_board
from boxtui.system.locations import boards

OWN = {
    "kimbo": (b'"d3/d4"', b'"d5/d6"'),
    "free-the-box": (b"captured = 3\npark = 2", b"captured = 2\npark = 3"),
    "free-o": (b"[place.house]", b"[place.barn]"),
}
"""For each game: a change that makes a different, sound board."""


@pytest.mark.parametrize(
    "content",
    [
        *(b"\xff", b"[home", b"home = 1\nhome = 2", b"a = " + b"[" * 20_000),
        *(b"a = 0x" + b"F" * 5000, b"a" + b".a" * 2000 + b" = 1"),
    ],
    ids=range(6),
)
@pytest.mark.parametrize("key", OWN)
def test_a_file_that_is_not_toml_is_refused(key: str, content: bytes) -> None:
    on_board = GAMES[key].on_board
    assert on_board
    with pytest.raises(BadFile, match=rf"^{GAMES[key].board_file} can't be read as TOML"):
        on_board(content)


def test_no_place_has_a_name_that_means_something_else_in_plain_mode_or_to_a_click() -> None:
    assert {*play.WORDS, *practice.WORDS, *learn.WORDS} <= {*RESERVED}
    state = at("house", "car")
    clicked = places(match_at(GAMES["free-o"], state.text(), [ANN, BEN]))
    assert {place.partition(" ")[0] for place in clicked} - {*state.table.deck.names} <= {*RESERVED}


def test_every_game_with_a_board_file_is_tested() -> None:
    assert {key for key, game in GAMES.items() if game.on_board} == set(OWN)


@pytest.mark.parametrize("key", OWN)
@pytest.mark.usefixtures("home")
def test_a_players_own_board_is_played_on_and_a_bad_one_named(key: str) -> None:
    usual, file = GAMES[key], boards() / GAMES[key].board_file
    file.parent.parent.mkdir(parents=True)
    file.parent.touch()
    assert on_own_board(usual) is usual, "a file is where its folder would be"
    file.parent.unlink()
    file.parent.mkdir()
    assert on_own_board(usual) is usual
    file.write_bytes(usual.board.replace(*OWN[key], 1))
    game = on_own_board(usual)
    assert game.board == file.read_bytes() != usual.board
    begun = game.start({}, 2).text()
    assert game.parse(begun).text() == parse_position(key, begun, game.board).text() == begun
    with pytest.raises(BadPosition):
        parse_position(key, begun, usual.board)
    file.write_bytes(usual.board + b"\n[unknown]\n")
    with pytest.raises(BadFile, match=re.escape(f"used: {file.name}: ")):
        on_own_board(usual)
