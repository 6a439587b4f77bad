"""Search processes that the players of one host share."""

import asyncio

from ai.agent import Choice
from ai.worker import Question, Searcher


class SearchPool:
    """A number of search processes, and the questions that wait for one of them.

    The oldest question comes first, but one that `yields` is served after those that don't.
    """

    def __init__(self, processes: int) -> None:
        self._free = [Searcher() for _ in range(processes)]
        self._all = list(self._free)
        self._waiting: list[Place] = []

    def start(self) -> None:
        """Start all processes, which takes too long to be done while anybody plays."""
        for searcher in self._all:
            searcher.start()

    def place_of(self, place: "Place") -> int:
        """Return where a waiting question is in the line; the next is 1."""
        return self._line().index(place) + 1

    def _line(self) -> list["Place"]:
        """Return who waits in the order in which they are served."""
        return sorted(self._waiting, key=lambda place: place.yields)

    async def take(self, place: "Place") -> Searcher:
        """Return a search process that nobody else uses, once there is one."""
        self._waiting.append(place)
        try:
            self._serve_next()
            return await asyncio.shield(place.given)
        except asyncio.CancelledError:
            if place.given.done() and not place.given.cancelled():
                self.give_back(place.given.result())
            raise
        finally:
            if place in self._waiting:
                self._waiting.remove(place)

    def give_back(self, searcher: Searcher) -> None:
        """Let others use a search process."""
        self._free.append(searcher)
        self._serve_next()

    def _serve_next(self) -> None:
        while self._free and self._waiting:
            place = self._line()[0]
            self._waiting.remove(place)
            place.given.set_result(self._free.pop())

    def close(self) -> None:
        """End all processes."""
        for searcher in self._all:
            searcher.close()


class Place:
    """A place in the line; if it `yields`, those that don't come first."""

    def __init__(self, *, yields: bool) -> None:
        self.yields = yields
        self.given: asyncio.Future[Searcher] = asyncio.get_running_loop().create_future()


class PlayersSearcher(Searcher):
    """What one player sees of a `SearchPool`: it searches one question at a time."""

    def __init__(self, pool: SearchPool) -> None:
        super().__init__()
        self._pool = pool
        self._place: Place | None = None
        self._own: Searcher | None = None
        self._turn = asyncio.Lock()

    @property
    def place(self) -> int:
        return 0 if self._place is None else self._pool.place_of(self._place)

    async def choose(self, question: Question) -> Choice:
        async with self._turn:
            place = self._place = Place(yields=question.yields)
            try:
                searcher = await self._pool.take(place)
            finally:
                self._place = None
            self._own = searcher
            try:
                return await searcher.choose(question)
            finally:
                self._own = None
                self._pool.give_back(searcher)

    def answer_now(self) -> None:
        if self._own is not None:
            self._own.answer_now()

    def close(self) -> None:
        """Do nothing: the pool owns the processes."""
