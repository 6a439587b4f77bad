"""The last lines of every screen: the keys that do something here."""

from boxtui.drawing import Piece, width
from boxtui.widgets.canvas import Canvas

_SHOWN = {"enter": "Enter", "escape": "Esc", "colon": ":", "question_mark": "?", "space": "Space"}


class Keys(Canvas):
    """The screen's own bindings that are shown, as `u undo  h hint`; a click runs one."""

    def on_mount(self) -> None:
        self.refresh_keys()
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh_keys())

    def refresh_keys(self) -> None:
        """Draw what the screen offers now."""
        lines: list[list[Piece]] = [[]]
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled:
                key = binding.key_display or _SHOWN.get(binding.key, binding.key)
                words = f" {binding.description} "
                item = [Piece(f" {key}", "strong", binding.key), Piece(words, "plain", binding.key)]
                if width([*lines[-1], *item]) > max(self.app.size.width, 20):
                    lines.append([])
                lines[-1] += item
        self.show([tuple(line) for line in lines])

    async def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """A click on a key is that key."""
        event.stop()
        await self.app.run_action(self._action_of(event.target), self.screen)

    def _action_of(self, key: str) -> str:
        return self.screen.active_bindings[key].binding.action
