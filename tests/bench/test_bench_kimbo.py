"""How long Kimbo's moves take, sampled and listed; see `make bench`."""

from collections.abc import Callable
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.search.mcts import Evaluator
from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, Kimbo

GAME = GAMES["kimbo"]


def sampled(state: State, count: int) -> int:
    """Play that many random moves, game after game; return the number of turns."""
    rng, turns, at = Random(1), 0, state.clone()
    for _ in range(count):
        if at.current_player() == OVER:
            at = state.clone()
        seat = at.turn_seat()
        at.apply(at.random_move(rng))
        turns += at.turn_seat() != seat
    return turns


def played_out(state: State) -> list[float]:
    """Play a game of random moves to its end, in a loop that is compiled when the rules are."""
    return Evaluator().evaluate(state.clone(), Random(1))


def moves_played_out(state: State) -> int:
    """Return how many moves the same game has."""
    rng, at, moves = Random(1), state.clone(), 0
    while at.current_player() != OVER:
        at.apply(at.random_move(rng))
        moves += 1
    return moves


def tables(count: int, *phases: int) -> list[Kimbo]:
    """Return that many positions of random games, in these phases."""
    rng, found = Random(2), list[Kimbo]()
    state = GAME.start({}, 4)
    while len(found) < count:
        if state.current_player() == OVER:
            state = GAME.start({}, 4)
        state.apply(state.random_move(rng))
        assert isinstance(state, Kimbo)
        if state.phase in phases:
            found.append(state.clone())
    return found


def listed(states: list[Kimbo]) -> int:
    return sum(len(state.legal_moves()) for state in states)


def listed_for_searches(states: list[Kimbo]) -> int:
    return sum(len(state.legal_moves_vec()) for state in states)


def played_from_lists(state: Kimbo, count: int) -> int:
    """Play that many moves, each drawn from the full list, game after game; return the turns."""
    rng, turns, at = Random(1), 0, state.clone()
    for _ in range(count):
        if at.current_player() == OVER:
            at = state.clone()
        seat, moves = at.turn_seat(), at.legal_moves_vec()
        at.apply(moves[int(rng.random() * float(len(moves)))])
        turns += at.turn_seat() != seat
    return turns


@pytest.mark.parametrize("seats", [2, 4])
def test_the_sampled_moves_of_a_game(benchmark: BenchmarkFixture, seats: int) -> None:
    """Moves per second are `moves` over the time.

    A release made 9.2 million with two seats and 10.0 with four, the same algorithm in C 19.1 and
    25.4; over the games of a hundred seeds, a release 9.4 and 9.1 and C 17.8 and 17.1.
    """
    state = GAME.start({}, seats)
    benchmark.extra_info["moves"] = moves_played_out(state)
    assert sum(benchmark(played_out, state)) == pytest.approx(1.0)


@pytest.mark.parametrize("seats", [2, 4])
def test_ten_thousand_sampled_moves(benchmark: BenchmarkFixture, seats: int) -> None:
    """The same in an uncompiled loop: its five calls per move take longer than the move."""
    assert benchmark(sampled, GAME.start({}, seats), 10_000) > 1_000


@pytest.mark.parametrize("seats", [2, 4])
def test_a_thousand_moves_out_of_all(benchmark: BenchmarkFixture, seats: int) -> None:
    """A compiled prototype took 1.1 µs per move, C 0.85; here the loop isn't compiled."""
    assert benchmark(played_from_lists, GAME.start({}, seats), 1_000) > 100


@pytest.mark.parametrize("all_of", [listed, listed_for_searches])
def test_a_hundred_lists_of_piece_moves(
    benchmark: BenchmarkFixture, all_of: Callable[[list[Kimbo]], int]
) -> None:
    """About 45 moves each."""
    assert benchmark(all_of, tables(100, MOVING, MOVING_SECOND)) > 1_000


@pytest.mark.parametrize("all_of", [listed, listed_for_searches])
def test_ten_lists_of_fence_moves(
    benchmark: BenchmarkFixture, all_of: Callable[[list[Kimbo]], int]
) -> None:
    assert benchmark(all_of, tables(10, FENCING)) > 10_000


def test_a_clone(benchmark: BenchmarkFixture) -> None:
    state = GAME.start({}, 4)
    assert benchmark(state.clone).text() == state.text()


def test_playing_a_listed_move(benchmark: BenchmarkFixture) -> None:
    """Includes cloning; a move that wasn't sampled is checked by walking its paths."""
    state = tables(1, MOVING)[0]
    move = state.legal_moves()[-1]

    def play() -> None:
        state.clone().play(move)

    benchmark(play)
