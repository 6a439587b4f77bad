"""Records: a match that is played, left and resumed stays the same, and what is refused."""

import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from people import ANN, BEN
from random_games import do, play_on
from recorded import GAME, SEATS, facts_of, new_match, next_event, own_board
from saved_games import FIXTURES, tear
from toy_game import counting

from boxtui.core import CHANCE, BadFile, IllegalMove
from boxtui.games import GAMES
from boxtui.play import record as records
from boxtui.play import setup
from boxtui.play.match import Match, Seat
from boxtui.play.next_game import knowing_last_loser, rotated
from boxtui.play.own_board import board_words, on_own_board
from boxtui.play.record import Record, header_of, store_board
from boxtui.play.replay import match_in, replayed
from boxtui.system import locations
from saves.errors import BoardMissing, SaveDamaged, SaveError, SaveOutdated, SaveTooNew
from saves.events import End, Event, Hint, Move, SeatChange
from saves.journal import Journal, read
from saves.library import Library


@pytest.fixture
def own(home: Path) -> Path:
    """Where the owner keeps a board of the game."""
    locations.boards().mkdir(parents=True)
    return locations.boards() / "toy.toml"


@given(st.integers(0, 2**32), st.integers(0, 60), st.data())
@settings(max_examples=25)
def test_a_match_left_at_any_point_is_the_same_when_resumed(
    seed: int, events: int, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        library, rng = Library(Path(folder)), Random(seed)
        by_hand = seed % 2 == 1
        kept = Record.begin(Match(GAME, {}, SEATS, seed, by_hand=by_hand), library)
        for _ in range(events):
            do(kept, next_event(kept.match, rng))
            if data.draw(st.integers(0, 9)) == 0:
                before = facts_of(kept.match)
                kept.close()
                kept = Record.resume(library.find(kept.name), library)
                assert facts_of(kept.match) == before
                assert kept.notice == ""
        kept.close()


def test_remarks_stay_in_a_match_that_is_played_on_from_a_review(library: Library) -> None:
    first = Match(GAMES["box"], {"balance": "none"}, SEATS, 3)
    for ply, mark in enumerate(("a1", "b2", "c3")):
        first.play(first.state.read_move(mark))
        first.remark(ply, f"about {mark}")
    begun = Record.begin(first.until(2), library)
    begun.close()
    again = match_in(begun.path, library)
    assert [each.remark for each in again.log] == ["about a1", "about b2"]
    assert again.begun_midway


def test_a_closed_record_writes_nothing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Record.begin(new_match(), library)
    begun.close()
    assert begun.remove_unplayed()
    monkeypatch.setattr(Journal, "is_untouched", lambda journal: False)
    begun.close()
    begun.restore()
    with pytest.raises(SaveError, match="is closed"):
        begun.keep(Hint())
    assert library.entries() == []


def test_an_illegal_move_is_neither_kept_nor_played(library: Library) -> None:
    record = Record.begin(new_match(), library)
    before = record.match.state.text()
    with pytest.raises(IllegalMove):
        do(record, Move(7))
    assert record.match.state.text() == before
    assert read(record.path).events == ()
    with pytest.raises(SaveError, match="doesn't fit"):
        do(record, SeatChange(1, "x" * 65))
    assert record.match.seats[1].player == "level5"
    do(record, Move(record.match.next_outcome()))
    assert len(record.match.moves) == 1
    record.close()


def _crafted(library: Library, *events: Event, **changes: object) -> Path:
    header = replace(header_of(new_match()), **changes)  # type: ignore[arg-type]
    with library.begin(header, events) as journal:
        return journal.path


@pytest.mark.parametrize(
    ("changes", "events", "refusal", "says"),
    [
        ({"game": "chess"}, (), SaveTooNew, "chess"),
        ({}, (Move(53), Move(1)), SaveDamaged, "STB-3"),
        ({}, (Move(53), End()), SaveDamaged, "an end, but the game isn't over"),
        ({"options": {"scoring": "upside down"}}, (), SaveDamaged, "scoring"),
        ({"rules": 0}, (Move(53), Move(1)), SaveOutdated, "version 0 of the rules"),
        ({"rules": 9}, (), SaveTooNew, "version 9"),
        ({"data": "ab" * 32}, (), SaveDamaged, "has no board file"),
    ],
)
def test_refusing_a_save_releases_its_lock(
    library: Library,
    changes: dict[str, object],
    events: tuple[Event, ...],
    refusal: type[SaveError],
    says: str,
) -> None:
    path = _crafted(library, *events, **changes)
    with pytest.raises(refusal, match=says) as refused:
        Record.resume(path, library)
    assert type(refused.value) is refusal
    Journal.open(path).close()


@pytest.mark.parametrize(
    ("rules", "lost"), [(1, 1), (0, 0), (0, 1)], ids=["torn", "older rules", "both"]
)
def test_a_torn_move_and_older_rules_under_which_the_moves_still_replay_are_reported(
    library: Library, rules: int, lost: int
) -> None:
    path = tear(_crafted(library, Move(53), Hint(), rules=rules), lost)
    record = Record.resume(path, library)
    assert (len(record.match.moves), record.match.hints) == (1, 1 - lost)
    assert ("move was lost" in record.notice) == (lost == 1)
    assert ("version 0 of the rules" in record.notice) == (rules == 0)
    record.close()


def test_a_new_game_on_an_owners_board_keeps_it_under_its_digest_and_names_it_if_it_is_missing(
    own: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = own_board(b"nine tiles")
    monkeypatch.setitem(GAMES, GAME.key, usual)
    own.write_bytes(b"nine tiles, mine")
    assert board_words(usual) == f"New games use your own {own}."
    record = Record.begin(setup.new_match(usual, {}, SEATS, 7), library)
    assert record.match.game.board == b"nine tiles, mine"
    record.close()
    own.unlink()
    assert board_words(usual) == ""
    assert match_in(record.path, library).game.board == b"nine tiles, mine"
    digest = read(record.path).header.data
    (library.boards / digest).unlink()
    with pytest.raises(BoardMissing, match=digest):
        Record.resume(record.path, library)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda own: own.write_bytes(b"ten"), "can't be used: "),
        (Path.mkdir, "can't be read: it is a folder, not a file. Correct"),
        (os.mkfifo, "can't be read: it is not a file"),
        (
            lambda own: own.write_bytes(bytes(2**20 + 1)),
            "can't be read: it has more than 1,048,576 ",
        ),
    ],
    ids=["another game's", "a folder", "a pipe", "too long"],
)
def test_an_owners_board_that_cant_be_used_is_named(
    own: Path, make: Callable[[Path], None], says: str
) -> None:
    make(own)
    with pytest.raises(BadFile, match=re.escape(f"{own} {says}")):
        on_own_board(own_board(b"nine tiles"))
    assert says in board_words(own_board(b"nine tiles"))


