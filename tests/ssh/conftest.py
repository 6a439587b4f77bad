"""Fixtures for the tests over SSH."""

from collections.abc import Iterator

import pytest
from ssh_host import SshHost


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHost]:
    """A host for all tests in this process; a test that needs separate folders uses its own key."""
    with SshHost(tmp_path_factory.mktemp("host")) as running:
        yield running
