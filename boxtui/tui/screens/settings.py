"""The settings screen."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.system import locations, settings
from boxtui.tui.screens.common import ListPage
from boxtui.tui.widgets.choices import Row


class SettingsScreen(ListPage):
    """Every setting with its value; each change is saved at once."""

    heading = "Settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back"),
    ]

    def mounted(self) -> None:
        self._fill()

    def _fill(self) -> None:
        rows = [
            Row(key, title, self._value(key), adjustable=key in settings.CHOICES)
            for key, title in settings.TITLES.items()
        ]
        self.choices.fill(rows)

    def _value(self, key: str) -> str:
        """Return a setting's value, and what `auto` means for colors."""
        value = str(getattr(self.boxtui.settings, key))
        is_auto = (key, value) == ("theme", "auto")
        return "auto, by the terminal's background" if is_auto else value

    def changed(self, key: str, step: int) -> None:
        """Change the setting to its next or previous choice."""
        self._set(self.boxtui.settings.after(key, step))

    def chosen(self, key: str) -> None:
        """Ask for a new name, or change the setting to its next choice."""
        if key == "name":
            self.open_line("Your name:", self.boxtui.settings.name)
        else:
            self.changed(key, 1)

    def line_typed(self, text: str) -> None:
        fault = settings.name_fault(text)
        if fault:
            self.say(fault, "warning")
        else:
            self.action_close_line()
            self._set(replace(self.boxtui.settings, name=text.strip()))

    def _set(self, chosen: settings.Settings) -> None:
        fault = settings.write(chosen, locations.settings())
        mouse = chosen.mouse != self.boxtui.settings.mouse
        self.boxtui.take_settings(chosen)
        self._fill()
        if fault:
            self.say(fault, "warning")
        elif mouse:
            self.say("The mouse setting takes effect the next time you start boxtui.")
