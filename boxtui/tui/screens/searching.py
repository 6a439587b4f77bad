"""A board's screen that waits for searches of its own: a review and practice."""

from collections.abc import Awaitable
from typing import TypeVar

from textual.worker import WorkType

from boxtui.play.match import Match
from boxtui.tui.screens.table import TableScreen
from boxtui.views.game import queue_words

SearchedT = TypeVar("SearchedT")


class SearchingScreen(TableScreen):
    """A board with what searches find; they stop while a match is played over it."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._waits = 0

    def run_alone(self, work: WorkType[None], group: str = "default") -> None:
        """Run a function in place of others of its group.

        Not a coroutine: if the screen were left before it begins, it would never be awaited.
        """
        self.run_worker(work, group=group, exclusive=True)

    def cover(self) -> None:
        """Stop all searches, because a match that is played over this screen needs the process."""
        self.workers.cancel_node(self)

    def uncover(self) -> None:
        """Go on with the searches that `cover` stopped; called once that match is left."""
        raise NotImplementedError

    async def waited_for(self, search: Awaitable[SearchedT]) -> SearchedT:
        """Wait for a search, and call `show_search` every second meanwhile."""
        clock = self.set_interval(1, self.show_search)
        self._waits += 1
        try:
            return await search
        finally:
            self._waits -= 1
            clock.stop()
            self.show_title()

    def show_search(self) -> None:
        """Show how far the search is that is waited for: its `place_words` in the title."""
        self.show_title()

    def place_words(self) -> str:
        """Return the place in line of the search that is waited for; "" if it is in none."""
        return queue_words(self.boxtui.searcher.queue_position) if self._waits else ""
