"""The saved games, to resume, name or remove."""

import asyncio
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.lines import cells_of
from boxtui.play.own_saves import open_library
from boxtui.play.stories import (
    NEW_NAME,
    NO_SAVES,
    Story,
    entry_columns,
    entry_sentence,
    figures_meaning,
    has_own_name,
    label_of,
    name_of,
    removed_words,
    renamed_words,
    stories,
    story_cells,
    title_of,
)
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.page import BACK, ListPage
from boxtui.tui.widgets.choices import Row
from boxtui.tui.widgets.message_bar import MESSAGE_ROWS
from saves.errors import SaveError
from saves.library import Entry

_NO_ROWS: Final = (Row("", NO_SAVES), Row("", "Begin a game in the menu: each move is saved."))


def _row(entry: Entry, story: Story, stands: int) -> Row:
    text, figures, players = entry_columns(entry, story, stands)
    return Row(entry.name, label_of(entry), text, detail=figures, rest=players)


class SavesScreen(ListPage):
    """Every save, newest first; one that can't be read shows the reason."""

    heading = "Saved games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review", "review"),
        Binding("n", "name", "name"),
        Binding("x", "remove", "remove"),
        BACK,
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[str, Entry] = {}
        self._stories: dict[str, Story] = {}
        """How the game of each save stands, or the name of one that can't be read."""
        self._readings = 0
        """How many times the saves were read; only the last reading is shown."""
        self._is_reading = True
        self._named: Entry | None = None
        """The save that the open line is to give a name."""

    async def on_screen_resume(self) -> None:
        """List the saves: they may have changed while another screen was up."""
        await self.look_again()

    async def look_again(self, current: str = "") -> None:
        """List the saves as they are now, with the cursor on `current` (default: where it was)."""
        self._entries = {}
        self._is_reading = True
        self._readings += 1
        reading = self._readings
        try:
            library = open_library()
            entries = await asyncio.to_thread(library.entries)
        except SaveError as refusal:
            if reading == self._readings:
                self._is_reading = False
                self.choices.fill([Row("", refusal.title)])
                self.refuse(refusal)
            return
        by_name = await asyncio.to_thread(stories, library, entries)
        if reading < self._readings:
            return
        self._is_reading = False
        self._entries = {entry.name: entry for entry in entries}
        unread = {entry.name: Story(name_of(entry)) for entry in entries if not entry.header}
        self._stories = by_name | unread
        stands = story_cells(self._stories[entry.name] for entry in entries if entry.header)
        rows = [_row(entry, self._stories[entry.name], stands) for entry in entries]
        self.choices.label_cells = max((cells_of(row.label) for row in rows), default=0)
        self.choices.fill(rows or _NO_ROWS, current)

    def described(self, binding: Binding) -> str:
        """Return what the key does now; "" for a key that needs a save while there is none."""
        needs_save = binding.action in ("review", "name", "remove")
        return "" if needs_save and not self.choices.current else binding.description

    def moved(self) -> None:
        """Clear what was said of another save."""
        self.say("")

    def pointed(self, key: str) -> None:
        """Say what the figures of the game under the cursor count."""
        entry, cells = self._entries.get(key), self.size.width - 2
        meaning = figures_meaning(entry, self._stories[key], cells, MESSAGE_ROWS) if entry else ""
        self.message.stand_by(meaning)

    def chosen(self, key: str) -> None:
        """Resume the game, or show why it can't be resumed."""
        self.say("")
        entry = self._entries.get(key)
        if entry is None:
            return  # chosen while the list is being read, or the save removed
        if entry.refusal:
            self.refuse(entry.refusal)
        else:
            self.boxtui.resume(entry.path)

    def action_review(self) -> None:
        """Open the review of the game under the cursor, or show why there is none."""
        self.say("")
        if entry := self._entries.get(self.choices.current):
            self.boxtui.review(entry.path)
        else:
            self._say_nothing_to("review")

    def _say_nothing_to(self, act: str) -> None:
        """Say why there is no save under the cursor."""
        reading = "The saves are being read."
        self.say(reading if self._is_reading else f"There is nothing to {act}.")

    async def action_name(self) -> None:
        """Ask for the name of the save under the cursor, or show why it can't be given one."""
        if entry := await self._changeable("name"):
            self._named = entry
            self.open_line(f"{NEW_NAME}:", name_of(entry))

    def line_typed(self, text: str) -> None:
        """Give the save the name that was typed; a refused one stays on the line.

        An untouched line changes nothing, even if the name can't be shown as it is.
        """
        entry = self._named
        if entry and text.strip() and text != name_of(entry):
            self.boxtui.rename(entry.path, text, partial(self._show_renamed, entry.path))
        else:
            self.action_close_line()

    def _show_renamed(self, path: Path, new: Path) -> None:
        """List the saves again, with the cursor on the one that was renamed."""
        self.action_close_line()
        self.say(renamed_words(path, new))
        self.call_later(self.look_again, new.stem)

    async def _changeable(self, act: str) -> Entry | None:
        """Return the save under the cursor, or None and say why it can't be changed."""
        self.say("")
        entry = self._entries.get(self.choices.current)
        if entry is None:
            self._say_nothing_to(act)
            return None
        try:
            await asyncio.to_thread(open_library().refuse_unchangeable, entry.path)
        except SaveError as refusal:
            await self.look_again()
            self.refuse(refusal)
            return None
        return entry

    async def action_remove(self) -> None:
        """Ask whether to remove the save under the cursor, or show why it can't be removed."""
        entry = await self._changeable("remove")
        if entry is None:
            return
        rows = [Row("", "Remove it for good?"), Row("keep", "Keep it"), Row("remove", "Remove it")]
        text = [f"Save {name_of(entry)}"] if has_own_name(entry) else []
        text.append(entry_sentence(entry, self._stories[entry.name]))
        if entry.ended:
            text.append("If it counts in Progress, it no longer does once it is removed.")
        question = ChooseScreen(text, rows, self.glyphs)
        self.app.push_screen(question, partial(self._after_the_question, entry))

    async def _after_the_question(self, entry: Entry, answer: str | None) -> None:
        if answer != "remove":
            return
        try:
            await asyncio.to_thread(open_library().remove_file, entry.path)
        except SaveError as refusal:
            self.refuse(refusal)
        else:
            game = f"Removed the game of {title_of(entry)}."
            self.say(removed_words(entry.path) if has_own_name(entry) else game)
        await self.look_again()
