"""Bytes from a terminal made into Textual's messages, whatever the bytes."""

import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.message import Message

_PASTE_OPENS, _PASTE_CLOSES = "\x1b[200~", "\x1b[201~"
_SILENT_PASTE = 3.0


class Keystrokes:
    """What one terminal's player types; each message goes to `send`."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        # Textual's decoder is a strict one: a single wrong byte ends its input thread.
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._heard = 0.0
        self._tail = ""
        self._pasting = False

    def patience(self) -> float:
        """Seconds to wait for input: less while a lone Esc may be pending."""
        return 0.01 if time.monotonic() - self._heard < ESCAPE_DELAY + 0.05 else 0.1

    def feed(self, data: bytes) -> None:
        # An Enter typed before the app had the terminal comes as a line feed.
        text = self._decode(data).replace("\n", "\r")
        self._heard = time.monotonic()
        self._note_paste(text)
        if text:  # nothing would be the end
            self._send_all(self._parser.feed(text))

    def tick(self) -> None:
        """Time passes: a lone Esc is one, and a paste that never ends is closed."""
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
            # The parser raises whatever it likes at sequences that no terminal sends, such as
            # a key with the code 9999999, and is of no use afterwards.
            self._parser = XTermParser()
