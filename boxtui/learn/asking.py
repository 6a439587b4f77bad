"""Asking agents about positions, for puzzles, reviews, the tutor and practice."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from ai.agent import Choice
from ai.worker import Question, Searcher
from boxtui.core import Game, State


class AskAgent(Protocol):
    """Has a player, such as ``level5``, choose in a position, or evaluate a given move there.

    Puzzles, reviews and the tutor search nothing themselves and know no screen: one of these finds
    out what agents think. Raises AgentFailed if the player fails.
    """

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        """Return the answer; `seed` seeds the player's random numbers."""
        ...


AskFor = Callable[[Game], AskAgent]
"""Returns what asks agents about positions of a game, on its board."""


def ask_through(searcher: Searcher, game: Game) -> AskAgent:
    """Return an `AskAgent` that uses the search process, for positions of that game."""

    async def ask(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        position, board = state.text(), game.board
        return await searcher.choose(
            Question(game.key, player, position, seed, board, move, yields=True)
        )

    return ask


class CachedAskAgent:
    """An `AskAgent` that asks one question at a time and keeps every answer."""

    def __init__(self, ask: AskAgent) -> None:
        self._ask = ask
        self._known: dict[tuple[str, str, str, int | None], Choice] = {}
        self._turn = asyncio.Lock()

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        question = (state.text(), player, seed, move)
        async with self._turn:
            if question not in self._known:
                self._known[question] = await self._ask(state, player, seed, move)
            return self._known[question]
