"""Text about ended matches and saves."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from free_o_play import at
from free_the_box_play import written
from kimbo_boards import LETTERS, THE_BOARD, drawn
from rich.cells import cell_len

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.play import saves_command
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.record import Record, apply
from boxtui.play.results import (
    ranked,
    result_of,
    seed_words,
    story_words,
    used_words,
    winners,
)
from boxtui.play.stories import ago_words, changed_words, name_of, stories
from boxtui.play.transcript import move_list
from boxtui.tui.screens.saved import entry_words
from saves.events import End, Move
from saves.library import Entry, Library

ANN, BEN = Seat("Ann", HUMAN), Seat("Ben", HUMAN)


def test_several_winners_are_listed_and_all_of_them_are_a_draw() -> None:
    seats = [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid", "Dot")]
    for totals, told in (
        ("3,3,3,60", "Ann, Ben and Cid share the win."),
        ("3,60,3,5", "Ann and Cid share the win."),
        ("3,4,5,60", "Ann wins."),
        ("60,60,60,60", "A draw."),
    ):
        state = at("", *["car"] * 3, phase="over", demand="any", totals=totals, out=1)
        assert result_of(match_at(GAMES["free-o"], state.text(), seats)) == told


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ((HUMAN, HUMAN, "random"), "The seed was 0."),
        ((HUMAN, "random", "random"), "The seed was 0."),
        (("random",) * 3, ""),
    ],
)
def test_the_seed_of_hidden_hands_is_shown_at_the_end(players: tuple[str, ...], told: str) -> None:
    seats = [Seat(f"P{at}", player) for at, player in enumerate(players)]
    going_on = at("house,car", "house", "car")
    over = at("", "car", "car", phase="over", demand="any", totals="0,3,60", out=1)
    assert seed_words(match_at(GAMES["free-o"], going_on.text(), seats)) == ""
    assert seed_words(match_at(GAMES["free-o"], over.text(), seats)) == told


def test_a_seed_that_hides_nothing_is_shown_before_the_game_and_not_at_its_end() -> None:
    position = "scoring=digits stake=5 round=1 first=1 scores=0,- phase=over seat=1 up=- dice=-"
    seats = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]
    assert seed_words(match_at(GAMES["shut-the-box"], position, seats)) == ""


@pytest.mark.parametrize(
    ("scores", "stake", "told"),
    [
        ("145,79,8", 2, "Cid wins."),
        ("0,-,-", 2, "Ann wins."),
        ("145,79,8", 0, "Cid wins."),
        ("8", 0, "Ann's game is over."),
    ],
)
def test_stb_14_losing_less_than_others_is_not_winning(scores: str, stake: int, told: str) -> None:
    seat = len(scores.replace(",-", "").split(","))
    up = ",".join(scores.split(",")[seat - 1]).replace("0", "-")
    text = f"scoring=digits stake={stake} round=1 first=1 scores={scores} phase=over seat={seat}"
    seats = [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid")[: scores.count(",") + 1]]
    match = match_at(GAMES["shut-the-box"], f"{text} up={up} dice=-", seats)
    assert result_of(match) == told


SHUT = "scoring=digits stake={} round=1 first=1 scores={} phase=over seat={} up={} dice=-"
BOX = (
    "size=6 claiming=automatic threats=off missed=off balance=points:2.5 handicap=0,0 phase={}"
    " turn={} first=1 black=1 bid=- marks={}/......./......./.BB.BB./......./......./W.....W"
    " squares={}"
)


def ended(key: str, position: str, players: int) -> Match:
    names = ("Ann", "Ben", "Cid", "Dot")[:players]
    return match_at(GAMES[key], position, [Seat(name, HUMAN) for name in names])


def kimbo(home: str, **more: object) -> Match:
    """Return a game of Kimbo with that many pieces HOME in each seat."""
    sides = THE_BOARD.sitting(len(home))
    at_most_three = [min(int(count), 3) for count in home]
    pieces = "".join(LETTERS[side] * n for side, n in zip(sides, at_most_three, strict=True))
    text = drawn("4  . . . .", seats=len(home), home=pieces).text()
    words = dict(word.split("=") for word in text.split())
    seats = words["pieces"].split(";")
    four = ",".join(["HOME"] * 4)
    words["pieces"] = ";".join(
        four if count == "4" else seat for count, seat in zip(home, seats, strict=True)
    )
    words |= {key: str(value) for key, value in more.items()}
    return ended("kimbo", " ".join(f"{key}={value}" for key, value in words.items()), len(home))


@pytest.mark.parametrize(
    ("match", "ranks", "story"),
    [
        (kimbo("3342", phase="over", seat=3), "1 3, 2 1, 2 2, 4 4", "Cid won, 4:3:3:2"),
        (kimbo("3313", phase="over", turns=4000), "0 1, 0 2, 0 3, 0 4", "A draw, 3:3:1:3"),
        (kimbo("31"), "0 1, 0 2", "unfinished, 3:1"),
        (
            ended("shut-the-box", SHUT.format(0, "149,3,1489", 3, "1,4,8,9"), 3),
            "1 2, 2 1, 3 3",
            "Ben won, 3:149:1,489",
        ),
        (
            ended(
                "shut-the-box",
                SHUT.format(5, "12,0,-", 2, "-"),
                3,
            ),
            "1 2, 2 1, 3 3",
            "Ben won, 0:12:-",
        ),
        (
            ended("box", BOX.format("over", 2, "W.....W", "/".join(["WWWWWW"] * 6)), 2),
            "1 2, 2 1",
            "Ben won, 38.5:0",
        ),
        (
            ended("box", BOX.format("resigned", 1, "W...W..", "/".join(["......"] * 6)), 2),
            "1 2, 2 1",
            "Ben won",
        ),
        (
            ended(
                "free-the-box",
                written("center,home,5;center,center,center;out", seat=2, phase="over"),
                3,
            ),
            "1 2, 2 1, 3 3",
            "Ben won, 3:1:-",
        ),
        (
            ended(
                "free-o",
                at("", *["car"] * 3, phase="over", demand="any", totals="5,3,60,3", out=1).text(),
                4,
            ),
            "1 2, 1 4, 3 1, 4 3",
            "Ben and Dot shared the win, 3:3:5:60",
        ),
    ],
)
def test_an_ended_game_ranks_its_seats_and_a_story_has_the_figures_that_decided(
    match: Match, ranks: str, story: str
) -> None:
    told = [f"{rank} {seat + 1}" for rank, seat in ranked(match)]
    assert ", ".join(told) == ranks
    assert story_words(match) == story
    assert winners(match) == sorted(seat for rank, seat in ranked(match) if rank == 1)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_figure_for_each_seat_at_any_time(key: str) -> None:
    for count in (GAMES[key].seats[0], GAMES[key].seats[-1]):
        match, rng = Match(GAMES[key], {}, [ANN] * count, 3), Random(3)
        for _ in range(200):
            assert len(match.game.tally(match.state)) == count
            if match.state.current_player() != OVER:
                match.apply(match.state.random_move(rng))


def test_a_save_that_cannot_be_replayed_is_listed_without_figures(tmp_path: Path) -> None:
    library = Library(tmp_path)
    Record.begin(Match(GAMES["kimbo"], {}, [ANN, BEN], 3), library).close()
    (entry,) = library.entries()
    assert stories(library, [entry]) == {entry.name: "unfinished, 0:0"}
    gone = replace(entry, path=tmp_path / "gone.box")
    assert stories(library, [gone]) == {entry.name: "unfinished"}
    assert stories(library, [replace(gone, ended=True)]) == {entry.name: "ended"}


@pytest.mark.parametrize("changed", [1e12, 1e18, 1e300])
def test_a_save_with_an_impossible_date_shows_a_question_mark(
    changed: float,
) -> None:
    assert changed_words(Entry(Path("a.box"), "a", changed)) == "?"


def test_moves_stand_in_columns_with_any_letters_in_the_names() -> None:
    seats = [Seat("नि 神", HUMAN), Seat("Zoe\u0308", HUMAN)]
    match = Match(GAMES["box"], {"balance": "none"}, seats, 3)
    for move in ("a1", "b1", "c1"):
        match.play(match.state.read_move(move))
    columns = {
        cell_len(line[: line.index(f"  {played.text}")])
        for line, played in zip(move_list(match), match.log, strict=True)
    }
    assert len(columns) == 1


def test_saves_are_listed_in_columns_with_any_letters_in_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    monkeypatch.setattr(saves_command, "open_library", lambda: library)
    for name in ("Ann", "नि 神", "Zoe\u0308"):
        (tmp_path / f"{name}.box").write_bytes(b"")
    before_days = [line[: line.index(" 20")] for line in saves_command.list_lines()]
    assert len(before_days) == 3
    assert {cell_len(each) for each in before_days} == {34}


def test_a_saves_name_is_shown_without_control_sequences() -> None:
    assert name_of(Entry(Path("a\x1b[2J\u202e.box"), "a", 0.0)) == "a?[2J?"


def test_hints_and_takebacks_are_reported_separately() -> None:
    match = Match(GAMES["kimbo"], {}, [Seat("Ann", HUMAN), Seat("Ben", HUMAN)], 3)
    match.hints, match.takebacks = 2, 5
    assert used_words(match) == "Hints: 2. Taken back: 5."
    match.warnings, match.ignored = 3, 1
    told = "Hints: 2. Taken back: 5. Tutor's warnings: 3, played anyway: 1."
    assert used_words(match) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "just now"),
        (59, "just now"),
        (20 * 60, "20 min ago"),
        (3 * 3600, "3 h ago"),
        (86_400, "1 day ago"),
        (3 * 86_400, "3 days ago"),
        (400 * 86_400, "2025-"),
        (-9_000, "2026-"),
    ],
)
def test_a_save_shows_how_long_ago_it_was_played(seconds: int, told: str) -> None:
    now = 1_780_000_000
    assert ago_words(Entry(Path("a.box"), "a", now - seconds), now).startswith(told)


def test_an_ended_save_shows_who_won(tmp_path: Path) -> None:
    library = Library(tmp_path)
    record = Record.begin(Match(GAMES["box"], {}, [ANN, BEN], 3), library)
    for event in (Move(record.match.state.read_move("resign")), End()):
        record.keep(event)
        apply(record.match, event)
    record.close()
    (entry,) = library.entries()
    assert stories(library, [entry]) == {entry.name: "Ben won"}
    assert entry_words(entry, "Ben won") == "Ben won  just now  Ann, Ben"


def test_a_game_in_which_nothing_was_decided_leaves_no_save(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for moves, left in (([], 0), (["black c4"], 1)):
        record = Record.begin(Match(GAMES["box"], {}, [ANN, BEN], 3), library)
        for move in moves:
            record.match.play(record.match.state.read_move(move))
        record.close()
        assert record.remove_unplayed() == (not moves)
        assert len(library.entries()) == left
