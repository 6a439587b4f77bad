"""A question with a few answers, over the screen that asks it."""

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from boxtui.lines import ASCII, Glyphs, Piece, cells_of, wrapped
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.choices import Choices, Row
from boxtui.tui.widgets.keys import Keys


class ChooseScreen(ModalScreen[str]):
    """Shows a text and rows to choose from; returns the chosen row's key, or "" after Esc.

    The cursor starts on the row `current` (default: the first). For `deaf` seconds nothing can be
    chosen: what is typed then was meant for the screen below.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "answer('')", "close")]

    def __init__(
        self,
        paragraphs: Sequence[str],
        rows: Sequence[Row],
        glyphs: Glyphs,
        current: str = "",
        deaf: float = 0.0,
    ) -> None:
        super().__init__()
        self._paragraphs = paragraphs
        self._rows = rows
        self._current = current
        self._deaf_until = monotonic() + deaf
        self._text = Canvas(id="text")
        self._choices = Choices(lambda: glyphs)
        self.set_class(glyphs is ASCII, "ascii")

    def compose(self) -> ComposeResult:
        """Yield the text, the rows and the keys."""
        with Vertical():
            yield self._text
            yield self._choices
            yield Keys(id="keys")

    def on_mount(self) -> None:
        """Show the text and the rows."""
        room = min(self.app.size.width, 64) - 6
        # A line that fits keeps its spaces, as tables need; a longer one is wrapped.
        lines = [
            line
            for paragraph in self._paragraphs
            for line in ([paragraph] if cells_of(paragraph) <= room else wrapped(paragraph, room))
        ]
        self._text.show([*((Piece(line),) for line in lines), ()])
        self._choices.fill(self._rows, self._current)

    @property
    def is_deaf(self) -> bool:
        """Whether keys and clicks are ignored: they came before this could be read."""
        return monotonic() < self._deaf_until

    def take_key(self) -> bool:
        """Ignore keys while nothing can be chosen."""
        return self.is_deaf

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Return the row's key as the answer, unless a click came too early."""
        if not self.is_deaf:
            self.action_answer(event.key)

    def action_answer(self, key: str) -> None:
        """Return that key, once."""
        if self.is_active:
            self.dismiss(key)
