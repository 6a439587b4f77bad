"""How long rules and saves take; see `make bench`."""

from pathlib import Path
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture

from boxtui.core import CHANCE, OVER
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat
from boxtui.record import Record
from saves.events import Hint, Move
from saves.library import Library

GAME = GAMES["shut-the-box"]
SEATS = [Seat("Ann", HUMAN), Seat("Computer", "level5")]


def random_moves(count: int) -> int:
    """That many random moves, games one after the other; how many games were begun."""
    rng, games = Random(1), 1
    state = GAME.start({}, 2)
    for _ in range(count):
        if state.player() == OVER:
            state = GAME.start({}, 2)
            games += 1
        state.play(state.random_move(rng))
    return games


def test_a_thousand_random_moves(benchmark: BenchmarkFixture) -> None:
    assert benchmark(random_moves, 1000) > 10


def test_an_append_that_is_on_the_disk(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    record = Record.begin(Match(GAME, {}, SEATS, 7), Library(tmp_path))
    try:
        benchmark(record.keep, Hint())
    finally:
        record.close()


def test_a_whole_game_of_twelve_taken_up_again(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    shelf, seats = Library(tmp_path), [Seat(f"P{n}", HUMAN) for n in range(12)]
    record, rng = Record.begin(Match(GAME, {}, seats, 7), shelf), Random(7)
    while record.match.state.player() != OVER:
        chance = record.match.state.player() == CHANCE
        record.do(Move(record.match.dealt() if chance else record.match.state.random_move(rng)))
    record.close()

    def resume() -> int:
        again = Record.resume(shelf.find(record.name), shelf)
        again.close()
        return len(again.match.moves)

    assert benchmark(resume) == len(record.match.moves)
