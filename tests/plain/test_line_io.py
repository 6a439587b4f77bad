"""`LineIO` without a process: what it writes and reads, and how a game is left."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Event
from typing import NoReturn, cast

import pytest
from game_screens import FirstMoves
from loop_watch import HeldDisk
from pty_terminal import DEADLINE
from random_games import dealt, moved
from transcripts import TWO
from waits import until

import ai.plugins
from ai.agent import HUMAN, Choice
from ai.worker import Searcher
from boxtui.core import BadOption
from boxtui.games import GAMES
from boxtui.learn.judging import GRADES, Judged
from boxtui.learn.practice import PracticeSession
from boxtui.learn.review import Review
from boxtui.plain import line_io, waiting
from boxtui.plain.line_io import LONGEST, Left, LineIO
from boxtui.plain.menu import PlainMenu
from boxtui.plain.play import PlainGame
from boxtui.plain.practice import PlainPractice
from boxtui.plain.session import Session
from boxtui.plain.setup import Setup
from boxtui.plain.waiting import told_place
from boxtui.plain.words import PAGE, menu_command, page_of_moves, shell_command
from boxtui.play import remembered
from boxtui.play.handover import OPEN_ELSEWHERE, TAKE_OVER, asked_for, taken_over
from boxtui.play.match import Match, Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, opened
from boxtui.play.stories import NEW_NAME
from boxtui.system import locations, settings
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from saves.errors import SaveError
from saves.header import TUTOR_OFF
from saves.library import Library

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

    def read(answer: str) -> None:
        if answer:
            raise BadOption(obeyed)

    await one.choose(obeyed, read, "")
    out = capsys.readouterr().out
    assert all(letter == "\n" or letter.isprintable() for letter in out)
    assert out.count("marks c3") == 8


async def test_lines_of_any_bytes_are_read_whole_and_a_question_mark_alone_is_help(
    fed: Type,
) -> None:
    one = fed(b"c3\r\n  d", b"4 \n\xff\n\n ? \n??\nla", b"st")
    read = [await one.ask("") for _ in range(7)]
    assert read == ["c3", "d4", "\ufffd", "", "help", "??", "last"]
    with pytest.raises(Left):
        await one.ask("")


@pytest.mark.parametrize(("cells", "end"), [(67, " "), (68, "\n"), (78, "\n")])
async def test_an_answer_that_is_typed_has_room_on_its_line(
    fed: Type, capsys: pytest.CaptureFixture[str], cells: int, end: str
) -> None:
    one = fed(b"x\n" * 2)
    one.is_typed = True
    await one.ask("x" * cells)
    assert capsys.readouterr().out == "x" * cells + end


async def test_no_line_is_longer_than_the_terminals(
    fed: Type, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(LineIO, "columns", lambda _: 40)
    one = fed(b"x\n")
    one.is_typed = True
    one.say("A word. " * 20)
    await one.ask("Which word do you want to answer? " * 2)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) in range(30, 39)
    assert "".join(lines).count("word") == 22


async def test_of_a_line_that_is_too_long_only_the_beginning_is_kept_and_the_rest_is_no_next_line(
    fed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, held = fed(), list[int]()
    chunks = [*[b"x" * LONGEST] * 10, b"y\nnext\n"]

    async def read() -> bytes:
        held.append(len(one._typed))
        return chunks.pop(0)

    monkeypatch.setattr(line_io, "_read", read)
    assert [await one.ask("") for _ in range(2)] == ["x" * LONGEST, "next"]
    assert max(held) <= 2 * LONGEST


async def test_a_question_is_asked_until_its_answer_is_right_or_quit(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def read(answer: str) -> int:
        asked.append(answer)
        if answer != "2":
            raise BadOption("Not so.")
        return 2

    assert await fed(b"0\nHELP\n2\n3\n").choose("How many:", read, "Any number.") == 2
    assert asked == ["0", "2"]
    assert capsys.readouterr().out.splitlines() == [
        *("How many:", "Not so.", "How many:", "Any number.", "How many:")
    ]
    with pytest.raises(Left):
        await fed(b"Quit\n2\n").choose("How many:", read, "Any number.")


async def test_an_agents_capitals_can_be_left_out_and_it_can_be_the_default(
    fed: Type, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("MyBot", "nowhere:nothing", ai.plugins.GROUP)
    monkeypatch.setattr(ai.plugins, "_offered_on", lambda path: [point])
    for typed in (b"2\nAnn\nmybot\n", b"2\n\n\n"):
        io = fed(typed + b"\n" * 12)
        match = await Setup(GAMES["shut-the-box"], Settings("Ann"), io, Disk()).make_match(7)
        assert [seat.player for seat in match.seats] == [HUMAN, "MyBot"]


async def test_enter_seats_the_players_of_the_last_game_with_as_many(fed: Type, home: Path) -> None:
    for typed, players in (
        (b"4\n\n5\nBen\n2\n", [HUMAN, "level5", HUMAN, "level2"]),
        (b"2\n\n4\n", [HUMAN, "level4"]),
        (b"4\n", [HUMAN, "level4", HUMAN, "level2"]),
    ):
        setup = Setup(GAMES["kimbo"], Settings("Ann"), fed(typed + b"\n" * 12), Disk())
        assert [seat.player for seat in (await setup.make_match(7)).seats] == players


async def test_a_computers_name_is_shown_kept_by_enter_and_dropped_by_typing_a_player(
    fed: Type, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kimbo, seats = GAMES["kimbo"], [TWO[0], Seat("Deep", "level3")]
    remembered.set_up(kimbo, {}, seats, 7, by_hand=False, tutor=TUTOR_OFF, own_name="Ann")
    usual = kimbo.colors(2)[1].capitalize()
    for typed, prompt, seat in (
        (b"", "[level3, called Deep]:", seats[1]),
        (b"level1", "[level3, called Deep]:", Seat(usual, "level1")),
        (b"", "[level1]:", Seat(usual, "level1")),
    ):
        setup = Setup(kimbo, Settings("Ann"), fed(b"\n\n" + typed + b"\n" * 12), Disk())
        assert (await setup.make_match(7)).seats[1] == seat
        assert f"Who plays in seat 2? {prompt}" in capsys.readouterr().out


async def test_a_setup_asks_about_the_dice_and_cards_that_the_game_has(
    fed: Type, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for key, asked in (("kimbo", "The dice:"), ("free-the-box", "The dice and cards:")):
        match = await Setup(GAMES[key], Settings("Ann"), fed(b"\n" * 12), Disk()).make_match(7)
        assert not match.by_hand
        assert asked in capsys.readouterr().out


async def test_a_folder_that_takes_no_save_is_told_before_the_setup(
    fed: Type, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    locations.saves().parent.mkdir(parents=True)
    locations.saves().touch()
    session = Session(fed(b"\n" * 12), Settings(), "", cast("Searcher", FirstMoves()))
    with pytest.raises(SaveError, match="can't be read: Not a directory"):
        await session.play(GAMES["shut-the-box"], 7)
    assert capsys.readouterr().out == ""


def test_what_to_type_is_a_line_of_the_menu_or_a_command_of_a_shell() -> None:
    assert menu_command("resume", "a game") == "resume a game"
    assert shell_command("resume", "a game") == "boxtui resume 'a game' --plain"
    assert shell_command("practice", "box") == "boxtui learn box --practice --plain"


def session_on(io: LineIO) -> Session:
    """Return a session of Ann's with these lines."""
    return Session(io, Settings(name="Ann"), "", cast("Searcher", FirstMoves()))


