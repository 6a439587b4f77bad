"""What is said to the player: a text broken into lines as wide as there is room for."""

from typing import Final

from boxtui.lines import Piece, wrapped
from boxtui.tui.widgets.canvas import Canvas

MESSAGE_ROWS: Final = 2
"""Rows that a message has also while there is none."""


class MessageBar(Canvas):
    """A message; another width breaks its lines elsewhere."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._style = "plain"
        self._meanwhile = ""

    def say(self, text: str, style: str) -> None:
        """Show a message; "" takes the last one away."""
        self._text, self._style = text, style
        if self.size.width:  # else the first layout is still to come, and shows it
            self._draw()

    def stand_by(self, text: str) -> None:
        """What stands in those rows, as much as fits, while there is no message."""
        if text != self._meanwhile:
            self._meanwhile = text
            self.say(self._text, self._style)

    def on_resize(self) -> None:
        """Once this layout is done: another one asked for in its midst is forgotten."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        room = max(self.size.width - 2, 20)
        if self._text:
            self.show([(Piece(f" {line}", self._style),) for line in wrapped(self._text, room)])
        else:
            lines = wrapped(self._meanwhile, room)[:MESSAGE_ROWS]
            self.show([(Piece(f" {line}"),) for line in lines])