def test_a_games_usual_board_needs_no_copy_of_its_own(library: Library) -> None:
    """A save may be copied to another machine without the folder of boards."""
    kimbo = GAMES["kimbo"]
    record = Record.begin(Match(kimbo, {}, SEATS, 7), library)
    record.close()
    (library.boards / read(record.path).header.data).unlink()
    assert match_in(record.path, library).game.board == kimbo.board


@pytest.mark.parametrize("key", GAMES)
def test_options_that_a_save_lacks_have_their_defaults(key: str, library: Library) -> None:
    match = Match(GAMES[key], {}, SEATS, 7)
    header = replace(header_of(match, store_board(match, library)), options={})
    with library.begin(header) as journal:
        assert replayed(journal, "", library)[0].options == match.options


def test_a_save_whose_board_isnt_one_of_its_game_is_damaged(library: Library) -> None:
    match, digest = Match(GAMES["kimbo"], {}, SEATS, 7), library.keep_data(b"ten squares")
    now = header_of(match, digest)
    for header in (now, replace(now, rules=now.rules - 1)):
        with library.begin(header, ()) as journal:
            path = journal.path
        with pytest.raises(SaveDamaged, match=r"is damaged: its board isn't one of Kimbo: \w"):
            Record.resume(path, library)


def ended(library: Library, match: Match, when: int) -> int:
    """Play a match to its end and save it with that time; return the loser's number, from 1."""
    record = Record.begin(match, library)
    if match.resignation() is None:
        play_on(record, lambda _: False)
    else:
        do(record, Move(match.state.read_move("resign")))
    do(record, End())
    record.close()
    os.utime(record.path, (when, when))
    return match.game.loser(match.state) + 1


