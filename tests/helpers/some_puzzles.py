"""Puzzles of Shut-the-Box, and players whose answers a test decides."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from ai.agent import Choice, Considered, never
from ai.decision import AgentFailed, decide
from ai.levels import agent_and_budget as made
from ai.roster import PuzzleSpec
from boxtui.core import Game, State
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent, AskFor
from boxtui.learn.puzzles import Puzzle

GAME = GAMES["shut-the-box"]
Puzzles = list[Puzzle]
SOME = [number for number in range(1, 21) if number not in (7, 11, 16)]
"""The numbers of the puzzles that tests share. Finding the others takes seconds each."""

make = cache(made)


def players_of(key: str, iterations: int | None = None) -> AskAgent:
    """Return a game's own players, who search in this process, and that long if it is given."""

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        agent, budget = make(key, player)
        if iterations:
            budget = replace(budget, iterations=iterations)
        return decide(player, agent, state, budget, Random(seed), never, move)

    return answer


asked = players_of(GAME.key)


def on_any_board(ask: AskAgent) -> AskFor:
    """Return what asks `ask` about positions of every game."""

    def ask_for(game: Game) -> AskAgent:
        return ask

    return ask_for


def choice_of(move: int, value: float, state: State) -> Choice:
    """Return the choice of a move worth `value` to the decider; the others share the rest."""
    shares = [(1 - value) / (state.seats - 1)] * state.seats
    shares[state.current_player()] = value
    return Choice(move, (Considered(move, value, 1, tuple(shares)),), 1)


def judges(others: Sequence[float], best: Sequence[float] = (0.0,) * 4) -> AskAgent:
    """Return judges that value the first legal move at a half plus one of the leads of the `best`.

    They choose it, and value any other move by the leads of the `others`; each has its own lead.
    """

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        first = state.legal_moves()[0]
        if move is None:
            return choice_of(first, 0.5, state)
        leads = best if move == first else others
        return choice_of(move, 0.5 + leads[int(seed.rpartition(":")[2])], state)

    return answer


QUICK = "free-the-box"
"""A game whose puzzles are searched; the fixture `quick` has them found at once by these."""

quick_players = players_of(QUICK, iterations=4)

CLEAR = (0.9, 0.1, 0.1)
UNSURE = (0.9, 0.85, 0.1)
OTHER = (0.1, 0.9, 0.1)


@dataclass
class Scripted:
    """Always plays the first legal move; values are given by player and index of the move.

    When choosing, it considers only moves with a value; any other move is worth 0.1 when asked for.
    `noted` lists the questions about a given move: the player, the seed, and the move's index.
    """

    values: Mapping[str, Sequence[float]]
    noted: list[tuple[str, str, int]] = field(default_factory=list)

    @classmethod
    def alike(cls, values: Sequence[float] = CLEAR, **others: Sequence[float]) -> "Scripted":
        """Return one whose adviser and searches agree, except for those that are named."""
        return cls(dict.fromkeys(("level3", "short", "long"), values) | others)

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        moves, repeat = state.legal_moves(), f"{player}{seed[seed.rindex(':') :]}"
        values = self.values.get(repeat, self.values.get(player, ()))
        if move is None:
            seen = [Considered(each, value, 1) for each, value in zip(moves, values, strict=False)]
            return Choice(moves[0], tuple(seen), 1)
        at = moves.index(move)
        self.noted.append((player, seed, at))
        return Choice(move, (Considered(move, [*values, *[0.1] * len(moves)][at], 1),), 1)


@dataclass
class Watched:
    """Fails if there is a `failure`; otherwise asks `inner` once it `goes_on`, as at first.

    `noted` lists the questions: the position, the player, the seed, and the move.
    """

    inner: AskAgent
    failure: str = ""
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)
    noted: list[tuple[State, str, str, int | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.goes_on.set()

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        self.noted.append((state.clone(), player, seed, move))
        if self.failure:
            raise AgentFailed(self.failure)
        await self.goes_on.wait()
        return await self.inner(state, player, seed, move)


SEARCHED = PuzzleSpec(
    margin=0.1,
    players=("level1",),
    naive_player="level2",
    adviser="level3",
    searches=("short", "long", "long"),
)
"""A puzzle spec whose adviser isn't exact."""


Find = Callable[[Scripted], Awaitable[Puzzle]]
"""How a puzzle is found with scripted players, as by the fixture `find`."""
