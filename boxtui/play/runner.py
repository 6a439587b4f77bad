"""Running a match: one task that asks people, agents and dice, and keeps every move.

It is independent of screens: the code that shows the match provides a `Presenter`, and passes on
what people ask for.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard, TypeVar

from ai.agent import Choice
from ai.decision import AgentFailed
from ai.levels import ROSTERS
from ai.roster import ADVISER
from ai.worker import Question, Searcher
from boxtui.core import CHANCE, OVER, GameError
from boxtui.play.presenter import MoveTutor, Opinion, Presenter, Request
from boxtui.play.record import Record
from boxtui.play.replay import apply
from saves.errors import SaveError
from saves.events import (
    REMARK_BYTES,
    End,
    Event,
    Hint,
    Ignored,
    Move,
    Remark,
    SeatChange,
    TutorChange,
    Undo,
    Warned,
)
from saves.header import TUTOR_MODES

ADVISER_NAME = "The adviser"
TUTOR_NAME = "The tutor"
"""The names shown as thinking while a hint is found and while a move is judged."""

_REPLACED = "Your earlier move isn't played: the tutor now judges this one."
"""What a person is told who chooses another move while the tutor judges one."""

_HINTS = (Request.HINT, Request.VALUES)
"""The kinds of hints."""

ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class _Advice:
    """The adviser's choice, with the move that a hint names, and why that is best."""

    choice: Choice
    reasons: list[str]


