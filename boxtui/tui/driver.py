"""What both drivers, for a terminal and for a channel, share, and what the app asks of them."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from textual.app import App, ScreenStackError

from boxtui.system import background
from boxtui.system.shown_screen import ShownScreen
from boxtui.system.terminal import Look

TYPED_AHEAD: Final = 256
"""The most keys and clicks that may wait for the app.

Nobody plays further ahead, so all input beyond this is dropped until the app has caught up, except
a Ctrl+C.
"""

_CTRL_C: Final = re.compile(rb"(?:\x03|\x1b\[99;(?:5|69|133|197)u|\x1b\[27;5;99~)\Z")
"""A Ctrl+C at the end: a control character, or as kitty's protocol (perhaps with Caps Lock and Num
Lock) and xterm spell it.
"""


class TrackingDriver:
    """A driver that knows what its terminal can show and what it shows.

    Attributes:
        look: what the terminal can show.
        shown: what it shows.
        asks: whether the terminal is asked for its background whenever the app takes it.
        on_background: called in the loop with what the terminal answers (see `Keystrokes`).
    """

    look: Look
    shown: ShownScreen
    asks = False
    on_background: Callable[[bool | None], None] = staticmethod(lambda light: None)
    _app: App[Any]
    _was_behind = False

    def write(self, data: str) -> None:
        """Send output of the app."""
        raise NotImplementedError

    def to_send(self, data: str) -> str:
        """Return what must be sent of the app's output to this terminal, which may be nothing."""
        return self.shown.update(self.look.tone_down(data), self._app.size)

    def is_behind(self) -> bool:
        """Whether to drop the input that has come: the app hasn't caught up (see `TYPED_AHEAD`)."""
        self._was_behind = waiting_for(self._app) > (0 if self._was_behind else TYPED_AHEAD)
        return self._was_behind


def ctrl_c_at_the_end(dropped: bytes | bytearray) -> bytes:
    """Return a Ctrl+C if the dropped input ends with one, because it must count; else nothing.

    One in the midst of it is more likely part of something that was pasted.
    """
    return b"\x03" if _CTRL_C.search(dropped) else b""


def _driver_of(app: App[int]) -> TrackingDriver | None:
    driver: object = app._driver
    return driver if isinstance(driver, TrackingDriver) else None


def set_look(app: App[int], look: Look) -> None:
    """Draw the app with `look` from now on, if it has a `TrackingDriver`."""
    driver = _driver_of(app)
    if driver is not None and driver.look != look:
        driver.look = look
        app.refresh(layout=True)


def ask_background(app: App[int], then: Callable[[bool | None], None]) -> bool:
    """Ask the terminal for its background, and have `then` called with what it answers.

    Returns False if the app has no `TrackingDriver`.
    """
    driver = _driver_of(app)
    if driver is not None:
        driver.asks, driver.on_background = True, then
        driver.write(background.QUERY)
    return driver is not None


def redraw(app: App[int]) -> None:
    """Send the whole screen again, whatever the terminal shows, if it has a `TrackingDriver`."""
    driver = _driver_of(app)
    if driver is not None:
        driver.shown.forget()
        app.refresh()


def waiting_for(app: App[Any]) -> int:
    """Return how many messages are queued for the app, the screen and the focused widget."""
    waiting = app.message_queue_size
    with suppress(ScreenStackError):
        waiting += app.screen.message_queue_size
        waiting += app.focused.message_queue_size if app.focused else 0
    return waiting
