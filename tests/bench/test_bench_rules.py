"""How long the rules of each game take; see `make bench`."""

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from random_positions import position, positions, start

from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.box.board import Grid, grid_of
from boxtui.games.free_the_box.moves import MOVING as MOVING_A_TOKEN
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, Kimbo

STARTS = {
    f"{game} {value} {name}": start(game, **{name: value})
    for game, name, values in (
        ("shut-the-box", "seats", (2,)),
        ("box", "size", (6, 10, 16)),
        ("kimbo", "seats", (2, 4)),
        ("free-the-box", "seats", (2, 4, 6)),
        ("free-o", "seats", (2, 4, 6)),
    )
    for value in values
}
each_start = pytest.mark.parametrize("first", STARTS.values(), ids=STARTS)


def played_out(state: State) -> list[float]:
    """Return the result of a game of random moves, in a loop that is compiled if the rules are."""
    end = state.clone()
    end.play_out(Random(1))
    return end.returns()


@each_start
def test_the_random_moves_of_a_game(benchmark: BenchmarkFixture, first: State) -> None:
    """Games per second; docs/strength.md has Kimbo's moves per second, next to C."""
    assert sum(benchmark(played_out, first)) == pytest.approx(1.0)


@each_start
def test_a_thousand_random_moves(benchmark: BenchmarkFixture, first: State) -> None:
    """The same in an uncompiled loop: in Kimbo its calls take longer than the moves."""
    assert len(benchmark(lambda: list(islice(positions(first), 1_000)))) == 1_000


@pytest.mark.parametrize("game", GAMES)
def test_a_clone(benchmark: BenchmarkFixture, game: str) -> None:
    first = start(game)
    assert benchmark(first.clone).text() == first.text()


@pytest.mark.parametrize("all_of", [Kimbo.legal_moves, Kimbo.legal_moves_vec])
@pytest.mark.parametrize(
    ("count", "phases", "least"),
    [(100, (MOVING, MOVING_SECOND), 1_000), (10, (FENCING,), 10_000)],
    ids=["a hundred of piece moves, about 45 each", "ten of fence moves"],
)
def test_lists_of_kimbos_moves(
    benchmark: BenchmarkFixture,
    all_of: Callable[[Kimbo], list[int]],
    count: int,
    phases: tuple[int, ...],
    least: int,
) -> None:
    at = (state.clone() for state in positions(start("kimbo", 4)) if state.phase in phases)
    states = list(islice(at, count))
    assert benchmark(lambda: sum(len(all_of(state)) for state in states)) > least


def test_a_list_of_free_the_boxs_moves(benchmark: BenchmarkFixture) -> None:
    state = position(start("free-the-box", 4), 0, lambda at: at.phase == MOVING_A_TOKEN)
    assert benchmark(state.legal_moves)


def test_playing_a_listed_move_of_kimbo(benchmark: BenchmarkFixture) -> None:
    """Includes cloning; a move that wasn't sampled is checked by walking its paths."""
    state = position(start("kimbo", 4), 0, lambda at: at.phase == MOVING)
    move = state.legal_moves()[-1]
    benchmark(lambda: state.clone().play(move))


def test_the_tables_of_the_largest_grid(benchmark: BenchmarkFixture) -> None:
    assert benchmark(Grid, 16).points == grid_of(16).points
