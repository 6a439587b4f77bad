"""The lines of the seats: whose turn is marked."""

import pytest
from free_o_play import at
from people import ANN

from boxtui.games import GAMES
from boxtui.lines import UNICODE, plain
from boxtui.play.match import match_at
from boxtui.views.games import words_of
from boxtui.views.seats import seat_lines


@pytest.mark.parametrize("cells", [15, 30])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_mark_says_whose_turn_it_is_but_not_between_two_hands(seats: int, cells: int) -> None:
    hands = ["house", *["truck"] * (seats - 1)]
    match = match_at(GAMES["free-o"], at(*hands).text(), [ANN] * seats)

    def marked() -> list[bool]:
        return [
            UNICODE.marker in plain(line) for line in seat_lines(words_of(match), UNICODE, cells)
        ]

    assert marked() == [True] + [False] * (seats - 1)
    match.play(match.state.read_move("house"))
    assert match.state.is_open()
    assert marked() == [False] * seats
