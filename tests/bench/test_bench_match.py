"""How long rules and saves take; see `make bench`."""

from pathlib import Path
from random import Random

from pytest_benchmark.fixture import BenchmarkFixture
from random_games import among_all, play_on

from ai.agent import HUMAN
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record
from saves.events import Hint
from saves.library import Library

GAME = GAMES["shut-the-box"]
SEATS = [Seat("Ann", HUMAN), Seat("Computer", "level5")]


def random_moves(count: int) -> int:
    """Play that many random moves, game after game; return the number of games begun."""
    rng, games = Random(1), 1
    state = GAME.start({}, 2)
    for _ in range(count):
        if state.current_player() == OVER:
            state = GAME.start({}, 2)
            games += 1
        state.apply(state.random_move(rng))
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
    library = Library(tmp_path)
    record = among_all("shut-the-box", library)
    play_on(record, lambda match: False)
    record.close()

    def resume() -> int:
        again = Record.resume(library.find(record.name), library)
        again.close()
        return len(again.match.moves)

    assert benchmark(resume) == len(record.match.moves)
