"""The last lines of every screen: the keys that do something on it."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode

from boxtui.lines import Piece, width
from boxtui.tui.widgets.canvas import Canvas

KEY_ROWS: Final = 2
"""Rows that are always reserved for the keys, so that the board doesn't move when they change."""

MOST_KEY_ROWS: Final = 4
"""Rows that the keys take at most."""

_SHOWN = {
    "enter": "Enter",
    "escape": "Esc",
    "colon": ":",
    "question_mark": "?",
    "space": "Space",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "ctrl+at": "Ctrl+Space",
}


class Describes:
    """A screen or a widget whose keys do different things at different times, or nothing."""

    def described(self, binding: Binding) -> str:
        """Return what the key does now; "" for nothing."""
        return binding.description

    def key_name(self, binding: Binding) -> str:
        """Return the name of the key, or of those shown as one that do something now."""
        return shown_key(binding)


def shown_key(binding: Binding) -> str:
    """Return the name of a key as shown on the screen."""
    return binding.key_display or _SHOWN.get(binding.key, binding.key)


_USUAL: Final = Describes()
"""What describes the keys of other screens and widgets."""


def _item(active: ActiveBinding) -> list[Piece]:
    """Return a key and what it does, or nothing if it does nothing now."""
    binding = active.binding
    owner = active.node if isinstance(active.node, Describes) else _USUAL
    words = owner.described(binding) if binding.show and active.enabled else ""
    if not words:
        return []
    key = Piece(f" {owner.key_name(binding)}", "strong", binding.key)
    return [key, Piece(f" {words} ", "plain", binding.key)]


def _wrapped(items: Iterable[list[Piece]], most: int) -> list[list[list[Piece]]]:
    """Return the items in lines of at most that many cells."""
    lines: list[list[list[Piece]]] = [[]]
    for item in items:
        if not _fits([*lines[-1], item], most):
            lines.append([])
        lines[-1].append(item)
    return lines


def _fits(items: Sequence[Sequence[Piece]], most: int) -> bool:
    return sum(map(width, items)) - 1 <= most  # the space at the end may be cut off


class Keys(Canvas):
    """The bindings that the screen offers, as `u undo  h hint`; a click runs one.

    Attributes:
        wanted_rows: the rows that all of them take.
        most_cells: the width of the widget, if it is narrower than the window.
        most_rows: the rows that they get; if not all fit, the last key, which leaves the screen,
            replaces the last ones that do.
    """

    wanted_rows = 0
    most_cells = sys.maxsize
    most_rows = MOST_KEY_ROWS

    def on_mount(self) -> None:
        self.refresh_keys()
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh_keys())

    def on_resize(self) -> None:
        """Wrap the keys to the new width."""
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Draw what the screen offers now, each owner's action with the first of its keys."""
        if not self.is_attached:
            return
        most = max(min(self.app.size.width, self.most_cells), 20)
        lines = _wrapped(self._items(), most)
        self.wanted_rows = len(lines)
        if len(lines) > self.most_rows:
            last = lines[-1][-1]
            lines = lines[: self.most_rows]
            while lines[-1] and not _fits([*lines[-1], last], most):
                lines[-1].pop()
            lines[-1].append(last)
        self.show([tuple(piece for item in line for piece in item) for line in lines])

    def limit_rows(self, rows: int) -> None:
        """Take at most that many rows from now on."""
        if rows != self.most_rows:
            self.most_rows = rows
            self.refresh_keys()

    def reserve_rows(self, rows: int) -> None:
        """Take at least that many rows from now on."""
        least = self.styles.min_height
        if least and least.value != rows:
            self.styles.min_height = rows

    def _items(self) -> Iterator[list[Piece]]:
        """Yield the keys offered now, with what each does."""
        shown: set[tuple[DOMNode, str]] = set()
        for active in self.screen.active_bindings.values():
            item, action = _item(active), (active.node, active.binding.action)
            if item and action not in shown:
                shown.add(action)
                yield item

    async def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """Run the binding of the clicked key on the owning widget, if it is still active."""
        event.stop()
        active = self.screen.active_bindings.get(event.target)
        if active:
            await self.app.run_action(active.binding.action, active.node)
