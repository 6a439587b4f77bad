"""Text about ended matches and saves."""

import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time

import pytest
from free_o_play import at
from hypothesis import given
from hypothesis import strategies as st
from people import ANN, BEN
from random_games import (
    WHOLE,
    against,
    do,
    moved,
    play_first_moves,
    play_on,
    play_through,
    played_first,
    save_game,
)
from rich.cells import cell_len

from ai.agent import HUMAN
from boxtui.commands import saves
from boxtui.games import GAMES
from boxtui.lines import cells_of, wrapped
from boxtui.play.choosing import rename_save, to_continue, to_resume, to_review, to_show
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.record import Record, header_of
from boxtui.play.results import figures_words, result_of, seed_words, used_words
from boxtui.play.stories import (
    REPLAYED_BYTES,
    Story,
    ago_words,
    entry_columns,
    entry_sentence,
    figures_meaning,
    label_of,
    listed_saves,
    name_of,
    stories,
    story_cells,
    story_of,
)
from boxtui.play.transcript import move_list
from boxtui.views.games import words_of
from saves.errors import SaveDamaged, SaveError
from saves.events import End, Move, SeatChange, batches
from saves.library import Entry, Library

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize(
    ("players", "told"), [((HUMAN, "random", "random"), "The seed was 0."), (("random",) * 3, "")]
)
def test_the_seed_of_hidden_hands_is_shown_at_the_end(players: tuple[str, ...], told: str) -> None:
    seats = [Seat(f"P{at}", player) for at, player in enumerate(players)]
    going_on = at("house,car", "house", "car")
    over = at("", "car", "car", phase="over", demand="any", totals="0,3,60", out=1)
    assert seed_words(match_at(GAMES["free-o"], going_on.text(), seats)) == ""
    assert seed_words(match_at(GAMES["free-o"], over.text(), seats)) == told


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_a_figure_for_each_seat_at_any_time_or_never_any(key: str) -> None:
    has_figures = bool(GAMES[key].tally_words)
    for count in (GAMES[key].seats[0], GAMES[key].seats[-1]):
        match = Match(GAMES[key], {}, [ANN] * count, 3)
        for _ in play_through(match, Random(3), 200):
            assert len(match.game.tally(match.state)) == (count if has_figures else 0)


def test_a_value_just_below_an_equal_share_is_told_as_no_stakes_and_not_below_none() -> None:
    words = words_of(Match(GAMES["shut-the-box"], {"pub_stakes": True}, [ANN, BEN], 7))
    equal = "a gain of 0.00 stakes on average"
    assert words.worth_words(0.5 - 1e-6) == words.worth_words(0.5) == equal


def test_a_save_too_long_or_not_replayable_is_listed_without_figures(library: Library) -> None:
    save_game(library, ANN, BEN, game="kimbo")
    (entry,) = library.entries()
    assert entry.bytes == entry.path.stat().st_size
    gone = replace(entry, path=library.folder / "gone.box")
    for each, told in (
        (replace(entry, bytes=REPLAYED_BYTES), "unfinished, 0:0"),
        (replace(entry, bytes=REPLAYED_BYTES + 1), "unfinished"),
        (gone, "unfinished"),
        (replace(gone, ended=True), "ended"),
    ):
        assert stories(library, [each])[each.name].words == told


def test_a_game_is_found_by_its_save_or_as_the_latest_of_its_kind(library: Library) -> None:
    with pytest.raises(SaveError, match="no game of Free the Box to continue"):
        to_resume("free-the-box")
    keys = ("free-the-box", "shut-the-box")
    going_on, over = (
        {key: save_game(library, ANN, BEN, game=key, moves=moves).path for key in keys}
        for moves in (0, WHOLE)
    )
    for key in keys:
        for name in (key, key.upper(), key.replace("-", " ")):
            assert to_resume(name) == (going_on[key], "")
        assert to_review(key) == to_review(key.title()) == over[key]
        assert to_review(going_on[key].stem) == going_on[key]
    assert to_resume() == (going_on["shut-the-box"], "")
    named = over["shut-the-box"].rename(over["shut-the-box"].with_stem("free-the-box"))
    assert to_review("free-the-box") == named
    path, said = to_resume("free-the-box")
    assert (path, "This save is named free-the-box." in said) == (named, True)
    assert to_resume("free-the-box.box") == (named, "")
    with pytest.raises(SaveError, match="no finished game of Kimbo to review"):
        to_review("kimbo")