@pytest.mark.usefixtures("prompt_handover")
@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_a_game_that_is_open_elsewhere_is_continued_here_if_that_is_wanted(
    fed: Type, home: Path, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    record = Record.begin(Match(GAMES["box"], {"balance": "none"}, TWO, 7), open_library())
    leaving = asyncio.create_task(asked_for(record))
    leaving.add_done_callback(lambda _: record.close())
    io = fed(f"continue\n{answer}\nposition\nquit\n".encode())
    await session_on(io).run(lambda each: PlainMenu(each).run())
    said = capsys.readouterr().out
    assert f"{OPEN_ELSEWHERE} {TAKE_OVER}" in said.replace("\n", " ")
    assert ("To continue it:" in said) == (answer == "yes")
    leaving.cancel()


@pytest.mark.usefixtures("prompt_handover")
async def test_a_game_that_another_session_asks_for_is_left(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never_typed() -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(line_io, "_read", never_typed)
    record = Record.begin(Match(GAMES["box"], {"balance": "none"}, TWO, 7), open_library())
    playing = asyncio.create_task(session_on(LineIO(Look()))._play_on(record))
    (await taken_over(record.path)).close()
    await playing
    assert "Your game of Box was left for another session." in capsys.readouterr().out


async def test_a_save_that_is_open_elsewhere_is_refused_before_its_new_name_is_asked_for(
    fed: Type, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record.begin(Match(GAMES["box"], {"balance": "none"}, TWO, 7), open_library())
    io = fed(f"rename {record.name}\nquit\n".encode())
    await session_on(io).run(lambda each: PlainMenu(each).run())
    record.close()
    said = capsys.readouterr().out
    assert ("open in another session" in said, NEW_NAME in said) == (True, False)


def test_the_pages_of_moves_contain_every_move_once() -> None:
    state = dealt(Match(GAMES["kimbo"], {}, TWO, 7)).state
    moves = [state.move_text(move) for move in state.legal_moves()]
    told: list[str] = []
    for page in range(1, len(moves) // PAGE + 2):
        head, *lines = page_of_moves(state, str(page))
        assert head == f"{len(moves)} moves, page {page} of {len(moves) // PAGE + 1}:"
        told += [line for line in lines if ":" not in line]
        assert (lines[-1] == f"More: moves {page + 1}") == (page < len(moves) // PAGE + 1)
    assert told == moves
    for typed in ("0", str(page + 1), "x", "-1", "\u00b2"):
        assert next(page_of_moves(state, typed)).startswith(f"There is no page {typed!r}")


def game_of(
    folder: Path, io: LineIO, searcher: Searcher | None = None, match: Match | None = None
) -> PlainGame:
    """Return a game that is saved in that folder, and that nobody may review (default: Box)."""

    async def unreviewed() -> None:
        raise AssertionError

    match = match or Match(GAMES["box"], {"balance": "none"}, TWO, 7)
    record = Record.begin(match, Library(folder))
    searcher = searcher or cast("Searcher", FirstMoves())
    return PlainGame(record, searcher, io, Settings(), unreviewed, shell_command)


@pytest.mark.parametrize("typed", [b"", b"quit\n"])
async def test_a_game_that_is_left_before_the_first_decision_leaves_no_save(
    fed: Type, tmp_path: Path, typed: bytes
) -> None:
    assert await game_of(tmp_path, fed(typed)).run() is None
    assert Library(tmp_path).entries() == []


@pytest.mark.parametrize(
    ("key", "move", "typed"),
    [
        ("kimbo", "F d3/d4>c1/c2", "To play it, type: F d3/d4>c1/c2\n"),
        ("kimbo", "-", "To play it, type: -\n"),
        ("box", "c3", ""),
    ],
)
def test_a_hint_that_names_a_move_says_what_to_type_unless_the_name_is(
    key: str, move: str, typed: str, fed: Type, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"balance": "none"} if key == "box" else {}
    match = dealt(Match(GAMES[key], options, TWO, 7))
    choice = Choice(match.state.read_move(move), (), 1)
    game = game_of(tmp_path, fed(), match=match)
    game.advised(choice, [])
    assert "To play it" not in capsys.readouterr().out
    game.advised(choice, [])
    assert capsys.readouterr().out.partition(".\n")[2] == typed


class Typing(LineIO):
    """Lines that are typed on a terminal."""

    def __init__(self) -> None:
        super().__init__(Look(), is_typed=True)
        self.typed = asyncio.Queue[bytes]()

    async def receive(self) -> bytes:
        return await self.typed.get()


async def test_a_canceled_game_is_closed_and_leaves_no_save_before_the_first_decision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    playing = asyncio.create_task(game_of(tmp_path, Typing()).run())
    await until(lambda: "your move:" in capsys.readouterr().out)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert Library(tmp_path).entries() == []


async def test_a_game_that_is_opened_for_nobody_is_closed(tmp_path: Path) -> None:
    goes_on = Event()

    def load() -> Record:
        goes_on.wait(DEADLINE)
        return Record.begin(Match(GAMES["box"], {}, TWO, 7), Library(tmp_path))

    opening = asyncio.create_task(opened(load))
    await asyncio.sleep(0.01)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    goes_on.set()
    async with asyncio.timeout(DEADLINE):
        while True:
            await asyncio.sleep(0.01)
            with contextlib.suppress(SaveError):
                for entry in Library(tmp_path).entries():
                    Record.resume(entry.path, Library(tmp_path)).close()
                    return


@pytest.fixture
async def against_bo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple["asyncio.Task[object]", Match, Typing, FirstMoves]]:
    """A game under way against a computer that thinks, on a terminal."""
    monkeypatch.setattr(waiting, "SAY_AFTER", 0.01)
    match = Match(GAMES["box"], {"balance": "none"}, (TWO[0], Seat("Bo", "level5")), 7)
    io, bo = Typing(), FirstMoves(holds=True)
    io.typed.put_nowait(b"c3\n")
    playing = asyncio.create_task(game_of(tmp_path, io, cast("Searcher", bo), match).run())
    await until(lambda: bo.thinking)
    yield playing, match, io, bo
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize(
    "typed", [(b"quit\n",), (b"help\nq", b"uit\n"), (b"",), (b"help\nquit", b"")]
)
async def test_a_person_can_leave_while_an_agent_hangs(
    against_bo: tuple["asyncio.Task[object]", Match, Typing, FirstMoves],
    capsys: pytest.CaptureFixture[str],
    typed: tuple[bytes, ...],
) -> None:
    playing, match, io, bo = against_bo
    for chunk in typed:
        io.typed.put_nowait(chunk)
    async with asyncio.timeout(DEADLINE):
        assert await playing is None
    assert (bo.thinking, bo.cancelled) == (0, 1)
    assert "The game is saved." in capsys.readouterr().out
    assert len(match.moves) == 1
    assert b"quit" not in io._typed  # which would leave the menu, too


async def test_what_is_typed_while_an_agent_thinks_is_read_in_its_turn(
    against_bo: tuple["asyncio.Task[object]", Match, Typing, FirstMoves],
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, match, io, bo = against_bo
    io.typed.put_nowait(b"quitting\nd4\n")
    await until(io.typed.empty)
    bo.goes_on.set()
    await until(lambda: len(match.moves) == 4)
    assert "'quitting'" in capsys.readouterr().out


@pytest.mark.parametrize("last", [b"d4\n", b"d4"])
async def test_what_was_typed_before_the_end_of_the_input_is_answered_before_a_person_leaves(
    against_bo: tuple["asyncio.Task[object]", Match, Typing, FirstMoves],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    last: bytes,
) -> None:
    playing, match, io, bo = against_bo
    for chunk in (b"quitting\n" + last, b""):  # a terminal tells its end once
        io.typed.put_nowait(chunk)
    await until(io.typed.empty)
    for _ in range(10):
        await asyncio.sleep(0.001)
    assert not playing.done(), "the game was left although lines were unanswered"
    monkeypatch.setattr(waiting, "SAY_AFTER", 1.0)  # a busy disk may need longer for the last move
    bo.goes_on.set()
    async with asyncio.timeout(DEADLINE):
        assert await playing is None
    assert "'quitting'" in capsys.readouterr().out
    assert len(match.moves) >= 3


WAITS = "is waiting for a free search process, number 2 in line."


@pytest.mark.parametrize(
    ("place", "of_game", "of_search"),
    [(0, "Bo is thinking.", ""), (2, f"Bo {WAITS}", f"The computer {WAITS}")],
)
async def test_whoever_waits_for_a_search_is_told_the_place_in_line_unless_it_is_over(
    fed: Type,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: int,
    of_game: str,
    of_search: str,
) -> None:
    for module in ("play", "waiting"):
        monkeypatch.setattr(f"boxtui.plain.{module}.SAY_AFTER", 0.0)
    io, searcher = fed(), cast("Searcher", FirstMoves(place))
    game_of(tmp_path, io, searcher).thinking("Bo")
    await asyncio.sleep(0.01)
    assert of_game in capsys.readouterr().out
    with told_place(searcher, io):
        await asyncio.sleep(0.01)
    out = capsys.readouterr().out
    assert out.startswith(of_search)
    assert bool(out) == bool(of_search)
    with told_place(searcher, io):
        pass
    await asyncio.sleep(0.01)
    assert capsys.readouterr().out == ""


class Looking:
    """A practice session that looks for a position until told that there is none."""

    complaint = ""
    sought_title = "position 4"

    def __init__(self) -> None:
        self.gives_up = asyncio.Event()

    def search_words(self) -> list[str]:
        return ["Searches so far: 1,234."]

    async def next(self) -> None:
        await self.gives_up.wait()
        raise BadOption("There is none.")

    def stop(self) -> None:
        pass


def practice_of(session: Looking, io: LineIO) -> PlainPractice:
    """Return the practice of that session, which must play nothing."""

    async def unplayed(match: Match) -> None:
        raise AssertionError(match)

    searcher = cast("Searcher", FirstMoves())
    return PlainPractice(cast("PracticeSession", session), searcher, io, unplayed)


async def test_whoever_waits_long_for_a_position_is_told_how_far_it_is_until_it_is_found(
    fed: Type, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boxtui.plain.waiting.LONG", 0.001)
    session, said = Looking(), ""

    running = asyncio.create_task(practice_of(session, fed(b"quit\n")).run())
    async with asyncio.timeout(DEADLINE):
        while said.count("Still looking for position 4. Searches so far: 1,234.") < 2:
            await asyncio.sleep(0.001)
            said += capsys.readouterr().out
        session.gives_up.set()
        with pytest.raises(Left):
            await running
    assert said.startswith("Looking for a position.\n")
    capsys.readouterr()
    await asyncio.sleep(0.01)
    assert capsys.readouterr().out == ""


async def test_no_position_is_looked_for_once_nobody_is_left_to_answer(
    fed: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.plain.waiting.SAY_AFTER", 0.01)
    async with asyncio.timeout(DEADLINE):
        with pytest.raises(Left):
            await practice_of(Looking(), fed()).run()
    session = Looking()
    running = asyncio.create_task(practice_of(session, fed(b"quit\n")).run())
    await asyncio.sleep(0.1)
    assert not running.done()
    session.gives_up.set()
    await asyncio.wait({running})
    assert isinstance(running.exception(), Left)


class Failing(Looking):
    """A practice session that finds nothing; `sought` is what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.sought: list[str] = []

    async def next(self) -> None:
        self.sought.append("next")
        raise BadOption("There is none.")

    async def again(self) -> None:
        self.sought.append("again")
        raise BadOption("There is none.")

    def go_to(self, number: int) -> None:
        self.sought.append(str(number))


async def test_a_position_that_isnt_found_can_be_looked_for_again_or_left_out(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = b"", b"next", b"next 17", b"next x", b"other", b"quit"
    session, typed = Failing(), fed(*(line + b"\n" for line in lines))
    with pytest.raises(Left):
        await practice_of(session, typed).run()
    assert session.sought == ["next", "again", "next", "17", "next"]
    said = capsys.readouterr().out
    assert "'x' is not a number" in said
    assert "'other' can't be read. The words are: next, quit." in said


class Skipping(Looking):
    """A practice session that skips a mistake, and then finds nothing more."""

    complaint = "The results are damaged."

    async def next(self) -> None:
        self.complaint = "Your mistake of 2026-11-23 can't be played any more."

    def prepare(self) -> NoReturn:
        """Leave: what comes after the skipped mistake isn't of interest."""
        raise Left


async def test_a_mistake_that_is_skipped_is_said_once(
    fed: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Left):
        await practice_of(Skipping(), fed(b"")).run()
    said = capsys.readouterr().out
    assert said.count("can't be played any more") == said.count("are damaged") == 1


async def test_a_name_is_written_beside_the_loop_even_if_its_player_leaves(
    fed: Type, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = HeldDisk(monkeypatch)
    disk.hold()
    running = asyncio.create_task(session_on(fed(b"Ben\n")).run(Session.ask_name))
    await until(disk.begun.is_set)
    assert disk.is_held, "the loop waited until the write was done"
    running.cancel()
    for _ in range(20):
        await asyncio.sleep(0.001)
    assert not running.done(), "it ended before the write was done"
    disk.goes_on.set()
    await asyncio.wait({running})
    assert settings.read(locations.settings())[0].name == "Ben"


async def test_a_bad_resignation_is_offered_for_practice(
    fed: Type, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = moved(Match(GAMES["box"], {"balance": "none"}, TWO, 1), "a1", "resign")
    shares, best = (0.5, 0.5), match.position_after(1).legal_moves()[0]
    resigned = Judged(
        1, 1, match.moves[1], best, (1.0, 0.0), shares, 0.0, True, GRADES[0][0], is_resignation=True
    )

    async def reviewed(*_: object) -> Review:
        return Review(shares, (resigned,), (), (), (1.0, 0.0), 2)

    monkeypatch.setattr("boxtui.plain.session.reviewed", reviewed)
    await session_on(fed(b"practice 2\n", b"\n"))._review(match)
    said = capsys.readouterr().out
    assert "1 position added to practice" in said
    assert "Type practice to solve this position later" in said
