"""The last lines of every screen: the keys that do something on it."""

from typing import Final, Protocol, runtime_checkable

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode

from boxtui.lines import Piece, width
from boxtui.tui.widgets.canvas import Canvas

KEY_ROWS: Final = 2
"""Rows that are always reserved for the keys, so that the board doesn't move when they change."""

_SHOWN = {
    "enter": "Enter",
    "escape": "Esc",
    "colon": ":",
    "question_mark": "?",
    "space": "Space",
    "ctrl+at": "Ctrl+Space",
}


@runtime_checkable
class Describes(Protocol):
    """A screen or a widget whose keys do different things at different times, or nothing."""

    def described(self, binding: Binding) -> str:
        """Return what the key does now; "" for nothing."""
        ...


def shown_key(binding: Binding) -> str:
    """Return the name of a key as shown on the screen."""
    return binding.key_display or _SHOWN.get(binding.key, binding.key)


def _item(binding: Binding, words: str) -> list[Piece]:
    key = Piece(f" {shown_key(binding)}", "strong", binding.key)
    return [key, Piece(f" {words} ", "plain", binding.key)]


class Keys(Canvas):
    """The bindings that the screen offers, as `u undo  h hint`; a click runs one.

    Attributes:
        wanted_rows: the rows that all of them take.
    """

    wanted_rows = 0

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
        lines: list[list[Piece]] = [[]]
        cells, most = 0, max(self.app.size.width, 20)
        shown: set[tuple[DOMNode, str]] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            words = self._described(active) if binding.show and active.enabled else ""
            if words and (active.node, binding.action) not in shown:
                shown.add((active.node, binding.action))
                item = _item(binding, words)
                if cells + width(item) - 1 > most:  # the space at its end may be cut off
                    lines.append([])
                    cells = 0
                lines[-1] += item
                cells += width(item)
        self.wanted_rows = len(lines)
        self.show([tuple(line) for line in lines])

    def _described(self, active: ActiveBinding) -> str:
        """Return what the key does now, as its owner describes it; "" for nothing."""
        owner = active.node
        if isinstance(owner, Describes):
            return owner.described(active.binding)
        return active.binding.description

    async def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """Run the binding of the clicked key on the owning widget, if it is still active."""
        event.stop()
        active = self.screen.active_bindings.get(event.target)
        if active:
            await self.app.run_action(active.binding.action, active.node)
