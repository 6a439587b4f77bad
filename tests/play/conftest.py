"""A table at which a match is played."""

from functools import partial
from pathlib import Path

import pytest
from running_match import Lay, table


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Return how a match of some seats is begun there."""
    return partial(table, tmp_path)
