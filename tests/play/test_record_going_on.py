"""A match goes on in a new file when its save is full, gone, changed or of an earlier format."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loop_watch import held, waits_for
from random_games import any_move, do, play_first_moves, played_first
from recorded import GAME, SEATS, facts_of, new_match, next_event, own_board

from boxtui.games import GAMES
from boxtui.play import record as records
from boxtui.play.match import Match
from boxtui.play.record import Record, header_of
from boxtui.play.replay import match_in
from saves import wire
from saves.events import End, Hint, Ignored, Move, Remark, SeatChange, TutorChange, Undo, Warned
from saves.header import TUTOR_VERDICTS, TUTOR_WARNS, Header
from saves.journal import Journal, read
from saves.library import Library


def test_closing_waits_for_a_game_that_goes_on_in_a_new_file(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the old file were closed first, the new one would stay open and locked."""
    record = Record.begin(new_match(), library)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "is_nearly_full", True)
        signals = held(patch, Journal, "go_on")
        move = Move(record.match.next_outcome())
        assert waits_for(*signals, lambda: record.keep(move), record.close)
    Record.resume(library.find(record.name), library).close()


def test_a_long_game_goes_on_in_a_new_file_without_the_moves_taken_back(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file keeps the board and the time the game began."""

    def later(match: Match, data: str = "") -> Header:
        return replace(header_of(match, data), when="2040-01-01T00:00:00+00:00")

    monkeypatch.setitem(GAMES, GAME.key, own_board(b"nine tiles"))
    record = Record.begin(Match(own_board(b"nine tiles, mine"), {}, SEATS, 7), library)
    do(record, Move(record.match.next_outcome()))
    for _ in range(40):
        do(record, Move(record.match.state.legal_moves()[0]))
        do(record, Undo(1))
    for event in (Hint(), TutorChange(TUTOR_WARNS), Warned(), Warned(), Ignored()):
        do(record, event)
    do(record, Remark("good"))
    first, before = read(record.path).header, facts_of(record.match)
    with monkeypatch.context() as patch:
        patch.setattr(records, "header_of", later)
        patch.setattr(Journal, "is_nearly_full", property(lambda journal: journal.events[9:]))
        do(record, SeatChange(1, "level2"))
    record.close()
    assert [entry.name for entry in library.entries()] == [record.name]
    newer = read(record.path)
    assert newer.header.continues
    assert (newer.header.when, newer.header.data) == (first.when, first.data)
    again = match_in(record.path, library)
    assert again.seats[1].player == "level2"
    assert facts_of(again)[:2] == before[:2]
    assert facts_of(again)[5:10] == (1, 40, TUTOR_WARNS, 2, 1)
    assert [each.remark for each in again.log] == ["good"]


def swap_for_a_copy(path: Path) -> None:
    """Put a copy in a file's place, as `cp` and `mv` do."""
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("moves", [0, 2], ids=["then left", "played on"])
@pytest.mark.parametrize(
    "meddle",
    [
        Path.unlink,
        swap_for_a_copy,
        lambda path: shutil.rmtree(path.parent),
        lambda path: os.truncate(path, path.stat().st_size + 4),
        lambda path: os.truncate(path, 99),
    ],
    ids=["removed", "swapped", "no folder", "longer", "shorter"],
)
def test_a_save_that_is_removed_or_changed_while_it_is_open_continues_in_a_new_file(
    library: Library, meddle: Callable[[Path], None], moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, GAME.key, own_board(b"nine tiles"))
    record = Record.begin(Match(own_board(b"nine tiles, mine"), {}, SEATS, 7), library)
    do(record, Move(record.match.next_outcome()))
    meddle(record.path)
    for _ in range(moves):
        do(record, Move(any_move(record.match, Random(1))))
    record.close()
    assert [entry.name for entry in library.entries()] == [record.name]
    again = Record.resume(record.path, library)
    assert facts_of(again.match) == facts_of(record.match)
    again.close()


@given(st.integers(0, 2**32), st.integers(0, 60))
@settings(max_examples=25)
def test_hints_stay_where_they_were_if_a_game_goes_on_in_a_new_file(seed: int, events: int) -> None:
    with TemporaryDirectory() as folder:
        library, rng = Library(Path(folder)), Random(seed)
        record = Record.begin(Match(GAME, {}, SEATS, seed), library)
        given = set[int]()
        for _ in range(events):
            event = Hint() if rng.random() < 0.3 else next_event(record.match, rng)
            if event == Hint():
                given.add(len(record.match.moves))
            elif isinstance(event, Undo):
                given = {ply for ply in given if ply <= event.ply}
            do(record, event)
            if rng.random() < 0.1:
                record.path.unlink()
                record.restore()
        match = record.match
        assert match.hinted == given
        record.path.unlink()
        record.close()
        again = match_in(record.path, library)
        assert (again.hints, again.hinted) == (match.hints, given)


def test_in_a_new_file_the_oldest_of_very_many_hints_are_only_counted(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "_MOST_HINTED", 2)
    record = Record.begin(new_match(), library)
    for _ in range(4):
        do(record, Hint())
        do(record, Move(any_move(record.match, Random(1))))
    record.path.unlink()
    record.close()
    again = match_in(record.path, library)
    assert (again.hints, again.hinted) == (4, {2, 3})


def test_counts_too_large_for_a_save_stop_at_the_largest() -> None:
    match = new_match()
    counts = "hints", "takebacks", "warnings", "ignored"
    for each in counts:
        setattr(match, each, wire.MOST_COUNTED + 1)
    header = Header.from_map(header_of(match, "").to_map())
    assert [getattr(header, each) for each in counts] == [wire.MOST_COUNTED] * 4


def test_a_game_that_is_over_stays_over_if_its_open_save_is_removed(library: Library) -> None:
    record = Record.begin(new_match(), library)
    play_first_moves(record)
    record.path.unlink()
    record.restore()
    assert read(record.path).events[-1] == End()
    record.path.unlink()
    record.close()
    (entry,) = library.entries()
    assert entry.ended
    assert entry.path == record.path


def test_a_save_of_an_earlier_format_continues_in_a_new_file_for_an_event_that_its_format_lacks(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier program then says that the file is too new, and not that it is damaged."""
    with monkeypatch.context() as patch:
        patch.setattr(wire, "MINOR", 0)
        Record.begin(new_match(), library).close()
    (entry,) = library.entries()
    record = Record.resume(entry.path, library)
    do(record, Move(record.match.next_outcome()))
    do(record, Hint())
    assert (record.path, read(record.path).minor) == (entry.path, 0)
    do(record, Warned())
    do(record, TutorChange(TUTOR_VERDICTS))
    record.close()
    assert [each.path for each in library.entries()] == [record.path]
    assert (record.path != entry.path, read(record.path).minor) == (True, wire.MINOR)
    assert facts_of(match_in(record.path, library)) == facts_of(record.match)


@pytest.mark.parametrize("decisions", [0, 1, 5])
@pytest.mark.parametrize("is_midway", [True, False])
def test_a_game_begun_midway_stays_one_when_it_goes_on_in_new_files(
    library: Library, is_midway: bool, decisions: int
) -> None:
    """Also if all its moves are taken back, and a hint comes first in the new file."""
    match = played_first(new_match(), 6).played_on(8) if is_midway else new_match()
    record = Record.begin(match, library)
    for event in (Hint(), Undo(0), Hint()) if is_midway else (Hint(),):
        do(record, event)
    for _ in range(2):
        record.path.unlink()
        for _ in range(decisions):
            do(record, Move(any_move(match, Random(2))))
        record.restore()
    record.close()
    again = match_in(record.path, library)
    assert again.begun_midway == is_midway
    assert facts_of(again)[:5] == facts_of(match)[:5]
    assert not again.only_elsewhere


def test_a_later_part_without_a_mark_is_of_a_game_played_here(library: Library) -> None:
    """Earlier programs wrote none."""
    match = played_first(new_match(), 6)
    with library.begin(header_of(match)).go_on(header_of(match), match.moves) as newer:
        again = match_in(newer.path, library)
    assert (again.moves, again.begun_midway) == (match.moves, False)
