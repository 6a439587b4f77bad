"""FREE-O's deck file: what it must contain, and the messages that refuse a bad one."""

import pytest
from free_o_play import DECK as CARDS

from boxtui.core import BadPosition
from boxtui.games.free_o.deck import read_deck
from boxtui.games.free_o.game import DECK

FILE = DECK.decode()


def test_fro_2_the_deck_has_90_cards() -> None:
    deck = read_deck(DECK)
    assert dict(zip(deck.names, deck.counts, strict=True)) == CARDS
    assert deck.size == 90
    assert len(set(deck.colors)) == 6


def test_fro_6_a_deck_must_leave_a_card_to_begin_the_discards_with() -> None:
    few = FILE.replace("cards = 11", "cards = 6")
    assert read_deck(few.replace("captured = 6", "captured = 1").encode()).size == 55
    with pytest.raises(BadPosition, match="54 cards are too few for six players"):
        read_deck(few.replace("captured = 6", "captured = 0").encode())
