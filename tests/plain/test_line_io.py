"""`LineIO` without a process: what it writes and reads, and how a game is left."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest
from game_screens import FirstMoves
from random_games import any_move, do

from ai.worker import Searcher
from boxtui.core import CHANCE, OVER, Game
from boxtui.games import GAMES
from boxtui.plain import line_io
from boxtui.plain.line_io import ANSWERED, LONGEST, Left, LineIO
from boxtui.plain.play import PlainGame
from boxtui.plain.session import Session
from boxtui.plain.setup import Setup
from boxtui.plain.words import PAGE, is_number, last_words, page_of_moves, seen_words
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record, open_library
from boxtui.play.viewer import Viewer
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.views.games import words_of
from saves.events import End, Move
from saves.journal import Journal
from saves.library import Library

ANN, BEN, COMPUTER = Seat("Ann", HUMAN), Seat("Ben", HUMAN), Seat("Computer", "level1")

Type = Callable[..., LineIO]


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Make a `LineIO` that reads these chunks from a pipe, then its end."""

    def reading(*chunks: bytes) -> LineIO:
        left = list(chunks)

        async def read() -> bytes:
            return left.pop(0) if left else b""

        monkeypatch.setattr(line_io, "_read", read)
        return LineIO(Look())

    monkeypatch.setattr(os, "isatty", lambda fd: False)
    return reading


