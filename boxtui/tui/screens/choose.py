"""A question with a few answers, over the screen that asks it."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen

from boxtui.lines import ASCII, Glyphs, Piece, cells_of, wrapped
from boxtui.tui.just_shown import JustShown
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.choices import Choices, Row
from boxtui.tui.widgets.keys import MOST_KEY_ROWS, Describes, Keys

DIALOG_CELLS: Final = 64
"""The width of a dialog at most."""

_CUT: Final = "More in a larger window."


class ChooseScreen(Describes, ModalScreen[str], inherit_bindings=False):
    """Shows a text and rows to choose from; returns the chosen row's key, or "" after Esc.

    `closing` is what the keys are said to do that return "".

    The cursor starts on the row `current` (default: the first). For `deaf` seconds nothing can be
    chosen: what is typed then was meant for the screen below. If the text doesn't fit, `cut` says
    where all of it is. If the rows are `numbered`, from 1, digits move the cursor.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"add_digit({digit})", "go to", show=digit == 1)
            for digit in range(10)
        ),
        Binding("escape,q", "answer('')", "close"),
    ]

    def __init__(
        self,
        paragraphs: Sequence[str],
        rows: Sequence[Row],
        glyphs: Glyphs,
        current: str = "",
        deaf: float = 0.0,
        cut: str = _CUT,
        closing: str = "close",
        *,
        numbered: bool = False,
    ) -> None:
        super().__init__()
        self._is_numbered = numbered
        self._number = 0
        """The number of the row that digits have moved the cursor to."""
        self._closing_words = closing
        self._cut = cut
        self._paragraphs = paragraphs
        self._rows = rows
        self._current = current
        self._just_shown = JustShown(deaf)
        self._note = ""
        self._glyphs = glyphs
        self._text = Canvas(id="text")
        self._choices = Choices(lambda: glyphs)
        self._keys = Keys(id="keys")
        self._frame = Vertical(self._text, self._choices, self._keys)
        self.set_class(glyphs is ASCII, "ascii")

    def described(self, binding: Binding) -> str:
        return self._closing_words if binding.action == "answer('')" else binding.description

    def key_name(self, binding: Binding) -> str:
        """Return the name of the key; for digits, all numbers."""
        is_digit = binding.action.startswith("add_digit")
        return f"1-{len(self._rows)}" if is_digit else super().key_name(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Take digits for numbered rows only."""
        return action != "add_digit" or self._is_numbered

    def compose(self) -> ComposeResult:
        """Yield the text, the rows and the keys in a frame."""
        yield self._frame

    def on_mount(self) -> None:
        """Show the text and the rows; what was typed while they came is ignored, too."""
        self._just_shown.begin()
        self._choices.fill(self._rows, self._current)

    def on_resize(self, event: Resize) -> None:
        """Lay out for the new size of the window."""
        self._lay_out()

    def _lay_out(self) -> None:
        """Give rows to the keys, to the choices, and the rest to the text.

        Choices that would take more than two thirds are scrolled if the text needs the rows.
        """
        columns, rows = self.app.size
        frame = self._frame.gutter
        cells = max(min(columns, DIALOG_CELLS) - frame.width, 1)
        self._keys.most_cells = cells
        self._keys.refresh_keys()
        rows = max(rows - frame.height - min(self._keys.wanted_rows, MOST_KEY_ROWS), 1)
        text = [*self._wrapped(cells), ""]
        for_choices = min(len(self._rows), max(rows - len(text), 2 * rows // 3, 1))
        self._choices.styles.height = for_choices
        if len(text) > (room := rows - for_choices):
            begun = [*text[: max(room - 2, 1)], f"{self._glyphs.more} {self._cut}"]
            text = [*begun[: room - 1], ""][:room]
        lines = [(Piece(line),) for line in text]
        if self._note and text and not text[-1]:
            lines[-1] = (Piece(self._note, "warning"),)
        self._text.show(lines)

    def note(self, words: str) -> None:
        """Show these words in the empty row above the choices, if there is one; "" clears it."""
        if words != self._note:
            self._note = words
            self._lay_out()

    def _wrapped(self, cells: int) -> Iterator[str]:
        """Yield the text in lines of that width."""
        for paragraph in self._paragraphs:
            # A line that fits keeps its spaces, as tables need; a longer one is wrapped.
            yield from [paragraph] if cells_of(paragraph) <= cells else wrapped(paragraph, cells)

    @property
    def is_deaf(self) -> bool:
        """Whether keys and clicks are ignored: they came before this could be read."""
        return self._just_shown.is_too_early()

    def take_key(self, key: str) -> bool:
        """Ignore keys while nothing can be chosen."""
        return self.is_deaf

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Return the row's key as the answer, unless a click came too early."""
        if not self.is_deaf:
            self.action_answer(event.key)

    def action_add_digit(self, digit: int) -> None:
        """Move the cursor to the row whose number the digit ends or, if there is none, begins.

        A number that is begun ends once the cursor is on another row.
        """
        keys = [row.key for row in self._rows]
        is_there = self._choices.current in keys[self._number - 1 : self._number]
        longer = 10 * self._number + digit
        self._number = longer if is_there and longer <= len(keys) else digit
        if 0 < self._number <= len(keys):
            self._choices.fill(self._rows, keys[self._number - 1])

    def action_answer(self, key: str) -> None:
        """Return that key, once."""
        if self.is_active:
            self.dismiss(key)
