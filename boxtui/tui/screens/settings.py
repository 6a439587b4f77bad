"""The settings screen."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.system import settings
from boxtui.tui.screens.page import BACK, ListPage
from boxtui.tui.widgets.choices import TYPE_A_NAME, TYPE_A_NUMBER, Row
from boxtui.wording import counted

_TYPED: Final = {"name": TYPE_A_NAME, "tutor_points": TYPE_A_NUMBER}
"""What Enter does on the rows of settings that are typed."""


class SettingsScreen(ListPage):
    """Every setting with its value; each change is saved at once."""

    heading = "Settings"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("d", "reset", settings.DEFAULT), BACK]

    def mounted(self) -> None:
        self._fill()

    def _fill(self) -> None:
        rows = [
            Row(
                key,
                title,
                self._value(key),
                adjustable=key != "name",
                enter=_TYPED.get(key, "choose"),
            )
            for key, title in settings.TITLES.items()
        ]
        self.choices.fill(rows)

    def _value(self, key: str) -> str:
        """Return a setting's value, and what is counted."""
        value = str(getattr(self.boxtui.settings, key))
        return counted(value, "percentage point") if key == "tutor_points" else value

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "reset" or self.choices.current != "name"

    def pointed(self, key: str) -> None:
        has_effect = key != "theme" or self.boxtui.may_send_color
        self.message.stand_by(settings.EXPLAINED[key] if has_effect else settings.NO_COLOR)

    def changed(self, key: str, step: int) -> None:
        self._set(key, self.boxtui.settings.after(key, step))

    def chosen(self, key: str) -> None:
        """Ask for a new name or number, or change the setting to its next choice."""
        if key == "name":
            self.open_line("Your name:", self.boxtui.settings.name, about=key)
        elif key == "tutor_points":
            points = f"Percentage points, {settings.POINTS[0]} to {settings.POINTS[-1]}:"
            self.open_line(points, about=key)
        else:
            self.changed(key, 1)

    def action_reset(self) -> None:
        """Put the setting under the cursor back to its default."""
        key = self.choices.current
        self._set(key, self.boxtui.settings.having(key, settings.default(key)))

    def line_typed(self, text: str) -> None:
        key = self.line_about
        value, fault = settings.typed(key, text)
        if key == "tutor_points" and not text.strip():
            self.action_close_line()  # the number stays
        elif fault:
            self.say(fault, "warning")
        else:
            self.action_close_line()
            self._set(key, self.boxtui.settings.having(key, value))

    def _set(self, key: str, chosen: settings.Settings) -> None:
        """Apply and keep settings of which the one with that key is new."""
        self.boxtui.keep_setting(chosen, key, self)
        self._fill()
