"""Lines of plain text at the other end of a channel, such as one of SSH."""

import asyncio
from collections.abc import Callable

from boxtui.lines import cells_of
from boxtui.plain.line_io import LONGEST, LineIO
from boxtui.system.terminal import Look


class ChannelLines(LineIO):
    """Lines of plain text over a channel: typed on a terminal there, or sent by a program.

    At most `most` bytes wait to be read. More that is typed is dropped, and `dropped` called; a
    program isn't read from meanwhile. While the other end doesn't take what was sent, nothing more
    is read.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        pause_reading: Callable[[bool], None],
        look: Look,
        size: tuple[int, int],
        most: int,
        dropped: Callable[[], None],
        *,
        is_typed: bool,
    ) -> None:
        super().__init__(look, is_typed=is_typed)
        self._send = send
        self._pause_reading = pause_reading
        self._most = most
        self._dropped = dropped
        self._columns, self._rows = size
        self._waiting = b""
        self._edited = b""
        self._has_ended = False
        self._arrived = asyncio.Event()
        self._can_send = asyncio.Event()
        self._can_send.set()

    def rows(self) -> int:
        return self._rows

    def columns(self) -> int:
        return self._columns

    def send(self, text: str) -> None:
        end = "\r\n" if self.is_typed else "\n"
        self._send(text.replace("\n", end).encode())

    async def receive(self) -> bytes:
        await self._arrived.wait()
        await self._can_send.wait()
        received, self._waiting = self._waiting, b""
        if not self._has_ended:
            self._arrived.clear()
        self._update_reading()
        return received

    def typed(self, data: bytes) -> None:
        """Take what was typed; lines typed on a terminal are edited and echoed here."""
        if not self.is_typed:
            self._take(data)
            self._update_reading()
            return
        room = max(self._most - len(self._waiting), 0)
        self._send(b"".join(map(self._echo_of, data[:room].replace(b"\n", b"\r"))))
        if len(data) > room:
            self._dropped()

    def _take(self, data: bytes) -> None:
        self._waiting += data
        if self._waiting:  # reading nothing would be the end
            self._arrived.set()

    def _echo_of(self, byte: int) -> bytes:
        """Edit the line by a typed byte; return what its echo is."""
        if byte in b"\x03\x04":
            self.end()
        elif byte == ord("\r"):
            self._take(self._edited + b"\n")
            self._edited = b""
            return b"\r\n"
        elif byte in b"\x7f\b":
            return self._without_last()
        elif byte >= ord(" ") and len(self._edited) < LONGEST:
            self._edited += bytes([byte])
            return bytes([byte])
        return b""

    def _without_last(self) -> bytes:
        """Remove the last character of the line; return what its echo is."""
        left = self._edited.decode("utf-8", "surrogateescape")
        self._edited = left[:-1].encode("utf-8", "surrogateescape")
        return b"\b \b" * cells_of(left[-1:])

    def resize(self, columns: int, rows: int) -> None:
        """Note that the terminal now has that size."""
        self._columns, self._rows = columns, rows

    def pause(self) -> None:
        """Read nothing more until `resume`: the other end doesn't take what was sent."""
        self._can_send.clear()
        self._update_reading()

    def resume(self) -> None:
        """Read on."""
        self._can_send.set()
        self._update_reading()

    def _update_reading(self) -> None:
        is_full = len(self._waiting) > self._most
        self._pause_reading(is_full or not self._can_send.is_set())  # an echo would be sent, too

    def end(self) -> None:
        """Note that nothing more will be typed, so the end is read from then on."""
        self._has_ended = True
        self._arrived.set()
        self._can_send.set()
