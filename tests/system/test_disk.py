"""Files are read and written in threads, in the order of asking, and to the end."""

import asyncio
import threading

import pytest
from pty_terminal import DEADLINE
from waits import until

from boxtui.system.disk import Disk


async def test_calls_run_in_threads_one_after_another_in_the_order_of_asking() -> None:
    disk, done, begun, goes_on = Disk(), list[str](), threading.Event(), threading.Event()
    threads = set[int]()

    def first() -> None:
        begun.set()
        goes_on.wait(DEADLINE)
        done.append("first")

    def second() -> str:
        threads.add(threading.get_ident())
        done.append("second")
        return "read"

    disk.begin(first)
    reading = asyncio.create_task(disk.run(second))
    await until(begun.is_set)
    assert done == []
    goes_on.set()
    assert await reading == "read"
    assert done == ["first", "second"]
    assert threading.get_ident() not in threads


async def test_what_was_begun_is_completed_even_if_nobody_waits_for_it() -> None:
    disk, done, goes_on = Disk(), list[str](), threading.Event()

    def held() -> None:
        goes_on.wait(DEADLINE)
        done.append("held")

    waiting = [asyncio.create_task(disk.run(held)) for _ in range(2)]
    await asyncio.sleep(0)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    goes_on.set()
    await disk.finish()
    assert done == ["held", "held"]


async def test_errors_reach_the_one_who_waits_and_stop_nothing_else() -> None:
    disk = Disk()

    def failing() -> None:
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        await disk.run(failing)
    assert await disk.run(lambda: 3) == 3
