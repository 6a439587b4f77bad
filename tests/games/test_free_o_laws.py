"""FREE-O against a slow reference written from its sheet alone (tests/helpers)."""

from collections import Counter
from random import Random

import pytest
from free_o_play import DECK, cards, start, texts, words
from free_o_reference import Reference
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import check_random_moves

from boxtui.core import OVER
from boxtui.games.free_o_state import PHASES, PLAYING, FreeO

SEATS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)

PHASE_NAMES = {"turn": "turn", "shuffle": "scored"}
"""The reference's word for what comes now, where the phase has another name."""


def check(state: FreeO, slow: Reference) -> None:
    """The same comes next, and all cards lie where they do there."""
    what, seat = slow.next()
    assert PHASES[state.phase] == PHASE_NAMES.get(what, what)
    assert list(state.totals) == slow.totals
    if what != "over":
        assert state.turn() == seat
    if what == "play":
        assert {text.partition(" ")[0] for text in texts(state)} == slow.choices()
    now = words(state)
    assert [cards(hand) for hand in now["hands"].split(";")] == list(map(Counter, slow.hands))
    assert cards(now["pile"]) == Counter(slow.pile)
    assert cards(now["below"]) == Counter(slow.discards[:-1])
    assert now["top"] == (slow.discards[-1] if slow.discards else "-")


@settings(max_examples=60)
@given(SEATS, st.booleans(), SEEDS)
def test_whatever_is_played_the_next_player_may_do_what_the_slow_reference_says(
    seats: int, everyone: bool, seed: int
) -> None:
    state, slow, rng = start(seats, everyone), Reference(seats, everyone), Random(seed)
    for move in range(800):
        if move:
            check(state, slow)
        if state.player() == OVER:
            break
        played = state.random_move(rng)
        slow.follow(state.move_text(played))
        state.play(played)


def hoarding(state: FreeO, rng: Random) -> int:
    """A move that keeps hands large: captures and Draw A Cards first, places last."""
    moves = state.legal_moves()
    if state.phase != PLAYING:
        return state.random_move(rng)
    return max(moves, key=lambda move: (move >= 6, rng.random()))


@settings(max_examples=25)
@given(SEATS, st.booleans(), SEEDS)
def test_fro_8_the_slow_reference_is_followed_through_reshuffles_too(
    seats: int, everyone: bool, seed: int
) -> None:
    state, slow, rng = start(seats, everyone), Reference(seats, everyone), Random(seed)
    for move in range(600):
        if move:
            check(state, slow)
        if state.player() == OVER:
            break
        played = hoarding(state, rng)
        slow.follow(state.move_text(played))
        state.play(played)


@given(SEATS, st.booleans(), SEEDS)
def test_fro_2_there_are_always_90_cards_of_the_deck(seats: int, everyone: bool, seed: int) -> None:
    state, rng = start(seats, everyone), Random(seed)
    for _ in range(300):
        if state.player() == OVER:
            break
        now = words(state)
        found = cards(now["pile"]) + cards(now["below"]) + cards(now["top"])
        for hand in now["hands"].split(";"):
            found += cards(hand)
        assert found == Counter(DECK)
        state.play(state.random_move(rng))


@settings(max_examples=60)
@given(SEATS, st.booleans(), SEEDS)
def test_fro_15_no_hand_ends_with_a_wild_and_no_turn_has_two(
    seats: int, everyone: bool, seed: int
) -> None:
    state, rng = start(seats, everyone), Random(seed)
    wilds: list[int] = []
    for _ in range(800):
        if state.player() == OVER:
            break
        move = state.random_move(rng)
        text, seat = state.move_text(move), state.turn()
        if state.phase == PLAYING:
            if text == "wild":
                assert state.table.sizes[seat] > 1
                assert wilds != [seat]
            # A Wild against a capture ends the turn, so whoever plays it may soon play another.
            extra = text == "wild" and words(state)["demand"] != "capture"
            wilds = [seat] if extra else []
        state.play(move)


@settings(max_examples=80)
@given(SEATS, st.booleans(), SEEDS, st.integers(0, 400))
def test_random_moves_are_all_the_legal_ones(
    seats: int, everyone: bool, seed: int, moves: int
) -> None:
    state, rng = start(seats, everyone), Random(seed)
    for _ in range(moves):
        if state.player() != OVER:
            state.play(state.random_move(rng))
    if state.player() != OVER:
        check_random_moves(state, rng)


@pytest.mark.parametrize("seats", range(2, 7))
def test_fro_3_random_games_end_with_a_total_of_60_and_the_lowest_wins(seats: int) -> None:
    for seed in range(10):
        state, rng = start(seats, seed % 2 == 1), Random(seed)
        before = list(state.totals)
        while state.player() != OVER:
            before = list(state.totals)
            state.play(state.random_move(rng))
        assert max(before) < 60 <= max(state.totals)
        lowest = min(state.totals)
        winners = [total == lowest for total in state.totals]
        assert state.returns() == [won / sum(winners) for won in winners]
