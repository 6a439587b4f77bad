"""What holds for every test."""

import os
from shutil import which

import pytest
from hypothesis import HealthCheck, settings

# No test passes or fails by the clock.
settings.register_profile("boxtui", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("boxtui")

_PATH = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin"
MISSING = [name for name in ("sshd", "tmux") if which(name, path=_PATH) is None]
"""Programs that tests bear as a mark, and that aren't here: a player's machine needn't have them.
"""


def pytest_report_header() -> str:
    """Say what is left out."""
    return f"left out, for it isn't installed: {', '.join(MISSING)}" if MISSING else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what can't be tried here; in CI nothing is, for .ci/run installs all of it."""
    missing = [] if os.environ.get("CI") else MISSING
    without = [item for item in items if any(item.get_closest_marker(name) for name in missing)]
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
