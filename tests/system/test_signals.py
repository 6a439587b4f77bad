"""What Ctrl+C does in a command: it ends the process, unless something must be put right first."""

import signal
from collections.abc import Callable

import pytest

from boxtui.system import signals


def handler() -> object:
    return signal.getsignal(signal.SIGINT)


@pytest.fixture(autouse=True)
def pythons_own() -> None:
    """Begin with the handler that Python begins with; `ctrl_c` restores that of the tests."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("before", [signal.SIG_IGN, lambda number, frame: None])
def test_ctrl_c_that_is_ignored_or_handled_stays_so(before: Callable[..., object]) -> None:
    signal.signal(signal.SIGINT, before)
    signals.end_on_ctrl_c()
    with signals.interruptible():
        assert handler() is before
    assert handler() is before


def test_only_in_an_interruptible_block_ctrl_c_raises_keyboard_interrupt() -> None:
    signals.end_on_ctrl_c()
    ending = handler()
    assert ending is not signal.default_int_handler
    with pytest.raises(KeyboardInterrupt), signals.interruptible():
        signal.raise_signal(signal.SIGINT)
    assert handler() is ending
