"""A running match with a presenter, a searcher and a tutor that record their calls."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import cast

import waits
from game_screens import FirstMoves

from ai.agent import HUMAN, Choice
from ai.decision import AgentFailed
from ai.worker import Searcher
from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.presenter import Opinion, Request
from boxtui.play.record import Record
from boxtui.play.runner import MatchRunner
from saves.errors import SaveFull
from saves.events import Event, Move, SeatChange
from saves.header import TUTOR_OFF
from saves.journal import read
from saves.library import Library

GAME = GAMES["shut-the-box"]


class Answers(FirstMoves):
    """A searcher that answers as soon as it is told to."""

    def answer_now(self) -> None:
        self.goes_on.set()


class Shown:
    """A presenter that records its messages, and what is on the disk at each one."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.match = match
        self.messages: list[str] = []
        self.advice: list[Choice] = []
        self.valued_moves: list[int] = []
        self.thinkers: list[str] = []
        self.warnings: list[tuple[int, str]] = []
        self.turns: list[bool] = []
        self.ends = 0
        self.seconds: float | None = 0.0
        self.plays_only_moves = False
        self.is_curtain_due = False
        self.instead: SeatChange | None = None

    async def turn(self, *, by_person: bool) -> None:
        self.turns.append(by_person)

    def changed(self) -> None:
        assert read(self.path).moves == len(self.match.moves)

    def informed(self, message: str) -> None:
        self.messages.append(message)

    def still_thinking(self, name: str) -> None:
        self.messages.append(f"{name} is thinking")

    def stopped(self) -> None:
        self.messages.append("stopped")

    def awaits_key(self) -> None:
        self.messages.append("a key is awaited")

    def refused(self, refusal: Exception) -> None:
        self.messages.append(str(refusal))

    def thinking(self, name: str) -> None:
        self.thinkers.append(name)

    def advised(self, choice: Choice, reasons: Sequence[str]) -> None:
        self.advice.append(choice)

    def valued(self, choice: Choice) -> None:
        self.valued_moves.append(choice.move)

    def warned(self, move: int, warning: str) -> None:
        self.warnings.append((move, warning))

    def tutor_switched(self) -> None:
        self.messages.append(f"tutor: {self.match.tutor}")

    def ended(self) -> None:
        self.ends += 1

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        self.messages.append(f"{seat}: {failure}")
        return self.instead

    def pause(self) -> float | None:
        return self.seconds


class OnTheFirstMove:
    """A tutor that warns of the first legal move, once it `goes_on`, and finds the others good."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.failure = ""
        self.asked: list[int] = []
        self.advised: list[int] = []
        self.prepared = 0
        self.working = 0

    def can_judge(self) -> bool:
        return self.match.tutor != TUTOR_OFF and self.match.state.current_player() >= 0

    async def prepare(self) -> None:
        self.prepared += 1
        self.working += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.working -= 1

    async def opinion(self, move: int, advised: Sequence[int] = ()) -> Opinion:
        self.asked.append(move)
        self.advised += advised
        await self.goes_on.wait()
        if self.failure:
            raise AgentFailed(self.failure)
        is_bad = move == self.match.state.legal_moves()[0]
        return Opinion("It is bad." if is_bad else "", "bad" if is_bad else "good")


class Table:
    """A running `MatchRunner`, with what a test needs to inspect it."""

    until = staticmethod(waits.until)

    def __init__(self, folder: Path, seats: list[Seat], game: Game = GAME) -> None:
        library = Library(folder)
        self.record = Record.begin(Match(game, {}, seats, 7), library)
        self.match = self.record.match
        self.answers = Answers()
        self.shown = Shown(library.find(self.record.name), self.match)
        self.tutor = OnTheFirstMove(self.match)
        searcher = cast("Searcher", self.answers)
        self.runner = MatchRunner(self.record, searcher, self.shown, self.tutor)

    async def until_it_waits(self) -> None:
        """Wait until the runner has dealt with all requests, and waits for another."""

        def waits() -> bool:
            getters = self.runner._requests._getters  # type: ignore[attr-defined]
            return any(not each.done() for each in getters)

        await self.until(waits)

    def humans_turn(self) -> bool:
        return self.match.is_human(self.match.state.current_player())

    @property
    def first(self) -> Move:
        """The first legal move."""
        return Move(self.match.state.legal_moves()[0])

    async def ask(self, asked: Request | Event, holds: Callable[[], object]) -> None:
        """Ask for that, and wait until this holds."""
        self.runner.ask(asked)
        await self.until(holds)

    async def play_until(self, holds: Callable[[], object]) -> None:
        """Play the first legal move in the person's turns until that holds."""
        while not holds():
            played = len(self.match.moves)
            if self.humans_turn():
                self.runner.ask(self.first)
            await self.until(lambda: holds() or len(self.match.moves) > played)  # noqa: B023
            await self.until(lambda: holds() or self.humans_turn())

    def before_keeping(self, call: Callable[[Event], object]) -> None:
        """Have each event passed to `call` before it is kept, unless that raises an error."""
        keep = self.record.keep

        def called(event: Event) -> None:
            call(event)
            keep(event)

        self.record.keep = called  # type: ignore[method-assign]

    @contextmanager
    def full_disk(self) -> Iterator[list[Event]]:
        """Refuse to keep anything; yields what was tried."""
        keep, tries = self.record.keep, list[Event]()

        def full(event: Event) -> None:
            tries.append(event)
            raise SaveFull("The disk is full.")

        self.before_keeping(full)
        yield tries
        self.record.keep = keep  # type: ignore[method-assign]


Lay = Callable[..., AbstractAsyncContextManager[Table]]

BOB, COMPUTER = Seat("Bob", HUMAN), Seat("Computer", "level5")


@asynccontextmanager
async def table(
    folder: Path, *seats: Seat, game: Game = GAME, **shown: object
) -> AsyncIterator[Table]:
    """Play a match for as long as the context lasts; `shown` are attributes of its presenter.

    If the first seat is a person's, the context begins with the first decision.
    """
    laid = Table(folder, list(seats), game)
    vars(laid.shown).update(shown)
    playing = asyncio.create_task(laid.runner.run())
    if seats[0].player == HUMAN:
        await laid.until(lambda: laid.humans_turn() or laid.answers.asked)
    try:
        yield laid
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        laid.record.close()
