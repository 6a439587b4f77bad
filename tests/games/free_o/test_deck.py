"""FREE-O's deck file: what it must contain, and the messages that refuse a bad one."""

import re
from pathlib import Path

import pytest
from free_o_play import DECK as CARDS
from free_o_play import play, words

from boxtui.core import BadPosition
from boxtui.games import GAMES, parse_position
from boxtui.games.free_o.deck import read_deck
from boxtui.games.free_o.game import DECK, FREE_O
from boxtui.games.free_o.state import FreeO
from boxtui.play.record import on_own_board

FILE = DECK.decode()


def changed(old: str, new: str, count: int = 1) -> bytes:
    assert old in FILE
    return FILE.replace(old, new, count).encode()


def test_fro_2_the_deck_has_90_cards() -> None:
    deck = read_deck(DECK)
    assert dict(zip(deck.names, deck.counts, strict=True)) == CARDS
    assert deck.size == 90
    assert len(set(deck.colors)) == 6


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
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
)
def test_a_mistake_in_the_file_is_refused_with_file_table_and_key(
    old: str, new: str, said: str
) -> None:
    with pytest.raises(BadPosition) as refusal:
        read_deck(changed(old, new))
    assert str(refusal.value).startswith("free_o.toml")
    assert said in str(refusal.value)


@pytest.mark.parametrize("content", [b"\xff", b"[place", b"place = 1\nplace = 2", b""])
def test_a_file_that_is_not_a_deck_is_refused(content: bytes) -> None:
    with pytest.raises(BadPosition, match=r"^free_o\.toml"):
        read_deck(content)


def test_fro_6_a_deck_must_leave_a_card_to_begin_the_discards_with() -> None:
    few = FILE.replace("cards = 11", "cards = 6")
    assert read_deck(few.replace("captured = 6", "captured = 1").encode()).size == 55
    with pytest.raises(BadPosition, match="54 cards are too few for six players"):
        read_deck(few.replace("captured = 6", "captured = 0").encode())


def test_the_game_plays_with_the_decks_file() -> None:
    assert GAMES["free-o"] is FREE_O
    assert FREE_O.board == DECK
    assert list(GAMES)[-1] == "free-o"


def test_another_deck_is_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxtui.system.locations.boards", lambda: tmp_path)
    assert on_own_board(FREE_O) is FREE_O
    own = changed("[place.house]", "[place.barn]").replace(b"cards = 11", b"cards = 7")
    (tmp_path / "free_o.toml").write_bytes(own)
    game = on_own_board(FREE_O)
    assert game.board == own
    state = game.start({}, 2)
    assert isinstance(state, FreeO)
    play(state, "1", "barn")
    assert words(state)["hands"] == "-;barn:1"
    assert "barn:6,car:7" in state.text()
    assert game.parse(state.text()).text() == state.text()
    assert parse_position("free-o", state.text(), own).text() == state.text()
    with pytest.raises(BadPosition, match="barn"):
        parse_position("free-o", state.text(), DECK)
    (tmp_path / "free_o.toml").write_bytes(changed('"red"', '"blue"'))
    with pytest.raises(BadPosition, match=re.escape("used: free_o.toml, table [place.car]")):
        on_own_board(FREE_O)
