"""Fixtures for all tests of screens."""

import asyncio
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
async def tasks_as_in_a_running_app() -> None:
    """From Python 3.12 on, Textual's `run` starts each task at once; its `run_test` doesn't."""
    eager = getattr(asyncio, "eager_task_factory", None)
    asyncio.get_running_loop().set_task_factory(eager)


@pytest.fixture(autouse=True)
def at_home(home: Path) -> None:
    """Keep what the app in this process writes in a folder of the test."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.tui)
