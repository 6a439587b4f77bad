"""The game that a menu offers to continue."""

import asyncio

from boxtui.play.choosing import Continued, to_continue
from boxtui.play.results import refusal_words
from saves.errors import SaveError


class LatestGame:
    """The latest game that can be continued, as a menu shows it whenever it comes up.

    Attributes:
        found: the game, or None.
    """

    def __init__(self) -> None:
        self.found: Continued | None = None
        self._fault = ""

    async def look(self) -> str:
        """Look for it again; return why saves can't be read, or "" if that was said just before."""
        before, self._fault = self._fault, ""
        self.found = None
        try:
            self.found = await asyncio.to_thread(to_continue)
            self._fault = self.found.unread if self.found else ""
        except SaveError as refusal:
            self._fault = refusal_words(refusal)
        return "" if self._fault == before else self._fault
