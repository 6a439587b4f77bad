"""Fixtures for all tests of screens."""

import asyncio
from pathlib import Path

import pytest
from played import folders


@pytest.fixture(autouse=True)
async def tasks_as_in_a_running_app() -> None:
    """From Python 3.12 on, Textual's `run` starts each task at once; its `run_test` doesn't."""
    eager = getattr(asyncio, "eager_task_factory", None)
    asyncio.get_running_loop().set_task_factory(eager)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep all files of a test's app here."""
    for name, folder in folders(tmp_path).items():
        monkeypatch.setenv(name, folder)
    return tmp_path
