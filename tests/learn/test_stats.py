"""Statistics of finished games: wins by level, streaks, and when to try the next level."""

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from people import ANN, BEN
from played import command, folders, library_in
from random_games import WHOLE, any_move, do, play_first_moves, save_game
from spoiled_files import spoiled

from boxtui.commands.saves import import_file
from boxtui.core import CHANCE, OVER, OptionValue
from boxtui.games import GAMES
from boxtui.learn import cache, reviews, stats
from boxtui.learn.judging import Judged
from boxtui.learn.review import Review
from boxtui.learn.reviews import review_key
from boxtui.learn.stats import (
    FEWEST_DRAWN,
    MOST_DRAWN,
    Finished,
    as_json,
    finished_games,
    next_level,
    streaks,
    text_lines,
)
from boxtui.lines import LINE_CELLS, UNICODE
from boxtui.play import transcript
from boxtui.play.match import Match, Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.play.replay import match_in
from boxtui.play.results import used_words, winners
from boxtui.system import locations
from boxtui.views.chart import LABEL
from boxtui.views.game import beaten_words
from saves.events import End, Hint, Move, Undo
from saves.journal import Journal, read
from saves.library import Library

pytestmark = pytest.mark.usefixtures("home")

LOSSES = st.floats(0, 0.5)
ANN_AND_A_COMPUTER: Final = [ANN, Seat("Computer", "level1")]
PEOPLE_AND_ONE: Final = [ANN, BEN, Seat("Seat 3", "level1")]


def won(*results: int, rivals: tuple[str, ...] = ("level3",)) -> list[Finished]:
    """Return games of Kimbo with these results, 1 for a win, oldest first."""
    return [
        Finished("kimbo", "2026", float(each), bool(each), rivals, None, "", 0) for each in results
    ]


@pytest.mark.parametrize(
    ("results", "now", "longest"),
    [((), 0, 0), ((1, 1, 0), 0, 2), ((0, 1, 1, 1), 3, 3), ((1, 0, 1), 1, 1)],
)
def test_last_and_longest_streaks_count(results: tuple[int, ...], now: int, longest: int) -> None:
    assert streaks(map(bool, results)) == (now, longest)


@pytest.mark.parametrize(
    ("games", "advice"),
    [
        (won(*[1] * 7, *[0] * 3), "You won 7 of the last 10 against level 3: try level 4."),
        (won(*[1] * 6, *[0] * 4), ""),
        (won(*[1] * 9), ""),
        (won(*[0] * 5, *[1] * 10), "You won 10 of the last 10 against level 3: try level 4."),
        (won(*[1] * 10, rivals=("level5",)), ""),
        (won(*[1] * 10, rivals=("uct",)), ""),
        (won(*[1] * 10, rivals=("level1", "level2")), ""),
        (won(*[1] * 10, rivals=("level2", "level2")), "level 2: try level 3."),
    ],
)
def test_the_next_level_is_suggested_once_most_are_won(games: list[Finished], advice: str) -> None:
    assert next_level(games).endswith(advice)
    assert bool(next_level(games)) == bool(advice)


def text_of(*games: Finished) -> str:
    return "\n".join(text_lines(games, UNICODE))


SWAPPED = ("level3", "level4"), ("level4", "level3")
"""The same rivals in other seats."""


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (won(1, 0, 1), "Kimbo: 3 games, 2 won"),
        (won(1, 0, 1), "against level 3: 2 of 3 won"),
        ([*won(1), *won(0, rivals=("level4",))], "against level 4: 0 of 1 won"),
        ([*won(1), *won(0, rivals=("level4",))], "Kimbo: 2 games, 1 won"),
        (won(1, rivals=("level3",) * 3), "against three of level 3: 1 of 1 won"),
        (won(1, rivals=("level3",) * 11), "against 11 of level 3: 1 of 1 won"),
        (won(1, rivals=("sublevels",)), "against sublevels: 1 of 1"),
        ([*won(1, rivals=SWAPPED[0]), *won(0, rivals=SWAPPED[1])], "level 3 and level 4: 1 of 2"),
        (won(1, 0, 1, 0), "wins in a row: 0 now (best: 1)"),
    ],
)
def test_wins_are_counted_in_all_by_rivals_and_in_a_row(games: list[Finished], told: str) -> None:
    assert told in text_of(*games)
    assert "in a row" not in text_of(*won(0))


