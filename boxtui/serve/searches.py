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
        self._waiting: list[Place] = []
        self._served: set[str] = set()
        """The players for whom something is searched."""

    def start(self) -> None:
        """Start all processes, which takes too long to be done while people play."""
        for searcher in self._all:
            searcher.start()

    def place_of(self, place: "Place") -> int:
        """Return where a question is in the line; the next is 1, and one that is served is 0."""
        return self._line().index(place) + 1 if place in self._waiting else 0

    def _line(self) -> list["Place"]:
        """Return who waits in the order in which they are served."""
        return sorted(self._waiting, key=lambda place: place.yields)

    async def take(self, place: "Place") -> SearchProcess:
        """Return a search process that isn't in use, once there is one."""
        self._waiting.append(place)
        try:
            self._serve_next()
            return await asyncio.shield(place.given)
        except asyncio.CancelledError:
            if place.given.done() and not place.given.cancelled():
                self.give_back(place.given.result(), place)
            raise
        finally:
            if place in self._waiting:
                self._waiting.remove(place)

    def give_back(self, searcher: SearchProcess, place: "Place") -> None:
        """Let others use the search process that was given for that place."""
        self._free.append(searcher)
        self._served.remove(place.player)
        self._serve_next()

    def _serve_next(self) -> None:
        for place in self._line():
            if self._free and place.player not in self._served:
                self._waiting.remove(place)
                self._served.add(place.player)
                place.given.set_result(self._free.pop())

    def close(self) -> None:
        """End all processes."""
        for searcher in self._all:
            searcher.close()


class Place:
    """A player's place in the line.

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
        self._places: list[Place] = []
        self._own: SearchProcess | None = None

    @property
    def place(self) -> int:
        return self._pool.place_of(self._places[-1]) if self._places else 0

    async def choose(self, question: Question) -> Choice:
        place = Place(self._player, yields=question.yields)
        self._places.append(place)
        try:
            searcher = await self._pool.take(place)
        finally:
            self._places.remove(place)
        self._own = searcher
        if place.is_hurried:  # once the question below is asked, which happens before anything else
            asyncio.get_running_loop().call_soon(searcher.answer_now)
        try:
            return await searcher.choose(question)
        finally:
            self._own = None
            self._pool.give_back(searcher, place)

    def answer_now(self) -> None:
        if self._own is not None:
            self._own.answer_now()
        elif self._places:
            self._places[0].is_hurried = True

    def close(self) -> None:
        """Do nothing: the pool owns the processes."""
