"""How long Free the Box's moves and games take, and how games end; see `make bench`."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.mcts import Knowledge
from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.games.free_the_box_board import TOKENS
from boxtui.games.free_the_box_phases import MOVING
from boxtui.games.free_the_box_state import FreeTheBox
from boxtui.games.free_the_box_table import CENTER

GAME = GAMES["free-the-box"]
GAMES_PLAYED = 100


def played_out(state: State) -> list[float]:
    """A game of random moves to its end: by a loop that is compiled where the rules are."""
    return Knowledge().evaluate(state.clone(), Random(1))


def ends(seats: int, games: int) -> tuple[int, int]:
    """Of so many random games: all moves with chance, and how many were won in the center."""
    moves = centers = 0
    for seed in range(games):
        state, rng = GAME.start({}, seats), Random(seed)
        assert isinstance(state, FreeTheBox)
        while state.player() != OVER:
            state.play(state.random_move(rng))
            moves += 1
        centers += state.table.count(state.winner, CENTER) == TOKENS
    return moves, centers


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_random_moves_of_a_game(benchmark: BenchmarkFixture, seats: int) -> None:
    """Moves a second are `moves` over its time."""
    state, rng, moves = GAME.start({}, seats), Random(1), 0
    at = state.clone()
    while at.player() != OVER:
        at.play(at.random_move(rng))
        moves += 1
    benchmark.extra_info["moves"] = moves
    assert sum(benchmark(played_out, state)) == pytest.approx(1.0)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_how_long_games_take_and_how_they_end(benchmark: BenchmarkFixture, seats: int) -> None:
    """Of `GAMES_PLAYED`: moves a game, and the share won by three tokens in the center."""
    moves, centers = benchmark(ends, seats, GAMES_PLAYED)
    benchmark.extra_info["moves a game"] = moves / GAMES_PLAYED
    benchmark.extra_info["won in the center"] = centers / GAMES_PLAYED
    assert 0 < centers < GAMES_PLAYED


def test_a_clone(benchmark: BenchmarkFixture) -> None:
    state = GAME.start({}, 4)
    assert benchmark(state.clone).text() == state.text()


def test_a_list_of_moves(benchmark: BenchmarkFixture) -> None:
    state = GAME.start({}, 4)
    rng = Random(1)
    while not (isinstance(state, FreeTheBox) and state.phase == MOVING):
        state.play(state.random_move(rng))
    assert benchmark(state.legal_moves)
