"""A widget drawn line by line; only changed lines are drawn again, which matters over SSH."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from boxtui.lines import STYLES, Line, cells_of, cut, width
from boxtui.views.palette import INKS, ground, ink

_COMMANDS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters and those that turn the direction of a line; no cell is counted for them."""

_Look = Callable[[str, str], Style]
"""How a piece looks in that style on that ground."""


def segments_of(line: Line, look: Callable[[str, str], Style | None]) -> list[Segment]:
    """Return a line as segments for Textual, with pieces that look alike joined if possible.

    Names of files may hold what a terminal would take for a command; it is left out.
    """
    segments: list[Segment] = []
    for kind, run in groupby(line, attrgetter("style", "ground")):
        pieces = list(run)
        text = "".join(piece.text for piece in pieces)
        # A joiner at the end of a piece would merge with the beginning of the next piece.
        texts = [text] if cells_of(text) == width(pieces) else [each.text for each in pieces]
        segments += [Segment(_COMMANDS.sub("", each), look(*kind)) for each in texts]
    return segments


@lru_cache(64)
def _looks(
    plain: Style,
    named: tuple[tuple[str, Style], ...],
    theme: str,
    systems: tuple[str | None, str | None],
) -> _Look:
    """Return how pieces look where these styles of Textual are in effect.

    `named` are the styles that aren't inks; `systems` are the color systems of inks and of grounds.
    Canvases that look alike share the result, and with it the strips of lines that they have in
    common, even in different sessions.
    """
    others, (inks, grounds) = dict(named), systems

    @cache
    def look(style: str, name: str) -> Style:
        below = Style(bgcolor=ground(theme, grounds, name)) if name else Style()
        if style in INKS:
            return plain + below + Style.parse(ink(theme, inks, style))
        return others[style] + below

    return look


@lru_cache(1024)
def _strip(look: _Look, line: Line, cells: int) -> Strip:
    """Return a line as a strip of that width."""
    segments = segments_of(cut(line, cells, ""), look)
    return Strip(segments).adjust_cell_length(cells, look("plain", ""))


class Canvas(Widget):
    """Shows the lines given to `show`; a click on a piece with a target posts `Pressed`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{style}" for style in STYLES}

    virtual_size = Reactive(Size(0, 0))  # without a layout, which is what has just changed it

    @dataclass
    class Pressed(Message):
        """A click on a piece; `target` is the piece's target."""

        target: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._look: _Look | None = None

    def notify_style_update(self) -> None:
        """Forget the looks of pieces: the theme or the focus has changed."""
        super().notify_style_update()
        self._look = None

    def show(self, lines: Sequence[Line]) -> None:
        """Draw those of the lines that differ from the ones drawn last."""
        before, self._lines = self._lines, list(lines)
        if self.styles.is_auto_height and self._height_of(before) != self._height_of(self._lines):
            self.refresh(layout=True)
            return
        rows = enumerate(zip_longest(before, self._lines, fillvalue=()))
        if different := [row for row, (old, new) in rows if old != new]:
            width = self.size.width  # which Textual searches for each time
            self._redraw([Region(0, row, width, 1) for row in different])

    def _redraw(self, regions: Sequence[Region]) -> None:
        """Have the screen draw these regions.

        `refresh` would send two messages more, and the size stays the same.
        """
        if self.is_mounted and self.is_attached:
            self._set_dirty(*regions)
            if self.display:
                self.screen._dirty_widgets.add(self)
                self.screen.check_idle()
        else:
            self.refresh(*regions)

    def _height_of(self, lines: Sequence[Line]) -> float:
        """Return the height for these lines, within the styles' minimum and maximum."""
        least, most = self.styles.min_height, self.styles.max_height
        rows = max(len(lines), least.value if least and least.is_cells else 0)
        return min(rows, most.value) if most and most.is_cells else rows

    def refresh_bindings(self) -> None:
        """Refresh the keys that the screen offers, if the widget is on a screen."""
        if self.is_attached:
            super().refresh_bindings()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return rows as strips. Textual would add borders and so on, which no canvas has."""
        width = self.size.width
        strips = [self._strip_of(row, width) for row in crop.line_range]
        if filters := self.get_line_filters():
            background = self.background_colors[1]
            for each in filters:
                strips = [strip.apply_filter(each, background) for strip in strips]
        if crop.column_span != (0, width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        return self._strip_of(y, self.size.width)

    def _strip_of(self, row: int, width: int) -> Strip:
        line = self._lines[row] if row < len(self._lines) else ()
        if self._look is None:
            self._look = self._looked_up()
        return _strip(self._look, line, width)

    def _looked_up(self) -> _Look:
        system = self.app.console.color_system
        named = [(style, self.get_component_rich_style(f"canvas--{style}")) for style in STYLES]
        systems = (system, None if self.app.no_color else system)
        return _looks(self.rich_style, tuple(named), self.app.theme, systems)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def on_click(self, event: Click) -> None:
        """Post `Pressed` for the piece under the pointer."""
        if event.y >= len(self._lines):
            return
        column = 0
        for piece in self._lines[event.y]:
            column += cells_of(piece.text)
            if event.x < column:
                if piece.target:
                    self.post_message(self.Pressed(piece.target))
                return
