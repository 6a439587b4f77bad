"""The latest game, which menus offer to continue."""

import asyncio
from pathlib import Path
from threading import Event as Signal

import pytest
from loop_watch import held
from played import library_in
from pty_terminal import DEADLINE
from random_games import against
from waits import until

from boxtui.play import latest
from boxtui.play.latest import LatestGame
from saves.errors import SaveError

pytestmark = pytest.mark.waits


@pytest.fixture(autouse=True)
def name(home: Path) -> str:
    """The name of a saved game."""
    record = against("level1", "box", library_in(home))
    record.close()
    return record.name


async def test_while_it_is_looked_for_again_the_one_found_before_stays(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = LatestGame()
    await menu.look()
    begun, goes_on = held(monkeypatch, latest, "to_continue")
    looking = asyncio.create_task(menu.look())
    assert await asyncio.to_thread(begun.wait, DEADLINE)
    assert menu.found
    assert menu.found.entry.name == name
    goes_on.set()
    await looking


async def test_of_two_looks_at_a_time_the_later_one_counts_and_a_fault_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    menu, goes_on, looks = LatestGame(), Signal(), list[int]()

    def refused() -> None:
        looks.append(len(looks))
        if looks[-1] == 0:
            goes_on.wait(DEADLINE)
        raise SaveError("The saves can't be read.")

    monkeypatch.setattr(latest, "to_continue", refused)
    earlier = asyncio.create_task(menu.look())
    await until(lambda: looks)
    assert "can't be read" in await menu.look()
    goes_on.set()
    assert await earlier == ""
    assert await menu.look() == ""
