"""Messages to the player, wrapped to the room there is."""

from typing import Final

from boxtui.lines import Line, Piece, wrapped
from boxtui.tui.widgets.canvas import Canvas

MESSAGE_ROWS: Final = 2
"""Rows reserved for a message, even while there is none."""


class MessageBar(Canvas):
    """A message, wrapped to the widget's width.

    Attributes:
        keeps_rows: whether it stays as high as it is after a shorter message, which saves a layout.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keeps_rows = False
        self._text = ""
        self._style = "plain"
        self._aside = ""
        self._meanwhile = ""
        self._most = MESSAGE_ROWS

    @property
    def text(self) -> str:
        """The message; "" if there is none."""
        return self._text

    def say(self, text: str, style: str) -> None:
        """Show a message; "" clears it."""
        self._text, self._style, self._aside = text, style, ""
        if self.size.width:  # otherwise the first layout will draw it
            self._draw()

    def add(self, aside: str) -> None:
        """Show a warning below the message, until there is another message; "" clears it."""
        if aside != self._aside:
            self._aside = aside
            self._draw()

    def stand_by(self, text: str, most: int = MESSAGE_ROWS) -> None:
        """Set the text shown while there is no message, in `most` rows, as far as it fits."""
        if text != self._meanwhile:
            self._meanwhile, self._most = text, most
            if self.size.width:
                self._draw()

    def on_resize(self) -> None:
        """Draw once this layout is done, because a layout requested during it would be lost."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        room = max(self.size.width - 2, 20)
        if self._text:
            text, style = wrapped(self._text, room), self._style
        else:
            text, style = wrapped(self._meanwhile, room)[: self._most], "plain"
        lines: list[Line] = [(Piece(f" {line}", style),) for line in text]
        if self._aside:
            lines += [(Piece(f" {line}", "warning"),) for line in wrapped(self._aside, room)]
        if self.keeps_rows:
            lines += [()] * (self.size.height - len(lines))
        self.show(lines)
