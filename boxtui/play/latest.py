"""The game that a menu offers to continue."""

import asyncio
from collections.abc import Mapping

from boxtui.play.choosing import Continued, to_continue
from boxtui.play.results import refusal_words
from saves.errors import Remedy, SaveError


class LatestGame:
    """The latest game that can be continued, as a menu shows it whenever it comes up.

    Attributes:
        found: the game, or None.
    """

    def __init__(self, remedies: Mapping[Remedy, str] | None = None) -> None:
        """`remedies` has words for what to do about saves that can't be read."""
        self.found: Continued | None = None
        self._remedies = remedies
        self._fault = ""

    async def look(self) -> str:
        """Look for it again; return why saves can't be read, or "" if that was said just before."""
        before, self._fault = self._fault, ""
        self.found = None
        try:
            self.found = await asyncio.to_thread(to_continue)
            self._fault = self.found.unread if self.found else ""
        except SaveError as refusal:
            self._fault = refusal_words(refusal, self._remedies)
        return "" if self._fault == before else self._fault
