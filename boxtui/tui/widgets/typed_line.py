"""The line on which moves, names and numbers are typed."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Hide, Key
from textual.widgets import Input


class TypedLine(Input):
    """The input line, hidden until a screen asks for something."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "take"),
        Binding("escape", "screen.close_line", "back"),
    ]

    def __init__(self) -> None:
        super().__init__(id="line", compact=True)
        self.display = False

    async def on_key(self, event: Key) -> None:
        """Run the line's own bindings in order, so that letters typed fast don't overtake them.

        Textual passes a key that a widget doesn't handle itself up to the app, and it comes back
        as an action. Letters typed after it are handled at once.
        """
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)

    def on_hide(self, event: Hide) -> None:
        """Keep the focus if the line was opened again before this event arrived."""
        if self.display:
            event.prevent_default()
