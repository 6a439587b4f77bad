"""The app on a terminal at the other end of a channel, such as one of SSH."""

import asyncio
import re
from collections.abc import Callable
from contextvars import copy_context
from functools import lru_cache, partial
from io import StringIO
from typing import Any, Final, cast

from rich.color import Color, ColorSystem
from rich.console import Console
from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from boxtui.system import background
from boxtui.system.shown_screen import ShownScreen
from boxtui.system.terminal import RESTORE, Look
from boxtui.tui.driver import TrackingDriver, ctrl_c_at_the_end
from boxtui.tui.keystrokes import TICKS, Keystrokes

LARGEST: Final = (500, 200)
"""The most columns and rows that are drawn."""

USUAL: Final = (80, 24)
"""The size of a terminal that gives none."""

_CHUNK: Final = 256
"""The most bytes of input that are parsed before others get their turn."""

_TAKE: Final = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?7l\x1b[?2026$p"
"""Switches to another screen, hides the cursor, marks pastes and stops wrapping.

It ends with a query whether frames can be marked.
"""

_KITTY: Final = b"\x1b[<u"
"""Ends kitty's mode of keys, which isn't begun here."""

_FEW_COLORS: Final = "standard"
_MANY_COLORS: Final = "256"
"""Names of Rich's color systems."""

_COLOR: Final = re.compile(r"(?P<ground>[34]8);5;(?P<color>\d{1,3})")

_RESIZED: Final = 0.1
"""Seconds between two sizes that are drawn, while a window keeps changing its size."""

_MOUSE: Final = "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"


def drawable(columns: int, rows: int) -> tuple[int, int]:
    """Return the size to draw in on a terminal that says it has so many columns and rows."""
    return (
        min(columns, LARGEST[0]) if columns > 0 else USUAL[0],
        min(rows, LARGEST[1]) if rows > 0 else USUAL[1],
    )


class _Console(Console):
    """A console that reports the terminal's color system but always draws in 256 colors.

    Rich keeps how a style is drawn from its first use on, so all sessions have to draw in the same
    color system.
    """

    def __init__(self, colors: str, **options: Any) -> None:
        super().__init__(**options)
        self._declared_system = colors

    @property
    def color_system(self) -> str | None:
        return self._declared_system


def in_few_colors(data: str) -> str:
    """Return an output with the nearest of 16 colors in place of each of 256."""
    return _COLOR.sub(lambda found: _nearest(found["ground"] == "48", int(found["color"])), data)


@lru_cache(1024)
def _nearest(is_ground: bool, number: int) -> str:
    color = Color.from_ansi(number).downgrade(ColorSystem.STANDARD)
    return ";".join(color.get_ansi_codes(foreground=not is_ground))


class ChannelTerminal:
    """A terminal at the other end: takes what is typed there, and draws an app with `drive`.

    `send` sends output. It isn't called while `pause` is in effect: frames are left out then. At
    most `most` bytes of input wait to be read. `dropped` is called when input is dropped because
    there was no room, the app was behind, or a paste was too long.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        look: Look,
        size: tuple[int, int],
        most: int,
        dropped: Callable[[], None],
    ) -> None:
        self.look = look
        self.size = drawable(*size)
        self.shown = ShownScreen()
        self._send = send
        self._most = most
        self.dropped = dropped
        self._driver: ChannelDriver | None = None
        self._typed = bytearray()
        self._reading: asyncio.Task[None] | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._keys: Keystrokes | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._is_paused = False
        self._missed = False
        self._has_few_colors = False

    def drive(self, app: App[int], colors: str) -> None:
        """Have this terminal draw an app that isn't running yet, in one of Rich's color systems."""
        app.driver_class = cast("type[Driver]", partial(ChannelDriver, self))
        self._has_few_colors = colors == _FEW_COLORS
        app.console = _Console(
            colors,
            color_system=_MANY_COLORS,
            file=StringIO(),
            emoji=False,
            highlight=False,
            legacy_windows=False,
            force_terminal=True,
            safe_box=False,
        )

    def attach(self, driver: "ChannelDriver | None") -> None:
        """Send keys to this driver from now on; None drops them."""
        self._driver = driver
        if driver is not None:
            self._keys = self._parser_for(driver)
            self._read_on()
        else:
            self._keys = None
            self._tick_after(())

    def _parser_for(self, driver: "ChannelDriver") -> Keystrokes:
        return Keystrokes(driver.process_message, self._tell, self.dropped)

    def _tell(self, light: bool | None) -> None:
        if self._driver:
            self._driver.on_background(light)

    # Input

    def typed(self, data: bytes) -> None:
        """Take what was typed, as far as there is room."""
        room = self._most - len(self._typed)
        self._typed += data[:room]
        if len(data) > room:
            self.dropped()
            if ctrl_c := ctrl_c_at_the_end(data):
                self._read_only(ctrl_c)
        self._read_on()

    def _read_only(self, typed: bytes) -> None:
        """Forget what waits to be read, and half of a key or a paste; read this in its place."""
        self._typed[:] = typed
        if self._driver is not None:
            self._keys = self._parser_for(self._driver)

    def _read_on(self) -> None:
        """Read what was typed: a little at once, more of it in turn with what others do."""
        is_reading = self._reading is not None and not self._reading.done()
        if not is_reading and self._read_some():
            self._reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        while True:
            await asyncio.sleep(0)
            if not self._read_some():
                return

    def _read_some(self) -> bool:
        """Read `_CHUNK` bytes at most, if an app is drawn here; return whether more are waiting."""
        driver = self._driver
        if not self._typed or driver is None or self._keys is None:
            return False
        if driver.is_behind():
            self.dropped()
            self._read_only(ctrl_c_at_the_end(self._typed))
        chunk = bytes(self._typed[:_CHUNK])
        del self._typed[:_CHUNK]
        self._keys.feed(chunk)
        self._tick_after(TICKS)
        return bool(self._typed)

    def _tick_after(self, delays: tuple[float, ...]) -> None:
        """Have the parser notice after these delays that no more comes."""
        if self._ticking:
            self._ticking.cancel()
        if delays:
            loop = asyncio.get_running_loop()
            self._ticking = loop.call_later(delays[0], self._tick, delays)

    def _tick(self, delays: tuple[float, ...]) -> None:
        if self._driver and self._keys:
            self._keys.tick()
            first, *rest = delays
            self._tick_after(tuple(delay - first for delay in rest))

    def resize(self, columns: int, rows: int) -> None:
        """Draw in that size: at once, or after `_RESIZED` seconds while it keeps changing."""
        self.size = drawable(columns, rows)
        if self._resizing is None:
            self._resize(None)

    def _resize(self, drawn: tuple[int, int] | None) -> None:
        """Draw in the present size, unless `drawn`, the size last drawn, is the same."""
        self._resizing = None
        if drawn != self.size:
            self.shown.forget()
            if self._driver:
                self._driver.resized()
                self._driver.refresh()  # also if the size is the old one: what it shows is lost
            loop = asyncio.get_running_loop()
            self._resizing = loop.call_later(_RESIZED, self._resize, self.size)

    # Output

    def write(self, data: str) -> None:
        """Send output, unless the other end doesn't read."""
        if self._is_paused:
            self._missed = True
        else:
            self._send((in_few_colors(data) if self._has_few_colors else data).encode())

    def take(self, modes: str) -> None:
        """Switch on what an app needs, even if the other end doesn't read yet."""
        self._send(modes.encode())

    def give_back(self) -> None:
        """Switch off what was switched on for an app, even if the other end doesn't read."""
        self._send(RESTORE.replace(_KITTY, b""))

    def pause(self) -> None:
        """Send nothing more until `resume`."""
        self._is_paused = True

    def resume(self) -> None:
        """Send again, and draw everything anew if a frame was left out."""
        self._is_paused = False
        if self._missed:
            self._missed = False
            self.shown.forget()
            if self._driver:
                self._driver.refresh()


class ChannelDriver(Driver, TrackingDriver):
    """Textual's driver for a `ChannelTerminal`."""

    def __init__(
        self,
        terminal: ChannelTerminal,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=terminal.size)
        self.look = terminal.look
        self.shown = terminal.shown
        self._terminal = terminal
        self._takes_mouse = mouse
        self._context = copy_context()

    def write(self, data: str) -> None:
        if sent := self.to_send(data):
            self._terminal.write(sent)

    def start_application_mode(self) -> None:
        asked = background.QUERY if self.asks else ""
        self._terminal.take(_TAKE + (_MOUSE if self._takes_mouse else "") + asked)
        self._terminal.attach(self)
        self.resized()

    def disable_input(self) -> None:
        self._terminal.attach(None)

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._terminal.give_back()

    def send_message(self, message: Message) -> None:
        """Queue a message for the app, in the app's own context."""
        self._context.run(self._app.post_message, message)

    def resized(self) -> None:
        """Tell the app the size of the terminal."""
        size = Size(*self._terminal.size)
        self.send_message(events.Resize(size, size))

    def refresh(self) -> None:
        """Draw everything anew."""
        self._app.refresh()
