"""Records: a match that is played, left and resumed stays the same, and what is refused."""

import os
import re
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pty_terminal import DEADLINE
from random_games import any_move, do, play_first_moves, play_on

from ai.agent import HUMAN
from boxtui.core import CHANCE, OVER, BadFile, Game, IllegalMove, State
from boxtui.games import GAMES
from boxtui.play import record as records
from boxtui.play import transcript
from boxtui.play.match import Match, Seat
from boxtui.play.own_board import board_words, on_own_board
from boxtui.play.record import Record, header_of, replayed
from boxtui.system import locations
from saves import wire
from saves.errors import BoardMissing, NotASave, SaveDamaged, SaveError, SaveTooNew
from saves.events import (
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
)
from saves.header import TUTOR_MODES, TUTOR_VERDICTS, TUTOR_WARNS, Header
from saves.journal import Journal, read
from saves.library import Library, digest_of

GAME = GAMES["shut-the-box"]
SEATS = (Seat("Ann", HUMAN), Seat("Computer", "level5"))


def new_match(seed: int = 7) -> Match:
    return Match(GAME, {}, SEATS, seed)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "saves")


@pytest.fixture
def record(library: Library) -> Iterator[Record]:
    kept = Record.begin(new_match(), library)
    yield kept
    kept.close()


def next_event(match: Match, rng: Random) -> Event:
    """Return an event that may come now: usually a move, sometimes another kind."""
    ply = match.undo_ply()
    roll = rng.random()
    if match.state.current_player() == OVER:
        return Undo(ply) if ply is not None and roll < 0.5 else End()
    if roll < 0.1 and ply is not None:
        return Undo(ply)
    if roll < 0.2:
        other = SeatChange(rng.randrange(2), rng.choice([HUMAN, "level1"]))
        return Hint() if roll < 0.15 else other
    if roll < 0.3:
        tutored: list[Event] = [TutorChange(rng.choice(TUTOR_MODES)), Warned(), Ignored()]
        if match.moves:
            tutored.append(Remark(rng.choice(["best", "a blunder: Ä was better"])))
        return rng.choice(tutored)
    return Move(any_move(match, rng))


def facts_of(match: Match) -> tuple[object, ...]:
    game = (match.state.text(), match.moves, match.seats, match.options, match.seed)
    counts = (match.hints, match.takebacks, match.tutor, match.warnings, match.ignored)
    return (*game, *counts, match.to_redo(), match.log, match.by_hand, match.hinted)


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


def test_an_illegal_move_is_neither_kept_nor_played(record: Record, library: Library) -> None:
    before = record.match.state.text()
    with pytest.raises(IllegalMove):
        do(record, Move(7))
    assert record.match.state.text() == before
    assert read(library.find(record.name)).events == ()
    with pytest.raises(SaveError, match="doesn't fit"):
        do(record, SeatChange(1, "x" * 65))
    assert record.match.seats[1].player == "level5"
    do(record, Move(record.match.dealt()))
    assert len(record.match.moves) == 1


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
        ({"rules": 0}, (Move(53), Move(1)), SaveError, "version 0 of the rules"),
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


