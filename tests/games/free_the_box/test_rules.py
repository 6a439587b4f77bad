"""The rules of Free the Box: by number, whole games against a slow reference, and `said.txt`."""

from random import Random

import pytest
from free_the_box_play import (
    CARDS,
    GAME,
    THE_BOARD,
    begun,
    play,
    position,
    start,
    texts,
    tokens,
    word,
    written,
)
from free_the_box_reference import PLAYED, Reference, what
from hypothesis import given, settings
from hypothesis import strategies as st
from said import check_said
from typed_moves import of_kind

from boxtui.core import CHANCE, OVER
from boxtui.games.free_the_box.cards import card_words
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.state import FreeTheBox

HOME = "home,home,home"
COLORS = ["red", "orange", "yellow", "blue", "green", "purple"]


def drawing(bottom: str = "-") -> FreeTheBox:
    """Return a position in which seat 1's token A is to draw a card."""
    return position(f"4,home,home;{HOME}", bottom=bottom, phase="draw", carrier="A")


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("free-the-box")


@pytest.mark.parametrize("seats", PLAYED)
def test_ftb_2_the_colors_that_are_played_follow_from_the_number_of_players(seats: int) -> None:
    table = start(seats).table
    played = [table.color_name(seat) for seat in range(seats)]
    assert played == [COLORS[sector] for sector in PLAYED[seats]]


def test_ftb_2_a_loop_of_60_spaces_in_six_like_sectors_each_before_its_starting_box() -> None:
    assert len(THE_BOARD.spaces) == 60
    for space in range(60):
        words = THE_BOARD.space_words(space).split("'s ")
        assert words[-1] == what(space + 1)
        # A sector's JUMP TO CENTER belongs to the next color.
        owner = [COLORS[(space + 1) // 10 % 6]] if space % 10 in (0, 9) else []
        assert words[:-1] == owner
    assert list(start(6).table.starts) == [0, 10, 20, 30, 40, 50]


def test_ftb_3_there_are_32_equally_likely_cards_each_typed_by_its_words() -> None:
    state = drawing()
    assert sum(CARDS.values()) == 32
    for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
        assert chance == CARDS[state.move_text(move)] / 32
        assert state.read_move(card_words(move)) == move
    assert texts(state) == set(CARDS)


def test_ftb_4_every_number_of_the_die_is_equally_likely() -> None:
    assert begun(2).chance_probabilities() == [1 / 8] * 8


def test_ftb_12_with_no_card_in_the_deck_nothing_is_drawn() -> None:
    """This can happen only on a custom board, where all 32 cards may be kept."""
    cards = BOARD.partition(b"[cards]")[0] + b"[cards]\nfree-the-box = 32\n"
    text = f"phase=move capture=place seat=1 die=3 carrier=- tokens=1,home,home;{HOME} kept=30,2"
    state = on_board(cards).parse(f"{text} bottom=- unseen=-")
    assert "no card is left (FTB-12)" in state.describe(0)
    state.play(0)
    assert (state.turn_seat(), state.current_player()) == (1, CHANCE)


def test_ftb_13_a_token_moved_by_a_card_draws_again() -> None:
    """Tested on a custom board: on the real one the spaces are too far apart."""
    board = BOARD.replace(b'"DRAW A CARD", "mailbox"', b'"DRAW A CARD", "DRAW A CARD"', 1)
    state = on_board(board).parse(drawing().text())
    assert isinstance(state, FreeTheBox)
    play(state, "forward-1")
    assert (word(state, "phase"), word(state, "bottom")) == ("draw", "forward-1")
    assert state.rule() == "FTB-12"
    play(state, "back-2")
    assert (tokens(state), word(state, "phase")) == (f"3,home,home;{HOME}", "roll")


def test_ftb_28_what_is_known_of_the_deck_is_the_number_of_cards_of_each_kind() -> None:
    """The order isn't decided before a card is drawn, so nothing needs hiding from an agent."""
    assert begun(2).view(1) == begun(2).text()
    assert len(word(begun(2), "unseen").split(",")) == len(CARDS)
    state = drawing(bottom="park")
    assert (state.table.deck.hidden, state.chance_probabilities()[0]) == (31, 8 / 31)
    assert "park" in texts(state)


def test_only_spaces_of_the_movers_color_are_called_its_own() -> None:
    board = on_board(BOARD.replace(b"orange", b"infrared"))
    other = board.parse(written(f"8,home,home;{HOME}", phase="move", die=2))
    assert other.describe(0) == "moves A from 8 to 10 (infrared's JUMP TO CENTER)"


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 6), st.booleans())
def test_whole_games_go_exactly_as_in_the_slow_reference(seed: int, seats: int, far: bool) -> None:
    reach = "same place" if far else "same space only"
    state = of_kind(FreeTheBox, GAME.start({"capture": reach}, seats))
    slow, rng = Reference(seats, far), Random(seed)
    while options := slow.options():
        assert state.text() == slow.text()
        assert texts(state) == options
        text = rng.choice(sorted(options))
        state.play(state.read_move(text))
        slow.play(text)
    assert (state.text(), state.current_player()) == (slow.text(), OVER)
