"""How long Free the Box's moves and games take, and how games end; see `make bench`."""

from dataclasses import dataclass
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ai.free_the_box.heuristic import front_token
from ai.search.mcts import Evaluator
from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import MOVING, ROLLING
from boxtui.games.free_the_box.position import CENTER
from boxtui.games.free_the_box.state import FreeTheBox

GAME = GAMES["free-the-box"]
GAMES_PLAYED = 100


def played_out(state: State) -> list[float]:
    """Play a game of random moves to its end, in a loop that is compiled when the rules are."""
    return Evaluator().evaluate(state.clone(), Random(1))


@dataclass
class Ends:
    """Totals over several games: moves including chance, rolls, and how the games ended."""

    moves: int = 0
    rolls: int = 0
    won_in_the_center: int = 0
    won_by_thumb: int = 0


def ends(seats: int, games: int, thumbs: bool) -> Ends:
    """Play games of random moves; with `thumbs`, one seat in turn plays `front_token`'s moves."""
    found = Ends()
    for seed in range(games):
        state, rng = GAME.start({}, seats), Random(seed)
        assert isinstance(state, FreeTheBox)
        heuristic = seed % seats if thumbs else seats
        while state.current_player() != OVER:
            found.rolls += state.phase == ROLLING
            state.apply(choice(state, rng, state.current_player() == heuristic))
            found.moves += 1
        found.won_in_the_center += state.table.count(state.winner, CENTER) == TOKENS
        found.won_by_thumb += state.winner == heuristic
    return found


def choice(state: FreeTheBox, rng: Random, by_thumb: bool) -> int:
    if not by_thumb:
        return state.random_move(rng)
    return max(state.legal_moves(), key=lambda move: front_token(state, move))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_random_moves_of_a_game(benchmark: BenchmarkFixture, seats: int) -> None:
    """Moves per second are `moves` divided by the time."""
    state, rng, moves = GAME.start({}, seats), Random(1), 0
    at = state.clone()
    while at.current_player() != OVER:
        at.apply(at.random_move(rng))
        moves += 1
    benchmark.extra_info["moves"] = moves
    assert sum(benchmark(played_out, state)) == pytest.approx(1.0)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_how_long_games_take_and_how_they_end(benchmark: BenchmarkFixture, seats: int) -> None:
    """Over `GAMES_PLAYED` games: moves per game, and the share won in the center."""
    found = benchmark(ends, seats, GAMES_PLAYED, False)
    note(benchmark, found, seats)
    assert 0 < found.won_in_the_center < GAMES_PLAYED


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_front_tokens_share_against_random_moves(
    benchmark: BenchmarkFixture, seats: int
) -> None:
    """Over `GAMES_PLAYED` games; the fair share would be one in `seats`."""
    found = benchmark(ends, seats, GAMES_PLAYED, True)
    note(benchmark, found, seats)
    benchmark.extra_info["share of the front token"] = found.won_by_thumb / GAMES_PLAYED
    assert 0 < found.won_by_thumb < GAMES_PLAYED


def note(benchmark: BenchmarkFixture, found: Ends, seats: int) -> None:
    """Record moves per game with chance, turns per player, and the share won in the center."""
    benchmark.extra_info["moves a game"] = found.moves / GAMES_PLAYED
    benchmark.extra_info["turns a player"] = found.rolls / GAMES_PLAYED / seats
    benchmark.extra_info["won in the center"] = found.won_in_the_center / GAMES_PLAYED


def test_a_clone(benchmark: BenchmarkFixture) -> None:
    state = GAME.start({}, 4)
    assert benchmark(state.clone).text() == state.text()


def test_a_list_of_moves(benchmark: BenchmarkFixture) -> None:
    state = GAME.start({}, 4)
    rng = Random(1)
    while not (isinstance(state, FreeTheBox) and state.phase == MOVING):
        state.apply(state.random_move(rng))
    assert benchmark(state.legal_moves)
