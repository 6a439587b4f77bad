"""Errors that mean the system's limit on processes and threads, and others."""

import os
from errno import EAGAIN, ENOSPC

import pytest

from boxtui.system.limits import is_reached


def followed() -> RuntimeError:
    """Return the error of what failed because no thread could be started."""
    error = RuntimeError("the pool can't be ended")
    error.__context__ = RuntimeError("can't start new thread")
    return error


@pytest.mark.parametrize(
    ("error", "reached"),
    [
        (BlockingIOError(EAGAIN, os.strerror(EAGAIN)), True),
        (RuntimeError("can't start new thread"), True),
        (followed(), True),
        (BlockingIOError(EAGAIN, os.strerror(EAGAIN), "a file"), False),
        (BlockingIOError(EAGAIN, "write could not complete without blocking", 65536), False),
        (OSError(ENOSPC, os.strerror(ENOSPC)), False),
        (RuntimeError("the loop is closed"), False),
    ],
)
def test_only_what_starts_no_process_or_thread_means_the_limit(
    error: Exception, reached: bool
) -> None:
    assert is_reached(error) is reached
