"""Turns any bytes from a terminal into Textual's messages."""

import re
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.message import Message

from boxtui.system.background import is_light
from boxtui.tui.cycles import dismantle

LONGEST_PASTE: Final = 4096
"""The most characters of a paste that reach the app; the rest is dropped."""

_PASTE_OPENS, _PASTE_CLOSES = "\x1b[200~", "\x1b[201~"

_COLOR_OPENS, _KIND_OPENS = "\x1b]11;", "\x1b[?"
_IN_COLOR = "[0-9A-Fa-f:/#rg]"

_ANSWER: Final = re.compile(
    rf"\x1b\]11;(?P<color>{_IN_COLOR}*)(?:\x07|\x1b\\)?|(?P<kind>\x1b\[\?[0-9;]*c)"
)
"""An answer to `background.QUERY`; an unfinished color is half an answer."""

_BEGUN: Final = re.compile(rf"(?:\x1b\]11;{_IN_COLOR}*\x1b?|\x1b\[\?[0-9;]*)\Z")
"""The beginning of an answer whose rest may still come."""

_LONGEST_ANSWER: Final = 64

_SILENT_ANSWER: Final = 0.5
_SILENT_PASTE: Final = 3.0
"""Seconds without input after which the rest of an answer, or of a paste, isn't waited for."""

TICKS: Final = (ESCAPE_DELAY + 0.01, _SILENT_ANSWER + 0.1, _SILENT_PASTE + 0.1)
"""Seconds after the last input at which `tick` may have something to end: an Esc, these two."""


class Keystrokes:
    """Parses what is typed in one terminal, and passes each message to `send`.

    The terminal's answers to `background.QUERY` aren't keys, however late they come.
    `on_background` gets whether the background is light, and None with the last answer.
    """

    def __init__(
        self,
        send: Callable[[Message], None],
        on_background: Callable[[bool | None], None] = lambda light: None,
    ) -> None:
        self._send = send
        self._on_background = on_background
        # Textual's own decoder is strict: a single wrong byte ends its input thread.
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._last_input = 0.0
        self._tail = ""
        self._pasting = False
        self._pasted = 0
        """How many characters of a paste have come, at least."""
        self._begun = ""
        """The beginning of an answer, which the parser hasn't been given."""
        self._opening = ""
        """The last bytes given to the parser, if they may open an answer or be a key."""

    def __del__(self) -> None:
        dismantle(self._parser)

    def _start_anew(self) -> None:
        """Use a new parser, which has read nothing."""
        dismantle(self._parser)
        self._parser = XTermParser()

    def poll_seconds(self) -> float:
        """Return the seconds to wait for input: fewer while a lone Esc may be pending."""
        return 0.01 if time.monotonic() - self._last_input < ESCAPE_DELAY + 0.05 else 0.1

    def feed(self, data: bytes) -> None:
        """Parse what was typed, and send the messages that are complete."""
        # An Enter typed before the app had the terminal arrives as a line feed.
        text = self._decode(data).replace("\n", "\r")
        self._last_input = time.monotonic()
        self._parse(self._of_paste(text) if self._pasting else self._without_answers(text))

    def tick(self) -> None:
        """Send a lone Esc once its time is up, and end a paste or an answer that never ends."""
        self._send_all(self._parser.tick())
        silent = time.monotonic() - self._last_input
        if silent > ESCAPE_DELAY:
            self._opening = ""
        if self._begun and silent > _SILENT_ANSWER:
            self._begun = ""
        if self._pasting and silent > _SILENT_PASTE:
            self._pasting = False
            self._send_all(self._parser.feed(_PASTE_CLOSES))

    def _parse(self, text: str) -> None:
        self._note_paste(text)
        if text:  # the parser takes "" for the end of input
            self._send_all(self._parser.feed(text))

    def _without_answers(self, text: str) -> str:
        """Return what was typed, without answers; a possible answer is kept until more comes."""
        if self._opening and (self._opening + text).startswith((_COLOR_OPENS, _KIND_OPENS)):
            self._start_anew()  # the parser holds the opening, and waits for more
            text = self._opening + text
        text = self._begun + text
        begun = _BEGUN.search(text, max(len(text) - _LONGEST_ANSWER, 0))
        end = begun.start() if begun else len(text)
        self._begun = text[end:]
        rest = _ANSWER.sub(self._take, text[:end])
        self._opening = "" if begun else _opening(self._opening + rest)
        return rest

    def _take(self, answer: re.Match[str]) -> str:
        """Report what an answer says."""
        if answer["kind"]:
            self._on_background(None)
        elif (light := is_light(answer["color"])) is not None:
            self._on_background(light)
        return ""

    def _of_paste(self, text: str) -> str:
        """Return what the parser gets of the text within a paste, which may never end.

        Once it has more than will be used, that is only the end of the paste and what follows.
        """
        self._pasted += len(text)
        if self._pasted <= LONGEST_PASTE + len(text):
            return text
        seen, self._tail = self._tail + text, ""
        _, closes, rest = seen.partition(_PASTE_CLOSES)
        if not closes:
            self._tail = seen[-5:]
        return closes + rest

    def _note_paste(self, text: str) -> None:
        seen = self._tail + text
        opened, closed = seen.rfind(_PASTE_OPENS), seen.rfind(_PASTE_CLOSES)
        if opened != closed:
            self._pasting = opened > closed
            self._pasted = 0
        self._tail = seen[-5:]

    def _send_all(self, messages: Iterable[Message]) -> None:
        for message in self._parsed(messages):
            self._send(message)

    def _parsed(self, messages: Iterable[Message]) -> Iterator[Message]:
        """Yield the messages; if the parser fails, replace it and end."""
        try:
            yield from messages
        except Exception:
            # The parser can raise anything on sequences that no terminal sends, such as a key
            # with the code 9999999, and can't be used afterwards.
            self._start_anew()


def _opening(text: str) -> str:
    """Return the end of a text that may be the first characters of an answer, or ""."""
    start = text.rfind("\x1b")
    end = text[start:] if start >= 0 else ""
    return end if any(opens.startswith(end) for opens in (_COLOR_OPENS, _KIND_OPENS)) else ""