class MatchRunner:
    """Plays the match of one record with `run`, until that task is canceled.

    Attributes:
        automatic: the plies of a person's only moves, if these are played automatically.
        last_is_unsaved: whether the disk refused the last step: a move, one taken back, a change of
            players, or the end.
    """

    def __init__(
        self, record: Record, searcher: Searcher, presenter: Presenter, tutor: MoveTutor
    ) -> None:
        self.automatic: set[int] = set()
        self.last_is_unsaved = False
        self.record = record
        self.match = record.match
        self._searcher = searcher
        self._presenter = presenter
        self._tutor = tutor
        self._advised_after: list[int] = []
        """The moves before the last hint."""
        self._advised: list[int] = []
        """The move that it named, and those that it rates about as good."""
        self._warned: tuple[int, int, str] | None = None
        """The ply and the move of the last warning, and the remark for the move played anyway."""
        self._requests: asyncio.Queue[tuple[int, Event | Request]] = asyncio.Queue()

    def ask(self, request: Event | Request) -> None:
        """Pass on what a person asks for; a move applies only to the current position."""
        self._requests.put_nowait((len(self.match.moves), request))

    def undo_ply(self) -> int | None:
        """Return the ply that a person's `Request.UNDO` returns to, or None if there is none."""
        return self.match.undo_ply(past_only_moves=self._presenter.plays_only_moves)

    def was_chosen(self, ply: int) -> bool:
        """Whether a person chose the move at that ply.

        An only move that was played for them doesn't count.
        """
        return self.match.was_persons(ply) and ply not in self.automatic

    async def _request(self) -> Event | Request:
        """Return the next request; moves queued for an earlier position are dropped."""
        while True:
            ply, request = await self._requests.get()
            if isinstance(request, Request) or ply == len(self.match.moves):
                return request

    def _put_back(self, request: Move | Request) -> None:
        """Make what was asked for during a search the next request again."""
        later, self._requests = self._requests, asyncio.Queue()
        self.ask(request)
        while not later.empty():
            self._requests.put_nowait(later.get_nowait())

    async def run(self) -> None:
        """Play on, even after an undo; every event is on disk before it is shown."""
        events: list[Event] = []
        while True:
            self._presenter.changed()
            by_person = self.match.by_person()
            events = events or await self._next()
            # Without a move, it is what a person asked for, such as an undo, in anyone's turn.
            by_person |= not any(isinstance(event, Move) for event in events)
            events = await self._commit(events)
            await self._presenter.turn(by_person=by_person)

    async def _commit(self, events: Sequence[Event]) -> list[Event]:
        """Keep and apply the events; return what to do next if the disk refused one.

        An automatic move isn't retried automatically, because a full disk stays full for a while.
        """
        for event in events:
            is_step = isinstance(event, Move | Undo | SeatChange | End)
            try:
                await self._keep(event)
            except GameError as refusal:
                self._presenter.refused(refusal)
                break
            except SaveError as refusal:
                self.last_is_unsaved |= is_step
                self._presenter.refused(refusal)
                return [] if self.waits_for_person() else await self._handle(await self._request())
            is_only = isinstance(event, Move) and event.move == self.automatic_move()
            apply(self.match, event)
            self.last_is_unsaved &= not is_step
            self.automatic = {ply for ply in self.automatic if ply < len(self.match.moves)}
            if is_only:  # also one that is played again after it was taken back
                self.automatic.add(len(self.match.moves) - 1)
            if self._warned and self._warned[0] != len(self.match.moves):
                self._warned = None
        return []

    async def _keep(self, event: Event) -> None:
        """Put the event on disk; a task waits until that is done, however often it is canceled."""
        keeping = asyncio.create_task(asyncio.to_thread(self.record.keep, event))
        try:
            await asyncio.wait({keeping})
        except asyncio.CancelledError:
            while not keeping.done():
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait({keeping})
            # Nobody is left to tell, and an exception that nobody reads is reported as a bug.
            keeping.exception()
            raise
        keeping.result()

    async def _next(self) -> list[Event]:
        state = self.match.state
        if state.current_player() == OVER:
            return await self._after_the_end()
        if self.match.by_person():
            return await self._from_person()
        if state.current_player() == CHANCE:
            interrupted = await self._pause() if self._is_worth_a_pause() else None
            return [Move(self.match.next_outcome())] if interrupted is None else interrupted
        return await self._from_agent(state.current_player())

    def automatic_move(self) -> int | None:
        """Return the move that is to be played for the person who decides, or None."""
        if not self._presenter.plays_only_moves or self._presenter.is_curtain_due:
            return None
        return self.match.only_move()

    def waits_for_person(self) -> bool:
        """Whether a person has to act: to choose a move, or to enter dice."""
        return self.match.by_person() and self.automatic_move() is None

    async def _from_person(self) -> list[Event]:
        """Return what a person asks for, or their only move, after a pause to see it in."""
        move = self.automatic_move()
        if move is None:
            if self._tutor.can_judge():
                return await self._from_tutored_person()
            return await self._handle(await self._request())
        interrupted = await self._pause()
        return [Move(move)] if interrupted is None else interrupted

    async def _from_tutored_person(self) -> list[Event]:
        """Return what a person asks for; a move is played unless the tutor warns of it.

        While the tutor judges a move, undo and `STOP` take back that move alone, and another legal
        move replaces it. A resignation is played at once, because it is never judged.
        The tutor prepares while the person thinks, and stops before anything else is searched.
        """
        answer = None
        preparing = asyncio.create_task(self._tutor.prepare())
        try:
            request = await self._request()
            if self._is_to_be_judged(request):
                answer = await self._opinion(request)
        finally:
            preparing.cancel()
            await asyncio.gather(preparing, return_exceptions=True)
        if not isinstance(request, Move) or answer is None:
            return await self._handle(request)
        if answer in (Request.UNDO, Request.STOP):
            self._presenter.informed("Your move wasn't played: choose again.")
            return []
        if isinstance(answer, Opinion):
            return await self._play_or_warn(request.move, answer)
        if isinstance(answer, Move):
            self._put_back(answer)
            if self._is_to_be_judged(answer):
                self._presenter.informed(_REPLACED)
            return []
        return await self._handle(answer)

    def _is_to_be_judged(self, request: Event | Request) -> TypeGuard[Move]:
        """Whether it is a legal move other than resigning."""
        if not isinstance(request, Move) or request.move == self.match.resignation():
            return False
        return self.match.state.why_not(request.move) is None

    async def _opinion(self, move: Move) -> Opinion | Event | Request:
        """Return the tutor's opinion of a legal move, or a request that comes before it.

        If `GO_ON` comes first, the tutor has nothing to say. A second request for the same move
        changes nothing, and a move that isn't legal is refused.
        """

        def goes_on(request: Event | Request) -> bool:
            if isinstance(request, Move) and (illegal := self.match.state.why_not(request.move)):
                self._presenter.refused(illegal)
                return True
            return request in (move, Request.ANYWAY)

        advised = self._advised if self._advised_after == self.match.moves else []
        judging = self._tutor.opinion(move.move, advised)
        try:
            opinion = await self._unless_requested(judging, TUTOR_NAME, goes_on)
        except AgentFailed as failure:
            why = str(failure).rstrip(".")
            return Opinion(remark=f"the tutor couldn't judge it: {why}")
        return Opinion() if opinion is Request.GO_ON else opinion

    async def _play_or_warn(self, move: int, opinion: Opinion) -> list[Event]:
        """Play a move, or warn of it once that counts; return what to do next.

        Requests made before a warning could be read are dropped.
        """
        if not opinion.warning:
            return await self._play(move, opinion.remark)
        warned = (len(self.match.moves), move, opinion.remark)
        if self._warned != warned:
            before = self.match.warnings
            following = await self._commit([Warned()])
            if self.match.warnings == before:
                return following
        self._warned = warned
        self._requests = asyncio.Queue()
        self._presenter.warned(move, opinion.warning)
        return []

    async def _play(self, move: int, remark: str, *counted: Event) -> list[Event]:
        """Play a move, with the tutor's remark on it; return what to do next."""
        ply = len(self.match.moves)
        following = await self._commit([Move(move), *counted])
        if remark and self.match.moves[ply:] == [move]:
            words = _cut(remark)
            with contextlib.suppress(GameError, SaveError):  # whatever comes next says it
                await self._keep(Remark(words))
            self.match.remark(ply, words)
        return following

    async def _after_the_end(self) -> list[Event]:
        if not self.record.ended:
            return [End()]
        self._requests = asyncio.Queue()  # requests from before the end was shown don't answer it
        self._presenter.ended()
        while True:
            request = await self._request()
            events = await self._handle(request)
            if events or request in (Request.GO_ON, Request.UNDO):
                return events  # if there are none, the end is shown again

    async def _handle(self, request: Event | Request) -> list[Event]:
        """Return the events that a request amounts to, possibly none."""
        if isinstance(request, TutorChange):
            return await self._switch_tutor(request.mode)
        if not isinstance(request, Request):
            return [request]
        if request is Request.UNDO:
            ply = self.undo_ply()
            if ply is not None:
                return [Undo(ply)]
            self._presenter.informed("You have no move to take back.")
        elif request is Request.REDO:
            moves = self.match.to_redo(past_only_moves=self._presenter.plays_only_moves)
            if not moves:
                self._presenter.informed("There is nothing to play again: no move was taken back.")
            return [Move(move) for move in moves]
        elif request in _HINTS:
            return await self._advice(request)
        elif request is Request.ANYWAY and self._warned:
            _, move, remark = self._warned
            return await self._play(move, remark, Ignored())
        elif request is Request.TUTOR:
            at = TUTOR_MODES.index(self.match.tutor) + 1
            return await self._switch_tutor(TUTOR_MODES[at % len(TUTOR_MODES)])
        return []

    async def _switch_tutor(self, mode: str) -> list[Event]:
        """Switch the tutor; return what to do next."""
        following = await self._commit([TutorChange(mode)])
        if self.match.tutor == mode:
            self._presenter.tutor_switched()
        return following

    async def _pause(self) -> list[Event] | None:
        """Wait as long as the presenter says, or until a person asks to go on.

        Returns the events of a request that interrupted it, or None; a request without events
        doesn't prolong the wait.
        """
        seconds = self._presenter.pause()
        if seconds == 0:
            return None
        if seconds is None:
            self._presenter.awaits_key()
        until = None if seconds is None else asyncio.get_running_loop().time() + seconds
        events: list[Event] = []
        while not events:
            try:
                async with asyncio.timeout_at(until):
                    request = await self._request()
            except TimeoutError:
                return None
            if request is Request.GO_ON:
                return None
            events = await self._handle(request)
        return events

    def _is_worth_a_pause(self) -> bool:
        """Whether a computer's turn, a turn's last throw, or open hands are to be seen now.

        A deal isn't.
        """
        if not self.match.moves:
            return False
        if self.match.game.hidden and self.match.state.current_player() == CHANCE:
            return self.match.state.is_open()
        last, now = self.match.log[-1], self.match.state.turn_seat()
        if not (self.match.is_human(last.seat) and self.match.is_human(now)):
            return True
        # A throw that ended a person's turn, but none for the first turn, before any decision.
        has_begun = any(not played.by_chance for played in self.match.log)
        return last.by_chance and last.seat != now and has_begun

    async def _from_agent(self, seat: int) -> list[Event]:
        """Return the move that the agent in a seat chooses, or what is asked for instead."""
        player, name = self.match.seats[seat].player, self.match.seats[seat].name
        choosing = self._searcher.choose(self._question(player, seat, yields=False))
        try:
            answer = await self._think(
                choosing, name, on_hint=lambda _: self._presenter.still_thinking(name)
            )
        except AgentFailed as failure:
            self.record.stays = True  # people are told that the game is saved
            change = await self._presenter.failed(seat, failure)
            return [change] if change else []
        if not isinstance(answer, Choice):
            if answer is Request.STOP:
                self._presenter.stopped()
                answer = await self._request()
            return await self._handle(answer)
        interrupted = await self._pause() if self._is_worth_a_pause() else None
        return [Move(answer.move)] if interrupted is None else interrupted

    async def _advice(self, kind: Request) -> list[Event]:
        """Give a hint once it counts, unless another request comes before it; return what to do.

        Hints asked for meanwhile are the next ones: of each kind, one follows.
        """
        seat = self.match.state.current_player()
        if not self.match.is_human(seat):
            self._presenter.informed("Hints are for your own decisions.")
            return []
        asked: list[Request] = []
        try:
            answer = await self._think(self._advised_move(seat), ADVISER_NAME, on_hint=asked.append)
        except AgentFailed as failure:
            self._presenter.refused(failure)
            return []
        if isinstance(answer, Move):
            self._put_back(answer)
            return []
        if not isinstance(answer, _Advice):
            return await self._handle(answer)
        for later in reversed(dict.fromkeys(asked)):
            self._put_back(later)
        ply = len(self.match.moves)
        following = await self._commit([Hint()])
        if ply in self.match.hinted:
            self._advised_after = list(self.match.moves)
            as_good = ROSTERS[self.match.game.key].as_good(answer.choice, self.match.state)
            self._advised = [answer.choice.move, *as_good]
            if kind is Request.VALUES:
                self._presenter.valued(answer.choice)
            else:
                self._presenter.advised(answer.choice, answer.reasons)
        return following

    async def _advised_move(self, seat: int) -> _Advice:
        """Ask the adviser; then find out, in a thread, which move a hint names, and why."""
        answer = await self._searcher.choose(self._question(ADVISER, seat, yields=True))
        roster, state = ROSTERS[self.match.game.key], self.match.state.clone()
        move, reasons = await asyncio.to_thread(roster.advised, answer, state)
        return _Advice(replace(answer, move=move), self.match.as_sentences(reasons))

    async def _think(
        self, work: Coroutine[Any, Any, ResultT], name: str, *, on_hint: Callable[[Request], None]
    ) -> ResultT | Event | Request:
        """Return the result of an agent's work, or a request that comes before it.

        `GO_ON` makes it answer with its best move so far; `on_hint` is called with a hint that is
        asked for. Other requests and moves stop it at once. Raises `AgentFailed`.
        """

        def goes_on(request: Event | Request) -> bool:
            if request is Request.GO_ON:
                self._searcher.answer_now()
            elif isinstance(request, Request) and request in _HINTS:
                on_hint(request)
            return request in (Request.GO_ON, *_HINTS)

        return await self._unless_requested(work, name, goes_on)

    async def _unless_requested(
        self,
        work: Coroutine[Any, Any, ResultT],
        name: str,
        goes_on: Callable[[Event | Request], bool],
    ) -> ResultT | Event | Request:
        """Return the result of `name`'s work, or a request that comes before it and ends it.

        `goes_on` says whether the work continues in spite of a request.
        """
        thinking = asyncio.create_task(work)
        self._presenter.thinking(name)
        next_request = asyncio.create_task(self._request())
        try:
            while True:
                await asyncio.wait({thinking, next_request}, return_when=asyncio.FIRST_COMPLETED)
                if not next_request.done():
                    return thinking.result()
                request = next_request.result()
                if not goes_on(request):
                    return request
                next_request = asyncio.create_task(self._request())
        finally:
            next_request.cancel()
            thinking.cancel()
            self._presenter.thinking("")

    def _question(self, player: str, seat: int, *, yields: bool) -> Question:
        game, seed = self.match.game, self.match.agent_seed()
        position = self.match.determinized_for(seat).text()
        return Question(game.key, player, position, seed, game.board, yields=yields)


def _cut(remark: str) -> str:
    """Return a remark that fits a save; a long one, as of an agent's failure, ends after a word."""
    if len(remark.encode()) <= REMARK_BYTES:
        return remark
    beginning = remark.encode()[: REMARK_BYTES - len(" ...")].decode(errors="ignore")
    return f"{beginning.rpartition(' ')[0]} ..."
