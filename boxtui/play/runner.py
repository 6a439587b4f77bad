"""A match being played: one task that asks persons, agents and dice, and keeps every move.

It knows no screen; whoever shows the match gives a `Host`, and passes on what persons ask for.
"""

import asyncio
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from ai.agent import Choice
from ai.worker import AgentFailed, Question, Searcher
from boxtui.core import CHANCE, OVER, GameError
from boxtui.play.record import Record, apply
from saves.errors import SaveError
from saves.events import End, Event, Hint, Move, SeatChange, Undo

ADVISER = "level5"
"""The player whose choice a hint is."""


class Request(Enum):
    """What a person may ask for besides a move."""

    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    GO_ON = "go on"
    STOP = "stop"


class Host(Protocol):
    """Who shows the match to persons."""

    def changed(self) -> None:
        """Something happened: show the match as it is now."""

    def told(self, message: str) -> None:
        """Tell the person."""

    def refused(self, refusal: Exception) -> None:
        """Tell the person why something can't be done."""

    def thinking(self, name: str) -> None:
        """Show that `name` thinks; "" once it doesn't."""

    def advised(self, choice: Choice) -> None:
        """Show what the adviser thinks of the moves there are."""

    def ended(self) -> None:
        """Show how the match ended, and offer what comes next."""

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        """Tell which agent failed and how; who takes its seat, or None to try it again."""

    def pause(self) -> float | None:
        """Seconds that what comes by itself is to be seen coming; None until a key."""


