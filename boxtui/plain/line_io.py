"""The input and output of plain mode: lines of text and prompts."""

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeVar

from boxtui.core import BadOption
from boxtui.lines import LINE_CELLS, Glyphs, cells_of, wrapped
from boxtui.system.terminal import Look
from boxtui.wording import printable, quoted, with_short_words

ChosenT = TypeVar("ChosenT")

LONGEST: Final = 4096
"""The most bytes of a line that are read; the rest is dropped."""

_ROOM: Final = 10
"""The fewest cells to answer in on the line of a prompt."""

_MARGIN: Final = 2
"""The cells at the end of a terminal's line in which nothing is written."""


class Left(Exception):
    """The person has quit, or nothing more can be read."""


class Idle(Exception):
    """Nothing was typed for as long as the idle limit allows."""


class LineIO:
    """Writes and reads lines of plain text; in ASCII only if `look` says so.

    A prompt ends its line if that leaves little room for the answer, or if the answers come from a
    pipe, which echoes no Enter.
    Reading raises `Idle` after `idle` seconds without input (0: never).

    Attributes:
        is_typed: whether the answers are typed, and echoed, on a terminal (default: whether
            standard input is one).
    """

    def __init__(self, look: Look, idle: int = 0, *, is_typed: bool | None = None) -> None:
        self._look = look
        self._idle = idle or None
        self._typed = b""
        self._is_end_due = False
        self.is_typed = os.isatty(0) if is_typed is None else is_typed

    def rows(self) -> int:
        """Return how many lines the terminal shows at once; 0 if that isn't known."""
        try:
            return os.get_terminal_size(1).lines
        except OSError:
            return 0

    def columns(self) -> int:
        """Return how many cells a line of the terminal has; 0 if that isn't known."""
        return shutil.get_terminal_size((0, 0)).columns if os.isatty(1) else 0

    def cells(self) -> int:
        """Return the most cells of a line of text."""
        return min(LINE_CELLS, max(self.columns() - _MARGIN, 1)) if self.columns() else LINE_CELLS

    def send(self, text: str) -> None:
        """Send text to the person."""
        sys.stdout.write(text)
        sys.stdout.flush()

    async def receive(self) -> bytes:
        """Return the next bytes of the input without blocking the loop; b"" at its end."""
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
        except OSError:  # the terminal was lost
            return b""

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self._look.plain_glyphs

    def say(self, *sentences: str) -> None:
        """Write each sentence, wrapped between words; "" writes an empty line."""
        for sentence in sentences:
            self.show(wrapped(with_short_words(sentence), self.cells()))

    def remark(self, sentence: str) -> None:
        """Write the sentence, unless it is ""."""
        if sentence:
            self.say(sentence)

    def show(self, lines: Iterable[str]) -> None:
        """Write lines as they are."""
        for line in lines:
            self._write(line, "\n")

    def _write(self, text: str, end: str) -> None:
        """Write text, without the characters that a terminal would take for a command."""
        self.send(self._look.tone_down(printable(text.rstrip())) + end)

    async def ask(self, prompt: str, to_type: str = "") -> str:
        """Return the next line, without spaces at its ends; a question mark is taken for `help`.

        An empty line takes the default. A question without a default has `to_type`, which an empty
        line is answered with: a sentence that says what to type. Raises `Left` if there is no line.
        """
        while not (line := await self._answer(prompt)) and to_type:
            self.say(to_type)
        return "help" if line == "?" else line

    async def _answer(self, prompt: str) -> str:
        *above, last = wrapped(prompt, self.cells())
        self.show(above)
        has_room = cells_of(last) + len(" ") + _ROOM <= self.cells()
        self._write(last, " " if self.is_typed and has_room else "\n")
        try:
            line = (await self._line()).decode(errors="replace").strip()
        except (Left, Idle, asyncio.CancelledError):
            if self.is_typed:
                self._write("", "\n")
            raise
        return line

    async def ask_or_leave(self, prompt: str, to_type: str = "") -> str:
        """Return the next line, as `ask` does. Also raises `Left` if the line is `quit`."""
        line = await self.ask(prompt, to_type)
        if line.lower() == "quit":
            raise Left
        return line

    async def confirm(
        self, question: str, answer_word: Callable[[str], Awaitable[bool]] | None = None
    ) -> bool:
        """Ask until the answer is yes or no. Raises `Left` if it is quit.

        `answer_word` answers another line, if it can, and returns whether it did; its answer to
        `help` follows what yes and no mean.
        """
        meaning = "no goes back, quit leaves."
        while True:
            prompt, to_type = f"{question} Type yes or no:", f"Type yes or no: {meaning}"
            answer = (await self.ask_or_leave(prompt, to_type)).lower()
            if answer in ("yes", "no"):
                return answer == "yes"
            if is_help := answer == "help":
                self.say(to_type)
            if not (answer_word and await answer_word(answer)) and not is_help:
                self.say(f"{quoted(answer)} is neither yes nor no: {meaning}")

    async def quit_is_typed(self) -> None:
        """Return once the last line typed is `quit`, or at the end of the input.

        That `quit` and the lines before it are dropped. Other lines wait for the next question, and
        so does the end of the input after such lines: then, and with too many lines, this never
        returns.
        """
        while True:
            lines, _, begun = self._typed.rpartition(b"\n")
            if lines.rpartition(b"\n")[2].strip().lower() == b"quit":
                self._typed = begun
                return
            if len(self._typed) > LONGEST:
                await asyncio.Event().wait()
            chunk = await self._received()
            if not chunk and not self._typed:
                return
            if not chunk:
                self._is_end_due = True
                if not begun:
                    await asyncio.Event().wait()
            self._typed += chunk or b"\n"

    async def _received(self) -> bytes:
        """Return the next bytes of the input; b"" at its end, also if that was put off.

        A terminal reports its end only once.
        """
        if self._is_end_due:
            self._is_end_due = False
            return b""
        return await self.receive()

    async def nobody_answers(self) -> None:
        """Return once the input has ended and no line of it waits for a question, if that happens.

        It reads no further than the first line that waits.
        """
        while not self._typed:
            chunk = await self.receive()
            if not chunk:
                return
            self._typed += chunk
        await asyncio.Event().wait()

    async def _line(self) -> bytes:
        while b"\n" not in self._typed:
            try:
                async with asyncio.timeout(self._idle):
                    chunk = await self._received()
            except TimeoutError:
                raise Idle from None
            if not chunk and not self._typed:
                raise Left
            self._typed = self._typed[:LONGEST] + (chunk or b"\n")
        line, _, self._typed = self._typed.partition(b"\n")
        return line[:LONGEST]

    async def choose(self, prompt: str, read: Callable[[str], ChosenT], explained: str) -> ChosenT:
        """Ask until `read` can read the answer; return what it returns.

        It raises BadOption if it can't. If the answer is help, say `explained`. Raises `Left` if
        the answer is quit.
        """
        while True:
            answer = await self.ask_or_leave(prompt)
            if answer.lower() == "help":
                self.say(explained)
                continue
            try:
                return read(answer)
            except BadOption as refusal:
                self.say(str(refusal))
