"""FREE-O against a slow reference written only from the rule sheet (tests/helpers)."""

from collections import Counter
from random import Random

import pytest
from free_o_play import DECK, at, cards, start, texts, words, written
from free_o_reference import Event, Reference
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import at_random

from boxtui.core import OVER
from boxtui.games.free_o.state import PHASES, FreeO


def check(state: FreeO, slow: Reference) -> None:
    """Check that both have the same next step and the same cards in the same places."""
    what, seat = slow.next()
    assert PHASES[state.phase] == what
    assert list(state.totals) == slow.totals
    if what != "over":
        assert state.turn_seat() == seat
    if what == "play":
        assert {text.partition(" ")[0] for text in texts(state)} == slow.choices()
    now = words(state)
    assert [cards(hand) for hand in now["hands"].split(";")] == list(map(Counter, slow.hands))
    assert cards(now["pile"]) == Counter(slow.pile)
    assert cards(now["below"]) == Counter(slow.discards[:-1])
    assert now["top"] == (slow.discards[-1] if slow.discards else "-")


@settings(max_examples=15)
@given(st.integers(2, 6), st.booleans(), st.integers(0, 2**32))
def test_the_options_are_those_of_the_slow_reference(seats: int, everyone: bool, seed: int) -> None:
    state, slow, rng = start(seats, everyone), Reference(seats, everyone), Random(seed)
    for _ in range(500):
        if state.current_player() == OVER:
            break
        played = state.random_move(rng)
        slow.follow(state.move_text(played))
        state.play(played)
        check(state, slow)


def with_few_to_draw(rng: Random, seats: int, everyone: bool) -> tuple[FreeO, Reference]:
    """Return a hand in which the draw pile is nearly empty, and the same for the slow reference."""
    deck = list(Counter(DECK).elements())
    rng.shuffle(deck)
    # At the start of a hand only a place or a capture can be on top.
    top = next(card for card in deck if card not in ("wild", "draw-a-card"))
    deck.remove(top)
    slow = Reference(seats, everyone, dealer=seats - 1, events=[Event(seats - 1, top)])
    slow.todo = []
    slow.hands = [[deck.pop() for _ in range(rng.randint(1, 9))] for _ in range(seats)]
    slow.pile = [deck.pop() for _ in range(rng.randint(0, 4))]
    kept = rng.choice([0, 5, len(deck)])
    # The last seat holds the remaining cards, so that sometimes nothing is left to draw.
    slow.hands[-1] += deck[kept:]
    slow.discards = [*deck[:kept], top]
    state = at(
        *[written(Counter(held), DECK) for held in slow.hands],
        top=top,
        pile=written(Counter(slow.pile), DECK),
        everyone="yes" if everyone else "no",
        captor=seats if everyone and top == "captured" else "-",
    )
    return state, slow


def test_fro_8_games_in_which_the_draw_pile_runs_out_follow_the_slow_reference() -> None:
    shuffled = short = 0
    for seed in range(40):
        rng = Random(seed)
        state, slow = with_few_to_draw(rng, rng.randint(2, 6), rng.random() < 0.5)
        while not state.is_open():
            check(state, slow)
            move = state.random_move(rng)
            told = state.describe(move)
            shuffled += "a new draw pile (FRO-8)" in told
            short += "no card left to draw (FRO-8)" in told
            slow.follow(state.move_text(move))
            state.play(move)
        check(state, slow)
    assert shuffled > 20
    assert short > 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_fro_3_random_games_end_with_a_total_of_60_and_the_lowest_wins(seats: int) -> None:
    for seed in range(10):
        state, before = start(seats, seed % 2 == 1), list[int]()
        for _ in at_random(state, Random(seed)):
            before = list(state.totals)
        assert max(before) < 60 <= max(state.totals)
        lowest = min(state.totals)
        winners = [total == lowest for total in state.totals]
        assert state.returns() == [won / sum(winners) for won in winners]
