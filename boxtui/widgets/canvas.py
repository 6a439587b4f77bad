"""A drawing painted line by line: only what changed is sent, which is what counts over SSH."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from boxtui.drawing import STYLES, Line, cells_of, cut, width


class Canvas(Widget):
    """Shows the lines that `show` is given; a click on a piece with a target is `Pressed`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{style}" for style in STYLES}

    class Pressed(Message):
        """A piece was clicked; `target` is what its drawing named it."""

        def __init__(self, canvas: "Canvas", target: str) -> None:
            super().__init__()
            self.canvas = canvas
            self.target = target

        @property
        def control(self) -> "Canvas":
            """The canvas, for handlers that select by it."""
            return self.canvas

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []

    def show(self, lines: Sequence[Line]) -> None:
        """Draw these lines, sending only the cells that differ from what stands there."""
        before, self._lines = self._lines, list(lines)
        if len(before) != len(self._lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
            return
        for row in range(max(len(before), len(self._lines))):
            region = self._changed(row, before)
            if region is not None:
                self.refresh(region)

    def _changed(self, row: int, before: list[Line]) -> Region | None:
        old = before[row] if row < len(before) else ()
        new = self._lines[row] if row < len(self._lines) else ()
        if old == new:
            return None
        same = 0
        for one, other in zip(old, new, strict=False):
            if one != other:
                break
            same += cells_of(one.text)
        return Region(same, row, max(width(old), width(new)) - same, 1)

    def lines(self) -> list[Line]:
        """What is drawn now."""
        return list(self._lines)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        line = cut(self._lines[y], self.size.width, "")
        segments = [
            Segment(piece.text, self.get_component_rich_style(f"canvas--{piece.style}"))
            for piece in line
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def on_click(self, event: Click) -> None:
        """Find the piece under the pointer."""
        if event.y >= len(self._lines):
            return
        column = 0
        for piece in self._lines[event.y]:
            column += cells_of(piece.text)
            if event.x < column:
                if piece.target:
                    self.post_message(self.Pressed(self, piece.target))
                return
