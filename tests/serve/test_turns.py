"""Matches on a host are shown one at a time, and keys come in between."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest

from boxtui.serve.turns import Turns


@pytest.fixture
def turns() -> Iterator[Turns]:
    """Turns of which none may be lost."""
    yield (given := Turns())
    assert not given._is_taken


async def _in_turn(turns: Turns, name: str, shown: list[str], *, by_person: bool = False) -> None:
    await turns.turn(by_person=by_person)
    shown.append(name)


async def test_between_two_turns_the_loop_looks_for_input(turns: Turns) -> None:
    shown: list[str] = []

    async def look() -> None:
        while len(shown) < 9:
            await asyncio.sleep(0)  # one pass of the loop, which looks for input
            shown.append("look")

    waiting = [_in_turn(turns, name, shown) for name in "abc"]
    await asyncio.gather(look(), *waiting)
    at = [shown.index(name) for name in "abc"]
    assert at == sorted(at)
    assert all("look" in shown[first:second] for first, second in pairwise(at))


async def test_what_a_person_did_is_shown_before_what_computers_did(turns: Turns) -> None:
    shown: list[str] = []
    computers = [_in_turn(turns, name, shown) for name in "abc"]
    persons = [_in_turn(turns, name, shown, by_person=True) for name in "de"]
    await asyncio.gather(*computers, *persons)
    assert shown == [*"adebc"]


@pytest.mark.parametrize("passes", range(6))
async def test_a_player_who_leaves_at_any_time_holds_up_no_other(turns: Turns, passes: int) -> None:
    shown: list[str] = []
    first, second, third = (asyncio.create_task(_in_turn(turns, name, shown)) for name in "abc")
    for _ in range(passes):
        await asyncio.sleep(0)
    second.cancel()
    async with asyncio.timeout(5):
        await asyncio.gather(first, second, third, return_exceptions=True)
    assert [name for name in shown if name != "b"] == ["a", "c"]
    for _ in range(3):
        await asyncio.sleep(0)
