"""Fixtures for all tests of screens."""

import asyncio

import pytest


@pytest.fixture(autouse=True)
async def tasks_as_in_a_running_app() -> None:
    """From Python 3.12 on, Textual's `run` starts each task at once; its `run_test` doesn't."""
    eager = getattr(asyncio, "eager_task_factory", None)
    asyncio.get_running_loop().set_task_factory(eager)
