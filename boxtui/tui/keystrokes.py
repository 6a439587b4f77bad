"""Turns any bytes from a terminal into Textual's messages."""

import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.message import Message

_PASTE_OPENS, _PASTE_CLOSES = "\x1b[200~", "\x1b[201~"
_SILENT_PASTE = 3.0


class Keystrokes:
    """Parses what is typed in one terminal, and passes each message to `send`."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        # Textual's own decoder is strict: a single wrong byte ends its input thread.
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._heard = 0.0
        self._tail = ""
        self._pasting = False

    def patience(self) -> float:
        """Return the seconds to wait for input: fewer while a lone Esc may be pending."""
        return 0.01 if time.monotonic() - self._heard < ESCAPE_DELAY + 0.05 else 0.1

    def feed(self, data: bytes) -> None:
        # An Enter typed before the app had the terminal arrives as a line feed.
        text = self._decode(data).replace("\n", "\r")
        self._heard = time.monotonic()
        self._note_paste(text)
        if text:  # the parser takes "" for the end of input
            self._send_all(self._parser.feed(text))

    def tick(self) -> None:
        """Send a lone Esc once its time is up, and close a paste that never ends."""
        self._send_all(self._parser.tick())
        if self._pasting and time.monotonic() - self._heard > _SILENT_PASTE:
            self._pasting = False
            self._send_all(self._parser.feed(_PASTE_CLOSES))

    def _note_paste(self, text: str) -> None:
        seen = self._tail + text
        opened, closed = seen.rfind(_PASTE_OPENS), seen.rfind(_PASTE_CLOSES)
        if opened != closed:
            self._pasting = opened > closed
        self._tail = seen[-5:]

    def _send_all(self, messages: Iterable[Message]) -> None:
        try:
            for message in messages:
                self._send(message)
        except Exception:
            # The parser can raise anything on sequences that no terminal sends, such as a key
            # with the code 9999999, and can't be used afterwards.
            self._parser = XTermParser()