def test_a_later_save_that_cannot_be_read_is_named_and_not_passed_over(library: Library) -> None:
    with pytest.raises(SaveError, match="no game to continue"):
        to_resume()
    assert to_continue() is None
    damaged = library.folder / "kimbo-damaged.box"
    library.folder.mkdir(parents=True)
    damaged.write_bytes(b"?")
    for look in (to_resume, to_continue, lambda: to_review(None), lambda: to_show("kimbo")):
        with pytest.raises(SaveDamaged, match=r"damaged\.box"):
            look()
    with pytest.raises(SaveError, match="no game of FREE-O to continue"):
        to_resume("free-o")
    with pytest.raises(SaveError, match="no saved game of FREE-O"):
        to_show("free-o")
    record = save_game(library, ANN, BEN, game="kimbo")
    os.utime(record.path, (2, 2))
    for age, said in ((1, False), (3, True)):
        os.utime(damaged, (age, age))
        continued = to_continue()
        assert continued
        path, unread = to_resume("kimbo")
        assert (path, unread) == (continued.entry.path, continued.unread)
        assert path == record.path
        assert unread.startswith("A later save can't be read: kimbo-damaged.box") is said
        again = Record.resume(path, library, unread)
        again.close()
        assert again.notice == unread


def test_a_game_played_on_from_elsewhere_is_told_apart_from_others(library: Library) -> None:
    for key, most, told in (
        ("free-the-box", 2, "unfinished, 0:0"),
        ("shut-the-box", WHOLE, r".* won, [\d,]+:[\d,]+"),
    ):
        first = Match(GAMES[key], {}, [ANN, BEN], 3)
        first.deal()
        record = Record.begin(first.played_on(4), library)
        play_first_moves(record, most)
        record.close()
        (entry, story), *_ = listed_saves()
        assert re.fullmatch(told, story.words)
        assert f": {story.standing}, begun midway, " in entry_sentence(entry, story)
        *others, players = entry_columns(entry, Story(story.standing, story.figures))
        gap = " " * (len(players) - len(players.lstrip()))
        noted = f"{gap}(begun midway) {players.lstrip()}"
        assert entry_columns(entry, story) == (*others, noted)


@pytest.mark.parametrize("moves", [6, WHOLE])
def test_an_imported_game_is_told_as_it_stands(moves: int, library: Library) -> None:
    match = played_first(Match(GAMES["shut-the-box"], {}, [ANN, BEN], 3), moves)
    ended = [End()] if match.is_over else []
    library.begin(header_of(match), [*batches(match.moves), *ended]).close()
    ((_, story),) = listed_saves()
    assert story == story_of(match)
    assert match.is_over == (moves == WHOLE)
    assert story.words.startswith("unfinished") != match.is_over


def test_a_game_in_which_nobody_has_scored_yet_is_told_without_figures() -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN, BEN], 3)
    while match.state.turn_seat() == 0:
        assert story_of(match).words == "unfinished"
        match.play(match.state.legal_moves()[0])
    assert re.fullmatch("unfinished, [0-9,]+:-", story_of(match).words)


def test_the_figures_of_an_ended_game_are_in_the_order_of_the_seats() -> None:
    begun = (Match(GAMES["shut-the-box"], {}, [ANN, BEN], seed) for seed in range(20))
    match = next(match for match in map(played_first, begun) if result_of(match) == "Ben wins.")
    ann, ben = (f"{score:,.0f}" for score in match.game.tally(match.state) or ())
    assert story_of(match).words == f"Ben won, {ann}:{ben}"
    assert ann != ben


def test_an_ended_save_shows_who_won(library: Library) -> None:
    record = Record.begin(Match(GAMES["box"], {}, [ANN, BEN], 3), library)
    for event in (Move(record.match.state.read_move("resign")), End()):
        do(record, event)
    record.close()
    ((entry, story),) = listed_saves()
    assert story == Story("Ben won")
    assert result_of(record.match) == "Ben wins. Ann resigned."
    line = "".join(entry_columns(entry, story))
    assert re.split("  +", line) == ["just now", "Ben won", "Ann, Ben"]


