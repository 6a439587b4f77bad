"""A player's own board file; the mistakes in one, and what is said of them, are in `said.txt`."""

import errno
import re
from typing import cast

import pytest
from bare_board import places
from failed_calls import failing
from free_o_play import at
from people import ANN, BEN
from random_games import played_first

from boxtui.core import BadFile, BadPosition
from boxtui.games import GAMES, parse_position
from boxtui.games.free_o.deck import RESERVED
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.shared.toml_file import is_color
from boxtui.plain import learn, play, practice
from boxtui.play.match import Match, match_at
from boxtui.play.own_board import on_own_board
from boxtui.play.results import RESIGN
from boxtui.system.locations import boards

pytestmark = pytest.mark.usefixtures("home")

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
    assert {*play.WORDS, *practice.WORDS, *learn.WORDS, RESIGN} <= {*RESERVED}
    state = at("house", "car")
    clicked = places(match_at(GAMES["free-o"], state.text(), [ANN, BEN]))
    assert {place.partition(" ")[0] for place in clicked} - {*state.table.deck.names} <= {*RESERVED}


def test_nothing_else_that_can_be_clicked_in_free_the_box_could_be_the_name_of_a_color() -> None:
    game = GAMES["free-the-box"]
    colors = set(cast("FreeTheBox", game.start({}, 6)).table.board.colors)
    clicked = places(played_first(Match(game, {}, [ANN, BEN], 7), 200))
    others = {place for place in clicked if not place.isdigit()} - colors
    assert {"the die", "the card", "the deck"} == others
    assert not any(map(is_color, others))


def test_every_game_with_a_board_file_is_tested() -> None:
    assert {key for key, game in GAMES.items() if game.on_board} == set(OWN)


@pytest.mark.parametrize("key", OWN)
def test_a_players_own_board_is_played_on_and_a_bad_one_named(key: str) -> None:
    usual, file = GAMES[key], boards() / GAMES[key].board_file
    file.parent.parent.mkdir(parents=True)
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
    with pytest.raises(BadFile, match=f"^{re.escape(str(file))}: ") as refused:
        on_own_board(usual)
    assert str(refused.value).count(file.name) == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Kimbo.toml", "kimbo"),
        ("KIMBO.TOML", "kimbo"),
        ("free-o.toml", "free-o"),
        ("free_the-box.toml", "free-the-box"),
    ],
)
def test_a_board_under_almost_the_right_name_is_not_ignored(name: str, key: str) -> None:
    boards().mkdir(parents=True)
    path = boards() / name
    path.touch()
    if [each for each in OWN if (boards() / GAMES[each].board_file).exists()]:
        pytest.skip("this file system takes both names for one")
    says = f"{path} must be called {GAMES[key].board_file} "
    with pytest.raises(BadFile, match=f"^{re.escape(says)}"):
        on_own_board(GAMES[key])
    for other in OWN:
        assert other == key or on_own_board(GAMES[other]) is GAMES[other]
    path.rename(boards() / f"old {name}")
    assert on_own_board(GAMES[key]) is GAMES[key]


def test_links_to_nothing_and_a_file_in_place_of_the_folder_are_not_ignored() -> None:
    game, folder = GAMES["kimbo"], boards()
    path = folder / game.board_file
    folder.parent.mkdir(parents=True)
    folder.touch()
    with pytest.raises(BadFile, match=f"^{re.escape(str(folder))} is not a folder"):
        on_own_board(game)
    folder.unlink()
    for link in (folder, path):
        link.symlink_to("nothing")
        with pytest.raises(BadFile, match=f"^{re.escape(str(link))} is a link to nothing"):
            on_own_board(game)
        link.unlink()
        folder.mkdir(exist_ok=True)
    assert on_own_board(game) is game


def test_an_unreadable_board_is_not_called_incorrect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxtui.play.own_board.content", failing(errno.EACCES))
    with pytest.raises(BadFile, match=r"Permission denied\. Permit boxtui to read it"):
        on_own_board(GAMES["kimbo"])