def test_closing_waits_for_a_game_that_goes_on_in_a_new_file(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the old file were closed first, the new one would stay open and locked."""
    begun, may_go_on = threading.Event(), threading.Event()
    go_on = Journal.go_on

    def slowly(
        journal: Journal,
        header: Header,
        moves: Sequence[int],
        last: Sequence[Event],
        notes: Collection[tuple[int, Event]],
    ) -> Journal:
        begun.set()
        may_go_on.wait(DEADLINE)
        return go_on(journal, header, moves, last, notes)

    record = Record.begin(new_match(), library)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "nearly_full", True)
        patch.setattr(Journal, "go_on", slowly)
        keeping = threading.Thread(target=record.keep, args=(Move(record.match.dealt()),))
        closing = threading.Thread(target=record.close)
        keeping.start()
        begun.wait(DEADLINE)
        closing.start()
        closing.join(0.2)
        waited = closing.is_alive()
        may_go_on.set()
        keeping.join()
        closing.join()
    assert waited
    Record.resume(library.find(record.name), library).close()


@pytest.mark.parametrize(
    ("changes", "lost", "notices"),
    [({}, 1, ["lost"]), ({"rules": 0}, 0, ["version 0 of the rules"]), ({"rules": 0}, 1, None)],
    ids=["torn", "older rules", "both"],
)
def test_a_torn_move_and_older_rules_under_which_the_moves_still_replay_are_reported(
    library: Library, changes: dict[str, object], lost: int, notices: list[str] | None
) -> None:
    path = _crafted(library, Move(53), Hint(), **changes)
    os.truncate(path, path.stat().st_size - lost)
    record = Record.resume(path, library)
    assert (len(record.match.moves), record.match.hints) == (1, 1 - lost)
    for says in notices or ["lost", "version 0 of the rules"]:
        assert says in record.notice
    record.close()


def _on_board(content: bytes) -> Game:
    if not content.startswith(b"nine"):
        raise BadFile("A board begins with nine.")
    return replace(GAME, board=content, board_file="toy.toml", on_board=_on_board)


def test_an_owners_board_is_kept_under_its_digest_and_named_if_it_is_missing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locations, "boards", lambda: tmp_path / "config")
    monkeypatch.setitem(GAMES, GAME.key, _on_board(b"nine tiles"))
    (tmp_path / "config").mkdir()
    own = tmp_path / "config" / "toy.toml"
    own.write_bytes(b"nine tiles, mine")
    game = on_own_board(GAMES[GAME.key])
    assert game.board == b"nine tiles, mine"
    assert board_words(GAMES[GAME.key]) == f"New games use your own {own}."
    record = Record.begin(Match(game, {}, SEATS, 7), library)
    path = library.find(record.name)
    record.close()
    own.unlink()
    assert board_words(GAMES[GAME.key]) == ""
    again = Record.resume(path, library)
    assert again.match.game.board == b"nine tiles, mine"
    again.close()
    digest = read(path).header.data
    (library.boards / digest).unlink()
    with pytest.raises(BoardMissing, match=digest):
        Record.resume(path, library)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: own.write_bytes(b"ten"), "can't be used: "),
        (own.mkdir, "can't be read: it is not a file. Correct"),
        (lambda: os.mkfifo(own), "can't be read: it is not a file"),
        (
            lambda: own.write_bytes(bytes(1024 * 1024 + 1)),
            "can't be read: it has more than 1,048,576 ",
        ),
    ]
    for make, says in cases:
        make()
        with pytest.raises(BadFile, match=re.escape(f"toy.toml {says}")):
            on_own_board(GAMES[GAME.key])
        assert says in board_words(GAMES[GAME.key])
        own.rmdir() if own.is_dir() else own.unlink()


def test_a_games_usual_board_needs_no_copy_of_its_own(library: Library) -> None:
    """A save may be copied to another machine without the folder of boards."""
    kimbo = GAMES["kimbo"]
    record = Record.begin(Match(kimbo, {}, SEATS, 7), library)
    record.close()
    (library.boards / read(record.path).header.data).unlink()
    again = Record.resume(record.path, library)
    assert again.match.game.board == kimbo.board
    again.close()


def test_an_exported_game_brings_its_own_board(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, GAME.key, _on_board(b"nine tiles"))
    elsewhere = Library(tmp_path / "elsewhere")
    for content in (b"nine tiles", b"nine tiles\r\n'mine' \"too\"\n"):
        match = Match(_on_board(content), {}, SEATS, 7)
        text = transcript.write(match, header_of(match, digest_of(content)))
        again, header = transcript.read(text, "g.toml", elsewhere)
        assert again.game.board == content
        assert transcript.write(again, header) == text
    for changed in (text.replace("mine", "mind"), text.replace("nine tiles", "ten")):
        with pytest.raises(SaveDamaged, match="its board has been changed"):
            transcript.read(changed, "g.toml", elsewhere)
    with pytest.raises(NotASave, match="its board is not a list of lines"):
        transcript.read(text.replace("board = [", "board = [1,"), "g.toml", elsewhere)


def test_a_long_game_goes_on_in_a_new_file_without_the_moves_taken_back(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file keeps the board and the time the game began."""

    def later(match: Match, data: str = "") -> Header:
        return replace(header_of(match, data), when="2040-01-01T00:00:00+00:00")

    monkeypatch.setitem(GAMES, GAME.key, _on_board(b"nine tiles"))
    record = Record.begin(Match(_on_board(b"nine tiles, mine"), {}, SEATS, 7), library)
    do(record, Move(record.match.dealt()))
    for _ in range(40):
        do(record, Move(record.match.state.legal_moves()[0]))
        do(record, Undo(1))
    for event in (Hint(), TutorChange(TUTOR_WARNS), Warned(), Warned(), Ignored()):
        do(record, event)
    do(record, Remark("good"))
    first, before = read(record.path).header, facts_of(record.match)
    with monkeypatch.context() as patch:
        patch.setattr(records, "header_of", later)
        patch.setattr(Journal, "nearly_full", property(lambda journal: journal.events[9:]))
        do(record, SeatChange(1, "level2"))
    record.close()
    assert [entry.name for entry in library.entries()] == [record.name]
    newer = read(record.path)
    assert newer.header.continues
    assert (newer.header.when, newer.header.data) == (first.when, first.data)
    again, _ = replayed(newer, record.name, library)
    assert again.seats[1].player == "level2"
    assert facts_of(again)[:2] == before[:2]
    assert facts_of(again)[5:10] == (1, 40, TUTOR_WARNS, 2, 1)
    assert [each.remark for each in again.log] == ["good"]


def lengthen(path: Path) -> None:
    """Write to a save, as no other program should."""
    with path.open("ab") as file:
        file.write(b"more")


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
        lengthen,
        lambda path: os.truncate(path, 99),
    ],
    ids=["removed", "swapped", "no folder", "longer", "shorter"],
)
def test_a_save_that_is_removed_or_changed_while_it_is_open_continues_in_a_new_file(
    library: Library,
    meddle: Callable[[Path], None],
    moves: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, GAME.key, _on_board(b"nine tiles"))
    record = Record.begin(Match(_on_board(b"nine tiles, mine"), {}, SEATS, 7), library)
    do(record, Move(record.match.dealt()))
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
def test_hints_stay_where_they_were_given_if_a_game_goes_on_in_a_new_file(
    seed: int, events: int
) -> None:
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
        again = Record.resume(record.path, library)
        assert (again.match.hints, set(again.match.hinted)) == (match.hints, given)
        again.close()


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
    again = Record.resume(record.path, library)
    assert (again.match.hints, set(again.match.hinted)) == (4, {2, 3})
    again.close()


