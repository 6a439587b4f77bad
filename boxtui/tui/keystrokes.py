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
"""The most characters of a paste that reach the app, besides control characters."""

_PASTE_OPENS, _PASTE_CLOSES = "\x1b[200~", "\x1b[201~"
_CTRL_C: Final = "\x03"
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""All control characters but tabs and ends of lines."""

_IN_COLOR = "[0-9A-Fa-f:/#rg]"
_COLOR = rf"\x1b\]11;(?P<color>{_IN_COLOR}*)"
_NO_CONTROL = "[^\\x00-\\x1f\\x7f-\\x9f]"
_STRING = rf"\x1b(?:\](?!11;)[0-9]{{1,4}};|\][Ll]|P[0-9;]{{0,8}}[!$+=>|]|_G){_NO_CONTROL}*"
"""Where an answer in a string begins that isn't the background (OSC, DCS, kitty's APC)."""

_ANSWER: Final = re.compile(
    rf"{_COLOR}(?:\x07|\x1b\\)?"
    r"|(?P<kind>\x1b\[\?[0-9;]*c)"
    rf"|{_STRING}(?:\x07|\x1b\\|(?!{_NO_CONTROL}))"
    r"|\x1b\[[=>?][0-9;:]*(?!\$y)[ -/]*[@-~]"  # attributes, flags; Textual reads modes ($y)
    r"|\x1b\[(?!48;|1;)[0-9;]+[nt]"  # state, size; not sizes that come unasked (48), or keys (1)
    r"|\x1b\[(?!1;)[0-9]+;[0-9]+R"  # where the cursor is; from row 1 it would be a key, F3
)
"""An answer of the terminal: to `background.QUERY`, or to what another program asked before.

An unfinished color is half an answer. No key sends any of the others, as xterm's "Control
Sequences" describes them.
"""

_BEGUN: Final = re.compile(
    rf"(?:{_COLOR}\x1b?|{_STRING}\x1b?|\x1b\][0-9]{{1,4}}|\x1bP[0-9;]{{1,8}}"
    r"|\x1b\[(?:[0-9][0-9;:]{0,30}|[=>?][0-9;:]{0,30}[ -/]?))\Z"
)
"""The beginning of an answer, or of a key's sequence, whose rest may still come."""

_OPENING: Final = re.compile(r"\x1b[\[\]P_]?\Z")
"""What may be the first bytes of an answer, or a key: Esc, or Alt with one of these."""

_KNOWN: Final = ("last_x", "last_y", "mouse_pixels", "terminal_size", "terminal_pixel_size")
"""What Textual's parser knows of the terminal."""

_LONGEST_BEGUN: Final = 4096
_KEPT_OPENING: Final = 16
"""The characters kept of an answer that is longer still, such as a copied text."""

_SILENT_ANSWER: Final = 0.5
_SILENT_PASTE: Final = 3.0
"""Seconds without input after which the rest of an answer, or of a paste, isn't waited for."""

_TYPED: Final = 0.3
"""Seconds without input after which a Ctrl+C alone isn't part of a paste, but typed to end it."""

TICKS: Final = (ESCAPE_DELAY + 0.01, _SILENT_ANSWER + 0.1, _SILENT_PASTE + 0.1)
"""Seconds after the last input at which `tick` may have something to end: an Esc, these two."""


