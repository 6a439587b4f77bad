"""Free the Box's board file: it is read strictly, and a bad one is refused with one sentence."""

import re
from random import Random

import pytest
from random_games import at_random

from boxtui.core import BadFile
from boxtui.games.free_the_box.board import read_board
from boxtui.games.free_the_box.game import BOARD, on_board

SHORT_LOOP = b"""
[loop]
spaces = [
  "STARTING BOX amber", "den", "DRAW A CARD", "JUMP TO CENTER beige", "STARTING BOX beige",
  "den", "PARK", "JUMP TO CENTER coral", "STARTING BOX coral", "DRAW A CARD", "DRAW A CARD",
  "JUMP TO CENTER denim", "STARTING BOX denim", "JUMP TO CENTER ecru", "STARTING BOX ecru",
  "den", "hut", "JUMP TO CENTER fawn", "STARTING BOX fawn", "hut", "JUMP TO CENTER amber",
]

[players]
2 = ["beige", "fawn"]
3 = ["amber", "coral", "ecru"]
4 = ["amber", "beige", "coral", "denim"]
5 = ["amber", "beige", "coral", "denim", "ecru"]
6 = ["amber", "beige", "coral", "denim", "ecru", "fawn"]

[cards]
"""
"""A loop of 21 spaces, with sectors of different lengths; cards are yet to be added."""

LONG_STEPS = b"free-the-box = 10\nforward-9 = 5\nback-9 = 7\npark = 5\nroll-again = 5\n"


@pytest.mark.parametrize("table", ["loop", "players", "cards"])
def test_a_table_that_is_missing_is_named(table: str) -> None:
    head, _, rest = BOARD.decode().partition(f"[{table}]")
    without = head + rest[rest.index("\n[") + 1 :] if "\n[" in rest else head
    with pytest.raises(BadFile, match=re.escape(f"the table [{table}] is missing")):
        read_board(without.encode())


def test_a_card_that_leads_to_the_next_park_needs_one() -> None:
    without = BOARD.replace(b'"PARK"', b'"pond"')
    with pytest.raises(BadFile, match=r"\[cards\], key park: there is no PARK to go to"):
        read_board(without)
    board = read_board(without.replace(b"captured = 3\npark = 2", b"captured = 5"))
    assert board.to_park[0] == 0


DRAWS = SHORT_LOOP.replace(b'"den"', b'"DRAW A CARD"').replace(b'"hut"', b'"DRAW A CARD"')


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        (b"forward-1 = 32", False),
        (b"back-1 = 30\nroll-again = 2", False),
        (b"forward-1 = 8\nfree-the-box = 24", False),
        (b"forward-1 = 31\ncaptured = 1", True),
        (b"forward-1 = 31\npark = 1", True),
        (b"free-the-box = 32", True),
    ],
)
def test_cards_that_lead_from_draw_to_draw_for_ever_are_refused(cards: bytes, ends: bool) -> None:
    content = DRAWS + cards
    if ends:
        read_board(content)
    else:
        with pytest.raises(BadFile, match="add one that ends a chain of draws"):
            read_board(content)


def test_a_board_without_cards_is_refused() -> None:
    with pytest.raises(BadFile, match="0 cards are listed; there must be 32"):
        read_board(BOARD.partition(b"[cards]")[0] + b"[cards]\n")


def test_whole_games_are_played_on_another_board() -> None:
    game = on_board(SHORT_LOOP + LONG_STEPS)
    for seats in game.seats:
        state = game.start({}, seats)
        for _ in at_random(state, Random(seats)):
            assert game.parse(state.text()).text() == state.text()
        assert sum(state.returns()) == 1