def test_a_game_that_is_over_stays_over_if_its_save_is_removed_while_it_is_open(
    library: Library,
) -> None:
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
    do(record, Move(record.match.dealt()))
    do(record, Hint())
    assert (record.path, read(record.path).minor) == (entry.path, 0)
    do(record, Warned())
    do(record, TutorChange(TUTOR_VERDICTS))
    record.close()
    assert [each.path for each in library.entries()] == [record.path]
    assert (record.path != entry.path, read(record.path).minor) == (True, wire.MINOR)
    match, _ = replayed(read(record.path), record.name, library)
    assert facts_of(match) == facts_of(record.match)


def ended(library: Library, match: Match, when: int) -> int:
    """Play a match to its end and save it with that time; return the loser's number, from 1."""
    record, rng = Record.begin(match, library), Random(1)
    while match.state.current_player() != OVER:
        is_box = match.game.key == "box"
        move = match.state.read_move("resign") if is_box else any_move(match, rng)
        do(record, Move(move))
    do(record, End())
    record.close()
    os.utime(library.find(record.name), (when, when))
    return match.game.loser(match.state) + 1


def test_the_loser_is_taken_from_the_last_game_and_not_from_another_one(library: Library) -> None:
    assert records.knowing_last_loser(new_match(), library).options["last_loser"] == 0
    losers = [ended(library, new_match(seed), seed) for seed in range(12)]
    assert {1, 2} == set(losers)
    alone = Match(GAME, {}, SEATS[:1], 7)
    assert records.knowing_last_loser(alone, library).options["last_loser"] == 0
    ended(library, Match(GAMES["box"], {"balance": "none", "first": "seat 1"}, SEATS, 7), 50)
    ended(library, Match(GAMES["box"], {"balance": "none", "first": "seat 2"}, SEATS, 7), 51)
    while losers:
        assert (
            records.knowing_last_loser(new_match(), library).options["last_loser"] == losers.pop()
        )
        last = [each for each in library.entries() if each.header and each.header.game == GAME.key]
        library.remove(last[0].name)


