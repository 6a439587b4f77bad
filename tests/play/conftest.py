"""A table at which a match is played, and a library in which it is saved."""

from functools import partial
from pathlib import Path

import pytest
from running_match import Lay, table

from boxtui.play.own_saves import open_library
from saves.library import Library


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Return how a match of some seats is begun there."""
    return partial(table, tmp_path)


@pytest.fixture
def library(home: Path) -> Library:
    return open_library()
