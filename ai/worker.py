"""The search process beside the app: asked over one pipe, stopped over another, killed if needed.

A search never runs in the app's process: compiled code holds the interpreter's lock for a whole
call, and the screen would freeze. Every question has a number. Answers to any question but the last
are dropped, and a stop carries the number of the last question that it applies to. (Shared memory
would need a file, and so fail on a full disk.)
"""

import asyncio
import contextlib
import ctypes
import gc
import os
import select
import signal
import sys
import threading
from contextvars import Context
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any, Final, Protocol

from ai.agent import Choice
from ai.decision import AgentFailed, decide
from ai.levels import agent_and_budget
from boxtui.core import GameError
from boxtui.games import parse_position
from boxtui.system.errorlog import named, one_line
from boxtui.system.signals import blocked

GRACE: Final = 0.1
"""Seconds that a canceled search has to answer before its process is killed."""

LIMIT: Final = 60.0
"""Seconds after which an agent is asked for its best move so far."""

LAST_CHANCE: Final = 1.0
"""Seconds that it then has to answer before it counts as failed."""

HURRY: Final = 5.0
"""Seconds that it has to answer after a person asked for its best move so far."""

CLOSED: Final = "The search process was closed before it answered."
"""The failure of a question that is under way, or waits, when the process is closed."""

KEPT_AGENTS: Final = 32
"""The number of agents that a search process keeps: every level of five games, and others.

One takes up to 1 MB, and 1 ms to make again.
"""

_SPAWN = get_context("spawn")
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Question:
    """What a player is asked: to choose a move, or to evaluate one, in a position of a game.

    Attributes:
        seed: seeds the player's random numbers.
        board: the content of the board or deck that is played on, for a game that has one.
        move: the move to evaluate, which only a `Rater` can do; None to choose.
        yields: whether the moves that others wait for come first, if several share a process.
    """

    game: str
    player: str
    position: str
    seed: str
    board: bytes = b""
    move: int | None = None
    yields: bool = False


class Searcher(Protocol):
    """What answers questions: a search process, or a share in several.

    Attributes:
        queue_position: the last question's place in line for a search process; 0 if it isn't
            waiting.
    """

    @property
    def queue_position(self) -> int: ...

    async def choose(self, question: Question) -> Choice:
        """Return the agent's choice. Canceling this call stops the search at once.

        Raises AgentFailed if the agent raised, hung or died.
        """
        ...

    def answer_now(self) -> None:
        """Make the search answer with its best move so far, as soon as it has begun if it waits.

        Does nothing if nothing was asked.
        """

    def close(self) -> None:
        """End what is under way and what waits; the next question begins anew."""


class _Place:
    """A question's place in the line for a search process.

    Attributes:
        is_hurried: whether it is to be answered with the best move so far once it is searched.
        is_closed: whether the process was closed since.
    """

    def __init__(self) -> None:
        self.is_hurried = False
        self.is_closed = False


