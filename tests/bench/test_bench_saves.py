"""How long saves take; see `make bench`."""

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture
from random_games import among_all, play_on

from boxtui.play.record import Record
from saves.events import Hint
from saves.library import Library


def test_an_append_that_is_on_the_disk(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    record = among_all("shut-the-box", Library(tmp_path))
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
