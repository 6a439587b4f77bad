"""What is said to the player: a text broken into lines as wide as there is room for."""

from boxtui.drawing import Piece, wrapped
from boxtui.widgets.canvas import Canvas


class Said(Canvas):
    """A message; another width breaks its lines elsewhere."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._style = "plain"

    def say(self, text: str, style: str) -> None:
        """Show a message; "" takes the last one away."""
        self._text, self._style = text, style
        if self.size.width:  # else the first layout is still to come, and shows it
            self._draw()

    def on_resize(self) -> None:
        """Once this layout is done: another one asked for in its midst is forgotten."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        lines = wrapped(self._text, max(self.size.width - 2, 20)) if self._text else []
        self.show([(Piece(f" {line}", self._style),) for line in lines])