async def test_control_sequences_are_never_written(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    obeyed = "\x1b[2J \x9b31m \x07 \x08 \r \t \u202e \u2028 \x00 marks c3"
    one = fed(b"\n", b"x\n", b"\n")
    one.say(obeyed, obeyed)
    one.remark(obeyed)
    one.show([obeyed])
    await one.ask(obeyed)
    await one.choose(obeyed, lambda answer: obeyed if answer else "")
    out = capsys.readouterr().out
    assert all(letter == "\n" or letter.isprintable() for letter in out)
    assert out.count("marks c3") == 8


async def test_lines_of_any_bytes_are_read_whole_and_without_outer_spaces(fed: Type) -> None:
    one = fed(b"c3\r\n  d", b"4 \n\xff\n\nla", b"st")
    assert [await one.ask("") for _ in range(5)] == ["c3", "d4", "\ufffd", "", "last"]
    with pytest.raises(Left):
        await one.ask("")


async def test_the_rest_of_a_line_that_is_too_long_is_dropped_and_not_read_as_the_next_line(
    fed: Type,
) -> None:
    one = fed(*[b"x" * LONGEST] * 3, b"y\nnext\n")
    assert await one.ask("") == "x" * LONGEST
    assert await one.ask("") == "next"


async def test_only_the_beginning_of_a_line_that_never_ends_is_kept(
    fed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, held = fed(), list[int]()

    async def read() -> bytes:
        held.append(len(one._typed))
        return b"x" * LONGEST if len(held) < 10 else b"\n"

    monkeypatch.setattr(line_io, "_read", read)
    assert await one.ask("") == "x" * LONGEST
    assert max(held) <= 2 * LONGEST


async def test_a_prompt_ends_its_line_only_on_a_pipe(
    fed: Type, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await fed(b"c3\n").ask("Your move:")
    assert capsys.readouterr().out == "Your move:\n"
    monkeypatch.setattr(os, "isatty", lambda fd: True)
    await fed(b"c3\n").ask("Your move:")
    assert capsys.readouterr().out == "Your move: "


async def test_a_question_is_asked_until_its_answer_is_right_or_quit(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def fault(answer: str) -> str:
        asked.append(answer)
        return "" if answer == "2" else "Not so."

    await fed(b"0\nHELP\n2\n3\n").choose("How many:", fault)
    assert asked == ["0", "2"]
    assert capsys.readouterr().out.splitlines() == [
        *("How many:", "Not so.", "How many:", ANSWERED, "How many:")
    ]
    with pytest.raises(Left):
        await fed(b"Quit\n2\n").choose("How many:", fault)


async def played(one: LineIO, record: Record) -> Match | Game | None:
    """Play a record's game through a `LineIO`; return the match to go on with."""
    return await PlainGame(record, cast("Searcher", FirstMoves()), one, Settings()).run()


def begun(folder: Path, game: str, *seats: Seat, by_hand: bool = False) -> Record:
    options = {"balance": "none"} if game == "box" else {}
    return Record.begin(Match(GAMES[game], options, seats, 7, by_hand=by_hand), Library(folder))


def finished(record: Record) -> Record:
    """Play the record's game at random to its end."""
    rng = Random(1)
    while record.match.state.current_player() != OVER:
        do(record, Move(any_move(record.match, rng)))
    do(record, End())
    return record


@pytest.mark.parametrize(
    ("seats", "typed", "told"),
    [
        ((ANN, BEN), b"c3\nundo\n", ["Ann marks c3.", "Taken back. Moves played: 0."]),
        ((ANN, BEN), b"c3\nd5\nundo\n", ["Ben marks d5.", "Taken back. Moves played: 1."]),
        ((ANN, COMPUTER), b"c3\nundo\n", ["Ann marks c3.", "Taken back. Moves played: 0."]),
    ],
)
async def test_moves_taken_back_are_reported_even_if_it_was_only_one(
    fed: Type,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    seats: tuple[Seat, ...],
    typed: bytes,
    told: list[str],
) -> None:
    record = begun(tmp_path, "box", *seats)
    assert await played(fed(typed), record) is None
    lines = capsys.readouterr().out.splitlines()
    places = [lines.index(line) for line in told]
    assert places == sorted(places)
    assert words_of(record.match).position_words()[0] in lines[places[-1] :]


@pytest.mark.parametrize("typed", [b"", b"quit\n"])
async def test_a_game_that_is_left_before_the_first_decision_leaves_no_save(
    fed: Type, tmp_path: Path, typed: bytes
) -> None:
    record = begun(tmp_path, "box", ANN, BEN)
    assert await played(fed(typed), record) is None
    assert Library(tmp_path).entries() == []


@pytest.mark.parametrize("typed", [b"c3\nquit\n", b"c3\n"])
async def test_leaving_a_game_reports_that_it_is_saved_and_releases_its_save(
    fed: Type, tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: bytes
) -> None:
    record = begun(tmp_path, "box", ANN, BEN)
    assert await played(fed(typed), record) is None
    assert capsys.readouterr().out.endswith(f"\nboxtui resume {record.name} --plain\n")
    Journal.open(Library(tmp_path).find(record.name)).close()


@pytest.mark.parametrize(
    ("game", "by_hand", "offered"),
    [("shut-the-box", False, True), ("shut-the-box", True, False), ("box", False, False)],
)
async def test_after_the_end_the_same_seed_is_offered_if_it_decides_something(
    fed: Type,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    game: str,
    *,
    by_hand: bool,
    offered: bool,
) -> None:
    record = finished(begun(tmp_path, game, ANN, BEN, by_hand=by_hand))
    following = await played(fed(b"same\n"), record)
    assert (following is not None) == offered
    out = capsys.readouterr().out
    assert ("again, same, " in out) == offered
    assert "boxtui resume" not in out
    Journal.open(Library(tmp_path).find(record.name)).close()


async def test_play_again_takes_a_new_seed_and_same_keeps_it(fed: Type, tmp_path: Path) -> None:
    seeds = []
    for word in (b"again\n", b"same\n"):
        following = await played(fed(word), finished(begun(tmp_path, "shut-the-box", ANN, BEN)))
        assert isinstance(following, Match)
        assert following.moves == []
        seeds.append(following.seed)
    assert seeds[0] != 7
    assert seeds[1] == 7


async def test_a_continued_game_reports_its_notice_and_its_last_moves(
    fed: Type, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = begun(tmp_path, "box", ANN, BEN)
    for move in range(10):
        do(record, Move(move))
    record.notice = "The last move was cut off."
    await played(fed(), record)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == [record.notice, "Moves played: 10. The last of them:"]
    assert [line.split()[1] for line in lines[3:9]] == ["marks"] * 6
    assert not lines[9].startswith(("Ann marks", "Ben marks"))


def test_log_and_a_number_shows_that_many_of_the_last_moves(tmp_path: Path) -> None:
    record = begun(tmp_path, "box", ANN, BEN)
    for move in range(10):
        do(record, Move(move))
    record.close()
    viewer, log = Viewer(record.match), record.match.log
    for typed, count in (("", 10), ("3", 3), ("0", 0), ("10", 10), ("99999", 10)):
        assert last_words(viewer, typed) == seen_words(viewer, log[10 - count :])
    assert last_words(viewer, "100000")[0].startswith("'100000' is not a number of moves;")


def test_the_pages_of_moves_contain_every_move_once() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, BEN], 7)
    while match.state.current_player() == CHANCE:
        match.play(match.dealt())
    state = match.state
    moves = [state.move_text(move) for move in state.legal_moves()]
    told: list[str] = []
    for page in range(1, len(moves) // PAGE + 2):
        head, *lines = page_of_moves(state, str(page))
        assert head == f"{len(moves)} moves, page {page} of {len(moves) // PAGE + 1}:"
        told += [move for line in lines if ":" not in line for move in line.rstrip(";").split("; ")]
        assert (lines[-1] == f"More: moves {page + 1}") == (page < len(moves) // PAGE + 1)
    assert told == moves
    for typed in ("0", str(page + 1), "x", "-1", "\u00b2"):
        assert next(page_of_moves(state, typed)).startswith(f"There is no page {typed!r}")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("0", True), ("99999", True), ("100000", False), ("", False), ("-1", False)]
    + [(odd, False) for odd in ("\u00b2", "\u0663", "1.0", " 1", "9" * 5000)],
)
def test_a_number_has_at_most_five_digits(text: str, meant: bool) -> None:
    assert is_number(text) == meant


async def test_a_name_that_no_save_can_hold_is_asked_for_again(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ("2", "B" * 25, "\u795e" * 9, "A\x1b[2JB", "Zed", "level9", "Ben")
    one = fed("\n".join([*typed, *[""] * 6]).encode())
    match = await Setup(GAMES["shut-the-box"], "Ann", one, Disk()).make_match(7)
    assert [seat.name for seat in match.seats] == ["Zed", "Ben"]
    out = capsys.readouterr().out
    assert out.count("That name is too long") == 2
    assert "must consist of printable characters" in out
    assert "There is no player 'level9'" in out


def test_a_new_game_knows_who_lost_the_last_one(
    fed: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    answers = ["play box", "Ann", "Ben", "6", "", "", "", "none", "loser of the last game", ""]
    fed("\n".join([*answers, "resign", "quit", *answers, "c3", "quit", "quit"]).encode())
    asyncio.run(Session.here().run(Session.menu))
    lost = [
        entry.header.options["last_loser"] for entry in open_library().entries() if entry.header
    ]
    assert sorted(map(int, lost)) in ([0, 1], [0, 2])
