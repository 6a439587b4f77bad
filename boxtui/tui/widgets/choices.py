"""A list to choose from: the menu, the setup, the settings, the saves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.message import Message

from boxtui.lines import Glyphs, Line, Piece, cells_of, cut, fitted, width
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.keys import Describes

_BEGINNING: Final = 10
"""The fewest cells, besides blanks before it, in which the rest of a row is begun."""

TYPE_A_NAME: Final = "type a name"
TYPE_A_NUMBER: Final = "type a number"
"""What Enter does on a row whose value is typed."""

_CHOOSE, _BACK, _ON = "choose", "-1", "1"
"""What a click on a row does: choose it, or change its value by a step. Its key follows."""


def _first_words(text: str, cells: int, more: str) -> str:
    """Return the text, or its first words and `more` if it takes more than that many cells.

    Return "" if not even the first word has room.
    """
    if cells_of(text) <= cells:
        return text
    while text and cells_of(text) + cells_of(more) > cells:
        text = text.rpartition(" ")[0].rstrip(" ,;:")
    return f"{text}{more}" if text else ""


def _with_arrow(line: Line, arrow: str) -> Line:
    """Return a row's line with the arrow that says there are others; the pointer stays."""
    mark = line[0]
    pointer = mark.text.strip()
    marks = f"{pointer}{arrow}"[: len(mark.text)]
    return (Piece(marks, mark.style if pointer else "faint", mark.target), *line[1:])


@dataclass(frozen=True)
class Row:
    """One row of a list.

    Attributes:
        key: what choosing the row means; "" if it can't be chosen.
        label: the text that names the row.
        value: the text after the label; its last words are left out if they don't fit.
        adjustable: whether the left and right keys change the value.
        detail: the text after the value, shown if it fits.
        rest: the text after that, shown if the detail and at least its own first word fit.
        enter: what Enter does, in a few words.
    """

    key: str
    label: str
    value: str = ""
    adjustable: bool = False
    detail: str = ""
    rest: str = ""
    enter: str = "choose"