def test_players_stand_in_a_column_also_beside_long_figures(library: Library) -> None:
    save_game(library, ANN, BEN)
    (entry,) = library.entries()
    usual = [Story("unfinished"), Story("Bob won", "34,789:0:45,689")]
    of_six = Story("Orange won", "out:2:out:out:out:out")
    too_long = Story("Bartholomew won", "123,456,789:34,567,890")
    for listed in (usual, usual[:1], [of_six, *usual], [*usual, too_long]):
        stands = story_cells(listed)
        columns = [entry_columns(entry, story, stands) for story in listed]
        starts = {cell_len("".join(each).partition("Ann")[0]) for each in columns[:2]}
        assert len(starts) == 1
    assert cell_len("".join(entry_columns(entry, usual[0])).partition("Ann")[0]) == 35


def is_kept(record: Record, library: Library) -> bool:
    """Whether a record's save, the only one, is kept when it is left."""
    record.close()
    is_removed = record.remove_unplayed()
    assert len(library.entries()) == (not is_removed)
    return not is_removed


@pytest.mark.parametrize(
    ("players", "moves", "is_played"),
    [
        ((HUMAN, HUMAN), [], False),
        ((HUMAN, HUMAN), ["black c4"], True),
        (("level1", HUMAN), ["black c4"], False),
        (("level1", HUMAN), ["black c4", "take black"], True),
        (("level1", HUMAN), ["resign"], True),
        (("level1", "level1"), [], False),
        (("level1", "level1"), ["black c4"], True),
    ],
)
def test_a_game_is_kept_once_it_ended_or_a_person_moved_or_a_computer_if_there_are_only_those(
    library: Library, players: tuple[str, str], moves: list[str], is_played: bool
) -> None:
    seats = [Seat(name, player) for name, player in zip("AB", players, strict=True)]
    record = Record.begin(Match(GAMES["box"], {"first": "seat 1"}, seats, 3), library)
    moved(record.match, *moves)
    assert is_kept(record, library) == is_played


def test_a_game_whose_players_changed_is_kept(library: Library) -> None:
    record = Record.begin(Match(GAMES["box"], {}, [Seat("A", "level1"), ANN], 3), library)
    do(record, SeatChange(0, HUMAN))
    assert is_kept(record, library)


@pytest.mark.parametrize("moves", [[], ["c3"]])
def test_what_was_played_on_is_saved_only_if_played(library: Library, moves: list[str]) -> None:
    first = moved(Match(GAMES["box"], {"balance": "none"}, [ANN, BEN], 3), "a1", "b2")
    record = Record.begin(first.played_on(4), library)
    moved(record.match, *moves)
    assert is_kept(record, library) == bool(moves)


def test_a_save_that_was_resumed_is_kept_even_without_decisions(library: Library) -> None:
    saved = save_game(library, ANN, BEN, game="box")
    assert is_kept(Record.resume(saved.path, library), library)


def test_dice_that_a_person_entered_are_kept(library: Library) -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN, BEN], 3, by_hand=True)
    record = Record.begin(match, library)
    do(record, Move(match.state.read_move("5+3")))
    assert is_kept(record, library)


def test_moves_stand_in_columns_with_any_letters_in_the_names() -> None:
    seats = [Seat("नि 神", HUMAN), Seat("Zoe\u0308", HUMAN)]
    match = moved(Match(GAMES["box"], {"balance": "none"}, seats, 3), "a1", "b1", "c1")
    told = zip(move_list(match), match.log, strict=True)
    columns = {cell_len(line[: line.index(f"  {played.text}")]) for line, played in told}
    assert len(columns) == 1


def test_saves_are_listed_in_columns_with_any_letters_in_their_names(library: Library) -> None:
    library.folder.mkdir(parents=True)
    for name in ("Ann", "नि 神", "Zoe\u0308"):
        (library.folder / f"{name}.box").write_bytes(b"")
    before = [line[: line.index("  just now  ")] for line in saves.list_lines()]
    assert list(map(cell_len, before)) == [4] * 3


