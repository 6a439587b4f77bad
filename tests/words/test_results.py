"""How ended matches are told."""

from free_o_play import at

from boxtui.games import GAMES
from boxtui.match import HUMAN, Seat, match_at
from boxtui.results import result_of


def test_several_winners_are_listed_and_all_of_them_are_a_draw() -> None:
    seats = [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid", "Dot")]
    for totals, told in (
        ("3,3,3,60", "Ann, Ben and Cid share the win."),
        ("3,60,3,5", "Ann and Cid share the win."),
        ("3,4,5,60", "Ann wins."),
        ("60,60,60,60", "A draw."),
    ):
        state = at("", *["car"] * 3, phase="over", demand="any", totals=totals, out=1)
        assert result_of(match_at(GAMES["free-o"], state.text(), seats)) == told
