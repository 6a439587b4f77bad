"""Lines told and lines asked for: what may reach a person who reads no screen, and comes back."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import Final

from boxtui.lines import ASCII, LINE_CELLS, UNICODE, Glyphs, wrapped
from boxtui.system.terminal import Look

LONGEST: Final = 4096
"""Bytes of a line that are read; what stands behind them is dropped."""

ANSWERED: Final = "Enter takes what stands in brackets; quit leaves."
"""How the questions of a setup are answered."""


class Left(Exception):
    """The person has quit, or nothing more can be read."""


class Idle(Exception):
    """Nothing was typed for as long as the idle limit says."""


class LineIO:
    """Writes plain lines and asks for some; in ASCII alone where the locale has no more.

    A prompt ends its line where the answer comes from a pipe, which echoes no Enter. Nothing typed
    for `idle` seconds is `Idle`; 0 is never.
    """

    def __init__(self, look: Look, idle: int = 0) -> None:
        self._look = look
        self._idle = idle or None
        self._typed = b""
        self._is_typed = sys.stdin is not None and os.isatty(0)

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return ASCII if self._look.ascii else UNICODE

    def say(self, *sentences: str) -> None:
        """Write each, broken into lines between words; "" is an empty line."""
        for sentence in sentences:
            self.show(wrapped(sentence, LINE_CELLS))

    def remark(self, sentence: str) -> None:
        """Write it, if there is anything to be said."""
        if sentence:
            self.say(sentence)

    def show(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            self._write(line, "\n")

    def _write(self, text: str, end: str) -> None:
        """No character gets through that a terminal would take for a command."""
        shown = "".join(letter if letter.isprintable() else "?" for letter in text.rstrip())
        sys.stdout.write(self._look.tone_down(shown) + end)
        sys.stdout.flush()

    async def ask(self, prompt: str) -> str:
        """The next line, without spaces at its ends; `Left` where there is none."""
        self._write(prompt, " " if self._is_typed else "\n")
        try:
            return (await self._line()).decode(errors="replace").strip()
        except Left:
            if self._is_typed:
                self._write("", "\n")
            raise

    async def _line(self) -> bytes:
        while b"\n" not in self._typed:
            chunk = await self._typed_next()
            if not chunk and not self._typed:
                raise Left
            self._typed = self._typed[:LONGEST] + (chunk or b"\n")
        line, _, self._typed = self._typed.partition(b"\n")
        return line[:LONGEST]

    async def _typed_next(self) -> bytes:
        try:
            async with asyncio.timeout(self._idle):
                return await _read()
        except TimeoutError:
            raise Idle from None

    async def choose(self, prompt: str, fault: Callable[[str], str]) -> None:
        """Ask until `fault`, which takes the answer, finds nothing wrong with it; `Left`."""
        while (answer := await self.ask(prompt)).lower() != "quit":
            wrong = ANSWERED if answer.lower() == "help" else fault(answer)
            if not wrong:
                return
            self.say(wrong)
        raise Left


async def _read() -> bytes:
    """What can be read next, without keeping the loop from anything else; b"" at the end."""
    if sys.stdin is None:
        return b""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    with contextlib.suppress(PermissionError):  # a file can always be read
        loop.add_reader(0, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(0)
    try:
        return os.read(0, LONGEST)
    except OSError:  # a terminal that was lost
        return b""
