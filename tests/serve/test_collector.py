"""While players are logged in, only new objects are examined for garbage."""

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from served import alone
from waits import until

from boxtui.serve import collector
from boxtui.serve.collector import Collector
from boxtui.serve.load import Load, TimedSelector
from boxtui.serve.server import _Loop
from boxtui.serve.session import PlayerSession
from boxtui.tui import cycles

MANY = 15_000
"""More new objects than Python examines at once by default."""


class Circle:
    """An object that only a collection frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return what gets the generation of each collection; a session is gone at once."""
    generations: list[int] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            generations.append(about["generation"])

    monkeypatch.setattr(collector, "UNTIL_GONE", 0)
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(0)
    gc.callbacks.append(note)
    try:
        yield generations
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)


def test_a_host_collects_nothing_in_the_middle_of_a_call(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, name, change in cycles.CHANGES:
        monkeypatch.setattr(kind, name, change, raising=False)
    gc.set_threshold(10)
    Collector(lambda: False).start()
    collected.clear()
    kept = [[number] for number in range(MANY)]
    assert collected == []
    assert gc.get_freeze_count() > len(kept)
    gc.unfreeze()


def test_new_objects_are_examined_after_enough_work_whatever_is_freed(collected: list[int]) -> None:
    freed = [[number] for number in range(MANY)]
    old = Circle()
    gc.collect(0)
    collected.clear()
    host, new, examined = Collector(lambda: False), ref(Circle()), ref(old)
    del old
    freed.clear()
    for _ in range(2):
        assert new() is not None
        host.collect_new(collector.WORK_BETWEEN / 2)
    assert (new(), collected) == (None, [0])
    host.collect_new(collector.WORK_BETWEEN / 2)
    assert collected == [0]  # what was done before the last collection doesn't count again
    host.collect_new(collector.WORK_BETWEEN)
    assert collected == [0, 0]
    assert examined() is not None


async def test_all_objects_are_examined_once_the_last_player_has_left(collected: list[int]) -> None:
    gone = ref(Circle())
    gc.collect(0)
    host = Collector(lambda: True)
    host.session_ended()
    await until(lambda: 2 in collected)
    assert gone() is None


async def test_all_objects_are_never_examined_while_one_plays(collected: list[int]) -> None:
    is_empty = [True]
    host = Collector(lambda: is_empty[0])
    host.session_ended()
    is_empty[0] = False  # a player comes before it is time
    host.session_ended()
    for _ in range(10):
        await asyncio.sleep(0.001)
    assert collected == []


def test_a_lost_connection_is_freed_without_a_collection() -> None:
    async def lost() -> "ref[object]":
        made: list[ref[object]] = []

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            made.append(ref(writer.transport))
            writer.close()

        async with await asyncio.start_server(connected, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            reader, writer = await asyncio.open_connection(host, port)
            await reader.read()
            writer.close()
            await writer.wait_closed()
        return made[0]

    selector = TimedSelector(Load(), lambda worked: None)
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=lambda: _Loop(selector)) as runner:
            freed = runner.run(lost())
        assert freed() is None
    finally:
        gc.enable()


async def test_a_session_that_has_ended_is_freed_without_a_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(_: PlayerSession) -> int:
        return 0

    monkeypatch.setattr(PlayerSession, "_play", play)
    _, session = alone(tmp_path)
    gone = ref(session)
    gc.disable()
    try:
        session.session_started()
        assert session._running is not None
        await session._running
        del session
        assert gone() is None
    finally:
        gc.enable()
