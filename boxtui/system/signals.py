"""What Ctrl+C does outside the app, and how signals are held back.

Python's own handler raises KeyboardInterrupt wherever the program is. A callback of the import
system swallows it, and compiled code that multiplies large numbers takes it for a lack of memory,
and aborts.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def end_on_ctrl_c() -> None:
    """Have Ctrl+C end this process at once from now on, unless it is ignored or handled."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    """End this process, and with it those that it has started (`die_with_the_app`)."""
    os._exit(128 + number)


@contextmanager
def interruptible() -> Iterator[None]:
    """Have Ctrl+C raise KeyboardInterrupt until the block ends, which then puts things right.

    There `asyncio.run` cancels its task instead.
    """
    if signal.getsignal(signal.SIGINT) is not _end:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def blocked(*numbers: signal.Signals) -> Iterator[None]:
    """Hold these signals back from this thread until the block ends.

    Processes started in the block hold them back, too, until they let them through.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
