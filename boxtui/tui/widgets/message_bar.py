"""Messages to the player, wrapped to the room there is."""

import re
import sys
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from boxtui.lines import inset, wrapped
from boxtui.tui.widgets.canvas import Canvas

MESSAGE_ROWS: Final = 2
"""Rows reserved for a message, even while there is none."""


class MessageKind(Enum):
    """What a message is about, if what can be done while it is shown depends on that."""

    ORDINARY = auto()
    """Nothing depends on it; also if there is no message."""

    UNUSED = auto()
    """That a key does nothing. It goes once a key does something."""

    OPENING = auto()
    """That a page is being opened. It goes once that is open."""

    OF_PICK = auto()
    """About what is picked on the board. This kind and the next two go once that changes."""

    REFUSAL = auto()
    """Why a move can't be played. A lesson doesn't say it twice."""

    WARNING = auto()
    """The tutor's warning of a move. Enter then plays that move."""

    NOT_NOW = auto()
    """Why nothing can be played now. It goes once another page is opened. This kind and the next
    two go once a key does something, too."""

    YOUR_TURN = auto()
    """That nothing goes on before a person chooses. It is added below any other message."""

    NO_MORE = auto()
    """That there is nothing further of what was asked for, such as another mistake."""

    NOTICE = auto()
    """What the record of a match says first. A line for dice, which replaces it, repeats it."""

    COST = auto()
    """What help or leaving costs in practice. The same key once more accepts that."""

    JUDGING = auto()
    """That practice judges a move. It goes once that is interrupted."""

    NOT_YET = auto()
    """That a review isn't done yet. It goes once it is."""


_FEWEST: Final = 4
"""The fewest words of a sentence with which it is begun."""

_BETWEEN_SENTENCES: Final = re.compile(r"(?<=[.?!]) ")


def cut_text(text: str, cells: int, rows: int, signs: Sequence[str], end: str = "") -> str:
    """Return a text that fits into `rows` rows, or else its beginning and one of the `signs`.

    The beginning is as many whole sentences as fit. If only the first one does, words of the second
    follow, so that a hint never comes without a reason where there is room for one. The sign is the
    first one that fits, or the last. The `end` of the text, such as a question, is kept, after the
    sign.
    """
    text = text.removesuffix(end).rstrip()
    first, *others = _BETWEEN_SENTENCES.split(text)
    whole = [" ".join([first, *others[:count]]) for count in range(len(others), 0, -1)]
    words = others[0].split(" ") if others else []
    begun = [" ".join([first, *words[:count]]) for count in range(len(words) - 1, _FEWEST - 1, -1)]
    parts = (whole, begun, [first])
    starts = [text, *(f"{each} {sign}" for part in parts for sign in signs for each in part)]
    texts = [f"{each} {end}".rstrip() for each in starts]
    return next((each for each in texts if len(wrapped(each, cells)) <= rows), texts[-1])


class MessageBar(Canvas):
    """A message, wrapped to the widget's width, and what an open line asks for.

    Attributes:
        keeps_rows: whether it stays as high as it is after a shorter message, which saves a layout.
        most_rows: the rows of a message that may be cut.
        signs: what stands for what was cut, the longest first.
        text: the message; "" if there is none.
        kind: what the message is about.
        end: the last words of the message if they must stay, such as a question; otherwise "".
        is_beside: whether it is beside a board, where a message with an `end` may be cut too. Below
            the board, such a message takes the rows that it needs.
        is_cut: whether it was cut.
        aside: the warning below the message; "" if there is none.
        aside_kind: what that is about.
        rows_alone: the rows that were drawn last without an aside.
        prompt: what the open line asks for, which stays below the message; "" without one.
        most_with_prompt: the most rows of a message with the prompt. A longer one replaces it, but
            one that may be cut waits until the line is closed.
    """

    def __init__(self) -> None:
        super().__init__(id="message")
        self.keeps_rows = False
        self.most_rows = sys.maxsize
        self.signs: Sequence[str] = ("",)
        self.is_cut = False
        self.prompt = ""
        self.most_with_prompt = sys.maxsize
        self.text = ""
        self._style = "plain"
        self._may_be_cut = False
        self.kind = MessageKind.ORDINARY
        self.end = ""
        self.is_beside = False
        self.aside = ""
        self.aside_kind = MessageKind.ORDINARY
        self.rows_alone = 0
        self._meanwhile = ""
        self._most = MESSAGE_ROWS

    @property
    def may_be_cut(self) -> bool:
        """Whether the message may be cut where it is now."""
        return self._may_be_cut or (bool(self.end) and self.is_beside)

    def say(
        self,
        text: str,
        style: str,
        *,
        may_be_cut: bool = False,
        end: str = "",
        kind: MessageKind = MessageKind.ORDINARY,
    ) -> None:
        """Show a message; "" clears it.

        One that `may_be_cut` is cut wherever it is; one with an `end`, only if it `is_beside`.
        """
        self.text, self._style, self.aside = text, style, ""
        self._may_be_cut, self.end = may_be_cut, end
        self.kind = kind if text else MessageKind.ORDINARY
        self._draw()

    def ask(self, prompt: str) -> None:
        """Show what the open line asks for; "" once it is closed."""
        self.prompt = prompt
        self._draw()

    def add(self, aside: str, kind: MessageKind = MessageKind.ORDINARY) -> None:
        """Show a warning below the message, until there is another message; "" clears it."""
        self.aside_kind = kind
        if aside != self.aside:
            self.aside = aside
            self._draw()

    def stand_by(self, text: str, most: int = MESSAGE_ROWS) -> None:
        """Set the text shown while there is no message, in `most` rows, as far as it fits."""
        if text != self._meanwhile:
            self._meanwhile, self._most = text, most
            self._draw()

    def limit_rows(self, rows: int, signs: Sequence[str], *, is_beside: bool) -> None:
        """Take at most that many rows from now on for a message that may be cut.

        `signs` and `is_beside` are those of the class.
        """
        if (rows, signs, is_beside) != (self.most_rows, self.signs, self.is_beside):
            could_be_cut = self.may_be_cut
            self.most_rows, self.signs, self.is_beside = rows, signs, is_beside
            if could_be_cut or self.may_be_cut:
                self._draw()

    def on_resize(self) -> None:
        """Draw once this layout is done, because a layout requested during it would be lost."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if not self.size.width:
            return  # the first layout will draw it
        cells = max(self.size.width, 22)
        prompt = inset(self.prompt, cells) if self.prompt else []
        aside = inset(self.aside, cells, "warning") if self.aside else []
        highest = self.styles.max_height
        rows = (int(highest.value) if highest else sys.maxsize) - len(prompt)
        shown = self.text
        if self.may_be_cut:
            # Keys belong to the open line, so no key is named.
            signs = self.signs[-1:] if self.prompt else self.signs
            most = max(min(rows, self.most_rows) - len(aside), 1)
            shown = cut_text(shown, cells - 2, most, signs, self.end)
        self.is_cut = shown != self.text
        lines = inset(shown, cells, self._style)[:rows] if shown else []
        if not (shown or prompt):
            lines = inset(self._meanwhile, cells)[: self._most]
        if prompt and lines and len(lines) + len(prompt) > self.most_with_prompt:
            lines, prompt = ([], prompt) if self.may_be_cut else (lines, [])
        lines += prompt
        if not aside:
            self.rows_alone = len(lines)
        lines += aside
        if self.keeps_rows:
            lines += [()] * (self.size.height - len(lines))
        self.show(lines)
