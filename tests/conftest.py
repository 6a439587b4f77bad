"""Setup for all tests."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom
from shutil import which

import pytest
from hypothesis import HealthCheck, settings

# No test has a time limit.
settings.register_profile("boxtui", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("boxtui")

_PATH = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin"
MISSING = [name for name in ("sshd", "tmux") if which(name, path=_PATH) is None]
"""Programs that aren't installed here and that some tests need; players don't need them."""


@pytest.fixture(autouse=True)
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games begun without a seed have the same dice whenever a test runs."""
    monkeypatch.setattr(SystemRandom, "randrange", Random(13).randrange)


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Take Ctrl+C back from a command that ran in this process."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep here all files of boxtui in this process."""
    from played import folders  # which imports more than most tests need

    for name, folder in folders(tmp_path).items():
        monkeypatch.setenv(name, folder)
    return tmp_path


@pytest.fixture
def prompt_handover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sessions notice at once that their game is asked for, and be asked for long."""
    from boxtui.play import handover

    monkeypatch.setattr(handover, "_LOOK_EVERY", 0.01)
    monkeypatch.setattr(handover, "_PAUSE", 0.01)
    monkeypatch.setattr(handover, "_ATTEMPTS", 1000)


def pytest_report_header() -> str:
    """Say which programs are missing."""
    return f"not installed, so their tests are skipped: {', '.join(MISSING)}" if MISSING else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests whose programs are missing, except in CI, where .ci/run installs them
    all.

    The tests that build wheels come first: they are slow and run in one process, which would be
    the last to end.
    """
    items.sort(key=lambda item: item.get_closest_marker("packaging") is None)
    missing = [] if os.environ.get("CI") else MISSING
    without = [item for item in items if any(item.get_closest_marker(name) for name in missing)]
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
