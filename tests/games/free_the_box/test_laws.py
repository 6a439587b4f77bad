"""Free the Box against a slow reference that walks step by step (tests/helpers)."""

from random import Random

from free_the_box_play import GAME
from free_the_box_reference import Reference
from hypothesis import given, settings
from hypothesis import strategies as st

from boxtui.core import OVER

REACH = {True: "same place", False: "same space only"}


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(2, 6), st.booleans())
def test_whole_games_go_exactly_as_in_the_slow_reference(seed: int, seats: int, far: bool) -> None:
    state, slow, rng = (
        GAME.start({"capture": REACH[far]}, seats),
        Reference(seats, far),
        Random(seed),
    )
    while state.current_player() != OVER:
        assert state.text() == slow.text()
        options = {state.move_text(move) for move in state.legal_moves()}
        assert options == slow.options()
        text = rng.choice(sorted(options))
        state.play(state.read_move(text))
        slow.play(text)
    assert state.text() == slow.text()
    assert slow.options() == set()