def test_games_that_are_not_reviewed_are_counted_if_others_are() -> None:
    reviewed = replace(won(1)[0], is_reviewed=True, loss=0.01)
    assert text_of(*won(1, 0), reviewed).splitlines()[-1].count("2 games are not reviewed")
    assert "not reviewed" not in text_of(reviewed)


def test_wins_without_hints_are_counted_if_some_had_hints() -> None:
    hinted = [replace(each, hints=3) for each in won(1, 0)]
    told = list(text_lines([*won(1, 1, 0), *hinted], UNICODE))
    assert told[0] == "Kimbo: 5 games, 3 won (2 without hints)"
    assert "  against level 3: 3 of 5 won (2 without hints)" in told
    assert "without hints" not in "".join(text_lines([*won(1), *hinted[1:]], UNICODE))


def test_a_finished_game_has_the_number_of_its_hints() -> None:
    record = begun(3)
    play_first_moves(record, 4)
    do(record, Hint())
    finished(record)
    assert [each.hints for each in finished_games(open_library())] == [1]


@given(st.lists(LOSSES, max_size=9) | st.lists(LOSSES, min_size=MOST_DRAWN + 9, max_size=60))
def test_losses_are_drawn_as_a_line_from_three_reviewed_games_on(losses: list[float]) -> None:
    games = [replace(won(1)[0], is_reviewed=True, loss=loss) for loss in losses]
    told = list(text_lines(games, UNICODE))
    drawn = [line[LABEL + 2 :] for line in told if not {*UNICODE.heights}.isdisjoint(line)][::-1]
    assert bool(drawn) == (len(losses) >= FEWEST_DRAWN)
    assert max(map(len, told)) <= LINE_CELLS
    shown = losses[-MOST_DRAWN:] if drawn else []
    height = {
        at: 3 * row - UNICODE.heights.index(mark)
        for row, line in enumerate(drawn)
        for at, mark in enumerate(line)
        if mark in UNICODE.heights
    }
    heights = [height[2 * at] for _, at in sorted(zip(shown, range(len(shown)), strict=True))]
    assert heights == sorted(heights)


