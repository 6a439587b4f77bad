"""How a game in plain mode is left, and what another session gets of it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event

import pytest
from game_screens import FirstMoves
from plain_lines import Lines, Typing, game_in, game_of_box, session_on
from pty_terminal import DEADLINE
from transcripts import TWO
from waits import until

from boxtui.games import GAMES
from boxtui.plain import waiting
from boxtui.plain.menu import PlainMenu
from boxtui.play.handover import OPEN_ELSEWHERE, TAKE_OVER, asked_for, taken_over
from boxtui.play.match import Match, Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, opened
from boxtui.play.stories import NEW_NAME
from saves.errors import SaveError
from saves.library import Library


async def test_a_canceled_game_is_closed_and_leaves_no_save_before_the_first_decision(
    tmp_path: Path,
) -> None:
    io = Typing()
    playing = asyncio.create_task(game_in(tmp_path, io).run())
    await until(lambda: "your move:" in io.said)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert Library(tmp_path).entries() == []


async def test_a_game_that_is_opened_for_nobody_is_closed(tmp_path: Path) -> None:
    goes_on = Event()

    def load() -> Record:
        goes_on.wait(DEADLINE)
        return Record.begin(game_of_box(), Library(tmp_path))

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


# For another session


@pytest.mark.usefixtures("prompt_handover", "home")
@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_a_game_that_is_open_elsewhere_is_continued_here_if_that_is_wanted(
    answer: str,
) -> None:
    record = Record.begin(game_of_box(), open_library())
    leaving = asyncio.create_task(asked_for(record))
    leaving.add_done_callback(lambda _: record.close())
    io = Lines(f"continue\n{answer}\nposition\nquit\n".encode())
    await session_on(io).run(lambda each: PlainMenu(each).run())
    assert f"{OPEN_ELSEWHERE} {TAKE_OVER}" in io.said.replace("\n", " ")
    assert ("To continue it:" in io.said) == (answer == "yes")
    leaving.cancel()


@pytest.mark.usefixtures("prompt_handover", "home")
async def test_a_game_that_another_session_asks_for_is_left() -> None:
    record, io = Record.begin(game_of_box(), open_library()), Typing()
    playing = asyncio.create_task(session_on(io)._play_on(record))
    (await taken_over(record.path)).close()
    await playing
    assert "Your game of Box was left for another session." in io.said


@pytest.mark.usefixtures("home")
async def test_a_save_that_is_open_elsewhere_is_refused_before_its_new_name_is_asked_for() -> None:
    record = Record.begin(game_of_box(), open_library())
    io = Lines(f"rename {record.name}\nquit\n".encode())
    await session_on(io).run(lambda each: PlainMenu(each).run())
    record.close()
    assert ("open in another session" in io.said, NEW_NAME in io.said) == (True, False)


# While a computer thinks

UnderWay = tuple["asyncio.Task[object]", Match, Typing, FirstMoves]


@pytest.fixture
async def against_bo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[UnderWay]:
    """A game under way against a computer that thinks, on a terminal."""
    monkeypatch.setattr(waiting, "SAY_AFTER", 0.01)
    match = Match(GAMES["box"], {"balance": "none"}, (TWO[0], Seat("Bo", "level5")), 7)
    io, bo = Typing(), FirstMoves(holds=True)
    io.typed.put_nowait(b"c3\n")
    playing = asyncio.create_task(game_in(tmp_path, io, match, bo).run())
    await until(lambda: bo.thinking)
    yield playing, match, io, bo
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize(
    "typed", [(b"quit\n",), (b"help\nq", b"uit\n"), (b"",), (b"help\nquit", b"")]
)
async def test_a_person_can_leave_while_an_agent_hangs(
    against_bo: UnderWay, typed: tuple[bytes, ...]
) -> None:
    playing, match, io, bo = against_bo
    for chunk in typed:
        io.typed.put_nowait(chunk)
    async with asyncio.timeout(DEADLINE):
        assert await playing is None
    assert (bo.thinking, bo.cancelled) == (0, 1)
    assert "The game is saved." in io.said
    assert len(match.moves) == 1
    assert b"quit" not in io._typed  # which would leave the menu, too


async def test_what_is_typed_while_an_agent_thinks_is_read_in_its_turn(
    against_bo: UnderWay,
) -> None:
    _, match, io, bo = against_bo
    io.typed.put_nowait(b"quitting\nd4\n")
    await until(io.typed.empty)
    bo.goes_on.set()
    await until(lambda: len(match.moves) == 4)
    assert "'quitting'" in io.said


@pytest.mark.parametrize("last", [b"d4\n", b"d4"])
async def test_what_was_typed_before_the_end_of_the_input_is_answered_before_a_person_leaves(
    against_bo: UnderWay, monkeypatch: pytest.MonkeyPatch, last: bytes
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
    assert "'quitting'" in io.said
    assert len(match.moves) >= 3
