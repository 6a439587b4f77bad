"""A game's puzzles, found ahead of time while the search process is idle, and kept in the cache."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from ai.agent import HUMAN, Choice
from ai.decision import AgentFailed
from boxtui import __version__
from boxtui.core import Game, GameError, State
from boxtui.learn import cache
from boxtui.learn.asking import AskAgent, AskFor
from boxtui.learn.finding import DIFFICULTIES, find_puzzle, opponent
from boxtui.learn.puzzles import Figures, MoveComparer, Puzzle
from boxtui.play.match import Match, Seat
from boxtui.system import locations

FORMAT: Final = 12
"""To be increased whenever a number would mean a different puzzle, or the files' content
changes.
"""


@dataclass(frozen=True)
class KeptPuzzle:
    """A puzzle in the cache.

    Attributes:
        near: the moves with figures.
        figures: the figures of each of them.
    """

    number: int
    seats: tuple[Seat, ...]
    seed: int
    moves: tuple[int, ...]
    best: int
    near: tuple[int, ...]
    figures: tuple[Figures, ...]
    theme: str
    difficulty: int


class SharedSearch:
    """One search process for two: what a person waits for, and what is found ahead of time.

    A person's question stops one of the other kind at once; that one is asked again afterwards.
    """

    def __init__(self) -> None:
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._ahead: asyncio.Task[Choice] | None = None

    def at_once(self, ask: AskAgent) -> AskAgent:
        """Return `ask` for a person's questions."""

        async def asked(state: State, player: str, seed: str, move: int | None = None) -> Choice:
            self._waiting += 1
            self._idle.clear()
            try:
                if ahead := self._ahead:
                    ahead.cancel()
                    await asyncio.wait({ahead})
                return await ask(state, player, seed, move)
            finally:
                self._waiting -= 1
                if not self._waiting:
                    self._idle.set()

        return asked

    def when_idle(self, ask: AskAgent) -> AskAgent:
        """Return `ask` for questions that nobody waits for."""

        async def asked(state: State, player: str, seed: str, move: int | None = None) -> Choice:
            while True:
                await self._idle.wait()
                ahead = self._ahead = asyncio.ensure_future(ask(state, player, seed, move))
                try:
                    return await ahead
                except asyncio.CancelledError:
                    if _is_cancelled():
                        raise
                finally:
                    if self._ahead is ahead:  # otherwise the next question is under way already
                        self._ahead = None
                    del ahead  # it keeps the exception, and with it this frame

        return asked


def _is_cancelled() -> bool:
    """Whether the task that runs is being canceled.

    The caller must not keep the task, because it keeps the exception, and with it those frames.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class PuzzleSupply:
    """The puzzles of one game. Call `stop` at the end.

    Attributes:
        searches: how many searches were made for the puzzle that is being found.
        began: when the first of them began, by the monotonic clock.
    """

    def __init__(self, game: Game, ask_for: AskFor) -> None:
        self._game = game
        self._ask_for = ask_for
        self._shared = SharedSearch()
        self._ask = self.ask_for(game)
        self._ask_ahead = self._shared.when_idle(ask_for(game))
        self._number = 0
        self._finding: asyncio.Task[Puzzle] | None = None
        self._waiting = 0
        """How many persons' requests are waiting for a puzzle."""
        self.searches = 0
        self.began = 0.0

    def ask_for(self, game: Game) -> AskAgent:
        """Return what answers a person's questions at once, about positions of `game`."""
        return self._shared.at_once(self._ask_for(game))

    async def puzzle(self, number: int) -> Puzzle:
        """Return the puzzle with that number, at once if it was found before.

        Raises Refused if there is none, AgentFailed if a search fails.
        """
        self._waiting += 1
        try:
            kept = await asyncio.to_thread(self._kept, number)
            return kept or await self._found(number)
        finally:
            self._waiting -= 1

    async def prepare(self, *numbers: int) -> None:
        """Find the puzzles with those numbers; an error ends that, and isn't reported.

        It ends early once a person waits for a puzzle, which may be another one.
        """
        with suppress(AgentFailed, GameError):
            for number in numbers:
                kept = await asyncio.to_thread(self._kept, number)
                if self._waiting:
                    return
                if not kept:
                    await self._found(number)

    async def _found(self, number: int) -> Puzzle:
        """Return a puzzle that isn't kept, once it is found."""
        if self._finding is None or number != self._number or _has_failed(self._finding):
            self.stop()
            self._number, self.searches, self.began = number, 0, monotonic()
            self._finding = asyncio.create_task(self._find(number))
            self._finding.add_done_callback(_forget_error)
        return await asyncio.shield(self._finding)

    def stop(self) -> None:
        """Stop finding a puzzle."""
        if self._finding:
            self._finding.cancel()
            self._finding = None

    async def _find(self, number: int) -> Puzzle:
        found = to_keep(await find_puzzle(self._game, number, self._counted))
        await asyncio.to_thread(cache.keep, self._file(number), found)
        return await asyncio.to_thread(of_kept, self._game, found, self._ask)

    async def _counted(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        choice = await self._ask_ahead(state, player, seed, move)
        self.searches += 1
        return choice

    def _kept(self, number: int) -> Puzzle | None:
        """Return the puzzle that is in the cache, or None."""
        kept = cache.kept(self._file(number), KeptPuzzle)
        with suppress(ValueError):
            if kept and kept.number == number:
                return of_kept(self._game, kept, self._ask)
        return None

    def _file(self, number: int) -> Path:
        made_by = [FORMAT, __version__, self._game.key, self._game.rules_version, number]
        return locations.puzzle(cache.checksum(f"{json.dumps(made_by)} {self._game.board.hex()}"))


def _has_failed(task: asyncio.Task[Puzzle]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _forget_error(task: asyncio.Task[Puzzle]) -> None:
    """Ignore the error of a puzzle that nobody waits for; if asked for, it is looked for again."""
    if not task.cancelled():
        task.exception()


def to_keep(puzzle: Puzzle) -> KeptPuzzle:
    """Return a puzzle for the cache."""
    match = puzzle.match
    return KeptPuzzle(
        number=puzzle.number,
        seats=tuple(match.seats),
        seed=match.seed,
        moves=tuple(match.moves),
        best=puzzle.best,
        near=tuple(puzzle.figures),
        figures=tuple(puzzle.figures.values()),
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
    )


def of_kept(game: Game, kept: KeptPuzzle, ask: AskAgent) -> Puzzle:
    """Return the puzzle that `to_keep` was given. Raises ValueError if it can't be played."""
    match = Match(game, {}, kept.seats, kept.seed)
    for move in kept.moves:
        match.play(move)
    if match.persons() != [match.state.current_player()]:
        raise ValueError("It isn't for one person who decides.")
    comparer = MoveComparer.at(match, ask)
    figures = dict(zip(kept.near, kept.figures, strict=True))
    levels = {opponent(game.key, player) for player in comparer.roster.puzzles.players}
    if (
        not {seat.player for seat in match.seats} <= {HUMAN, *levels}
        or not {kept.best, *kept.near} <= {*match.state.legal_moves()}
        or kept.best not in figures
        or comparer.representative(kept.best) != kept.best
        or not all(kept.figures)
        or len({*map(len, kept.figures)}) != 1
        or kept.difficulty not in DIFFICULTIES
    ):
        raise ValueError("There is no such puzzle.")
    return Puzzle(
        number=kept.number,
        match=match,
        best=kept.best,
        figures=figures,
        comparer=comparer,
        theme=kept.theme,
        difficulty=kept.difficulty,
    )
