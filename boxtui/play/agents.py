"""A match between agents, played step by step without people."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter

from ai.agent import HUMAN, Choice, Stop, never
from ai.decision import decide
from ai.levels import agent_and_budget
from boxtui.core import CHANCE, BadOption, Game, State
from boxtui.play.match import Match, Seat


@dataclass(frozen=True)
class Step:
    """A move that was played.

    Attributes:
        player: the `State.current_player()` that played it.
        choices: the number of legal moves besides resigning.
        seconds: the time that the agent took; 0 if chance decided.
    """

    player: int
    choices: int
    seconds: float


def check_agents(game: Game, players: Sequence[str]) -> None:
    """Raises `BadOption` if one of them is a person, or doesn't play this game.

    What a plugin prints meanwhile goes to stderr: stdout is for the result, which may be JSON.
    """
    for who in players:
        if who == HUMAN:
            raise BadOption("Only agents can play here; name them, as in level5,level1.")
        with _printing_on_stderr():
            agent_and_budget(game.key, who)


@contextmanager
def _printing_on_stderr() -> Iterator[None]:
    """Send to stderr what anything prints: Python, C code, or a process that is started."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        yield
    finally:
        try:
            sys.stdout.flush()
            ctypes.CDLL(None).fflush(None)
        finally:
            os.dup2(kept, 1)
            os.close(kept)


def seats_for(players: Sequence[str]) -> list[Seat]:
    """Return a seat for each player, named after it, with a number if several are the same."""
    return [
        Seat(f"{who} ({at})" if players.count(who) > 1 else who, who)
        for at, who in enumerate(players, 1)
    ]


Choose = Callable[[int, State], Choice]
"""Returns the choice of the agent in a seat, in a determinization. Raises `AgentFailed`."""


def steps(match: Match, choose: Choose) -> Iterator[Step]:
    """Play a match between agents, and yield each step once played. Raises `AgentFailed`."""
    while not match.is_over:
        decides, choices = match.state.current_player(), len(match.game.choices(match.state))
        if decides == CHANCE:
            match.deal()
            yield Step(decides, choices, 0.0)
        else:
            determinization = match.determinized_for(decides)
            start = perf_counter()
            move = choose(decides, determinization).move
            seconds = perf_counter() - start
            match.apply(move)
            yield Step(decides, choices, seconds)


def choosing_here(match: Match, stop: Stop = never) -> Choose:
    """Return what asks a match's agents in this process.

    Once `stop` returns True, agents answer with their best so far.
    """
    agents = [agent_and_budget(match.game.key, seat.player) for seat in match.seats]

    def choose(seat: int, state: State) -> Choice:
        agent, budget = agents[seat]
        rng = Random(match.agent_seed())
        return decide(match.seats[seat].player, agent, state, budget, rng, stop)

    return choose
