"""Taking a game over from another session of the same player."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from people import ANN
from random_games import play_first_moves

from boxtui.games import GAMES
from boxtui.play import handover
from boxtui.play.handover import asked_for, taken_over
from boxtui.play.match import Match
from boxtui.play.record import Record
from saves.errors import SaveInUse, SaveNotFound
from saves.files import ask_for, is_asked_for
from saves.library import Library

pytestmark = pytest.mark.usefixtures("prompt_handover")


@pytest.fixture
def there(library: Library) -> Record:
    """A game that is open in another session."""
    return Record.begin(Match(GAMES["shut-the-box"], {}, [ANN], 3), library)


async def left_when_asked(record: Record) -> None:
    """Leave a game as a session does."""
    await asked_for(record)
    record.close()
    record.remove_unplayed()


@pytest.mark.parametrize("moves", [0, 1])
async def test_a_game_that_is_left_when_it_is_asked_for_goes_on_elsewhere_played_or_not(
    there: Record, moves: int
) -> None:
    play_first_moves(there, moves)
    leaving = asyncio.create_task(left_when_asked(there))
    here = await taken_over(there.path, "Here it is.")
    await leaving
    assert (here.match.moves, here.notice) == (there.match.moves, "Here it is.")
    assert not here.is_asked_for()
    here.close()
    assert [path.name for path in here.path.parent.iterdir()] == [here.path.name]


async def test_of_two_sessions_that_ask_the_second_gets_it_from_the_first(there: Record) -> None:
    leaving = asyncio.create_task(left_when_asked(there))
    first, second = [asyncio.create_task(taken_over(there.path)) for _ in range(2)]
    (got,), (waiting,) = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    await leaving
    leaving = asyncio.create_task(left_when_asked(got.result()))
    (await waiting).close()
    await leaving


async def test_a_session_that_does_not_answer_keeps_its_game_and_is_asked_no_longer(
    there: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "_ATTEMPTS", 2)
    with pytest.raises(SaveInUse, match=r"\.box is still open: the other session doesn't answer"):
        await taken_over(there.path)
    assert not there.is_asked_for()
    there.close()


def test_what_an_earlier_session_asked_for_and_never_got_is_forgotten_with_the_next_opening(
    there: Record, library: Library
) -> None:
    there.close()
    ask_for(there.path)
    assert is_asked_for(there.path)
    opened = Record.resume(there.path, library)
    assert not opened.is_asked_for()
    opened.close()


async def test_looks_that_a_disk_keeps_waiting_leave_threads_for_others(
    there: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_back = Event()
    monkeypatch.setattr(Record, "is_asked_for", lambda _: is_back.wait(20))
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(10))
    looking = [asyncio.create_task(asked_for(there)) for _ in range(12)]
    await asyncio.sleep(0.1)
    try:
        await asyncio.wait_for(asyncio.to_thread(int), 10)
    finally:
        is_back.set()
    await asyncio.gather(*looking)
    there.close()


async def test_asking_twice_is_asking_once_and_a_missing_save_is_asked_for_no_longer(
    tmp_path: Path,
) -> None:
    path = tmp_path / "gone.box"
    ask_for(path)
    ask_for(path)
    with pytest.raises(SaveNotFound):
        await taken_over(path)
    assert not is_asked_for(path)