def test_the_command_prints_one_persons_finished_games_as_json_too(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        return command(tmp_path, "stats", *words).stdout

    assert "no finished games yet" in run()
    library = library_in(tmp_path)
    match = save_game(library, *ANN_AND_A_COMPUTER, seed=1, moves=WHOLE).match
    save_game(library, ANN, seed=2, moves=WHOLE)
    save_game(library, ANN, BEN, seed=3, moves=WHOLE)
    save_game(library, *ANN_AND_A_COMPUTER, seed=4, moves=3)
    (library.folder / "broken.box").write_bytes(b"x")
    games = {each.rivals: each.share for each in finished_games(library)}
    assert set(games) == {(), ("level1",)}
    assert games["level1",] == match.state.returns()[0]
    assert "alone, scoring digits: 1 game, best " in run("shut-the-box")
    assert "no finished games of Kimbo yet" in run("kimbo")
    assert "1 save can't be read" in command(tmp_path, "stats", "kimbo").stderr
    assert [each["game"] for each in json.loads(run("--json"))] == ["shut-the-box"] * 2


def test_cached_results_and_reviews_with_other_content_are_told_or_found_again() -> None:
    match = finished_here(3).match
    told = list(text_lines(finished_games(open_library()), UNICODE))
    keep_review(match, Judged(1, 0, 1, 2, (0.1, 0.9), (0.2, 0.8), 0.1, True))
    assert "given away" in "".join(text_lines(finished_games(open_library()), UNICODE))
    for file in (locations.results(), locations.review(review_key(match))):
        whole = file.read_text()
        for content in spoiled(whole):
            file.write_text(content)
            games = finished_games(open_library())
            assert "".join(text_lines(games, UNICODE)).isprintable()
            json.dumps(as_json(games), allow_nan=False)
        file.unlink()
        os.mkfifo(file)
        assert finished_games(open_library())
        if file.is_fifo():
            file.unlink()
    assert list(text_lines(finished_games(open_library()), UNICODE)) == told


def keep_review(match: Match, *judged: Judged) -> None:
    """Put a review of a match of two seats into the cache."""
    review = Review((0.5, 0.5), judged, (), (), (1.0, 0.0), len(match.moves))
    cache.keep(locations.review(review_key(match)), review)


def test_a_game_without_a_decision_to_judge_is_reviewed_once_it_has_a_review() -> None:
    match = finished_here(3).match
    (before,) = finished_games(open_library())
    keep_review(match)
    (after,) = finished_games(open_library())
    assert (before.is_reviewed, after.is_reviewed, after.loss) == (False, True, None)
    assert "not reviewed" in text_of(before)
    assert "not reviewed" not in text_of(after)


def test_a_review_of_another_format_is_found_though_the_result_was_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished_here(3).match
    assert not finished_games(open_library())[0].is_reviewed
    monkeypatch.setattr(stats, "FORMAT", reviews.FORMAT + 1)
    monkeypatch.setattr(reviews, "FORMAT", reviews.FORMAT + 1)
    keep_review(match)
    assert finished_games(open_library())[0].is_reviewed


def begun(
    seed: int, options: Mapping[str, OptionValue] = {}, seats: Sequence[Seat] = ANN_AND_A_COMPUTER
) -> Record:
    """Begin a game of Shut-the-Box."""
    return Record.begin(Match(GAMES["shut-the-box"], options, seats, seed), open_library())


def finished_here(seed: int, *, in_parts: bool = False) -> Record:
    """Play a game from its first move to its end, if wanted in two files, one after the other."""
    record = begun(seed)
    play_first_moves(record, 4)
    with pytest.MonkeyPatch.context() as full:
        if in_parts:
            full.setattr(Journal, "is_nearly_full", True)
        play_first_moves(record, 5)
    return finished(record)


def test_games_alone_are_counted_by_scoring_and_not_among_those_that_could_be_won() -> None:
    for options in ({}, {}, {"scoring": "sum"}):
        finished(begun(3, options, [ANN]))
    record = finished_here(3)
    is_won = int(winners(record.match) == [0])
    first, *others = text_lines(finished_games(open_library()), UNICODE)
    assert first == f"Shut-the-Box: 4 games (3 alone), {is_won} of 1 won"
    by_digits, by_sum = (each for each in others if each.startswith("  alone, scoring "))
    assert by_digits.startswith("  alone, scoring digits: 2 games, best ")
    assert by_sum.startswith("  alone, scoring sum: 1 game, best ")


def finished(record: Record) -> Record:
    play_first_moves(record)
    record.close()
    return record


def copied(record: Record, _ply: int) -> Path:
    copies = len(list(record.path.parent.iterdir()))
    return Path(shutil.copy(record.path, record.path.with_name(f"copy-{copies}.box")))


def copied_and_gone_on(record: Record, ply: int) -> None:
    copy = Record.resume(copied(record, ply), open_library())
    do(copy, Undo(ply))
    finished(copy)


def imported(record: Record, ply: int) -> None:
    """Import the game's first moves as a record, and play it to its end."""
    text = transcript.as_text(record.match.until(ply), read(record.path).header)
    file = record.path.with_suffix(".txt")
    file.write_text(text)
    path = record.path.with_name(f"{import_file(str(file))}.box")
    finished(Record.resume(path, open_library()))


def imported_whole(record: Record, _ply: int) -> None:
    imported(record, len(record.match.moves))


def played_on(record: Record, ply: int) -> None:
    finished(Record.begin(record.match.until(ply).played_on(ply), open_library()))


@settings(max_examples=20)
@given(
    st.lists(
        st.sampled_from((copied, copied_and_gone_on, imported, imported_whole, played_on)),
        max_size=4,
    ),
    st.integers(0, 100),
    st.integers(1, 8),
    st.booleans(),
)
def test_a_game_counts_once_and_not_if_it_was_imported_or_played_on_from_a_position(
    ways: list[Callable[[Record, int], object]], seed: int, ply: int, in_parts: bool
) -> None:
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as here:
        for name, folder in folders(Path(home)).items():
            here.setenv(name, folder)
        record = finished_here(seed, in_parts=in_parts)
        counted = finished_games(open_library())
        assert len(counted) == 1
        for way in ways:
            way(record, ply)
        assert len(open_library().entries()) == 1 + len(ways)
        assert finished_games(open_library()) == counted


@pytest.mark.parametrize("options", [{}, {"pub_stakes": True, "stake": 5}], ids=["plain", "stakes"])
def test_a_game_is_won_by_its_winners(options: dict[str, Any]) -> None:
    matches = list[Match]()
    for seed in range(6):
        matches.append(finished(begun(seed, options)).match)
    won = sum(winners(match) == [0] for match in matches)
    assert 0 < won < len(matches)
    assert sum(each.is_won for each in finished_games(open_library())) == won


def test_whoever_had_no_turn_before_the_box_was_shut_has_no_figure() -> None:
    record = begun(5, {"pub_stakes": True}, [Seat("Bo", "level1"), ANN])
    match = record.match
    while match.state.current_player() != OVER:
        by_chance = match.state.current_player() == CHANCE
        do(record, Move(match.next_outcome() if by_chance else match.state.legal_moves()[-1]))
    finished(record)
    assert match.state.returns() == [1.0, 0.0]
    assert [each.figure for each in finished_games(open_library())] == [None]


def test_a_game_is_replayed_again_only_once_it_has_gone_on(monkeypatch: pytest.MonkeyPatch) -> None:
    library, replays = open_library(), list[str]()

    def counting(path: Path, library: Library) -> Match:
        replays.append(path.stem)
        return match_in(path, library)

    monkeypatch.setattr("boxtui.learn.stats.match_in", counting)
    record, other = finished_here(1), finished_here(2)
    games = finished_games(library)
    assert finished_games(library) == games
    assert sorted(replays) == sorted([record.name, other.name])
    again = Record.resume(record.path, library)
    do(again, Undo(1))
    do(again, Move(again.match.state.legal_moves()[-1]))
    finished(again)
    games = finished_games(library)
    assert replays[2:] == [record.name]
    locations.results().write_text("damaged")
    assert finished_games(library) == games
    assert len(replays) == 5


def test_copies_of_one_save_that_became_equally_long_keep_their_own_results() -> None:
    library, by_size = open_library(), dict[int, dict[bool, bytes]]()
    record = save_game(library, *ANN_AND_A_COMPUTER)
    begun = record.path.read_bytes()
    for seed in range(200):
        record.path.write_bytes(begun)
        copy, rng = Record.resume(record.path, library), Random(seed)
        while copy.match.state.current_player() != OVER:
            do(copy, Move(any_move(copy.match, rng)))
        do(copy, End())
        copy.close()
        content = record.path.read_bytes()
        same = by_size.setdefault(len(content), {})
        same[0 in winners(copy.match)] = content
        if len(same) == 2:
            break
    for is_won, content in same.items():
        record.path.write_bytes(content)
        assert [each.is_won for each in finished_games(library)] == [is_won]


@pytest.mark.parametrize("is_known", [True, False])
def test_only_hints_for_the_winner_are_said_to_have_helped_beat_a_level(is_known: bool) -> None:
    aided = set[tuple[int, ...]]()
    for seed in range(20):
        match, rng = Match(GAMES["shut-the-box"], {}, PEOPLE_AND_ONE, seed), Random(seed)
        match.hints = 0 if is_known else 1  # one of which it isn't known whose it was
        while match.state.current_player() != 1:
            match.play(any_move(match, rng))
        match.count_hint()
        while not match.is_over:
            match.play(any_move(match, rng))
        how = " with hints" if is_known and winners(match) == [1] else ""
        if winners(match) in ([0], [1]):
            aided.add(tuple(winners(match)))
            name = match.seats[winners(match)[0]].name
            assert beaten_words(match) == [f"{name} has beaten level 1{how}."]
        whose = " (Ben 1)" if is_known else ""
        assert used_words(match) == f"Decisions with hints: {match.hints}{whose}."
    assert aided == {(0,), (1,)}


def test_hints_are_still_known_by_seat_once_their_moves_were_taken_back(tmp_path: Path) -> None:
    library = Library(tmp_path)
    record = Record.begin(Match(GAMES["box"], {"balance": "none"}, [ANN, BEN], 1), library)
    for _ in range(2):
        do(record, Hint())
        do(record, Move(record.match.state.legal_moves()[0]))
    do(record, Undo(0))
    record.close()
    used = used_words(match_in(record.path, library))
    assert used == "Decisions with hints: 2 (Ann 1, Ben 1). Taken back: 1."


def test_only_a_game_played_from_its_first_move_beats_a_level() -> None:
    games = (finished_here(seed).match for seed in range(20))
    match = next(match for match in games if winners(match) == [0])
    assert beaten_words(match) == ["Ann has beaten level 1."]
    match.hints = 2  # as the header of a save says, without whose they were
    assert beaten_words(match) == ["Ann has beaten level 1 with hints."]
    midway = match.until(len(match.moves) - 1).played_on(match.seed)
    record = Record.begin(midway, open_library())
    assert winners(finished(record).match) == [0]
    assert beaten_words(record.match) == []
