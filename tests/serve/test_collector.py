"""Garbage is collected while nobody plays."""

import asyncio
import gc

import pytest

from boxtui.serve import collector
from boxtui.serve.collector import Collector


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what grows with each collection; 0.02 seconds without keys are quiet."""
    runs: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: runs.append(1))
    monkeypatch.setattr(collector, "QUIET", 0.02)
    return runs


async def test_what_is_left_is_collected_once_nobody_types(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(collector, "monotonic", lambda: now)
    host = Collector()
    for _ in range(3):
        host.left(1)
    host.typed()
    await asyncio.sleep(0.1)
    assert not collected
    now += 1
    while not collected:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert len(collected) == 1


async def test_what_a_login_leaves_is_collected_once_nobody_types(collected: list[int]) -> None:
    host = Collector()
    host.came()
    host.came()
    while not collected:
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    assert len(collected) == 1


async def test_with_much_left_it_is_collected_although_somebody_types(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "FEW", 2)
    host = Collector()
    host.left(1)
    host.left(1)
    while not collected:
        host.typed()
        await asyncio.sleep(0.005)


async def test_with_many_players_more_is_left_before_it_is_collected(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "QUIET", 1e9)
    host = Collector()
    for _ in range(collector.FEW):
        host.left(collector.FEW + 1)
    await asyncio.sleep(0.05)
    assert not collected
    host.left(collector.FEW + 1)
    while not collected:
        await asyncio.sleep(0.005)


async def test_before_a_collection_textuals_styles_are_dropped(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped: list[int] = []
    monkeypatch.setattr(collector, "forget_styles", lambda: dropped.append(1))
    Collector().left(1)
    while not collected:
        await asyncio.sleep(0.005)
    assert dropped == collected