def test_the_list_of_saves_has_their_names_and_fits_a_terminal_of_80_cells(
    library: Library,
) -> None:
    for key, game in GAMES.items():
        for seats in (game.seats[0], min(game.seats[-1], 4)):
            save_game(library, *[ANN, BEN, ANN, BEN][:seats], game=key)
    lines = [line for line in saves.list_lines(80) if line.startswith(tuple(GAMES))]
    assert {line.split()[0] for line in lines} == {entry.name for entry in library.entries()}
    starts = [line.index(words) for line in lines for words in ("just now", "unfinished", "Ann")]
    assert starts == starts[:3] * len(lines)
    assert max(map(cell_len, lines)) <= 80


def test_the_list_of_saves_is_cut_only_to_the_width_of_a_terminal(library: Library) -> None:
    names = [f"Bartholomew {at} of Many" for at in range(4)]
    save_game(library, *(Seat(name, HUMAN) for name in names), game="kimbo")
    for cells, is_cut in ((None, False), (200, False), (80, True), (100, True)):
        line = next(iter(saves.list_lines(cells)))
        assert line.endswith("...") is is_cut
        assert line.endswith(names[-1]) is not is_cut
        assert cells is None or cell_len(line) <= cells


def test_what_the_figures_count_follows_the_list_of_saves_if_there_are_any(
    library: Library,
) -> None:
    assert len(list(saves.list_lines(80))) == 1
    for key in ("kimbo", "box", "kimbo", "shut-the-box"):
        save_game(library, ANN, BEN, game=key)
    lines, plain_lines = list(saves.list_lines(80)), list(saves.list_lines())
    assert lines[: len(plain_lines)] == plain_lines
    assert len(plain_lines) == 4
    told = ["The figures count, seat by seat:", "  Box: squares", "  Kimbo: pieces HOME"]
    assert lines[len(plain_lines) :] == ["", *told]
    assert max(map(cell_len, lines)) <= 80
    (library.folder / "kimbo.box.torn-1").write_bytes(b"?")
    assert list(saves.list_lines(80))[-2:] == [
        f"Incomplete last moves that were cut off are kept in {library.folder}:",
        "  kimbo.box.torn-1",
    ]
    assert list(saves.list_lines()) == plain_lines


def test_a_saves_name_is_shown_without_control_sequences_and_is_never_empty() -> None:
    assert name_of(Entry(Path("a\x1b[2J\u202e.box"), 0.0)) == "a?[2J?"
    assert name_of(Entry(Path(".box"), 0.0)) == ".box"


def test_hints_takebacks_and_warnings_are_reported_separately() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, BEN], 3)
    assert used_words(match) == ""
    match.takebacks = 5
    assert used_words(match) == "Taken back: 5."
    match.hints, match.warnings = 2, 3
    told = "Decisions with hints: 2. Taken back: 5. Tutor's warnings: 3"
    assert used_words(match) == f"{told}."
    match.ignored = 1
    assert used_words(match) == f"{told}, played anyway: 1."


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "just now"),
        (59, "just now"),
        (20 * 60, "20 min ago"),
        (3 * 3600, "3 h ago"),
        (86_400, "1 day ago"),
        (3 * 86_400, "3 days ago"),
        (10 * 86_400 - 1, "9 days ago"),
        (10 * 86_400, "2026-"),
        (400 * 86_400, "2025-"),
        (-9_000, "2026-"),
        *[(-seconds, "?") for seconds in (1e12, 1e18, 1e300)],
    ],
)
def test_a_save_shows_how_long_ago_it_was_played_if_that_is_possible(
    seconds: float, told: str
) -> None:
    now = 1_780_000_000
    assert ago_words(Entry(Path("a.box"), now - seconds), now).startswith(told)


