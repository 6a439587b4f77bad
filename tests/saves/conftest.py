"""Places of saves."""

from pathlib import Path

import pytest

from saves.library import Library


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a test keeps its save."""
    return tmp_path / "a.box"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)
