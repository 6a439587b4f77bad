"""How Kimbo ends: KIM-29 and KIM-31. How pieces move, with pictures, is in `said.txt`."""

import pytest
from kimbo_boards import LETTERS, THE_BOARD, at, drawn
from kimbo_play import play, refused

from boxtui.core import OVER, BadPosition, IllegalMove
from boxtui.games.kimbo.state import Kimbo

SHUT_IN = """
5  . . . . .
         y
4  . . .yRy.
         y
3  . . . . ."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kim_29_the_first_with_all_four_home_wins_at_once(seats: int) -> None:
    letter = LETTERS[THE_BOARD.sitting(seats)[-1]].upper()
    state = drawn(f"6  . . . . . . . {letter}", "2+1", home=3 * letter, seats=seats, seat=seats)
    play(state, "1 h6-HOME")
    assert (state.current_player(), state.turn_seat(), state.legal_moves()) == (OVER, OVER, [])
    assert (state.returns(), state.rule()) == ([0.0] * (seats - 1) + [1.0], "KIM-29")
    assert at(state.text()).returns() == state.returns()
    assert refused(state, "-") == "KIM-29"
    with pytest.raises(IllegalMove, match="KIM-29"):
        state.play(0)
    with pytest.raises(BadPosition, match="the winner must be the only player with all pieces"):
        at(state.text().replace("phase=over", "phase=fence"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kim_31_after_a_thousand_turns_of_every_seat_it_is_a_draw(seats: int) -> None:
    shut_in = drawn(SHUT_IN, home="RRR", seats=seats).text()

    def at_turn(turns: int) -> Kimbo:
        return play(at(shut_in.replace("turns=0", f"turns={turns}")), "-")

    for turns in (1998, 1000 * seats - 2):
        assert play(at_turn(turns), "5 3").current_player() == 1
    last = at_turn(1000 * seats - 1)
    assert "turns each the game is a draw (KIM-31)" in last.describe(53)
    play(last, "5 3")
    share = [1 / seats] * seats
    assert (last.current_player(), last.returns(), last.rule()) == (OVER, share, "KIM-31")
    assert at(last.text()).returns() == share
    for turns in (1999, 1000 * seats - 1):
        with pytest.raises(BadPosition, match="turns are left"):
            at(last.text().replace(f"turns={1000 * seats}", f"turns={turns}"))
    with pytest.raises(BadPosition, match="is not possible"):
        at_turn(1000 * seats)