class Keystrokes:
    """Parses what is typed in one terminal, and passes each message to `send`.

    The terminal's answers aren't keys, however late they come: those to `background.QUERY`, and
    those to another program's questions. `on_background` gets whether the background is light, and
    None with the last answer. `on_cut` is called once the end of a paste has been dropped.
    """

    def __init__(
        self,
        send: Callable[[Message], None],
        on_background: Callable[[bool | None], None] = lambda light: None,
        on_cut: Callable[[], None] = lambda: None,
    ) -> None:
        self._send = send
        self._on_background = on_background
        self._on_cut = on_cut
        # Textual's own decoder is strict: a single wrong byte ends its input thread.
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._last_input = 0.0
        self._pasting = False
        self._pasted = ""
        """The beginning of a paste, as much of it as will be used."""
        self._is_cut = False
        """Whether the open paste is longer than that."""
        self._tail = ""
        """The last characters of an open paste, which may be the first ones of its end."""
        self._begun = ""
        """The beginning of an answer, which the parser hasn't been given."""
        self._opening = ""
        """The last bytes given to the parser, if they may open an answer or be a key."""

    def __del__(self) -> None:
        dismantle(self._parser)

    def _start_anew(self) -> None:
        """Use a new parser, which has read nothing but knows the mouse and the sizes as before."""
        before, self._parser = self._parser, XTermParser()
        for name in _KNOWN:
            setattr(self._parser, name, getattr(before, name))
        dismantle(before)

    def poll_seconds(self) -> float:
        """Return the seconds to wait for input: fewer while a lone Esc may be pending."""
        return 0.01 if time.monotonic() - self._last_input < ESCAPE_DELAY + 0.05 else 0.1

    def feed(self, data: bytes) -> None:
        """Parse what was typed, and send the messages that are complete."""
        # An Enter typed before the app had the terminal arrives as a line feed.
        text = self._decode(data).replace("\n", "\r")
        before, self._last_input = self._last_input, time.monotonic()
        if self._pasting and text == _CTRL_C and self._last_input - before > _TYPED:
            self._end_paste()
        while text:
            text = self._paste(text) if self._pasting else self._type(text)

    def tick(self) -> None:
        """Send a lone Esc once its time is up, and end a paste or an answer that never ends."""
        self._send_all(self._parser.tick())
        silent = time.monotonic() - self._last_input
        if silent > ESCAPE_DELAY:
            self._opening = ""
        if self._begun and silent > _SILENT_ANSWER:
            self._begun = ""
        if self._pasting and silent > _SILENT_PASTE:
            self._end_paste()

    def _type(self, text: str) -> str:
        """Parse what was typed, without answers; return what follows if a paste begins.

        A possible answer is kept until more comes.
        """
        opened = self._opening + text
        begins = opened.startswith(_PASTE_OPENS) or _ANSWER.match(opened) or _BEGUN.match(opened)
        if self._opening and begins:
            self._start_anew()  # the parser holds the opening, and waits for more
            text = opened
        typed, opens, pasted = (self._begun + text).partition(_PASTE_OPENS)
        self._pasting = bool(opens)
        begun = None if opens else _BEGUN.search(typed)
        end = begun.start() if begun else len(typed)
        self._begun = typed[end:]
        if len(self._begun) > _LONGEST_BEGUN:
            self._begun = self._begun[:_KEPT_OPENING] + self._begun[-1]
        rest = _ANSWER.sub(self._take, typed[:end])
        opening = None if begun or opens else _OPENING.search(self._opening + rest)
        self._opening = opening.group() if opening else ""
        if rest:  # the parser takes "" for the end of input
            self._send_all(self._parser.feed(rest))
        return pasted

    def _take(self, answer: re.Match[str]) -> str:
        """Report what an answer says."""
        if answer["kind"]:
            self._on_background(None)
        elif (light := is_light(answer["color"] or "")) is not None:
            self._on_background(light)
        return ""

    def _paste(self, text: str) -> str:
        """Keep what will be used of a paste, which may never end; return what follows its end."""
        seen = self._tail + text
        pasted, closes, rest = seen.partition(_PASTE_CLOSES)
        at = len(pasted) if closes else max(len(seen) - len(_PASTE_CLOSES) + 1, 0)
        self._keep(seen[:at])
        self._tail = "" if closes else seen[at:]
        if closes:
            self._end_paste()
        return rest

    def _keep(self, pasted: str) -> None:
        """Keep more of a paste, without control characters: the parser would make keys of Escs."""
        kept = self._pasted + _CONTROLS.sub("", pasted)
        self._pasted = kept[:LONGEST_PASTE]
        self._is_cut = self._is_cut or len(kept) > LONGEST_PASTE

    def _end_paste(self) -> None:
        """Send the paste."""
        self._keep(self._tail)
        pasted, is_cut = self._pasted, self._is_cut
        self._pasting, self._pasted, self._tail, self._is_cut = False, "", "", False
        self._send_all(self._parser.feed(_PASTE_OPENS + pasted + _PASTE_CLOSES))
        if is_cut:
            self._on_cut()

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
