"""A running host for the tests of one module."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Served


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A host that admits every key."""
    home: Path = tmp_path_factory.mktemp("host") / "home"
    with Served(home, "--anyone", "--logins", "10000", "--per-key", "2") as served:
        yield served
