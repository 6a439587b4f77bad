"""A drawing painted line by line: only what changed is sent, which is what counts over SSH."""

from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import ClassVar, Final

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from boxtui.drawing import STYLES, Line, cells_of, cut

_APART: Final = 12
"""Cells that two changes of a line are apart to be sent each by itself: going there costs too."""


def _changed(old: Line, new: Line) -> list[tuple[int, int]]:
    """The runs of cells, from a column to before another, in which two lines differ."""
    if old == new:
        return []
    runs: list[tuple[int, int]] = []
    for at, (one, other) in enumerate(zip_longest(_cells(old), _cells(new))):
        if one != other:
            joins = bool(runs) and at - runs[-1][1] < _APART
            runs[-1:] = [(runs[-1][0], at + 1)] if joins else [*runs[-1:], (at, at + 1)]
    return runs


def _cells(line: Line) -> list[tuple[str, str]]:
    """A line cell by cell: a letter with its style, and an empty one behind a wide letter."""
    cells: list[tuple[str, str]] = []
    for piece in line:
        for letter in piece.text:
            cells += [(letter, piece.style), ("", piece.style)][: cells_of(letter)]
    return cells


class Canvas(Widget):
    """Shows the lines that `show` is given; a click on a piece with a target is `Pressed`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{style}" for style in STYLES}

    class Pressed(Message):
        """A piece was clicked; `target` is what its drawing named it."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []

    def show(self, lines: Sequence[Line]) -> None:
        """Draw these lines, sending only the cells that differ from what stands there."""
        before, self._lines = self._lines, list(lines)
        if len(before) != len(self._lines) and self.styles.is_auto_height:
            self.refresh(layout=True)
            return
        regions = [
            Region(first, row, end - first, 1)
            for row, (old, new) in enumerate(zip_longest(before, self._lines, fillvalue=()))
            for first, end in _changed(old, new)
        ]
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        line = cut(self._lines[y], self.size.width, "")
        segments = [
            Segment(
                "".join(piece.text for piece in pieces),
                self.get_component_rich_style(f"canvas--{style}"),
            )
            for style, pieces in groupby(line, lambda piece: piece.style)
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
                    self.post_message(self.Pressed(piece.target))
                return
