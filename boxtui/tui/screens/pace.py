"""How fast a match is shown: the pace in the settings, and steps that aren't shown."""

from time import monotonic
from typing import Final

from boxtui.play.viewer import Viewer
from boxtui.tui.screens.page import AppApi

PAUSES: Final = {"brisk": 0.7, "slow": 2.0, "at once": 0.0, "by key": None}
"""Seconds to wait in a computer's turn, by the pace in the settings; None waits for a key."""

MOST_SKIPPED: Final = 1.0
"""Seconds in which steps of computers may be skipped one after another on a busy host."""


class Pace:
    """How long a match waits before a step that comes by itself, and whether it shows the step.

    Attributes:
        skips_ahead: whether everything is played without pauses, up to a person's turn or the end.
    """

    def __init__(self, app: AppApi, viewer: Viewer) -> None:
        self.skips_ahead = False
        self._app = app
        self._viewer = viewer
        self._drawn_at = 0.0

    @property
    def is_hurried(self) -> bool:
        """Whether computers play without pauses, because the host is busy.

        Never at the pace "by key", nor in a match without people, which would keep the host busy.
        """
        is_timed = not self.waits_for_key
        return self._app.is_hurried and is_timed and bool(self._viewer.match.persons())

    @property
    def waits_for_key(self) -> bool:
        """Whether a computer's turn goes on only when a key is pressed."""
        return PAUSES[self._app.settings.pace] is None

    def pause(self) -> float | None:
        """Return the seconds to wait; None waits for a key.

        That is also how long scored hands lie open. A busy host doesn't wait.
        """
        if self._viewer.are_hands_open and self._viewer.match.persons():
            self.skips_ahead = False
            return None
        return 0.0 if self.is_hurried or self.skips_ahead else PAUSES[self._app.settings.pace]

    def drawn(self) -> None:
        """Note that the match was just drawn."""
        self._drawn_at = monotonic()

    def skips_step(self) -> bool:
        """Whether what was just played isn't shown, if more comes by itself: the host is busy.

        Its effect is shown when a person decides again, and at the end. What follows a person's
        decision is always shown.
        """
        match = self._viewer.match
        return (
            self.is_hurried
            and bool(match.log)
            and not match.was_persons(len(match.log) - 1)
            and monotonic() - self._drawn_at < MOST_SKIPPED
        )
