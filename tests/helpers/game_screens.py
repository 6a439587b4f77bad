"""A match on its screen inside the test process."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Any, TypeVar, cast

from pty_terminal import DEADLINE
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from ai.agent import Choice, Considered, never
from ai.decision import AgentFailed, decide
from ai.levels import agent_and_budget
from ai.worker import Question, Searcher
from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.widgets.choices import Choices

S = TypeVar("S", bound=Screen[Any])

LOOK, OF_ANN = Look(), Settings(name="Ann")

ROUNDS = 10
"""How many checks in a row must find the app idle."""


def first_move(question: Question) -> Choice:
    """Return the first legal move."""
    move = GAMES[question.game].parse(question.position).legal_moves()[0]
    return Choice(move, (Considered(move, 0.5, 1),), 1)


class FirstMoves:
    """A searcher that chooses the first legal move.

    Attributes:
        queue_position: the place in the line of those who wait for a search; 0 for a search.
        goes_on: keeps it thinking unless it is set, as it is at first unless it `holds`.
        asked: all questions.
        thinking: how many questions it is thinking about.
        cancelled: how many were cancelled.
        failure: if not empty, why it fails.
    """

    def __init__(self, queue_position: int = 0, *, holds: bool = False) -> None:
        self.queue_position = queue_position
        self.goes_on = asyncio.Event()
        self.asked: list[Question] = []
        self.thinking = self.cancelled = 0
        self.failure = ""
        if not holds:
            self.goes_on.set()

    async def choose(self, question: Question) -> Choice:
        self.asked.append(question)
        self.thinking += 1
        try:
            await self.goes_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.thinking -= 1
        if self.failure:
            raise AgentFailed(self.failure)
        return first_move(question)

    def answer_now(self) -> None:
        pass

    def close(self) -> None:
        pass


made = cache(agent_and_budget)


class Deciding(FirstMoves):
    """A searcher that answers as the players do, in this process."""

    async def choose(self, question: Question) -> Choice:
        state, who = GAMES[question.game].parse(question.position), question.player
        agent, budget = await asyncio.to_thread(made, question.game, who)  # may read weights
        return decide(who, agent, state, budget, Random(question.seed), never, question.move)


def opened(
    match: Match,
    pace: str = "at once",
    searcher: FirstMoves | None = None,
    *,
    plays_only_moves: bool = True,
    color: bool = True,
) -> BoxTui:
    """Return the app with that match on its screen."""
    only_moves = "played for you" if plays_only_moves else "left to you"
    record = Record.begin(match, open_library())

    def first(app: BoxTui) -> None:
        app.searcher = cast("Searcher", searcher or FirstMoves())
        app.push_screen(GameScreen(record, app.searcher))

    settings = Settings(name="Ann", pace=pace, only_moves=only_moves)
    return BoxTui(Look(color=color), settings, first=first)


@asynccontextmanager
async def showing(
    match: Match, *given: Any, size: tuple[int, int] = (80, 24), **how: Any
) -> AsyncIterator[tuple[Pilot[int], GameScreen]]:
    """Run the app with a match on its screen, `opened` with these arguments."""
    async with opened(match, *given, **how).run_test(size=size) as pilot:
        yield pilot, cast("GameScreen", pilot.app.screen_stack[1])


@asynccontextmanager
async def playing(
    match: Match, *given: Any, key: str = "", **how: Any
) -> AsyncIterator[tuple[Pilot[int], GameScreen]]:
    """Do the same as `showing`, from a person's decision on; the key leads there."""
    async with showing(match, *given, **how) as (pilot, screen):
        await until(pilot, screen.may_decide, key)
        yield pilot, screen


@asynccontextmanager
async def running(
    first: Callable[[BoxTui], None] | None = None,
    searcher: FirstMoves | None = None,
    *,
    look: Look = LOOK,
    settings: Settings = OF_ANN,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[int], BoxTui]]:
    """Run the app at its menu, or at what `first` opens there."""
    app = BoxTui(look, settings, first=first)
    app.searcher = cast("Searcher", searcher or FirstMoves())
    async with app.run_test(size=size) as pilot:
        yield pilot, app


@asynccontextmanager
async def page_open(make: Callable[[], S], **how: Any) -> AsyncIterator[tuple[Pilot[int], S]]:
    """Run the app, `running` with these arguments, with the page that `make` returns open."""
    async with running(**how) as (pilot, app):
        page = make()
        await app.push_screen(page)
        yield pilot, page


async def shown(pilot: Pilot[int], kind: type[S], key: str = "") -> S:
    """Wait until a screen of that kind is shown and mounted, as `until` does; return it."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, kind) and app.screen.is_mounted, key)
    return cast("S", app.screen)


def on_screen(pilot: Pilot[int]) -> GameScreen:
    """Return the match's screen."""
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    return screen


async def play_first(pilot: Pilot[int], screen: GameScreen) -> None:
    """Play the first legal move, and wait until a person decides again."""
    plies = len(screen.match.moves)
    screen.submit(screen.match.state.legal_moves()[0])
    await until(pilot, lambda: len(screen.match.moves) > plies and screen.may_decide())


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press these keys, and wait until each has been handled."""
    app = pilot.app
    assert isinstance(app, BoxTui)
    await pilot.press(*keys)
    while app.is_taking_keys:
        await pilot.pause(0.01)


async def pressed(pilot: Pilot[int], *keys: str) -> None:
    """Press these keys, and wait until the app has finished everything except a search."""
    await press(pilot, *keys)
    await settled(pilot)


def type_ahead(app: App[int], *keys: str) -> None:
    """Type these keys in one go, and wait for nothing."""
    for key in keys:
        app.post_message(Key(key, None))


async def until(
    pilot: Pilot[int], holds: Callable[[], object], key: str = "", what: object = "it"
) -> None:
    """Wait until `holds` is true, pressing that key meanwhile; if it fails, say `what` it is."""
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end, f"{what} never came"
        if key:
            await press(pilot, key)
        await pilot.pause(0.01)


async def settled(pilot: Pilot[int]) -> None:
    """Wait until the app has finished everything except a running search."""
    app = pilot.app
    assert isinstance(app, BoxTui)
    end, rounds = time.monotonic() + DEADLINE, 0
    while rounds < ROUNDS:
        assert time.monotonic() < end, "the app never settles"
        await pilot.pause(0)
        if app.is_taking_keys or any(map(_waits_for_a_thread, asyncio.all_tasks())):
            rounds = 0
            await asyncio.sleep(0.001)
        else:
            rounds += 1


def _waits_for_a_thread(task: asyncio.Task[Any]) -> bool:
    """Whether this task waits for the disk; the app uses threads for nothing else."""
    awaited: Any = task.get_coro()
    while inspect.iscoroutine(awaited):
        if awaited.cr_code is asyncio.to_thread.__code__:
            return True
        awaited = awaited.cr_await
    return False


def choose_row(pilot: Pilot[int], row: str) -> None:
    """Choose a row of the list on the screen, as a key or a click does."""
    pilot.app.screen.query_one(Choices).post_message(Choices.Chosen(row))


async def change_row(pilot: Pilot[int], row: str, step: int) -> None:
    """Change the value of a row of the list on the screen by so many steps."""
    pilot.app.screen.query_one(Choices).post_message(Choices.Changed(row, step))
    await pilot.pause()
