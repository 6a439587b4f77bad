"""The log beside every board."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import play_through

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.viewer import Viewer
from boxtui.views.log import Log

CELLS = 30


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=30)
@given(luck=st.integers(0, 2**32), moves=st.integers(0, 300), rows=st.integers(0, 60))
def test_the_log_beside_a_board_is_part_of_all(key: str, luck: int, moves: int, rows: int) -> None:
    """Wherever it begins and ends, among cards being dealt, too."""
    game, rng = GAMES[key], Random(luck)
    seats = rng.choice(game.seats)
    players = [Seat("Ann", HUMAN), *(Seat(f"P{at}", "level1") for at in range(1, seats))]
    match = Match(game, {}, players[:seats], luck)
    for _ in play_through(match, rng, moves):
        pass
    log = Log(Viewer(match), ["plain"] * seats)
    whole, end = log.lines(CELLS), rng.randint(0, len(match.log))
    shown = log.last_lines(CELLS, rows, end)
    assert len(shown) <= rows
    places = range(len(whole) - len(shown) + 1)
    assert any(whole[at : at + len(shown)] == shown for at in places)
