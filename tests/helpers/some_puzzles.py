"""Puzzles of Shut-the-Box, and players whose answers a test decides."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from ai.agent import Choice, Considered, never
from ai.levels import player
from ai.roster import PuzzleSpec
from ai.worker import decide
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.learn.puzzles import Puzzle

GAME = GAMES["shut-the-box"]
Puzzles = list[Puzzle]
SOME = range(1, 41)
"""The numbers of the puzzles that tests share."""

make = cache(player)


async def asked(state: State, player: str, seed: str, move: int | None = None) -> Choice:
    agent, budget = make(GAME.key, player)
    return decide(player, agent, state, budget, Random(seed), never, move)


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

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        moves, repeat = state.legal_moves(), f"{player}{seed[seed.rindex(':') :]}"
        values = self.values.get(repeat, self.values.get(player, ()))
        if move is None:
            seen = [Considered(each, value, 1) for each, value in zip(moves, values, strict=False)]
            return Choice(moves[0], tuple(seen), 1, 0.0)
        at = moves.index(move)
        self.noted.append((player, seed, at))
        return Choice(move, (Considered(move, [*values, *[0.1] * len(moves)][at], 1),), 1, 0.0)


SEARCHED = PuzzleSpec(
    margin=0.1,
    players=("level1",),
    naive_player="level2",
    adviser="level3",
    searches=("short", "long", "long"),
)
"""A puzzle spec whose adviser isn't exact."""


Find = Callable[[Scripted], Awaitable[Puzzle | None]]
