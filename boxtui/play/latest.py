"""The game that a menu offers to continue."""

import asyncio
from collections.abc import Mapping

from boxtui.play.choosing import Continued, to_continue
from saves.errors import Remedy, SaveError, refusal_words


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
        self._looks = 0
        """How many times it was looked for; only the last time counts."""

    async def look(self) -> str:
        """Look for it again; return why saves can't be read, or "" if that was said just before.

        Until that is known, what was found before stays.
        """
        self._looks += 1
        look = self._looks
        try:
            found = await asyncio.to_thread(to_continue)
            fault = found.unread if found else ""
        except SaveError as refusal:
            found, fault = None, refusal_words(refusal, self._remedies)
        if look < self._looks:
            return ""
        before, self.found, self._fault = self._fault, found, fault
        return "" if fault == before else fault