@given(st.floats(-86_400, 20 * 86_400))
def test_how_a_saved_game_stands_is_in_one_column_whenever_it_was_played(seconds: float) -> None:
    entry = Entry(Path("a.box"), time() - seconds)
    assert entry_columns(entry, Story("unfinished"))[0].index("unfinished") == 12


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].tally_words])
def test_what_the_figures_of_a_saved_game_count_is_told(key: str, library: Library) -> None:
    record = against("level1", key, library)
    play_on(record, lambda match: len(match.moves) > 200)
    record.close()
    ((entry, story),) = listed_saves()
    figures = figures_words(record.match)
    assert story.words.endswith(f", {figures}")
    names = tuple(f"{seat.name}:" for seat in record.match.seats)
    whose = ", ".join(map(" ".join, zip(names, figures.split(":"), strict=True)))
    low = ", low wins" if GAMES[key].lowest_wins else ""
    meaning = f"{GAMES[key].tally_words}{low}"
    named = f"{meaning}: {whose}"
    assert figures_meaning(entry, story, cells_of(named)) == named
    assert figures_meaning(entry, story, cells_of(named) - 1) == f"{figures}: {meaning}"
    in_rows = figures_meaning(entry, story, cells_of(named) - 1, 2)
    for cells in range(24, cells_of(named)):
        rows = wrapped(in_rows, cells)
        assert " ".join(rows) == named
        assert not any(row.endswith(names) for row in rows)
    assert figures_meaning(entry, Story("unfinished"), 80) == ""


def test_the_latest_game_is_continued_even_if_it_is_open_elsewhere(library: Library) -> None:
    older, newer = [
        Record.begin(Match(GAMES[key], {}, [ANN, BEN], 3), library) for key in ("kimbo", "free-o")
    ]
    os.utime(older.path, (1, 1))
    older.close()
    continued = to_continue()
    assert continued
    assert (continued.entry.path, continued.story.words) == (newer.path, "in use, 0:0")
    assert to_resume() == to_resume("free-o") == (newer.path, "")
    assert to_resume("kimbo") == (older.path, "")
    assert [story.words for _, story in listed_saves()] == ["in use, 0:0", "unfinished, 0:0"]
    newer.close()


def test_a_game_played_on_from_elsewhere_is_continued_only_if_there_is_no_other(
    library: Library,
) -> None:
    ordinary = save_game(library, ANN, BEN, game="kimbo", moves=4)
    begun = played_first(Match(GAMES["kimbo"], {}, [ANN, BEN], 3), 4)
    tried = Record.begin(begun.played_on(7), library)
    os.utime(ordinary.path, (1, 1))
    assert to_resume()[0] == tried.path  # just imported, as far as can be seen
    play_first_moves(tried, 5)
    for name in (None, "kimbo"):
        assert to_resume(name) == (ordinary.path, "")
    found = to_continue()
    assert found
    assert found.entry.path == ordinary.path
    library.remove_file(ordinary.path)
    assert to_resume() == to_resume("kimbo") == (tried.path, "")
    tried.close()


@pytest.mark.parametrize("moves", [0, WHOLE])
def test_a_game_in_use_is_marked_as_such_and_its_columns_words_are_no_longer(moves: int) -> None:
    match = played_first(Match(GAMES["shut-the-box"], {}, [ANN, BEN], 3), moves)
    free, used = story_of(match), story_of(match, is_in_use=True)
    assert cells_of(used.words) <= cells_of(free.words)
    won = f"{result_of(match).split()[0]} won" if moves else ""
    assert (used.standing, used.note) == ((won, "in use") if moves else ("in use", ""))
    assert (free.standing, free.note) == (won or "unfinished", "")


@pytest.mark.parametrize("name", ["on the train", "kimbo-2", "box-20261121-045400"])
def test_a_save_is_labeled_with_its_game_and_with_the_name_that_it_was_given(
    name: str, library: Library
) -> None:
    _, second = (save_game(library, ANN, BEN, game="kimbo") for _ in range(2))
    assert {label_of(entry) for entry in library.entries()} == {"Kimbo"}
    rename_save(second.path, name)
    assert {label_of(entry) for entry in library.entries()} == {"Kimbo", f"Kimbo: {name}"}
    assert sum(line.startswith(f"{name} (Kimbo)  ") for line in saves.list_lines(80)) == 1
    assert not any("Kimbo" in line for line in saves.list_lines())
