"""How long FREE-O's moves and worlds take, and how long its games are; see `make bench`."""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.mcts import Knowledge
from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.games.free_o_state import PLAYING, FreeO

GAME = GAMES["free-o"]


def played_out(state: State) -> list[float]:
    """A game of random moves to its end: by a loop that is compiled where the rules are."""
    return Knowledge().evaluate(state.clone(), Random(1))


def lengths(state: State) -> tuple[int, int, int]:
    """How many moves the same game has, how many of them decisions, and how many hands."""
    rng, at, moves, decisions = Random(1), state.clone(), 0, 0
    while at.player() != OVER:
        moves, decisions = moves + 1, decisions + (at.player() >= 0)
        at.play(at.random_move(rng))
    assert isinstance(at, FreeO)
    return moves, decisions, at.hand


def in_a_hand(seats: int) -> FreeO:
    """A decision some turns into a hand of random moves, in which somebody drew for want."""
    rng, state = Random(5), GAME.start({}, seats)
    assert isinstance(state, FreeO)
    while state.phase != PLAYING or sum(state.table.below) < 15 or not any(state.table.without):
        state.play(state.random_move(rng))
    return state


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_moves_of_a_game(benchmark: BenchmarkFixture, seats: int) -> None:
    """Moves a second are `moves` over its time: 3.5 million, chance among them."""
    state = GAME.start({}, seats)
    named = dict(zip(("moves", "decisions", "hands"), lengths(state), strict=True))
    benchmark.extra_info.update(named)
    assert sum(benchmark(played_out, state)) == pytest.approx(1.0)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_world(benchmark: BenchmarkFixture, seats: int) -> None:
    """What a search asks for before every iteration."""
    state, rng = in_a_hand(seats), Random(1)
    world = benchmark(state.resample, state.turn(), rng)
    assert world.view(state.turn()) == state.view(state.turn())


def test_a_clone(benchmark: BenchmarkFixture) -> None:
    state = in_a_hand(4)
    assert benchmark(state.clone).text() == state.text()


def test_playing_a_move(benchmark: BenchmarkFixture) -> None:
    """With its clone."""
    state = in_a_hand(4)
    assert benchmark(state.after, state.legal_moves()[0]).text() != state.text()
