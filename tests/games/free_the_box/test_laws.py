"""Free the Box against a slow reference that walks step by step (tests/helpers)."""

from random import Random

import pytest
from free_the_box_play import GAME
from free_the_box_reference import CARDS, Reference
from hypothesis import given, settings
from hypothesis import strategies as st

from boxtui.core import CHANCE, OVER, IllegalMove
from boxtui.games.free_the_box.moves import ENTER, MOVING
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, OUT, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 6)
REACH = {True: "same place", False: "same space only"}


def begun(seats: int, far: bool) -> FreeTheBox:
    state = GAME.start({"capture": REACH[far]}, seats)
    assert isinstance(state, FreeTheBox)
    return state


@settings(max_examples=25)
@given(SEEDS, SEATS, st.booleans())
def test_whole_games_go_exactly_as_in_the_slow_reference(seed: int, seats: int, far: bool) -> None:
    state, slow, rng = begun(seats, far), Reference(seats, far), Random(seed)
    while state.current_player() != OVER:
        assert state.text() == slow.text()
        options = {state.move_text(move) for move in state.legal_moves()}
        assert options == slow.options()
        text = rng.choice(sorted(options))
        state.play(state.read_move(text))
        slow.play(text)
    assert state.text() == slow.text()
    assert slow.options() == set()


@settings(max_examples=10)
@given(SEEDS, SEATS)
def test_no_token_or_card_is_lost_only_cards_shorten_a_way_and_a_roll_has_at_most_3_moves(
    seed: int, seats: int
) -> None:
    state, rng = begun(seats, True), Random(seed)
    while state.current_player() != OVER:
        table, before = state.table, state.clone().table
        for seat in range(seats):
            check_tokens(state, seat)
        assert table.deck.size() + sum(table.kept) == sum(CARDS.values()) == 32
        if state.phase == MOVING:
            moves = state.legal_moves()
            assert 1 <= len(moves) <= 3
            assert ENTER not in moves or table.count(table.seat, HOME) > 0
        move = state.random_move(rng)
        is_card = state.move_text(move) in CARDS
        state.play(move)
        if not is_card:
            check_ways(before, state.table)


def check_tokens(state: FreeTheBox, seat: int) -> None:
    """Home, captured, center and neighborhood add up to three; a player who is out has none."""
    own = list(state.table.tokens)[3 * seat : 3 * seat + 3]
    places = [state.table.count(seat, where) for where in (HOME, CAPTURED, CENTER)]
    on_spaces = sum(0 <= at < 60 for at in own)
    assert sum(places) + on_spaces == (3 if state.table.is_in(seat) else 0)
    assert (own == [OUT] * 3) == (not state.table.is_in(seat))


def check_ways(before: FreeTheBoxTable, after: FreeTheBoxTable) -> None:
    """Tokens that stay in the neighborhood never go back, and their laps are counted."""
    length = before.board.length
    for token, at in enumerate(before.tokens):
        if at >= 0 and after.tokens[token] >= 0:
            steps = after.gone(token) - before.gone(token)
            is_round = (before.rounds >> token & 1) or steps < 0
            assert 0 <= steps % length <= 8
            assert after.rounds >> token & 1 == is_round


@settings(max_examples=20)
@given(SEEDS, SEATS)
def test_play_takes_the_listed_moves_and_refuses_all_others(seed: int, seats: int) -> None:
    state, rng = begun(seats, True), Random(seed)
    for _ in range(rng.randrange(300)):
        if state.current_player() != OVER:
            state.play(state.random_move(rng))
    listed = state.legal_moves()
    for move in range(-2, 40):
        if move in listed:
            state.clone().play(move)
        else:
            with pytest.raises(IllegalMove):
                state.clone().play(move)


@settings(max_examples=6)
@given(SEEDS)
def test_turning_the_board_by_half_turns_a_game_of_two(seed: int) -> None:
    """Red and blue sit opposite; sectors 1 to 3 are like 4 to 6 if places appear twice."""
    one, other = begun(2, False), begun(2, False)
    rng = Random(seed)
    for state, throws in ((one, (8, 1)), (other, (1, 8))):
        for throw in throws:
            state.play(throw)
    while one.current_player() != OVER:
        options = one.legal_moves()
        assert options == other.legal_moves()
        move = rng.choice(options)
        one.play(move)
        other.play(move)
        assert (one.current_player() == CHANCE) == (other.current_player() == CHANCE)
    assert one.returns() == other.returns()[::-1]