class Choices(Canvas, Describes, can_focus=True):
    """Rows with a cursor: Enter or a click chooses, left and right change an adjustable row.

    Attributes:
        label_cells: the least width, in cells, of a label that has a value after it.
    """

    label_cells = 24

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "move", key_display="↑↓"),
        Binding("down,j", "move(1)", "move", show=False),
        Binding("pageup", "move(-10)", "Up", show=False),
        Binding("pagedown", "move(10)", "Down", show=False),
        Binding("home", "move(-10000)", "First", show=False),
        Binding("end", "move(10000)", "Last", show=False),
        Binding("left", "change(-1)", "change", key_display="←→"),
        Binding("right,space", "change(1)", "Next", show=False),
        Binding("enter", "choose", "choose"),
    ]

    @dataclass
    class Chosen(Message):
        """Enter or a click on the row with that key."""

        key: str

    @dataclass
    class Changed(Message):
        """A request to give the adjustable row with that key its next or previous value."""

        key: str
        step: int

    @dataclass
    class Pointed(Message):
        """The cursor is on the row with that key; `is_moved` if a person moved it there."""

        key: str
        is_moved: bool = False

    def __init__(self, glyphs: Callable[[], Glyphs], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        """Returns the characters to draw with, each time because a list may change the setting."""
        self._rows: list[Row] = []
        self._at = 0
        self._first = 0

    @property
    def current(self) -> str:
        """The key of the row under the cursor, or ""."""
        return self._row.key

    @property
    def _row(self) -> Row:
        """The row under the cursor, or an empty one."""
        return self._rows[self._at] if self._rows else Row("", "")

    def described(self, binding: Binding) -> str:
        """Return what a key does now; Enter does what the row says."""
        return self._row.enter if binding.action == "choose" else super().described(binding)

    def _choosable(self) -> list[int]:
        return [at for at, row in enumerate(self._rows) if row.key]

    def fill(self, rows: Sequence[Row], current: str = "") -> None:
        """Show these rows, with the cursor on `current` (default: on the row that it was on).

        If that is gone, it stays at its place.
        """
        wanted = current or self.current
        self._rows = list(rows)
        keys = [row.key for row in rows]
        is_there = wanted and wanted in keys
        self._at = keys.index(wanted) if is_there else min(self._at, max(len(keys) - 1, 0))
        self.action_move(0)
        self.refresh_bindings()

    def action_move(self, step: int) -> None:
        """Move the cursor, skipping rows that can't be chosen, and keep it in view."""
        before = self._row
        choosable = self._choosable()
        if choosable:
            nearest = min(choosable, key=lambda at: abs(at - self._at))
            place = min(max(choosable.index(nearest) + step, 0), len(choosable) - 1)
            self._at = choosable[place]
        if (before.adjustable, before.enter) != (self._row.adjustable, self._row.enter):
            self.refresh_bindings()
        self.post_message(self.Pointed(self.current, is_moved=step != 0))
        self._draw()

    def action_change(self, step: int) -> None:
        """Change the value of the row under the cursor."""
        if self._row.adjustable:
            self.post_message(self.Changed(self.current, step))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no key that does nothing."""
        if action == "change":
            return self._row.adjustable
        return len(self._choosable()) >= {"choose": 1, "move": 2}.get(action, 0)

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.current:
            self.post_message(self.Chosen(self.current))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """Choose the clicked row, or change its value."""
        event.stop()
        act, _, key = event.target.partition(" ")
        self.fill(self._rows, key)
        if act == _CHOOSE:
            self.action_choose()
        else:
            self.action_change(int(act))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_move(-1)

    def on_resize(self, event: Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        height = self.size.height or len(self._rows)
        last_first = max(len(self._rows) - height, 0)  # no row stays empty while others are hidden
        self._first = min(max(self._first, self._at - height + 1, 0), self._at, last_first)
        shown = self._rows[self._first : self._first + height]
        lines = [self._line(row, self._first + at) for at, row in enumerate(shown)]
        if lines and self._first > 0:
            lines[0] = _with_arrow(lines[0], self._glyphs().above)
        if self._first + height < len(self._rows):
            lines[-1] = _with_arrow(lines[-1], self._glyphs().below)
        self.show([cut(line, self._room, self._glyphs().more) for line in lines])

    @property
    def _room(self) -> int:
        return self.size.width or 80

    def _line(self, row: Row, at: int) -> Line:
        if not row.key:
            return (Piece("  "), Piece(row.label, "faint"))
        here = at == self._at
        style = "cursor" if here else "plain"
        choose = f"{_CHOOSE} {row.key}"
        mark = Piece(f"{self._glyphs().marker} " if here else "  ", "strong", choose)
        if not row.value:
            return (mark, Piece(f" {row.label} ", style, choose))
        half, more = self._room // 2, self._glyphs().more
        named = _first_words(row.label, half, more) or fitted(row.label, half, more)
        label = fitted(named, max(min(self.label_cells, half), cells_of(named)))
        is_changed = row.adjustable and here
        before, after = self._glyphs().left_right.split() if is_changed else ("", "")
        value = "strong" if here else "plain"
        first = (
            mark,
            Piece(f" {label} ", style, choose),
            Piece(f" {before:1} ", "faint", f"{_BACK} {row.key}" if is_changed else choose),
        )
        last = Piece(f" {after}".rstrip(), "faint", f"{_ON} {row.key}")
        # Always with room for the arrow, so that the cursor changes no words.
        room = self._room - width(first) - 2 * row.adjustable
        return (*first, Piece(self._beside_label(row, room), value, choose), last)

    def _beside_label(self, row: Row, room: int) -> str:
        """Return what has room after the label, in whole words."""
        more = self._glyphs().more
        shown = f"{row.value}{row.detail}"
        if cells_of(shown) > room:
            return _first_words(row.value, room, more) or fitted(row.value, room, more)
        rest = row.rest.lstrip()
        gap = cells_of(row.rest) - cells_of(rest)
        left = room - cells_of(shown) - gap
        begun = _first_words(rest, left, more) if left >= min(cells_of(rest), _BEGINNING) else ""
        return f"{shown}{' ' * gap}{begun}" if begun else shown