@given(st.integers(0, 2**32), st.integers(0, 80))
@settings(max_examples=15)
def test_an_exported_game_reads_back_as_the_same_game(seed: int, events: int) -> None:
    with TemporaryDirectory() as folder:
        library, rng = Library(Path(folder)), Random(seed)
        record = Record.begin(new_match(seed), library)
        for _ in range(events):
            do(record, next_event(record.match, rng))
        record.close()
        contents = read(library.find(record.name))
        match, _ = replayed(contents, record.name, library)
        text = transcript.write(match, contents.header)
        again, header = transcript.read(text, "a.toml", library)
        assert facts_of(again)[:7] == facts_of(record.match)[:7]
        assert again.log == record.match.log
        assert transcript.write(again, header) == text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"5 3"', '"5 9"', "move 1"),
        ("moves = [", "moves = 3 #", "g.toml"),
        ("seed = 7", "", "g.toml"),
        ("seed = 7", "seed = -7", "seed"),
        ("seed = 7", 'seed = "7"', "seed"),
        ("[options]", "[option]", "options"),
        ('name = "Ann"', 'nam = "Ann"', "name"),
        ('name = "Ann"', 'name = "Ann"\ncolor = "red"', "color"),
        ('scoring = "digits"', 'scoring = "upside down"', "scoring"),
        ("rules = 1", "rules = 2", "version 2"),
        ("[options]", 'remarks = ["a\\nb"]\n[options]', "a remark is a string"),
        ("[options]", "remarks = 3\n[options]", "a remark is a string"),
    ],
)
def test_a_fault_in_a_text_has_its_place(library: Library, old: str, new: str, says: str) -> None:
    match = new_match()
    match.play(53)
    text = transcript.write(match, header_of(match))
    assert old in text
    with pytest.raises(SaveError, match=says) as refused:
        transcript.read(text.replace(old, new), "g.toml", library)
    assert "`boxtui saves export`" in refused.value.action or isinstance(refused.value, SaveTooNew)


@pytest.mark.parametrize(
    "seats", ["1", "'ab'", "[1]", "[[]]", "{}", "[{name = 'Ann', player = 1}]"]
)
@pytest.mark.parametrize("options", ["{}", "[]", "1", "1979-05-27"])
def test_a_text_whose_parts_have_other_types_is_refused_in_words_for_players(
    library: Library, seats: str, options: str
) -> None:
    text = f"moves = []\noptions = {options}\nseats = {seats}"
    with pytest.raises(SaveError, match=r"seats are not a list of tables|it has no") as refused:
        transcript.read(text, "g.toml", library)
    assert "'int'" not in str(refused.value)
    assert "indices" not in str(refused.value)


FOLDER = Path(__file__).parent.parent / "saves" / "fixtures"


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
    path = FOLDER / f"format-{name}.box"
    match, notice = replayed(read(path), path.name, Library(FOLDER))
    assert notice == ""
    assert match.state.text() == path.with_suffix(".txt").read_text().rstrip()
    assert (match.hints, match.takebacks, match.seats[1].player) == (1, 1, player)
    assert (match.tutor, match.warnings, match.ignored) == tutored
    remarks = [each.remark for each in match.log if each.remark]
    assert len(remarks) == 2 * name.startswith("1-2")


def counting(state: State, calls: Counter[str]) -> State:
    """Return a position that counts the calls of its methods."""

    def method(name: str) -> Callable[..., Any]:
        def called(_: State, *arguments: object) -> Any:
            calls[name] += 1
            return getattr(state, name)(*arguments)

        return called

    public = [name for name in dir(State) if name[0] != "_" and callable(getattr(State, name))]
    made: Any = type("Counting", (State,), {name: method(name) for name in public})()
    made.seats = state.seats
    return cast("State", made)


def test_one_move_is_checked_once_and_played_once_on_its_way_to_the_disk(library: Library) -> None:
    kimbo, calls = GAMES["kimbo"], Counter[str]()
    game = replace(
        kimbo, first_position=lambda *begun: counting(kimbo.first_position(*begun), calls)
    )
    record = Record.begin(Match(game, {}, SEATS, 7), library)
    play_on(record, lambda match: match.state.current_player() != CHANCE)
    fence = record.match.state.legal_moves()[1]
    calls.clear()
    do(record, Move(fence))
    record.close()
    costly = ("legal_moves", "why_not", "apply", "clone", "describe", "read_move")
    assert [calls[name] for name in costly] == [0, 1, 1, 0, 1, 0]