def test_the_loser_is_taken_from_the_last_game_and_not_from_another_one(library: Library) -> None:
    assert knowing_last_loser(new_match(), library).options["last_loser"] == 0
    losers = [ended(library, new_match(seed), seed) for seed in range(12)]
    assert {1, 2} == set(losers)
    alone = Match(GAME, {}, SEATS[:1], 7)
    assert knowing_last_loser(alone, library).options["last_loser"] == 0
    ended(library, Match(GAMES["box"], {"balance": "none", "first": "seat 1"}, SEATS, 7), 50)
    ended(library, Match(GAMES["box"], {"balance": "none", "first": "seat 2"}, SEATS, 7), 51)
    while losers:
        assert knowing_last_loser(new_match(), library).options["last_loser"] == losers.pop()
        last = [each for each in library.entries() if each.header and each.header.game == GAME.key]
        library.remove_file(library.find(last[0].name))


@pytest.mark.parametrize(
    ("name", "player", "tutored"),
    [
        ("1-shut-the-box", "level2", ("off", 0, 0)),
        ("1-box", "level3", ("off", 0, 0)),
        ("1-kimbo", "level3", ("off", 0, 0)),
        ("1-free-the-box", "level3", ("off", 0, 0)),
        ("1-free-o", "level3", ("off", 0, 0)),
        ("1-1-kimbo", "level3", ("verdicts", 2, 1)),
        ("1-2-kimbo", "level3", ("verdicts", 2, 1)),
    ],
)
def test_games_of_earlier_formats_open_unchanged(
    name: str, player: str, tutored: tuple[str, int, int]
) -> None:
    path = FIXTURES / f"format-{name}.box"
    match, notice = replayed(read(path), path.name, Library(FIXTURES))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, player)
    assert (match.tutor, match.warnings, match.ignored) == tutored
    remarks = [each.remark for each in match.log if each.remark]
    assert len(remarks) == 2 * name.startswith("1-2")


def test_one_move_is_checked_once_and_played_once_on_its_way_to_the_disk(library: Library) -> None:
    calls = Counter[str]()
    record = Record.begin(Match(counting(GAMES["kimbo"], calls), {}, SEATS, 7), library)
    play_on(record, lambda match: match.state.current_player() != CHANCE)
    fence = record.match.state.legal_moves()[1]
    calls.clear()
    do(record, Move(fence))
    record.close()
    costly = ("legal_moves", "why_not", "apply", "clone", "describe", "read_move")
    assert [calls[name] for name in costly] == [0, 1, 1, 0, 1, 0]


def test_a_save_whose_replay_fails_in_any_way_is_closed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _crafted(library, Move(53))

    def fail(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(records, "replayed", fail)
        with pytest.raises(MemoryError):
            Record.resume(path, library)
    Record.resume(path, library).close()


@pytest.mark.parametrize("opponent", [BEN, Seat("Seat 2", "level1")])
@pytest.mark.parametrize("first", [0, 1])
def test_the_loser_is_taken_from_the_last_game_in_other_seats_too(
    library: Library, opponent: Seat, first: int
) -> None:
    box, options = GAMES["box"], {"balance": "none", "first": f"seat {first + 1}"}
    older = Match(box, options, [ANN, opponent], 7)  # who begins resigns
    assert ended(library, older, 1) == first + 1
    assert ended(library, Match(box, options, rotated(older).seats, 8), 2) == first + 1
    options["first"] = "loser of the last game"
    new = knowing_last_loser(Match(box, options, [ANN, opponent], 9), library)
    assert new.state.current_player() == 1 - first