class SearchProcess:
    """One search process, started by the first question and restarted after it was killed.

    Use it from the main thread's event loop: the process dies with the thread that started it.
    """

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._stops: Connection | None = None
        self._asked = 0
        self._stopped = 0
        self._answer: asyncio.Future[Choice] | None = None
        self._hurried: asyncio.Future[None] | None = None
        self._player = ""
        self._line: list[_Place] = []
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def pid(self) -> int:
        """The process's id, or 0 if there is none."""
        return (self._process.pid or 0) if self._process else 0

    @property
    def queue_position(self) -> int:
        """0: nobody else uses the process."""
        return 0

    def start(self) -> None:
        """Start the process now rather than with the first question, which tries it again."""
        with contextlib.suppress(OSError):
            self._running()

    async def choose(self, question: Question) -> Choice:
        is_hurried = await self._turn()
        self._asked += 1
        number = self._asked
        self._send((number, question))
        self._idle.clear()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Choice] = loop.create_future()
        hurried: asyncio.Future[None] = loop.create_future()
        self._answer, self._hurried, self._player = answer, hurried, question.player
        if is_hurried:
            self.answer_now()
        try:
            either: set[asyncio.Future[Any]] = {answer, hurried}
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait(either, timeout=LIMIT, return_when=first)
            if not answer.done():
                self._stop()
                await asyncio.wait({answer}, timeout=HURRY if hurried.done() else LAST_CHANCE)
            if answer.done():
                return answer.result()
            limit, why = (HURRY, " of being told to") if hurried.done() else (LIMIT, "")
            raise AgentFailed(f"{question.player} gave no move within {limit:g} seconds{why}.")
        finally:
            if not answer.cancel():
                answer.exception()  # otherwise asyncio reports that it was never retrieved
            if self._answer is answer:  # otherwise another question is under way already
                self._answer = self._hurried = None
                self._stop()
            loop.call_later(GRACE, self._kill_unless_idle, number)

    async def _turn(self) -> bool:
        """Wait until no question is under way; return whether the next is to be answered at once.

        Raises AgentFailed once the process is closed.
        """
        place = _Place()
        self._line.append(place)
        try:
            while not self._idle.is_set():  # again if another was woken by the same event
                await self._idle.wait()
                if place.is_closed:
                    raise AgentFailed(CLOSED)
            return place.is_hurried
        finally:
            self._line.remove(place)

    def _send(self, message: tuple[int, Question]) -> None:
        """Send it, once more if the process died after it was checked. Raises AgentFailed."""
        for is_last in (False, True):
            try:
                self._running().send(message)
            except OSError as fault:  # for example, no process, memory or file is left
                self._kill()
                if is_last:
                    why = fault.strerror or one_line(fault)
                    raise AgentFailed(f"The search process can't be started: {why}.") from fault
            else:
                return

    def answer_now(self) -> None:
        """Make the search answer with its best move so far, if one is under way.

        If only a canceled one is, whose end the next question waits for, that question is meant.
        """
        if self._answer is None and self._line:
            self._line[0].is_hurried = True
        else:
            self._stop()
            if self._hurried is not None and not self._hurried.done():
                self._hurried.set_result(None)

    def _stop(self) -> None:
        """Stop the search that is under way, if any.

        Sends one stop per question: a hanging agent never reads the pipe, which would soon be full.
        """
        if self._stops is not None and not self._idle.is_set() and self._stopped < self._asked:
            self._stopped = self._asked
            with contextlib.suppress(OSError):
                self._stops.send(self._asked)

    def _kill_unless_idle(self, number: int) -> None:
        if number == self._asked and not self._idle.is_set():
            self._kill()

    def _running(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._kill()
        try:
            return self._started()
        except BaseException:
            self._kill()
            raise

    def _started(self) -> Connection:
        self._pipe, questions = _SPAWN.Pipe()
        with questions:
            stops, self._stops = _SPAWN.Pipe(duplex=False)
            with stops:
                process = _SPAWN.Process(
                    target=answer_questions, args=(questions, stops), daemon=True
                )
                # To start a process, multiprocessing first starts its resource tracker, with
                # stderr's descriptor: -1 in a running Textual app, which no process can have.
                # The tracker inherits descriptor 2 anyway. Started along with the process, it would
                # let Ctrl+C through again, on which the process would print an error.
                with contextlib.redirect_stderr(None):
                    resource_tracker.ensure_running()
                    with blocked(signal.SIGINT):
                        process.start()
                self._process = process  # only now: a process that never ran can't be killed
        # In a new context: the reader would otherwise keep the asker's, and its screen, alive.
        Context().run(asyncio.get_running_loop().add_reader, self._pipe.fileno(), self._hear)
        return self._pipe

    def _hear(self) -> None:
        """Take an answer off the pipe; its end means that the process died."""
        assert self._pipe is not None
        try:
            number, answer = self._pipe.recv()
        except (EOFError, OSError):
            self._kill()
            why = f"{self._player} failed: its process ended without an answer."
            self._settle(AgentFailed(why))
            return
        if number == self._asked:
            self._idle.set()
            self._settle(AgentFailed(answer) if isinstance(answer, str) else answer)

    def _settle(self, answer: Choice | AgentFailed) -> None:
        if self._answer is None or self._answer.done():
            return
        if isinstance(answer, AgentFailed):
            self._answer.set_exception(answer)
        else:
            self._answer.set_result(answer)

    def close(self) -> None:
        """Kill the process; all questions asked so far fail, and the next one starts another."""
        self._kill()
        for place in self._line:
            place.is_closed = True
        self._settle(AgentFailed(CLOSED))

    def _kill(self) -> None:
        """Kill the process, if there is one."""
        if self._pipe is not None:
            with contextlib.suppress(RuntimeError):
                asyncio.get_running_loop().remove_reader(self._pipe.fileno())
            self._pipe.close()
            self._pipe = None
        if self._stops is not None:
            self._stops.close()
            self._stops = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        self._idle.set()


class _Stops:
    """The number of the last question that was stopped, read from the pipe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._waiting = select.poll()
        self._waiting.register(pipe.fileno(), select.POLLIN)
        self._last = 0

    def drain(self) -> None:
        """Take waiting stops off the pipe, because not every agent polls."""
        while self._waiting.poll(0):
            self._last = self._pipe.recv()

    def reached(self, number: int) -> bool:
        """Whether question `number` is to be answered now."""
        while self._last < number and self._waiting.poll(0):
            try:
                self._last = self._pipe.recv()
            except EOFError:  # the app is gone
                return True
        return self._last >= number


def answer_questions(pipe: Connection, stop_pipe: Connection) -> None:
    """Run the search process: answer questions until the app is gone."""
    die_with_the_app()
    gc.freeze()  # what is loaded stays
    gc.disable()  # trees have no cycles to look for
    stops = _Stops(stop_pipe)
    while True:
        try:
            number, question = pipe.recv()
            stops.drain()
        except EOFError:
            return
        try:
            answer: Choice | str = _choose(question, number, stops)
        except (AgentFailed, GameError) as failure:
            answer = one_line(failure)
        except Exception as fault:  # the process would end, and nobody would see why
            answer = f"{question.player} failed: {named(fault)}"
        pipe.send((number, answer))
        gc.collect(1)
        _give_memory_back()


def _give_memory_back() -> None:
    """Give freed memory back to the system if the C library can: a tree of Box takes 50 MB."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


_player = lru_cache(KEPT_AGENTS)(agent_and_budget)


def _choose(question: Question, number: int, stops: _Stops) -> Choice:
    agent, budget = _player(question.game, question.player)
    state = parse_position(question.game, question.position, question.board)
    stop = partial(stops.reached, number)
    rng = Random(question.seed)
    return decide(question.player, agent, state, budget, rng, stop, question.move)


def die_with_the_app() -> None:
    """Make this process end with the app, print nothing, and ignore Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # for what agents start
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    assert parent is not None
    threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    """End this process once the app's has, also on systems without `PR_SET_PDEATHSIG`."""
    wait([sentinel])
    os._exit(1)
