"""The log beside every board."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import any_move, play_through

from ai.agent import HUMAN
from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.position import CENTER
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.kimbo.state import Kimbo
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


def _suffered(state: State, seat: int) -> object:
    """Return what moves of `seat` change only by a capture, a player's end, or the center."""
    if isinstance(state, Kimbo):
        return [side if side != seat + 1 else 0 for side in state.table.occupant]
    assert isinstance(state, FreeTheBox)
    tokens = list(state.table.tokens)
    del tokens[seat * TOKENS : (seat + 1) * TOKENS]
    return tokens, state.table.is_in(seat), state.table.count(seat, CENTER)


@pytest.mark.parametrize("key", ["kimbo", "free-the-box"])
def test_captures_players_who_are_out_and_tokens_in_the_center_stand_out(key: str) -> None:
    found = set()
    for luck in range(4):
        match = Match(GAMES[key], {}, [Seat("Ann", HUMAN), Seat("Ben", HUMAN)], luck)
        rng = Random(luck)
        while match.state.current_player() != OVER and len(match.moves) < 1500:
            seat, before = match.state.turn_seat(), match.state.clone()
            match.play(any_move(match, rng))
            is_striking = match.log[-1].is_striking
            assert is_striking == (_suffered(before, seat) != _suffered(match.state, seat))
            found.add(is_striking)
    assert found == {True, False}


@pytest.mark.parametrize("key", GAMES)
def test_no_name_makes_a_sentence_of_the_log_stand_out(key: str) -> None:
    seats = [Seat("Ann!", HUMAN), Seat("captures", HUMAN)]
    match = Match(GAMES[key], {}, seats, 5)
    for _ in play_through(match, Random(5), 60):
        pass
    lines = Log(Viewer(match), ["faint"] * 2).lines(CELLS)
    is_strong = any(piece.style == "strong" for line in lines for piece in line)
    assert is_strong == any(played.is_striking for played in match.log)
