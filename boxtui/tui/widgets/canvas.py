"""A widget drawn line by line; only changed lines are drawn again, which matters over SSH."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from boxtui.lines import STYLES, Line, Piece, cells_of, cut, width
from boxtui.views.palette import INKS, ground, ink

_COMMANDS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters and those that turn the direction of a line; no cell is counted for them."""

_Kind = tuple[str, str]
"""A style and a ground."""

_Named = tuple[tuple[str, Style], ...]
"""The styles that aren't inks, by name."""

_Systems = tuple[str | None, str | None]
"""The color systems of inks and of grounds."""


def _kind(piece: Piece) -> _Kind:
    return piece.style, piece.ground


def segments_of(line: Line, look: Callable[[str, str], Style | None]) -> list[Segment]:
    """Return a line as segments for Textual, with pieces that look alike joined if possible.

    Names of files may hold what a terminal would take for a command; it is left out.
    """
    segments: list[Segment] = []
    for kind, run in groupby(line, _kind):
        pieces = list(run)
        text = "".join(piece.text for piece in pieces)
        # A joiner at the end of a piece would merge with the beginning of the next piece.
        texts = [text] if cells_of(text) == width(pieces) else [each.text for each in pieces]
        segments += [Segment(_COMMANDS.sub("", each), look(*kind)) for each in texts]
    return segments


class _Looks:
    """How pieces look where these styles of Textual are in effect.

    Canvases that look alike share one, and with it the strips of lines that they have in common,
    even in different sessions.
    """

    def __init__(self, plain: Style, named: _Named, theme: str, systems: _Systems) -> None:
        self._plain = plain
        self._named = dict(named)
        self._theme = theme
        self._systems = systems
        self._known: dict[_Kind, Style] = {}

    def look(self, style: str, ground: str) -> Style:
        """Return how a piece in that style looks on that ground."""
        if (style, ground) not in self._known:
            self._known[style, ground] = self._looked_up(style, ground)
        return self._known[style, ground]

    def _looked_up(self, style: str, name: str) -> Style:
        inks, grounds = self._systems
        below = Style(bgcolor=ground(self._theme, grounds, name)) if name else Style()
        if style in INKS:
            return self._plain + below + Style.parse(ink(self._theme, inks, style))
        return self._named[style] + below


_looks = lru_cache(64)(_Looks)


@lru_cache(1024)
def _strip(looks: _Looks, line: Line, cells: int) -> Strip:
    """Return a line as a strip of that width."""
    segments = segments_of(cut(line, cells, ""), looks.look)
    return Strip(segments).adjust_cell_length(cells, looks.look("plain", ""))


class Canvas(Widget):
    """Shows the lines given to `show`; a click on a piece with a target posts `Pressed`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"canvas--{style}" for style in STYLES}

    virtual_size = Reactive(Size(0, 0))  # without a layout, which is what has just changed it

    class Pressed(Message):
        """A click on a piece; `target` is the piece's target."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._looks: _Looks | None = None

    def notify_style_update(self) -> None:
        """Forget the looks of pieces: the theme or the focus has changed."""
        super().notify_style_update()
        self._looks = None

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
        if self._looks is None:
            self._looks = self._looked_up()
        return _strip(self._looks, line, width)

    def _looked_up(self) -> _Looks:
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
