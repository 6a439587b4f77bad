"""Search processes that the players of one host share."""

import asyncio

from ai.agent import Choice
from ai.worker import Question, SearchProcess


class SearchPool:
    """A number of search processes, and the questions that wait for one of them.

    Each player has one question searched at a time, in however many sessions. The oldest question
    comes first, but one that `yields` is served after those that don't.
    """

    def __init__(self, processes: int) -> None:
        self._free = [SearchProcess() for _ in range(processes)]
        self._all = list(self._free)
        self._waiting: list[QueuedSearch] = []
        self._served: set[str] = set()
        """The players for whom something is searched."""

    async def start(self) -> None:
        """Start all processes, which takes too long to be done while people play."""
        for searcher in self._all:
            searcher.start()
            await asyncio.sleep(0)  # so that a signal is heard

    def position_of(self, search: "QueuedSearch") -> int:
        """Return where a search is in the queue; the next is 1, and one that is served is 0."""
        return self._queue().index(search) + 1 if search in self._waiting else 0

    def _queue(self) -> list["QueuedSearch"]:
        """Return the searches that wait, in the order in which they are served."""
        return sorted(self._waiting, key=lambda search: search.yields)

    async def take(self, search: "QueuedSearch") -> SearchProcess:
        """Return a search process that isn't in use, once there is one."""
        self._waiting.append(search)
        try:
            self._serve_next()
            return await asyncio.shield(search.given)
        except asyncio.CancelledError:
            if search.given.done() and not search.given.cancelled():
                self.give_back(search.given.result(), search)
            raise
        finally:
            if search in self._waiting:
                self._waiting.remove(search)

    def give_back(self, searcher: SearchProcess, search: "QueuedSearch") -> None:
        """Let others use the search process that was given for that search."""
        self._free.append(searcher)
        self._served.remove(search.player)
        self._serve_next()

    def _serve_next(self) -> None:
        for search in self._queue():
            if self._free and search.player not in self._served:
                self._waiting.remove(search)
                self._served.add(search.player)
                search.given.set_result(self._free.pop())

    def close(self) -> None:
        """End all processes."""
        for searcher in self._all:
            searcher.close()


class QueuedSearch:
    """A player's search: in the queue, then in a search process.

    Attributes:
        yields: whether those that don't come first.
        is_hurried: whether its question is to be answered with the best move so far as soon as it
            is searched.
    """

    def __init__(self, player: str, *, yields: bool) -> None:
        self.player = player
        self.yields = yields
        self.is_hurried = False
        self.given: asyncio.Future[SearchProcess] = asyncio.get_running_loop().create_future()


class PlayersSearcher:
    """What one session of a player, named by the fingerprint of the key, sees of a `SearchPool`."""

    def __init__(self, pool: SearchPool, player: str) -> None:
        self._pool = pool
        self._player = player
        self._queued: list[QueuedSearch] = []
        self._own: SearchProcess | None = None

    @property
    def queue_position(self) -> int:
        return self._pool.position_of(self._queued[-1]) if self._queued else 0

    async def choose(self, question: Question) -> Choice:
        search = QueuedSearch(self._player, yields=question.yields)
        self._queued.append(search)
        try:
            searcher = await self._pool.take(search)
        finally:
            self._queued.remove(search)
        self._own = searcher
        if search.is_hurried:  # once the question below is asked, before anything else happens
            asyncio.get_running_loop().call_soon(searcher.answer_now)
        try:
            return await searcher.choose(question)
        finally:
            self._own = None
            self._pool.give_back(searcher, search)

    def answer_now(self) -> None:
        if self._own is not None:
            self._own.answer_now()
        elif self._queued:
            self._queued[0].is_hurried = True

    def close(self) -> None:
        """Do nothing: the pool owns the processes."""