class MatchRunner:
    """Plays one record's match with `run`, until that task is cancelled."""

    def __init__(self, record: Record, searcher: Searcher, host: Host) -> None:
        self.record = record
        self.match = record.match
        self._searcher = searcher
        self._host = host
        self._requests: asyncio.Queue[tuple[int, Event | Request]] = asyncio.Queue()

    def ask(self, request: Event | Request) -> None:
        """Pass on what a person asks for; a move is one for the position that stands now."""
        self._requests.put_nowait((len(self.match.moves), request))

    async def _request(self) -> Event | Request:
        """The next request; a second Enter's move, for a position that is gone, is none."""
        while True:
            ply, request = await self._requests.get()
            if isinstance(request, Request) or ply == len(self.match.moves):
                return request

    async def run(self) -> None:
        """Play on, and on after every undo; every event is on the disk before it is shown."""
        events: list[Event] = []
        while True:
            self._host.changed()
            events = await self._committed(events or await self._next())

    async def _committed(self, events: Sequence[Event]) -> list[Event]:
        """Keep and apply the events; what to do next where the disk refused one.

        What comes by itself is not tried again by itself: a full disk stays full for a while.
        """
        for event in events:
            try:
                await self._kept(event)
            except GameError as refusal:
                self._host.refused(refusal)
                break
            except SaveError as refusal:
                self._host.refused(refusal)
                return [] if self.match.by_person() else await self._answered(await self._request())
            apply(self.match, event)
        return []

    async def _kept(self, event: Event) -> None:
        """Put it on the disk; a cancelled task leaves no half of it, and ends once it is there."""
        keeping = asyncio.create_task(asyncio.to_thread(self.record.keep, event))
        try:
            await asyncio.wait({keeping})
        except asyncio.CancelledError:
            await asyncio.wait({keeping})
            keeping.exception()  # nobody is there to be told; unread it would count as a bug
            raise
        keeping.result()

    async def _next(self) -> list[Event]:
        state = self.match.state
        if state.current_player() == OVER:
            return await self._at_the_end()
        if self.match.by_person():
            return await self._answered(await self._request())
        if state.current_player() == CHANCE:
            interrupted = await self._pause()
            return [Move(self.match.dealt())] if interrupted is None else interrupted
        return await self._from_agent(state.current_player())

    async def _at_the_end(self) -> list[Event]:
        if not self.record.ended:
            return [End()]
        self._requests = asyncio.Queue()  # asked before the end was told, they are no answer to it
        self._host.ended()
        while True:
            request = await self._request()
            events = await self._answered(request)
            if events or request in (Request.GO_ON, Request.UNDO):
                return events  # without any, the end is shown again

    async def _answered(self, request: Event | Request) -> list[Event]:
        """The events that a request amounts to, which may be none."""
        if not isinstance(request, Request):
            return [request]
        if request is Request.UNDO:
            ply = self.match.undo_ply()
            if ply is not None:
                return [Undo(ply)]
            self._host.told("There is no move of yours to take back.")
        elif request is Request.REDO:
            moves = self.match.to_redo()
            if not moves:
                self._host.told("Nothing was taken back that could be played again.")
            return [Move(move) for move in moves]
        elif request is Request.HINT:
            return await self._advice()
        return []

    async def _pause(self) -> list[Event] | None:
        """Let a computer's turn and its end be seen, and hands that lie open; cards come at once.

        The events of a request that came in between, or None: one without events changes nothing.
        """
        seconds = self._host.pause()
        if seconds == 0 or not self.match.moves or not self._is_worth_a_pause():
            return None
        if seconds is None:
            self._host.told("Space: go on.")
        events: list[Event] = []
        while not events:
            try:
                async with asyncio.timeout(seconds):
                    request = await self._request()
            except TimeoutError:
                return None
            if request is Request.GO_ON:
                return None
            events = await self._answered(request)
        return events

    def _is_worth_a_pause(self) -> bool:
        if self.match.game.hidden and self.match.state.current_player() == CHANCE:
            return self.match.state.is_open()
        turns = (self.match.log[-1].seat, self.match.state.turn_seat())
        return not all(self.match.is_human(seat) for seat in turns)

    async def _from_agent(self, seat: int) -> list[Event]:
        try:
            sitter = self.match.seats[seat]
            answer = await self._thought(sitter.player, seat, sitter.name)
        except AgentFailed as failure:
            change = await self._host.failed(seat, failure)
            return [change] if change else []
        if not isinstance(answer, Choice):
            return (
                await self._answered(answer)
                if answer is not Request.STOP
                else await self._stopped()
            )
        interrupted = await self._pause()
        return [Move(answer.move)] if interrupted is None else interrupted

    async def _stopped(self) -> list[Event]:
        self._host.told("Stopped. Space lets it think again, u takes your last move back.")
        return await self._answered(await self._request())

    async def _advice(self) -> list[Event]:
        """A hint, which is counted once it is given; a request that comes before it goes first."""
        seat = self.match.state.current_player()
        if not self.match.is_human(seat):
            self._host.told("A hint is for a move of your own.")
            return []
        try:
            answer = await self._thought(ADVISER, seat, "The adviser")
        except AgentFailed as failure:
            self._host.refused(failure)
            return []
        if not isinstance(answer, Choice):
            return await self._answered(answer)
        self._host.advised(answer)
        return [Hint()]

    async def _thought(self, who: str, seat: int, name: str) -> Choice | Event | Request:
        """The choice of the agent `who`, or the request that came before it; `AgentFailed`.

        `GO_ON` has it answer with its best so far; the others and a move stop it at once.
        """
        question = self._question(who, seat)
        thinking = asyncio.create_task(self._searcher.choose(question))
        self._host.thinking(name)
        asked = asyncio.create_task(self._request())
        try:
            while True:
                await asyncio.wait({thinking, asked}, return_when=asyncio.FIRST_COMPLETED)
                if not asked.done():
                    return thinking.result()
                request = asked.result()
                if request not in (Request.GO_ON, Request.HINT):
                    return request
                if request is Request.GO_ON:
                    self._searcher.answer_now()
                else:
                    self._host.told(f"{name} is thinking already; Esc stops it.")
                asked = asyncio.create_task(self._request())
        finally:
            asked.cancel()
            thinking.cancel()
            self._host.thinking("")

    def _question(self, who: str, seat: int) -> Question:
        game, determinization = self.match.game, self.match.determinized_for(seat)
        return Question(game.key, who, determinization.text(), self.match.agent_seed(), game.board)
